/* To tick a paper is to say that the new name goes on those that are ticked. */
const those = document.querySelector(".choosing input[name='papers'][value='some']");

document.querySelector(".choosing .papers")?.addEventListener("change", () => {
  those.checked = true;
});
