/* What django-markdownx's editor lacks: a toolbar, rows added later, a Tab key that leaves the field, and what becomes of
   words and pictures that are pasted or dropped. */
import "./text-pasting.js";
import { addToolbars } from "./text-toolbar.js";

/* An added row is a copy: marked as set up, but deaf. The widget's script sets up whatever isn't marked, once a run. */
document.addEventListener("formset:added", ({ target }) => {
  const editors = target.querySelectorAll(".markdownx-editor");
  if (!editors.length) return;
  editors.forEach((editor) => editor.removeAttribute("data-markdownx-init"));
  addToolbars(target);
  const script = document.createElement("script");
  script.src = document.querySelector("script[src*='markdownx/js/markdownx']").src;
  script.addEventListener("load", () => script.remove());
  document.head.append(script);
});

/* The widget would insert a tab, or double the line at Ctrl+D. */
document.addEventListener("keydown", (event) => {
  const taken = event.key === "Tab" || (event.key === "d" && (event.ctrlKey || event.metaKey));
  if (taken && event.target.matches?.(".markdownx-editor")) event.stopImmediatePropagation();
}, true);

/* The widget shows whatever it is answered, the page for signing in too, and nothing where no answer comes. */
const sayNoPreview = (box, words) => {
  const said = document.createElement("p");
  said.className = "no-preview";
  said.setAttribute("role", "status");
  said.textContent = words;
  box.querySelector(".markdownx-preview").replaceChildren(said);
};

document.addEventListener("markdownx.update", ({ target, detail }) => {
  if (!/^\s*<!doctype/i.test(detail[0])) return;
  sayNoPreview(target, gettext("There is no preview, because you are signed out. What you typed is kept: save it, and you will be asked to sign in."));
}, true);

document.addEventListener("markdownx.updateError", ({ target }) => {
  sayNoPreview(target, gettext("There is no preview, because the site can’t be reached. What you typed is kept in this browser."));
}, true);

addToolbars(document);
