/* Choices of which is meant: what an option needs is shown while it is chosen, and a folded choice says what it is. */
const chosenOf = (choice) => choice.querySelector("input[type='radio']:checked");

const makeFinder = (select) => {
  if (select.dataset.made) return;
  select.dataset.made = "true";
  django.jQuery(select).djangoAdminSelect2();
};

const showNeeds = (choice) => {
  const chosen = chosenOf(choice)?.value;
  for (const needs of choice.querySelectorAll("[data-needed-by]")) {
    needs.hidden = needs.dataset.neededBy !== chosen;
    if (!needs.hidden) needs.querySelectorAll("select.finder").forEach(makeFinder);
  }
};

const nameOf = (choice) => {
  const chosen = chosenOf(choice);
  if (chosen?.value === "other") return choice.querySelector("select.finder").selectedOptions[0]?.text;
  if (chosen?.value !== "new") return chosen?.closest(".option").querySelector(".choice-name")?.textContent;
  const parts = [...choice.querySelectorAll("[data-needed-by='new'] input[type='text']")].map((part) => part.value.trim());
  return parts.length ? interpolate(gettext("New: %s"), [parts.filter(Boolean).join(" ")]) : gettext("New to the site");
};

const nameSummary = (choice) => {
  const summary = choice.closest("details")?.querySelector("summary");
  if (!summary) return;
  summary.querySelector(".inline_label").textContent = nameOf(choice) || gettext("Who is it?");
  summary.querySelector(".why").textContent = "";
};

for (const choice of document.querySelectorAll(".choice")) {
  showNeeds(choice);
  choice.addEventListener("input", () => nameSummary(choice));
  choice.addEventListener("change", () => {
    showNeeds(choice);
    nameSummary(choice);
  });
  /* Select2 says what was chosen by an event of jQuery's own. */
  choice.querySelectorAll("select.finder").forEach((select) => {
    django.jQuery(select).on("change", () => nameSummary(choice));
  });
}
