/* Saves once the site answers and knows who is saving: else it says why not, and saves when that is settled. Ctrl+S. */
import { forms } from "./keeping.js";
import { page } from "./kept-forms.js";

const PATIENCE = 20_000; // milliseconds for an answer
const SENDING = 10_000; // milliseconds in which another click isn't meant

const busy = new WeakMap();
let agreed = page.login; // in whose name it is saved
let passed = null;
let sent = null;
let dialog = null;
let channel = null;

const element = (tag, properties = {}, ...parts) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...parts);
  return made;
};

const button = (words, act, className = "") => {
  const made = element("button", { type: "button", textContent: words, className });
  made.addEventListener("click", act);
  return made;
};

const close = () => {
  channel?.close();
  dialog?.close();
  dialog?.remove();
  dialog = channel = null;
};

const show = (heading, words, ...parts) => {
  close();
  dialog = element("dialog", { className: "not-saved" });
  dialog.setAttribute("aria-labelledby", "not-saved");
  dialog.append(element("h2", { id: "not-saved", textContent: heading }), element("p", { textContent: words }), ...parts);
  dialog.addEventListener("cancel", close);
  document.body.append(dialog);
  dialog.showModal();
};

const buttons = (...parts) => element("p", { className: "buttons" }, ...parts, button(gettext("Not now"), close));

const offline = (again) => show(
  gettext("Not saved: the site can’t be reached"),
  gettext("What you typed is kept in this browser. Save it once you are online again."),
  buttons(button(gettext("Try again"), again, "primary")),
);

const signIn = (again) => {
  const frame = element("iframe", { src: page.signIn, title: gettext("Sign in") });
  const window_ = element("a", { href: page.signIn, target: "_blank", textContent: gettext("Sign in in a new window") });
  show(gettext("Sign in to save"), gettext("You are signed out. What you typed is kept, and will be saved once you have signed in."), frame, buttons(window_));
  channel = new BroadcastChannel("signed-in");
  channel.addEventListener("message", again);
};

const somebodyElse = (session, again) => show(
  gettext("Not saved: someone else is signed in"),
  interpolate(gettext("You are now signed in as %s, but someone else was when this form was opened."), [session.name]),
  buttons(button(interpolate(gettext("Save as %s"), [session.name]), () => {
    agreed = session.login;
    again();
  }, "primary")),
);

const ask = async () => {
  try {
    const answer = await fetch(page.session, { signal: AbortSignal.timeout?.(PATIENCE) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
};

const isBusy = (form) => Date.now() < (busy.get(form) ?? 0);

const save = async (form, submitter) => {
  close();
  const again = () => save(form, submitter);
  const status = element("p", { className: "saving", textContent: gettext("Saving…") });
  status.setAttribute("role", "status");
  busy.set(form, Date.now() + PATIENCE);
  document.body.append(status);
  const session = await ask();
  status.remove();
  busy.delete(form);
  if (!session) return offline(again);
  if (!session.login) return signIn(again);
  if (session.login !== agreed) return somebodyElse(session, again);
  form.querySelector("[name='csrfmiddlewaretoken']").value = session.token;
  passed = form;
  form.requestSubmit(submitter);
  passed = null;
  if (!sent?.defaultPrevented) busy.set(form, Date.now() + SENDING); // else it waits, such as for a picture
};

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (passed === form) sent = event;
  if (!forms.includes(form) || passed === form || submitter?.formTarget) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!isBusy(form)) save(form, submitter);
}, true);

window.addEventListener("pageshow", ({ persisted }) => { if (persisted) forms.forEach((form) => busy.delete(form)); });

document.addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  const form = forms.find((each) => each.contains(event.target)) ?? forms[0];
  if (!form) return;
  event.preventDefault();
  const buttons = ["[name='_continue']", ".default", "[type='submit'], button:not([type])"]; // the best first
  const submitter = buttons.map((each) => form.querySelector(each)).find(Boolean);
  if (!dialog && submitter) form.requestSubmit(submitter);
}, true);
