/* The words of pasted HTML as Markdown: bold, italic, code, formulas and links; the rest keeps its words alone. */
import { marked, safeAddress } from "./text-editing.js";

export const BLOCKS = "address, article, aside, blockquote, dd, details, div, dl, dt, figcaption, figure, footer, form, " +
  "h1, h2, h3, h4, h5, h6, header, hr, li, main, nav, ol, p, pre, section, summary, table, tbody, td, th, tr, ul";
export const PLAIN = { bold: false, italic: false, code: false, href: "" };

const escaped = (words) => words
  .replace(/\\(?=[!-/:-@[-`{-~])|`/g, "\\$&")
  .replace(/\*(?=\S)|(?<=\S)\*/g, "\\*")
  .replace(/(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])/gu, "\\_")
  .replace(/\$(?=\d)/g, "\\$$")
  .replaceAll("](", "]\\(");

const escapedHead = (line) => line.replace(/^([-+*>:]|#{1,6})(?=\s)/, "\\$&").replace(/^(\d+)([.)])(?=\s)/, "$1\\$2");

const isHeavy = (weight) => ["bold", "bolder"].includes(weight) || Number(weight) >= 600;

/* Return where a link leads; Google Docs leads there through Google. */
const targetOf = (element) => {
  const address = element.getAttribute("href") ?? "";
  const through = address.match(/^https:\/\/www\.google\.com\/url\?(.*)/);
  const target = through ? (new URLSearchParams(through[1]).get("q") ?? address) : address;
  return /^(https?:\/\/|mailto:)/i.test(target) ? safeAddress(target) : "";
};

const probe = document.createElement("span");

export const formatOf = (element, format) => {
  probe.style.cssText = element.dataset.style ?? "";
  const { fontWeight, fontStyle } = probe.style;
  return {
    bold: fontWeight ? isHeavy(fontWeight) : format.bold || element.matches("b, strong"),
    italic: fontStyle ? /italic|oblique/.test(fontStyle) : format.italic || element.matches("i, em"),
    code: format.code || element.matches("code, kbd, samp, tt"),
    href: element.matches("a[href]") ? targetOf(element) : format.href,
  };
};

export const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/* Return the words of a node in pieces of one format each. */
export const piecesOf = (node, format) => {
  if (node.nodeType === Node.TEXT_NODE) {
    return [{ ...format, words: node.data.replace(/[\u200b\ufeff]/g, "").replace(/[\s\u00a0]+/g, " ") }];
  }
  if (!isElement(node)) return [];
  if (node.matches("br")) return [{ ...format, words: "\n" }];
  const formula = node.matches("math") && node.querySelector("annotation[encoding='application/x-tex']");
  if (formula) return [{ ...PLAIN, formula: true, words: `$${formula.textContent.trim()}$` }];
  const pieces = [...node.childNodes].flatMap((child) => piecesOf(child, formatOf(node, format)));
  return node.matches(BLOCKS) ? [...pieces, { ...format, words: " " }] : pieces;
};

const isAlike = (one, other) => ["bold", "italic", "code", "href", "formula"].every((name) => one[name] === other[name]);

const joined = (pieces) => pieces.reduce((found, piece) => {
  const last = found.at(-1);
  if (last && !last.formula && (isAlike(last, piece) || !piece.words.trim())) last.words += piece.words;
  else found.push({ ...piece });
  return found;
}, []);

const inMarkdown = ({ words, bold, italic, code, formula }) => {
  if (formula) return words;
  if (code) return marked(words.replaceAll("`", "’"), "`");
  return marked(escaped(words), `${bold ? "**" : ""}${italic ? "*" : ""}`);
};

const linked = (words, href) => {
  const [, before, core, after] = words.match(/^(\s*)(.*?)(\s*)$/s);
  if (!href || !core) return words;
  return before + ([href, href.replace(/\/$/, "")].includes(core) ? `<${href}>` : `[${core}](${href})`) + after;
};

/* Return a paragraph of pieces, in lines; empty lines between them part it into several. */
export const paragraph = (pieces) => {
  const found = joined(pieces);
  let words = "";
  while (found.length) {
    const { href } = found[0];
    const next = found.findIndex((piece) => piece.href !== href);
    words += linked(found.splice(0, next < 0 ? found.length : next).map(inMarkdown).join(""), href);
  }
  const rows = words.replace(/ *\n */g, "\n").replace(/  +/g, " ").trim();
  return rows.split("\n").map(escapedHead).join("\n").replace(/(?<!\n)\n(?!\n)/g, "\\\n").replace(/\n{2,}/g, "\n\n");
};
