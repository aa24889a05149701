/* Gives each cell of a tabular inline its column's heading, which the style sheet shows where a row becomes a card. */
for (const table of document.querySelectorAll(".tabular.inline-related table")) {
  const headings = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  for (const row of table.querySelectorAll("tbody > tr.form-row")) {
    [...row.cells].forEach((cell, index) => { cell.dataset.label = headings[index] ?? ""; });
  }
}
