/* A dialog over a form of the admin: what is wrong is said in it, nothing typed into it is lost, and whatever closes it
   leads back to where one was. */
let number = 0;

export const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
};

/* A mistake in a field, in words. */
export class Mistake extends Error {
  constructor(words, field) {
    super(words);
    this.field = field;
  }
}

/* Return a field with its label and its help. */
export const labelled = (words, field, help = "") => {
  field.id = `text-dialog-${(number += 1)}`;
  const label = element("label", { for: field.id }, words);
  if (!help) return element("p", {}, label, field);
  const said = element("span", { class: "help", id: `${field.id}-help` }, help);
  field.setAttribute("aria-describedby", said.id);
  return element("p", {}, label, field, said);
};

export class Dialog {
  constructor(heading, button, ...rows) {
    const title = element("h2", { id: `text-dialog-${(number += 1)}` }, heading);
    const cancel = element("button", { type: "button", class: "small-button" }, gettext("Cancel"));
    this.submit = element("button", { type: "submit", class: "small-button default" }, button);
    this.trouble = element("p", { class: "trouble", role: "alert" });
    this.form = element("form", { method: "dialog", novalidate: "" }, title, ...rows, this.trouble);
    this.form.append(element("p", { class: "buttons" }, this.submit, cancel));
    this.box = element("dialog", { class: "text-dialog", "aria-labelledby": title.id }, this.form);
    cancel.addEventListener("click", () => this.box.close());
    this.form.addEventListener("submit", (event) => this.onSubmit(event));
    document.body.append(this.box);
  }

  /* Show it, and return what ``take`` made of it; nothing if it was closed without. */
  ask(take) {
    this.take = take;
    this.answer = null;
    this.say("");
    this.box.showModal();
    return new Promise((resolve) => {
      this.box.addEventListener("close", () => resolve(this.answer), { once: true });
    });
  }

  say(words, field = null) {
    this.trouble.textContent = words;
    for (const each of this.form.elements) each.removeAttribute("aria-invalid");
    field?.setAttribute("aria-invalid", "true");
    field?.focus();
  }

  async onSubmit(event) {
    event.preventDefault();
    if (this.submit.ariaDisabled === "true") return;
    this.say("");
    this.submit.ariaDisabled = "true";
    try {
      const answer = await this.take();
      if (!this.box.open) return;
      this.answer = answer;
      this.box.close();
    } catch (mistake) {
      this.say(mistake.message, mistake.field);
    } finally {
      this.submit.ariaDisabled = "false";
    }
  }
}
