/* The reader's choice of light or dark: said before anything is painted, and remembered where the admin's own switch
   remembers it. No module, because a module runs after the first paint. */
(() => {
  const root = document.documentElement;

  const remembered = () => {
    try {
      return localStorage.getItem("theme") || "auto";
    } catch {
      return "auto"; // no storage, no memory: the choice holds for this page
    }
  };

  const remember = (theme) => {
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // as above
    }
  };

  const show = (theme) => {
    root.dataset.theme = theme;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      const own = meta.dataset.theme;
      meta.media = theme === "auto" ? `(prefers-color-scheme: ${own})` : theme === own ? "all" : "not all";
    }
    for (const choice of document.querySelectorAll(".theme-switch input")) choice.checked = choice.value === theme;
  };

  show(remembered());
  // The switch is there later, a browser may bring it back as it was left, and another tab may change it.
  for (const event of ["DOMContentLoaded", "pageshow", "storage"]) addEventListener(event, () => show(remembered()));
  addEventListener("change", ({ target }) => {
    if (!target.closest(".theme-switch")) return;
    remember(target.value);
    show(target.value);
  });
})();
