/* The pictures of a text: chosen, dropped or pasted, each is described before it is sent. */
import { beside, insertBlock } from "./text-editing.js";
import { Dialog, element, labelled, Mistake } from "./text-dialogs.js";
import { isHeic, scaledPicture } from "./picture-scaling.js";

const LARGE = 2 * 1024 ** 2; // bytes, above which a picture is made smaller before it is sent
const SHOWN = 220; // pixels

let dialog = null;
let chosen = null;
const input = element("input", { type: "file", accept: "image/*,.heic,.heif" });
const shown = element("canvas", { hidden: "", "aria-hidden": "true" });
const description = element("input", { type: "text", maxlength: "300" });
const isDecoration = element("input", { type: "checkbox" });

const show = async (file) => {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, SHOWN / Math.max(picture.width, picture.height));
  [shown.width, shown.height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)];
  shown.getContext("2d").drawImage(picture, 0, 0, shown.width, shown.height);
  shown.hidden = false;
};

/* Take a picture into the dialog, as small as it is sent. */
const choose = async (file) => {
  shown.hidden = true;
  dialog.say("");
  const work = scaledPicture(file, LARGE);
  chosen = work.catch(() => file);
  try {
    await show(await work);
  } catch {
    if (!isHeic(file)) dialog.say(gettext("This file can’t be shown here: choose a JPEG, PNG or WebP picture."), input);
  }
};

const send = async (editor, file) => {
  const body = new FormData();
  body.append("image", file);
  body.append("csrfmiddlewaretoken", document.querySelector("[name='csrfmiddlewaretoken']").value);
  let answer = null;
  try {
    answer = await fetch(editor.dataset.markdownxUploadUrlsPath, { method: "POST", body });
  } catch {
    throw new Mistake(gettext("The picture could not be sent: the network isn’t responding. Try again."), dialog.submit);
  }
  const told = answer.headers.get("Content-Type")?.includes("json") ? await answer.json() : null;
  if (!told) throw new Mistake(gettext("The picture could not be sent. Are you still signed in?"), dialog.submit);
  if (!told.image_code) throw new Mistake(Object.values(told).flat().join(" "), input);
  return told.image_code;
};

const taken = async (editor) => {
  const words = description.value.trim().replace(/\s+/g, " ");
  if (!chosen) throw new Mistake(gettext("Choose a picture."), input);
  if (!words && !isDecoration.checked) {
    throw new Mistake(gettext("Describe the picture in a few words for people who can’t see it."), description);
  }
  const code = await send(editor, await chosen);
  const alt = isDecoration.checked ? "" : words.replace(/[\\[\]`*_$<&]/g, "\\$&");
  return code.replace("![]", () => `![${alt}]`);
};

const make = () => {
  const help = gettext("For people who can’t see it: what it shows, in a sentence.");
  const decoration = element("label", { class: "decoration" }, isDecoration, ` ${gettext("It is only decorative.")}`);
  dialog = new Dialog(
    gettext("Picture"),
    gettext("Insert picture"),
    labelled(gettext("Picture"), input, gettext("Or drop or paste one here.")),
    shown,
    labelled(gettext("Description"), description, help),
    element("p", {}, decoration),
  );
  input.addEventListener("change", () => input.files.length && choose(input.files[0]));
  isDecoration.addEventListener("change", () => { description.disabled = isDecoration.checked; });
  dialog.box.addEventListener("dragover", (event) => event.preventDefault());
  for (const [name, data] of [["drop", "dataTransfer"], ["paste", "clipboardData"]]) {
    dialog.box.addEventListener(name, (event) => {
      if (!event[data].files.length) return;
      event.preventDefault();
      input.value = "";
      choose(event[data].files[0]);
    });
  }
};

/* Ask for a picture of the text, or for the description of each that was dropped or pasted into it. */
export const askForPictures = async (editor, files = [null]) => {
  if (!dialog) make();
  for (const file of files) {
    for (const field of [input, description]) field.value = "";
    [isDecoration.checked, description.disabled, shown.hidden, chosen] = [false, false, true, null];
    const place = beside(editor.value, editor.selectionEnd);
    const answer = dialog.ask(() => taken(editor));
    if (file) choose(file);
    (file ? description : input).focus();
    const code = await answer;
    if (code) insertBlock(editor, code, place);
  }
};
