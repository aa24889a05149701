/* What was copied from Word, Google Docs or a web page, as the site's Markdown: headings, lists, quotations, code and simple
   tables; pasted-words.js knows what is in a line. */
import { BLOCKS, formatOf, isElement, paragraph, piecesOf, PLAIN } from "./pasted-words.js";

const LEFT_OUT = "script, style, title, template, noscript, iframe, object, svg, button, select, textarea, " +
  "[aria-hidden='true'], [data-style*='mso-hide'], [data-style*='mso-element:comment'], .MsoCommentReference";
// Of an editor of programs; Google Docs says "pre" too, and then better.
const CODE = /^(?:\s|<(?:meta|html|body|!--)[^>]*>)*<pre|white-space:\s*pre\s*(?:;(?!\s*white-space)|["'])/;
const HEADINGS = "h1, h2, h3, h4, h5, h6, [role='heading'], .MsoTitle";
const HIGHEST = 2; // level of the highest heading, and of the smallest:
const SMALLEST = 4;
const INDENT = "    "; // which is enough below "1." too

const oneLine = (pieces) => paragraph(pieces).replace(/\\?\n+/g, " ");

const headingLevel = (element) =>
  Number(element.tagName.match(/^H([1-6])$/)?.[1] ?? (element.matches("[role='heading']") && element.getAttribute("aria-level"))) ||
  (element.matches(".MsoTitle") ? 1 : 0);

const headingOf = (element) => {
  const all = [...element.ownerDocument.querySelectorAll(HEADINGS)];
  const highest = Math.min(...all.filter((each) => each.textContent.trim()).map(headingLevel));
  const level = Math.min(HIGHEST + headingLevel(element) - highest, SMALLEST);
  const words = oneLine(piecesOf(element, PLAIN).map((piece) => ({ ...piece, bold: false })));
  return words ? [`${"#".repeat(level)} ${words}`] : [];
};

const indented = (words) => words.replace(/\n(?=.)/g, `\n${INDENT}`);

const itemOf = (mark, blocks) => {
  const [first = "", ...rest] = blocks;
  const isItem = /^(-|\d+\.) /;
  return indented(rest.reduce((words, block) => words + (isItem.test(block) ? "\n" : "\n\n") + block, mark + first));
};

/* Google Docs puts an inner list beside the item, not into it. */
const listOf = (list, format) => {
  let number = list.start || 1;
  const rows = [];
  for (const child of list.children) {
    if (child.matches("ol, ul") && rows.length) rows.push(INDENT + indented(listOf(child, format).join("")));
    else if (child.textContent.trim()) rows.push(itemOf(list.matches("ol") ? `${number++}. ` : "- ", blocksOf(child, format)));
  }
  return rows.length ? [rows.join("\n")] : [];
};

/* Word has no lists but paragraphs of a level, which begin with a sign that is to be ignored. */
const wordItem = (element) => {
  const level = element.dataset.style?.match(/mso-list:\s*l\d+ level(\d)/)?.[1];
  const sign = level && element.querySelector("[data-style*='mso-list:Ignore'], [data-style*='mso-list: Ignore']");
  if (!sign) return "";
  const mark = /^\s*\(?\w+[.)]/.test(sign.textContent) ? "1. " : "- ";
  sign.remove();
  return INDENT.repeat(level - 1) + mark + oneLine(piecesOf(element, PLAIN));
};

/* A table of one column is there for the looks. */
const tableOf = (table, format) => {
  const width = Math.max(0, ...[...table.rows].map((row) => row.cells.length));
  if (width < 2) return [...table.rows].flatMap((row) => [...row.cells].flatMap((cell) => blocksOf(cell, format)));
  const [head, ...rest] = [...table.rows].map((row) => {
    const cells = [...row.cells].map((cell) => oneLine(piecesOf(cell, PLAIN)).replaceAll("|", "\\|"));
    return [...cells, ...Array(width - cells.length).fill("")];
  });
  const plain = head.map((words) => words.replace(/^\*\*(.*)\*\*$/, "$1"));
  return [[plain, Array(width).fill("---"), ...rest].map((cells) => `| ${cells.join(" | ")} |`).join("\n")];
};

const blockOf = (element, format) => {
  if (headingLevel(element)) return headingOf(element);
  if (element.matches("ol, ul")) return listOf(element, format);
  if (element.matches("table")) return tableOf(element, format);
  if (element.matches("hr")) return ["---"];
  if (element.matches("pre")) return [`\`\`\`\n${element.textContent.replace(/\n$/, "")}\n\`\`\``];
  const blocks = blocksOf(element, formatOf(element, format));
  return element.matches("blockquote") && blocks.length ? [blocks.join("\n\n").replace(/^/gm, "> ")] : blocks;
};

const holdsBlocks = (node) => isElement(node) && (node.matches(BLOCKS) || node.querySelector(BLOCKS) !== null);

function blocksOf(parent, format) {
  const blocks = [];
  let pieces = [];
  let isList = false;
  const close = () => {
    const words = paragraph(pieces);
    if (words) blocks.push(words);
    pieces = [];
  };
  for (const node of parent.childNodes) {
    const item = isElement(node) && wordItem(node);
    if (!holdsBlocks(node)) pieces.push(...piecesOf(node, format));
    else {
      close();
      if (item && isList) blocks.push(`${blocks.pop()}\n${item}`);
      else blocks.push(...(item ? [item] : blockOf(node, format)));
      isList = Boolean(item);
    }
  }
  close();
  return blocks;
}

/* The Content-Security-Policy lets no styles in, not even into a document that is never shown, and complains of each. */
export const parsed = (html) => {
  const tame = html.replace(/<style[\s>].*?<\/style>/gis, "").replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/i, " data-style="));
  return new DOMParser().parseFromString(tame, "text/html").body;
};

const squeezed = (words) => words.replace(/[\s\u00a0\\]+/g, "");

/* Return the Markdown of pasted HTML in blocks; none where it says no more than the plain words do. */
export const pastedBlocks = (html, plain) => {
  if (CODE.test(html)) return [];
  const body = parsed(html);
  for (const element of body.querySelectorAll(LEFT_OUT)) element.remove();
  const blocks = blocksOf(body, PLAIN);
  return blocks.length > 1 || squeezed(blocks.join("")) !== squeezed(plain) ? blocks : [];
};
