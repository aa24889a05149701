/* What is pasted or dropped into a text: formatted words become Markdown, pictures are described first. */
import { insertBlock, replace } from "./text-editing.js";
import { isAddress, linkOf } from "./text-links.js";
import { askForPictures } from "./text-pictures.js";
import { parsed, pastedBlocks } from "./pasted-html.js";
import { say } from "./text-toolbar.js";

let isAsItIs = false;

const isEditor = (target) => target.matches?.(".markdownx-editor");

/* Browsers differ in what they offer to a script when Ctrl+Shift+V is pressed. */
document.addEventListener("keydown", ({ key, ctrlKey, metaKey, shiftKey }) => {
  isAsItIs = key.toLowerCase() === "v" && shiftKey && (ctrlKey || metaKey);
}, true);
document.addEventListener("keyup", () => { isAsItIs = false; }, true);

const pasteBlocks = (editor, blocks) => {
  const { selectionStart: start, selectionEnd: end } = editor;
  const isLine = blocks.length === 1 && !/^(#|- |\d+\. |\||> |```|---)/.test(blocks[0]);
  if (isLine) replace(editor, start, end, blocks[0]);
  else insertBlock(editor, blocks.join("\n\n"), start, end);
  say(editor, gettext("Pasted as Markdown. Ctrl+Z undoes it, Ctrl+Shift+V pastes the text alone."));
};

/* Return whether that was all there is to do. */
const takeText = (editor, data) => {
  const { value, selectionStart: start, selectionEnd: end } = editor;
  const plain = data.getData("text/plain");
  const chosen = value.slice(start, end);
  if (isAddress(plain) && chosen.trim() && !isAddress(chosen) && !chosen.includes("\n")) {
    replace(editor, start, end, linkOf(chosen, plain));
    return true;
  }
  const isOfAProgrammer = [...data.types].some((type) => type.startsWith("vscode"));
  const blocks = isOfAProgrammer ? [] : pastedBlocks(data.getData("text/html"), plain);
  if (blocks.length) pasteBlocks(editor, blocks);
  return blocks.length > 0;
};

const hasWords = (data) => `${data.getData("text/plain")}${parsed(data.getData("text/html")).textContent}`.trim() !== "";

/* The widget's own listeners, which send every file and know no words, never hear of it. */
document.addEventListener("paste", (event) => {
  if (!isEditor(event.target)) return;
  event.stopImmediatePropagation();
  const { target: editor, clipboardData: data } = event;
  if (isAsItIs) return;
  if (hasWords(data)) {
    if (takeText(editor, data)) event.preventDefault();
  } else if (data.files.length) {
    event.preventDefault();
    askForPictures(editor, [...data.files]);
  }
}, true);

document.addEventListener("drop", (event) => {
  if (!isEditor(event.target)) return;
  event.stopImmediatePropagation();
  const { target: editor, dataTransfer: data } = event;
  if (!data.files.length) return;
  event.preventDefault();
  const at = document.caretPositionFromPoint?.(event.clientX, event.clientY);
  if (at?.offsetNode === editor) editor.setSelectionRange(at.offset, at.offset);
  askForPictures(editor, [...data.files]);
}, true);
