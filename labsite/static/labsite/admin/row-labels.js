/* Rows of tables in a form where they become cards: each cell has its column's heading, and a stored row is one line
   with its name until it is opened. */
const isRefused = (row) => row.querySelector(".errorlist") || row.previousElementSibling?.matches(".row-form-errors");

const opener = (row, name) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "row-opener";
  button.textContent = name;
  const show = (isOpen) => {
    row.classList.toggle("closed", !isOpen);
    button.setAttribute("aria-expanded", isOpen);
  };
  button.addEventListener("click", () => show(row.matches(".closed")));
  show(Boolean(isRefused(row)));
  return button;
};

for (const table of document.querySelectorAll(".tabular.inline-related table")) {
  const headings = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  for (const row of table.querySelectorAll("tbody > tr.form-row")) {
    const isText = Boolean(row.querySelector("td[colspan]")); // a row of which only the last cell has its heading
    [...row.cells].forEach((cell, index, { length }) => {
      const heading = isText ? index === length - 1 && headings.at(-1) : headings[index];
      cell.dataset.label = heading || "";
    });
    const name = row.querySelector("td.original > p");
    if (name && row.matches(".has_original")) name.replaceWith(opener(row, name.textContent.trim()));
  }
}
