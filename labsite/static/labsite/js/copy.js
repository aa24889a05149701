/* A button that copies a text: the first of the actions beside it, or else right behind it. Without a clipboard, or
   without this script, the text can be selected. */
const dress = (text) => {
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent);
    said.textContent = "Copied";
    setTimeout(() => { said.textContent = ""; }, 4000);
  });
  const actions = text.parentElement.querySelector(".actions");
  if (actions) actions.prepend(button, said);
  else text.after(button, said);
};

if (navigator.clipboard) document.querySelectorAll(".copyable").forEach(dress);
