/* What a link or the address leads to is unfolded, and a field that it leads to is ready to be filled in. */
const arrive = (hash) => {
  const place = document.getElementById(hash.slice(1));
  if (!place) return;
  const folded = place.closest("details") ?? place.querySelector("details");
  if (folded) folded.open = true;
  // The field of an autocomplete is a select that is hidden behind a box of its own.
  const box = place.nextElementSibling?.querySelector(".select2-selection");
  (box ?? place).focus();
  if (folded) place.scrollIntoView({ block: "center" });
};

for (const link of document.querySelectorAll(".sections a, .open-points a")) {
  link.addEventListener("click", () => setTimeout(arrive, 0, link.hash));
}
addEventListener("load", () => arrive(location.hash));
