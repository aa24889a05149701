/* Asks before a changed form is left, by a link, the back button or closing the page. What was typed and taken back,
   and an added row that is still empty, are no change. */
const form = document.querySelector("form[data-unsaved], .change-form #content-main form");

const BOXES = ["checkbox", "radio"];
const COUNTERS = "[name$='-TOTAL_FORMS'], [data-place-of], [name='kept_form']"; // scripts number the rows, and the form

const isAdded = (row) => !row.matches(".has_original");
const rows = () => [...form.querySelectorAll("[class*='dynamic-']")];
const named = (part) => [...part.querySelectorAll(":is(input, select, textarea)[name]")].filter((field) => !field.matches(COUNTERS));

const selected = (options) => options.map((option) => option.value).sort().join("\n");

const chosenAtFirst = (select) => {
  const options = [...select.options];
  const marked = options.filter((option) => option.defaultSelected);
  return selected(marked.length || select.multiple ? marked : options.slice(0, 1));
};

const heldAtFirst = (field) => {
  if (field.type === "hidden") return first.get(field) ?? field.value;
  if (field.matches("select")) return first.get(field) ?? chosenAtFirst(field);
  return BOXES.includes(field.type) ? field.defaultChecked : field.defaultValue.trim();
};

const held = (field) => {
  if (field.matches("select")) return selected([...field.selectedOptions]);
  return BOXES.includes(field.type) ? field.checked : field.value.trim();
};

const isChanged = (field) => held(field) !== heldAtFirst(field);

/* The rows that were there at first, as they stand now. */
const order = () => [...form.querySelectorAll(".has_original input[type='hidden'][name$='-id']")].map((id) => id.value).join();

/* What an added row holds before anybody fills it in. */
const blank = (field) => {
  const template = form.querySelector(`[name="${field.name.replace(/-\d+-/, "-__prefix__-")}"]`);
  return template ? held(template) : "";
};

const isFilledIn = (row) => named(row).some((field) => held(field) !== blank(field));

const isFormChanged = () => {
  const added = rows().filter(isAdded);
  const others = named(form).filter((field) => !field.closest(".empty-form") && !added.some((row) => row.contains(field)));
  return added.some(isFilledIn) || others.some(isChanged) || order() !== orderAtFirst;
};

/* Scripts write into these, so what they held at first isn't in the page any more. */
const first = new WeakMap();
let orderAtFirst = "";
let isSent = false;

const begin = () => {
  for (const field of form.querySelectorAll("select")) first.set(field, chosenAtFirst(field));
  for (const field of form.querySelectorAll("input[type='hidden']")) first.set(field, field.value);
  orderAtFirst = order();
};

if (form) {
  begin();
  const isUnsaved = form.matches("[data-unsaved]") || form.querySelector(".errornote, [data-unsaved]") !== null;
  form.addEventListener("submit", () => { isSent = true; });
  window.addEventListener("pageshow", () => { isSent = false; });
  window.addEventListener("beforeunload", (event) => {
    if (!isSent && (isUnsaved || isFormChanged())) event.preventDefault();
  });
}
