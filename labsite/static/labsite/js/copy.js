/* A button beside a citation that copies it. Without a clipboard, or without this script, the text can be selected. */
const button = (block) => {
  const copy = document.createElement("button");
  copy.type = "button";
  copy.className = "copy";
  copy.textContent = "Copy";
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(block.querySelector("pre").textContent);
    said.textContent = "Copied";
    setTimeout(() => { said.textContent = ""; }, 4000);
  });
  const said = document.createElement("span");
  said.setAttribute("role", "status");
  return [copy, said];
};

if (navigator.clipboard) {
  for (const block of document.querySelectorAll("[data-copy]")) {
    block.querySelector(".actions").prepend(...button(block));
  }
}
