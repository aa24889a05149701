/* Buttons that move the rows of an inline up and down. Without this script, their places are typed as numbers. */
const PLACE = "input[data-place-of]";

const placeOf = (row) => row.querySelector(PLACE);
const groupOf = (row) => row.closest(".inline-group");
const isKept = (row) => !row.querySelector("input[name$='-DELETE']")?.checked;
const rowsOf = (group) => [...group.querySelectorAll("tr.form-row:not(.empty-form)")].filter(placeOf);
const keptRowsOf = (group) => rowsOf(group).filter(isKept);

const nameOf = (row) => row.querySelector("select")?.selectedOptions[0]?.text.trim() || "The new row";

/* Django puts what is wrong with a row as a whole into a row of its own before it. */
const withErrors = (row) => {
  const before = row.previousElementSibling;
  return before?.matches(".row-form-errors") ? [before, row] : [row];
};

const numberRows = (group) => {
  const rows = keptRowsOf(group);
  rows.forEach((row, index) => {
    placeOf(row).value = index + 1;
    row.querySelector(".place-number").textContent = index + 1;
    row.querySelector(".move-up").setAttribute("aria-disabled", index === 0);
    row.querySelector(".move-down").setAttribute("aria-disabled", index === rows.length - 1);
  });
};

const announce = (row) => {
  const rows = keptRowsOf(groupOf(row));
  const noun = placeOf(row).dataset.placeOf;
  groupOf(row).querySelector(".moved").textContent =
    `${nameOf(row)} is now ${noun} ${rows.indexOf(row) + 1} of ${rows.length}`;
};

const move = (row, step) => {
  const rows = keptRowsOf(groupOf(row));
  const other = rows[rows.indexOf(row) + step];
  if (!other || !isKept(row)) return;
  if (step < 0) withErrors(other)[0].before(...withErrors(row));
  else other.after(...withErrors(row));
  numberRows(groupOf(row));
  announce(row);
};

const button = (row, step, text, className) => {
  const mover = document.createElement("button");
  mover.type = "button";
  mover.className = `small-button ${className}`;
  mover.textContent = text;
  mover.addEventListener("click", () => {
    move(row, step);
    mover.focus();
  });
  return mover;
};

const dress = (row) => {
  const number = document.createElement("span");
  number.className = "place-number";
  placeOf(row).hidden = true;
  placeOf(row).after(number, button(row, -1, "Up", "move-up"), button(row, 1, "Down", "move-down"));
};

const prepare = (group) => {
  const moved = document.createElement("p");
  moved.className = "moved visually-hidden";
  moved.setAttribute("role", "status");
  group.append(moved);
  group.addEventListener("formset:added", ({ target }) => {
    dress(target);
    numberRows(group);
  });
  group.addEventListener("change", ({ target }) => {
    if (target.name?.endsWith("-DELETE")) numberRows(group);
  });
  document.addEventListener("formset:removed", () => numberRows(group));
  rowsOf(group).forEach(dress);
  numberRows(group);
};

for (const group of document.querySelectorAll(".inline-group")) {
  if (group.querySelector(PLACE)) prepare(group);
}
