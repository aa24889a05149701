/* Menus open without a script; with one they close again at Escape and at a click beside them. */
const menus = document.querySelectorAll(".site-header details");

document.addEventListener("click", ({ target }) => {
  for (const menu of menus) if (!menu.contains(target)) menu.open = false;
});

document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of menus) {
    if (!menu.open) continue;
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
