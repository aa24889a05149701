/* Rows of a form that are put in order: dragged by a handle, or moved by buttons. Without this script, their places
   are typed as numbers. Rows with a usual order have no numbers until somebody moves one of them. */
import { makeDraggable } from "./row-dragging.js";
import { byNumber, rearrange } from "./row-order.js";

const PLACE = "input[data-place-of]";
const ROWS = "tr.form-row:not(.empty-form), .inline-group[data-inline-type='stacked'] .inline-related:not(.empty-form)";

const placeOf = (row) => row.querySelector(PLACE);
const groupOf = (row) => row.closest(".inline-group");
const isKept = (row) => !row.querySelector("input[name$='-DELETE']")?.checked;
const rowsOf = (group) => [...group.querySelectorAll(ROWS)].filter(placeOf);
const keptRowsOf = (group) => rowsOf(group).filter(isKept);
const usualOrderOf = (group) => group.querySelector(PLACE).dataset.usual;
const isPlaced = (row) => Number(placeOf(row).value) > 0;

const nameOf = (row) => {
  const words = [
    row.querySelector(".inline_label, td[colspan] > a")?.textContent,
    row.querySelector("td select")?.selectedOptions[0]?.textContent,
  ];
  return words.map((text) => text?.trim()).find((text) => text && !text.startsWith("#")) || gettext("The new row");
};

/* Django puts what is wrong with a row as a whole into a row of its own before it. */
const withErrors = (row) => {
  const before = row.previousElementSibling;
  return before?.matches(".row-form-errors") ? [before, row] : [row];
};

const say = (group, words) => {
  group.querySelector(".moved").textContent = words;
};

const showPlaces = (group) => {
  const rows = keptRowsOf(group);
  rows.forEach((row, index) => {
    row.querySelector(".place-number").textContent = isPlaced(row) ? index + 1 : "";
    row.querySelector(".move-up").setAttribute("aria-disabled", index === 0);
    row.querySelector(".move-down").setAttribute("aria-disabled", index === rows.length - 1);
  });
  const note = group.querySelector(".order-note");
  if (note) note.hidden = !rows.some(isPlaced);
};

/* What somebody put in order is numbered as it stands; rows in their usual order have no numbers. */
const number = (group, rows = keptRowsOf(group)) => {
  rows.forEach((row, index) => {
    placeOf(row).value = index + 1;
  });
  showPlaces(group);
};

const renumber = (group) => {
  if (usualOrderOf(group)) showPlaces(group);
  else number(group);
};

const announce = (row) => {
  const rows = keptRowsOf(groupOf(row));
  const said = { row: nameOf(row), noun: placeOf(row).dataset.placeOf, place: rows.indexOf(row) + 1, all: rows.length };
  say(groupOf(row), interpolate(gettext("%(row)s is now %(noun)s %(place)s of %(all)s"), said, true));
};

/* The other row is the one that moves, so that focus and pointer stay where they are. */
const step = (row, by) => {
  const rows = keptRowsOf(groupOf(row));
  const other = rows[rows.indexOf(row) + by];
  if (!other || !isKept(row)) return false;
  if (by < 0) row.after(...withErrors(other));
  else withErrors(row)[0].before(...withErrors(other));
  number(groupOf(row));
  return true;
};

const moveButton = (row, by, name, className) => {
  const mover = document.createElement("button");
  mover.type = "button";
  mover.className = `small-button ${className}`;
  mover.textContent = by < 0 ? "↑" : "↓";
  mover.title = name;
  mover.setAttribute("aria-label", name);
  mover.addEventListener("click", () => step(row, by) && announce(row));
  return mover;
};

const dragHandle = (row) => {
  let before = [];
  return makeDraggable(row, {
    rowsOf: () => keptRowsOf(groupOf(row)),
    step,
    started: () => {
      before = rowsOf(groupOf(row)).map((each) => [placeOf(each), placeOf(each).value]);
    },
    dropped: () => announce(row),
    cancelled: () => {
      for (const [place, value] of before) place.value = value;
      showPlaces(groupOf(row));
    },
  });
};

const placeControls = (row) => {
  const controls = document.createElement("span");
  controls.className = "place-controls";
  const numberShown = document.createElement("span");
  numberShown.className = "place-number";
  const handle = dragHandle(row);
  const up = moveButton(row, -1, gettext("Up"), "move-up");
  controls.append(handle, numberShown, up, moveButton(row, 1, gettext("Down"), "move-down"));
  return controls;
};

const dress = (row) => {
  placeOf(row).hidden = true;
  if (row.matches("tr")) {
    placeOf(row).after(placeControls(row));
  } else {
    placeOf(row).closest(".form-row").hidden = true;
    row.querySelector(".row-tools").prepend(placeControls(row));
  }
};

const backToUsual = (group) => {
  rowsOf(group).forEach((row) => {
    placeOf(row).value = 0;
  });
  showPlaces(group);
  say(group, interpolate(gettext("Once you save, they will be ordered by %s."), [usualOrderOf(group)]));
};

const orderNote = (group) => {
  const back = document.createElement("button");
  back.type = "button";
  back.className = "small-button";
  back.textContent = interpolate(gettext("Order by %s"), [usualOrderOf(group)]);
  back.addEventListener("click", () => backToUsual(group));
  const note = document.createElement("p");
  note.className = "order-note";
  note.append(gettext("These are in an order that you chose."), " ", back);
  return note;
};

const statusOf = () => {
  const moved = document.createElement("p");
  moved.className = "moved";
  moved.setAttribute("role", "status");
  return moved;
};

const prepare = (group) => {
  const first = group.querySelector("table, .inline-related");
  if (usualOrderOf(group)) first.before(orderNote(group));
  first.before(statusOf());
  group.addEventListener("formset:added", ({ target }) => {
    dress(target);
    renumber(group);
  });
  group.addEventListener("change", ({ target }) => {
    if (target.name?.endsWith("-DELETE")) renumber(group);
  });
  document.addEventListener("formset:removed", () => renumber(group));
  const rows = rowsOf(group);
  rearrange(rows, byNumber(rows, (row) => Number(placeOf(row).value)), withErrors);
  rows.forEach(dress);
  renumber(group);
};

for (const group of document.querySelectorAll(".inline-group")) {
  if (group.querySelector(PLACE)) prepare(group);
}

/* A link to a field of a row that is shown as text leads to the form in which this row has its inputs. */
const openLinkedRow = () => {
  const [, prefix] = location.hash.match(/^#id_(.+-\d+)-/) ?? [];
  const change = prefix && !document.querySelector(location.hash) && document.querySelector(`a[href$="#${prefix}"]`);
  if (change) location.assign(change.search + location.hash);
};

addEventListener("hashchange", openLinkedRow);
openLinkedRow();
