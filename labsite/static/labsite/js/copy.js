/* A button that copies a text: the first of the actions beside it, or else right behind it. Without a clipboard, or
   without this script, the text can be selected. What the button says stands in the page, in the page's language. */
const words = document.querySelector("[data-copy]")?.dataset;

const copier = (text) => {
  const button = document.createElement("button");
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  button.type = "button";
  button.className = "small-button";
  button.textContent = words?.copy ?? "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent);
    said.textContent = words?.copied ?? "Copied";
    setTimeout(() => { said.textContent = ""; }, 4000);
  });
  return [button, said];
};

const dressed = new WeakSet();

const dress = (text) => {
  if (dressed.has(text)) return;
  dressed.add(text);
  const actions = text.parentElement.querySelector(".actions");
  if (actions) actions.prepend(...copier(text));
  else text.after(...copier(text));
};

const dressAll = (part) => part.querySelectorAll(".copyable").forEach(dress);

/* What opens in place is dressed as it opens: a list has many that never do, and a filter brings new ones. */
if (navigator.clipboard) {
  document.querySelectorAll("details[open]").forEach(dressAll);
  document.addEventListener("toggle", (event) => dressAll(event.target), true);
}
