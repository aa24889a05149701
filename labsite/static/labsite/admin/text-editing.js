/* Changes to a Markdown text in its textarea, made as if they were typed, so that the browser can take them back. */

/* Put words in the place of a part of the text, and select some of them: all from ``from`` to ``to`` within them. */
export const replace = (editor, start, end, words, from = words.length, to = from) => {
  editor.focus();
  editor.setSelectionRange(start, end);
  if (editor.value.slice(start, end) !== words) {
    const isDone = words ? document.execCommand("insertText", false, words) : document.execCommand("delete");
    if (!isDone) {
      editor.setRangeText(words, start, end, "end");
      editor.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  editor.setSelectionRange(start + from, start + to);
};

const lineStart = (text, at) => text.lastIndexOf("\n", at - 1) + 1;

const lineEnd = (text, at) => (text.indexOf("\n", at) + 1 || text.length + 1) - 1;

/* Return where the lines begin and end in which something is selected. */
export const lines = ({ value, selectionStart, selectionEnd }) => {
  const last = selectionEnd > selectionStart && value[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd;
  return [lineStart(value, selectionStart), lineEnd(value, last)];
};

// What stays outside of the marks: else Markdown would not take them for such.
const EDGES = /^([\s，。；：！？、（）《》“”‘’,.;:!?]*)(.*?)([\s，。；：！？、（）《》“”‘’,.;:!?]*)$/su;
const LINE_HEAD = /^(\s*(?:(?:[-+*>]|#{1,6}|\d+[.)])\s+)*)(.*)$/s;

/* Return words with marks around them, without those at their edges that are none: " so, " is " *so*, ". */
export const marked = (words, mark) => {
  const [, before, core, after] = words.match(EDGES);
  return core ? `${before}${mark}${core}${mark}${after}` : words;
};

/* Return an address in which nothing ends a link of Markdown. */
export const safeAddress = (address) =>
  (URL.canParse(address) ? new URL(address).href : address.replaceAll(" ", "%20")).replaceAll("(", "%28").replaceAll(")", "%29");

const markedFormula = (words) => words.replace(/^(\s*)(.*?)(\s*)$/s, "$1$$$2$$$3");

const markedLines = (words, mark) =>
  words.split("\n").map((line) => line.replace(LINE_HEAD, (_, head, rest) => head + marked(rest, mark))).join("\n");

const runAtEnd = (words, sign) => words.length - words.replace(new RegExp(`\\${sign}+$`), "").length;
const runAtStart = (words, sign) => words.length - words.replace(new RegExp(`^\\${sign}+`), "").length;

/* Whether runs of signs that long hold a mark, alone or with another: of three stars, "**" and "*". */
const holds = (mark, ...runs) => {
  const least = Math.min(...runs);
  return mark === "*" ? least % 2 === 1 : least >= mark.length;
};

/* Put marks around what is selected, or around ``words`` where nothing is; or remove them, where they are there. */
export const toggle = (editor, mark, words) => {
  const { value, selectionStart: start, selectionEnd: end } = editor;
  const [size, sign] = [mark.length, mark[0]];
  const inside = value.slice(start, end);
  if (holds(mark, runAtEnd(value.slice(0, start), sign), runAtStart(value.slice(end), sign))) {
    replace(editor, start - size, end + size, inside, 0, inside.length);
  } else if (inside.length > 2 * size && holds(mark, runAtStart(inside, sign), runAtEnd(inside, sign))) {
    replace(editor, start, end, inside.slice(size, -size), 0, inside.length - 2 * size);
  } else if (inside.trim()) {
    const now = mark === "$" ? markedFormula(inside) : markedLines(inside, mark);
    replace(editor, start, end, now, now.indexOf(mark) + size, now.lastIndexOf(mark));
  } else {
    replace(editor, start, end, `${mark}${words}${mark}`, size, size + words.length);
  }
};

const BULLET = /^(\s*)[-*+]\s+/;
const HEADING = /^#{1,6}\s+/;

/* Make items of the lines in which something is selected, or lines of its items. */
export const toggleList = (editor) => {
  const [start, end] = lines(editor);
  const each = editor.value.slice(start, end).split("\n");
  const isList = each.every((line) => !line.trim() || BULLET.test(line)) && each.some((line) => line.trim());
  const item = (line) => (line.trim() || each.length === 1 ? line.replace(HEADING, "").replace(/^\s*/, "$&- ") : line);
  const now = each.map((line) => (isList ? line.replace(BULLET, "$1") : item(line))).join("\n");
  replace(editor, start, end, now, each.length > 1 ? 0 : now.length, now.length);
};

/* Return the marks of the text's last heading above a place, as a new one stands beside it. */
const usualHeading = (text) => text.match(/^#{1,6}(?=\s)/gm)?.at(-1) ?? "##";

/* Make a heading of a line; of a heading a smaller one, and of that a line. */
export const turnHeading = (editor) => {
  const [start] = lines(editor);
  const end = lineEnd(editor.value, start);
  const line = editor.value.slice(start, end);
  const usual = usualHeading(editor.value.slice(0, start));
  const marks = line.match(/^#{1,6}(?=\s)/)?.[0] ?? "";
  const next = { "": usual, [usual]: `${usual}#`.slice(0, 6) }[marks] ?? "";
  const words = line.replace(HEADING, "").replace(BULLET, "");
  replace(editor, start, end, next ? `${next} ${words}` : words);
};

const FENCE = /^\s*(```|~~~)/;

/* Return where a block may stand that needs empty lines around it: beside the paragraph, list, table or piece of code in
   which the cursor is. */
export const beside = (text, at) => {
  const rows = text.split("\n");
  let [isCode, end] = [false, -1];
  for (const [number, row] of rows.entries()) {
    const start = end + 1;
    const isWithin = isCode;
    end = start + row.length;
    if (FENCE.test(row)) isCode = !isCode;
    const isBlank = (line) => !(line ?? "").trim();
    if (end < at) continue;
    if (start <= at && !isWithin && (isBlank(row) || (at === start && isBlank(rows[number - 1])))) return at;
    if (!isCode && isBlank(rows[number + 1])) return end;
  }
  return text.length;
};

/* Insert a block of its own, with an empty line on both sides. */
export const insertBlock = (editor, words, at, end = at) => {
  const [before, after] = [editor.value.slice(0, at), editor.value.slice(end)];
  const above = before.trim() ? "\n".repeat(Math.max(0, 2 - runAtEnd(before, "\n"))) : "";
  const below = after.trim() ? "\n".repeat(Math.max(0, 2 - runAtStart(after, "\n"))) : "";
  replace(editor, at, end, above + words + below, (above + words).length);
};
