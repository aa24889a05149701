/* A pencil, or a way to add something, opens its part of a form in a panel over the page, and the page on which it is
   seen is shown once it is saved, where it was. Without this script, or when the panel can't show the form, the pencil leads to a page of its own. */
const panels = new Map();
const LAST = "last-pencil"; // where the pencil that was used is remembered while the page loads again

/* A panel that is closed keeps what was typed: its pencil opens it as it was left. */
const panelOf = (pencil) => {
  const panel = document.getElementById("panel").content.firstElementChild.cloneNode(true);
  const frame = panel.querySelector("iframe");
  const address = new URL(pencil.href);
  address.searchParams.set("framed", "1");
  panel.setAttribute("aria-label", pencil.getAttribute("aria-label") ?? pencil.textContent.trim());
  frame.title = panel.getAttribute("aria-label");
  frame.src = address.href;
  frame.addEventListener("load", () => arrive(pencil, panel, frame));
  panel.querySelector("button").addEventListener("click", () => panel.close());
  document.body.append(panel);
  return panel;
};

const arrive = (pencil, panel, frame) => {
  const page = frame.contentDocument;
  const saved = page?.querySelector("[data-saved]");
  if (saved) {
    sessionStorage.setItem(LAST, pencil.href);
    if (saved.dataset.saved === location.pathname + location.search) location.reload();
    else location.assign(saved.dataset.saved);
  } else if (!page?.getElementById("content-main")) {
    location.assign(pencil.href); // to sign in, for example, which no panel shows
  } else {
    takePart(panel, frame, page);
  }
};

const takePart = (panel, frame, page) => {
  const fit = () => { frame.style.height = `${page.getElementById("content-start").scrollHeight}px`; };
  new ResizeObserver(fit).observe(page.getElementById("content"));
  fit();
  page.addEventListener("keydown", (event) => {
    const isOpen = page.querySelector(".select2-container--open, dialog[open]");
    if (event.key === "Escape" && !event.defaultPrevented && !isOpen) panel.close();
  });
  page.querySelector("[data-leave-panel]")?.addEventListener("click", (event) => {
    event.preventDefault();
    panel.close();
    panel.remove();
  });
  const fields = ":is(.errorlist + *, #content-main) :is(input:not([type=hidden], [type=checkbox], [type=file]), textarea, select)";
  // Who has begun to type while pictures and scripts still came stays where they are.
  if (page.activeElement === page.body) [...page.querySelectorAll(fields)].find((field) => field.checkVisibility())?.focus();
};

document.addEventListener("click", (event) => {
  const pencil = event.target.closest("a:is(.pencil, .own-bar a)[href*='part=']");
  if (!pencil || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (!panels.get(pencil)?.isConnected) panels.set(pencil, panelOf(pencil));
  panels.get(pencil).showModal();
});

const last = sessionStorage.getItem(LAST);
sessionStorage.removeItem(LAST);
const used = [...document.querySelectorAll("a.pencil")].find((pencil) => pencil.href === last);
used?.focus({ preventScroll: true });
