/* A column of a spreadsheet pasted into a row fills that row and those under it; Enter and arrow keys lead through the
   rows, and one box confirms all of them. */
const form = document.querySelector("form.affiliations");
const fields = [...form.querySelectorAll("input[type=text]")];
const boxes = [...form.querySelectorAll(".confirm input[type=checkbox]")];

const step = (field, by) => {
  const next = fields[fields.indexOf(field) + by];
  next?.focus();
  next?.select();
  return Boolean(next);
};

form.addEventListener("paste", (event) => {
  const lines = event.clipboardData.getData("text/plain").replace(/\r?\n$/, "").split(/\r?\n/);
  const first = fields.indexOf(event.target);
  if (first < 0 || lines.length < 2) return;
  event.preventDefault();
  lines.slice(0, fields.length - first).forEach((line, row) => {
    const field = fields[first + row];
    field.value = line.split("\t")[0].trim() || field.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
});

form.addEventListener("keydown", (event) => {
  const by = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
  if (!by || event.isComposing || !fields.includes(event.target)) return;
  if (step(event.target, by)) event.preventDefault();
});

if (boxes.length > 1) {
  const all = document.createElement("input");
  all.type = "checkbox";
  all.addEventListener("change", () => { for (const box of boxes) box.checked = all.checked; });
  form.querySelector(".confirm-all").prepend(all, " ");
}
