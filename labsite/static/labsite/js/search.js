/* The key / leads to the search from anywhere, Escape back to where one was. */
const ownField = document.querySelector("main .search-form [name=q]");
const headFields = [...document.querySelectorAll(".site-search [name=q]")];
let before;

const takesText = ({ tagName, type, isContentEditable }) =>
  isContentEditable || ["SELECT", "TEXTAREA"].includes(tagName)
  || (tagName === "INPUT" && !["button", "checkbox", "radio", "reset", "submit"].includes(type));

const reachable = () => {
  const shown = [ownField, ...headFields].find((field) => field?.checkVisibility());
  if (shown) return shown;
  const folded = headFields.find((field) => field.closest("details")?.checkVisibility());
  if (folded) folded.closest("details").open = true;
  return folded;
};

for (const field of [ownField, ...headFields].filter(Boolean)) field.setAttribute("aria-keyshortcuts", "/");
for (const hint of document.querySelectorAll(".site-search kbd")) hint.hidden = false;

document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
  if (key === "/" && !takesText(target)) {
    const field = reachable();
    if (!field) return;
    event.preventDefault();
    before = target;
    field.focus();
    field.select();
  } else if (key === "Escape" && before && [ownField, ...headFields].includes(target)) {
    target.blur();
    if (!target.closest("details")) before.focus();
    before = undefined;
  }
});
