/* Says at once that a chosen file is too large, and doesn't send it in vain. */
export const showTrouble = (input, words) => {
  let place = input.parentElement.querySelector(".file-trouble");
  if (!place) {
    place = document.createElement("p");
    place.className = "file-trouble";
    place.setAttribute("role", "alert");
    input.after(place);
  }
  place.textContent = words;
};

/* Leave the input empty, and say why. */
export const refuse = (input, words) => {
  showTrouble(input, words);
  input.value = "";
  input.dispatchEvent(new Event("change", { bubbles: true }));
};

document.addEventListener("change", ({ target }) => {
  const limit = target.matches?.(".chosen-file:not(.picture) input[type='file']") ? target.closest(".chosen-file").dataset : null;
  if (!limit || target.files.length === 0) return;
  showTrouble(target, "");
  if ([...target.files].some((file) => file.size > Number(limit.largest))) refuse(target, limit.tooLarge);
});
