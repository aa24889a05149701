/* A link to a folded section unfolds it. */
for (const link of document.querySelectorAll(".sections a")) {
  link.addEventListener("click", () => {
    const folded = document.querySelector(`${link.hash} details`);
    if (folded) folded.open = true;
  });
}
