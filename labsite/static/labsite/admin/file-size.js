/* Says at once that a chosen file is too large, and doesn't send it in vain. */
const wordsBeside = (input) => {
  const found = input.parentElement.querySelector(".file-trouble");
  if (found) return found;
  const words = document.createElement("p");
  words.className = "file-trouble";
  words.setAttribute("role", "alert");
  input.after(words);
  return words;
};

document.addEventListener("change", ({ target }) => {
  const limit = target.matches?.("input[type='file']") ? target.closest(".chosen-file")?.dataset : null;
  if (!limit || target.files.length === 0) return;
  const isTooLarge = [...target.files].some((file) => file.size > Number(limit.largest));
  wordsBeside(target).textContent = isTooLarge ? limit.tooLarge : "";
  if (!isTooLarge) return;
  target.value = "";
  target.dispatchEvent(new Event("change", { bubbles: true }));
});
