/* The toolbar of a Markdown text: its buttons write what one would type. It is one stop of the Tab key, within which
   arrows lead from button to button. What it does it does for copies of a form's row too. */
import { toggle, toggleList, turnHeading } from "./text-editing.js";
import { element } from "./text-dialogs.js";
import { askForLink } from "./text-links.js";
import { askForPictures } from "./text-pictures.js";

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const HIDDEN = "labsite.hidden-previews"; // key of what the browser remembers

const BUTTONS = {
  bold: { label: gettext("Bold"), key: "b", act: (editor) => toggle(editor, "**", gettext("bold text")) },
  italic: { label: gettext("Italic"), key: "i", act: (editor) => toggle(editor, "*", gettext("italic text")) },
  heading: { label: gettext("Heading"), act: turnHeading },
  list: { label: gettext("List"), act: toggleList },
  link: { label: gettext("Link"), key: "k", act: askForLink },
  picture: { label: gettext("Picture"), act: (editor) => askForPictures(editor) },
  formula: { label: gettext("Formula"), act: (editor) => toggle(editor, "$", "x^2") },
  preview: { label: gettext("Live preview"), act: () => showPreviews(isPreviewHidden()) },
};

const isPreviewHidden = () => localStorage.getItem(HIDDEN) === "yes";

function showPreviews(isShown) {
  localStorage.setItem(HIDDEN, isShown ? "no" : "yes");
  for (const box of document.querySelectorAll(".markdownx")) showPreview(box);
}

const showPreview = (box) => {
  box.classList.toggle("without-preview", isPreviewHidden());
  box.querySelector("[data-does='preview']").setAttribute("aria-pressed", !isPreviewHidden());
};

const buttonOf = ([name, { label, key }], number) => {
  const attributes = { type: "button", "data-does": name, tabindex: number === 0 ? 0 : -1 };
  if (key) {
    attributes.title = isMac ? `⌘${key.toUpperCase()}` : `Ctrl+${key.toUpperCase()}`;
    attributes["aria-keyshortcuts"] = `${isMac ? "Meta" : "Control"}+${key.toUpperCase()}`;
  }
  return element("button", attributes, label);
};

/* Give each text in a part of the page its toolbar, and name what belongs to it. */
export const addToolbars = (part) => {
  for (const box of part.querySelectorAll(".markdownx")) {
    const editor = box.querySelector(".markdownx-editor");
    const label = editor.labels[0]?.textContent.replace(/[:：]\s*$/, "") ?? gettext("text");
    if (!box.querySelector(".text-toolbar")) {
      box.prepend(element("div", { class: "text-toolbar", role: "toolbar" }, ...Object.entries(BUTTONS).map(buttonOf)));
      box.append(element("p", { class: "text-said", role: "status" }));
    }
    box.querySelector(".text-toolbar").setAttribute("aria-label", interpolate(gettext("Format: %s"), [label]));
    const preview = box.querySelector(".markdownx-preview");
    preview.setAttribute("role", "region");
    preview.setAttribute("aria-label", interpolate(gettext("Preview: %s"), [label]));
    showPreview(box);
  }
};

/* Say what became of a text, beside it. */
export const say = (editor, words) => {
  editor.closest(".markdownx").querySelector(".text-said").textContent = words;
};

const editorOf = (button) => button.closest(".markdownx").querySelector(".markdownx-editor");

const focusOn = (button) => {
  for (const each of button.parentElement.children) each.tabIndex = each === button ? 0 : -1;
  button.focus();
};

const onArrow = (event, button) => {
  const all = [...button.parentElement.children];
  const at = all.indexOf(button);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
  if (event.key === "Escape") editorOf(button).focus();
  else if (to === undefined) return;
  else focusOn(all[to % all.length]);
  event.preventDefault();
};

const onShortcut = (event) => {
  const isPressed = (isMac ? event.metaKey : event.ctrlKey) && !event.shiftKey && !event.altKey;
  const meant = isPressed && Object.values(BUTTONS).find(({ key }) => key === event.key.toLowerCase());
  if (!meant) return;
  event.preventDefault();
  meant.act(event.target);
};

document.addEventListener("keydown", (event) => {
  if (event.target.matches?.(".markdownx-editor")) onShortcut(event);
  else if (event.target.matches?.(".text-toolbar button")) onArrow(event, event.target);
});

/* The text keeps the cursor, and a phone its keyboard, while buttons are pressed by a pointer. */
document.addEventListener("mousedown", (event) => {
  if (event.target.closest?.(".text-toolbar")) event.preventDefault();
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.(".text-toolbar button");
  if (!button) return;
  for (const each of button.parentElement.children) each.tabIndex = each === button ? 0 : -1;
  BUTTONS[button.dataset.does].act(editorOf(button));
});
