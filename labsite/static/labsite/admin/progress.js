/* Shows how far a job is, and what came of it once it is over. */
const PAUSE = 1500; // milliseconds

const look = async () => {
  const answer = await fetch(location.href, { credentials: "same-origin" });
  if (!answer.ok) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = page.querySelector("[data-under-way] .progress");
  if (!now) return location.reload();
  document.querySelector("[data-under-way] .progress").replaceWith(now);
  return setTimeout(look, PAUSE);
};

setTimeout(look, PAUSE);
