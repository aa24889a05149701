/* The link of a text: its words and where it leads. */
import { replace, safeAddress } from "./text-editing.js";
import { Dialog, element, labelled, Mistake } from "./text-dialogs.js";

const LINK = /(?<!!)\[((?:[^\]\\]|\\.)*)\]\(([^)\s]*)\)/g;
const SCHEME = /^(https?:\/\/|mailto:|\/(?!\/)|#)/i;
const MAIL = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;
const WEB = /^[^\s/:]+\.[^\s/.:]{2,}(:\d+)?([/?#]\S*)?$/;

/* Return an address as it was meant; nothing if it is none. */
const addressOf = (typed) => {
  const address = typed.trim();
  if (SCHEME.test(address)) return safeAddress(address);
  if (MAIL.test(address)) return `mailto:${address}`;
  return WEB.test(address) ? safeAddress(`https://${address}`) : "";
};

export const isAddress = (words) => /^https?:\/\/\S+$/i.test(words.trim());

export const linkOf = (words, address) => `[${words.replace(/[[\]]/g, "\\$&")}](${safeAddress(address.trim())})`;

/* Return the link in which the cursor is: where it is, its words and its address. */
const linkAt = ({ value, selectionStart, selectionEnd }) => {
  for (const link of value.matchAll(LINK)) {
    const end = link.index + link[0].length;
    if (link.index < selectionStart && selectionEnd < end) return { start: link.index, end, words: link[1], address: link[2] };
  }
  const [start, end] = [selectionStart, selectionEnd];
  const chosen = value.slice(start, end);
  return isAddress(chosen) ? { start, end, words: "", address: chosen.trim() } : { start, end, words: chosen, address: "" };
};

let dialog = null;
const words = element("input", { type: "text" });
const address = element("input", { type: "text", inputmode: "url", autocomplete: "url", spellcheck: "false" });

const taken = () => {
  const target = addressOf(address.value);
  if (!target) throw new Mistake(gettext("Enter the link’s address, such as https://example.org/ or an e-mail address."), address);
  return linkOf(words.value.trim() || address.value.trim(), target);
};

export const askForLink = async (editor) => {
  dialog ??= new Dialog(
    gettext("Link"),
    gettext("Insert link"),
    labelled(gettext("Link text"), words),
    labelled(gettext("Address"), address),
  );
  const found = linkAt(editor);
  words.value = found.words.replace(/\\([[\]])/g, "$1").replace(/\s+/g, " ");
  address.value = found.address;
  const answer = dialog.ask(taken);
  (words.value ? address : words).focus();
  const link = await answer;
  if (link) replace(editor, found.start, found.end, link);
};
