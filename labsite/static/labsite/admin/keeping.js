/* Keeps what is typed into each form until it is saved, and offers what was kept of it earlier. */
import { forget, keep, kept, newNumber, page } from "./kept-forms.js";

const NUMBER = "kept_form"; // the field by which the site says which form is saved
const LEFT_OUT = ["csrfmiddlewaretoken", NUMBER, "_back_to_form", "_popup"]; // the last is in the address of its window
const CHOICE = "choose-"; // between two versions: until one of them is saved, what was typed comes back
const VERSION = "seen"; // of what the form showed when it was opened
const TYPED = "textarea, select, input:not([type='hidden'], [type='submit'], [type='button'])";
const EVENTS = ["input", "change", "click", "keyup", "drop", "formset:added", "formset:removed"];
const PATH = location.pathname + (new URLSearchParams(location.search).get("part") ?? ""); // a form, or a part of it
const PAUSE = 300; // milliseconds

const all = [...document.querySelectorAll("#content form[method='post']:not(#changelist-form)")];
export const forms = page.login ? all.filter((form) => form.querySelector(TYPED)) : [];

const fieldsOf = (form) => {
  const passwords = [...form.querySelectorAll("[type='password']")].map((input) => input.name);
  const left = new Set([...LEFT_OUT, ...passwords]);
  return [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !left.has(name) && !name.startsWith(CHOICE) && !name.includes("__prefix__"));
};

const hasFiles = (form) => [...form.querySelectorAll("[type='file']")].some((input) => input.files.length);

const asText = (fields) => JSON.stringify(fields.filter(([name]) => name !== VERSION).map(([name, value]) => [name, value.replace(/\r\n?/g, "\n")]));

const hidden = (form, name, value) => {
  const input = document.createElement("input");
  Object.assign(input, { type: "hidden", name, value });
  form.append(input);
  return input;
};

/* The site shows the form again as it was, with all its rows. */
const bringBackBySite = (form, entry) => {
  const again = document.createElement("form");
  again.setAttribute("method", "post");
  for (const [name, value] of entry.fields) hidden(again, name, value);
  hidden(again, NUMBER, entry.number);
  hidden(again, "_back_to_form", "1");
  hidden(again, "csrfmiddlewaretoken", form.querySelector("[name='csrfmiddlewaretoken']").value);
  document.body.append(again);
  HTMLFormElement.prototype.submit.call(again);
};

/* A form of few fields is filled in here. */
const fillIn = (form, entry) => {
  for (const field of form.querySelectorAll(TYPED)) {
    const values = entry.fields.filter(([name]) => name === field.name).map(([, value]) => value);
    if (["file", "password"].includes(field.type)) continue;
    if (["checkbox", "radio"].includes(field.type)) field.checked = values.includes(field.value);
    else if (field.multiple) for (const option of field.options) option.selected = values.includes(option.value);
    else if (values.length) {
      if (field.matches("select") && ![...field.options].some(({ value }) => value === values[0])) field.append(new Option(values[0], values[0]));
      field.value = values[0];
    }
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
};

const nameOf = (form) => form.getAttribute("id") ?? form.getAttribute("action") ?? "";

const numberIn = (form) => form.querySelector(`[name='${NUMBER}']`)?.value;

const earlierOf = (form) => kept().filter(({ path, form: name, number }) => path === PATH && name === nameOf(form) && number !== numberIn(form));

const question = (entry) => {
  const at = new Date(entry.at);
  const isToday = at.toDateString() === new Date().toDateString();
  const words = isToday ? gettext("Restore what you typed at %s and did not save?") : gettext("Restore what you typed on %s and did not save?");
  const parts = isToday ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "long" };
  const files = entry.hasFiles ? ` ${gettext("Files need to be chosen again.")}` : "";
  return interpolate(words, [at.toLocaleString(document.documentElement.lang, parts)]) + files;
};

const button = (words, act) => {
  const made = document.createElement("button");
  Object.assign(made, { type: "button", textContent: words });
  made.addEventListener("click", act);
  return made;
};

const offer = (form, isBySite) => {
  const entry = earlierOf(form).at(-1);
  if (!entry) return;
  const bar = document.createElement("div");
  bar.className = "kept-form";
  bar.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = question(entry);
  const close = () => {
    bar.remove();
    forget(entry.number);
    document.querySelector("#content-start")?.focus();
  };
  bar.append(
    words,
    button(gettext("Restore it"), () => {
      if (isBySite) return bringBackBySite(form, entry);
      fillIn(form, entry);
      return close();
    }),
    button(gettext("Discard it"), () => {
      close();
      offer(form, isBySite);
    }),
  );
  form.before(bar);
};

const begin = (form) => {
  const own = form.querySelector(`[name='${NUMBER}']`);
  const isContinued = Boolean(own?.value); // the site shows what was sent to it
  const shown = asText(fieldsOf(form));
  const same = earlierOf(form).findLast((entry) => asText(entry.fields) === shown); // the browser has brought it back
  const field = own ?? hidden(form, NUMBER, "");
  field.value ||= same?.number ?? newNumber();
  let last = isContinued || isTouched ? "" : shown;
  const first = last;
  let pause = 0;
  const keepNow = () => {
    clearTimeout(pause);
    const fields = fieldsOf(form);
    const text = asText(fields);
    if (text === last) return;
    last = text;
    if (text === first) forget(field.value);
    else keep(field.value, { path: PATH, form: nameOf(form), fields, hasFiles: hasFiles(form) });
  };
  const keepSoon = () => {
    clearTimeout(pause);
    pause = setTimeout(keepNow, PAUSE);
  };
  for (const type of EVENTS) document.addEventListener(type, keepSoon);
  form.addEventListener("submit", keepNow); // and no more as the page is left, once the next may have forgotten it
  window.addEventListener("pagehide", keepNow);
  if (!last) keepNow();
  if (!isContinued && !same) offer(form, Boolean(own));
};

/* Before all is loaded: also before this script was, by somebody who is quicker than their network. */
const WORDS = "textarea, input:not([type='checkbox'], [type='radio'])";
let isTouched = forms.some((form) => [...form.querySelectorAll(WORDS)].some((field) => field.value !== field.defaultValue));
document.addEventListener("input", () => { isTouched = true; }, { once: true });

/* Once other scripts have numbered the rows, and the browser has filled in what it remembers itself after Back. */
window.addEventListener("load", () => setTimeout(() => forms.forEach(begin)));
