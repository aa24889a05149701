/* Select2 leaves its boxes without a name: each says its field's label to those who don't see it. */
const labelOf = (select) =>
  select.getAttribute("aria-label") ?? select.labels[0]?.textContent.replace(/:\s*$/, "").trim() ?? "";

/* Not made from the select's id: Django renumbers those when a row is removed. */
let named = 0;

const nameBox = (box) => {
  const select = box.previousElementSibling;
  if (!select?.matches("select") || box.querySelector(".autocomplete-name")) return;
  const name = document.createElement("span");
  name.id = `autocomplete-name-${named += 1}`;
  name.className = "autocomplete-name visually-hidden";
  name.textContent = labelOf(select);
  box.prepend(name);
  const value = box.querySelector(".select2-selection__rendered");
  value.setAttribute("aria-labelledby", name.id);
  box.querySelector(".select2-selection").setAttribute("aria-labelledby", `${name.id} ${value.id}`.trim());
  box.querySelector(".select2-search__field")?.setAttribute("aria-label", name.textContent);
};

const nameBoxes = (part) => {
  part.querySelectorAll(".select2-container").forEach(nameBox);
  /* The cross that takes all away is for the mouse, and no item of the list in which it stands. */
  for (const cross of part.querySelectorAll(".select2-selection__clear")) cross.ariaHidden = "true";
};

/* Boxes come when the page is ready and with every added row. */
new MutationObserver((changes) => {
  for (const { addedNodes } of changes) {
    for (const node of addedNodes) {
      if (node.nodeType === Node.ELEMENT_NODE) nameBoxes(node.parentNode ?? node);
    }
  }
}).observe(document.body, { childList: true, subtree: true });
nameBoxes(document);

/* Of several that are chosen the last stands last, also where it had been taken out before: some lists have an order. */
window.django?.jQuery?.(document).on("select2:select", "select[multiple]", ({ target, params }) => {
  target.append([...target.options].find((option) => option.value === String(params.data.id)));
  window.django.jQuery(target).trigger("change.select2");
});

/* The list that opens below a box has a search field of its own. */
document.addEventListener("focusin", ({ target }) => {
  if (target.matches(".select2-search__field")) target.ariaLabel ??= gettext("Search");
});
