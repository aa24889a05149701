/* A button that copies the code beside it. Without a clipboard, or without this script, the code can be selected. */
const dress = (code) => {
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small-button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(code.textContent);
    said.textContent = "Copied";
    setTimeout(() => { said.textContent = ""; }, 4000);
  });
  code.after(button, said);
};

if (navigator.clipboard) document.querySelectorAll(".copyable").forEach(dress);
