/* What a link or the address leads to is unfolded and in sight, and a field that it leads to is ready to be filled in. */

// The field of an autocomplete is a select hidden behind a box; the browser may be slower than this to give it the focus.
const passOn = (select, box) => {
  select.addEventListener("focus", () => box.focus({ preventScroll: true }));
  box.focus({ preventScroll: true });
};

const arrive = (hash) => {
  const place = document.getElementById(hash.slice(1));
  if (!place) return;
  let folded = place.closest("details") ?? place.querySelector("details");
  for (; folded; folded = folded.parentElement.closest("details")) folded.open = true;
  place.closest("tr.closed")?.querySelector(".row-opener").click();
  const isField = place.matches("input, select, textarea");
  place.scrollIntoView({ block: isField ? "center" : "start" });
  place.focus({ preventScroll: true });
  const box = place.matches("select") && place.nextElementSibling?.querySelector(".select2-selection");
  if (box) passOn(place, box);
};

for (const link of document.querySelectorAll(".sections a, .open-points a, .error-summary a")) {
  link.addEventListener("click", () => setTimeout(arrive, 0, link.hash));
}
// Behind Django's own preparations, which may still be under way once the page is there.
addEventListener("load", () => django.jQuery(() => arrive(location.hash)));
// Who can't see that the form came back is told why.
if (!location.hash) document.querySelector(".error-summary")?.focus();
