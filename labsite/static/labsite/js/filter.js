/* A list filtered in place: what its links and its form lead to is fetched, and its parts are put where the old ones
   are. Without this script, or when fetching fails, the same links and form load the page. */
const listing = document.querySelector("[data-listing]");
const form = listing.querySelector("form");
const PAUSE = 250; // milliseconds without a key before words are looked for

let asked = new AbortController();
let shown = location.pathname + location.search;
let timer;

const parts = (page) => [...page.querySelectorAll("[data-part]")];
const nameOf = (details) => details.parentElement.className;

const put = (fresh, part) => {
  const open = [...part.querySelectorAll("details[open]")].map(nameOf);
  part.replaceChildren(...fresh.childNodes);
  for (const details of part.querySelectorAll(".filters details")) details.open = open.includes(nameOf(details));
};

const show = async (address) => {
  asked.abort();
  asked = new AbortController();
  listing.setAttribute("aria-busy", "true");
  const answer = await fetch(address, { signal: asked.signal });
  if (!answer.ok) throw new Error(answer.status);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = parts(page);
  parts(listing).forEach((part, index) => put(fresh[index], part));
  if (document.activeElement !== form.q) form.q.value = page.querySelector("[data-listing] form").q.value;
  document.title = page.title;
  shown = address;
  listing.removeAttribute("aria-busy");
};

const go = async (address, { typed = false, then = () => {} } = {}) => {
  try {
    await show(address);
    history[typed && history.state?.typed ? "replaceState" : "pushState"]({ typed }, "", address);
    then();
  } catch (error) {
    if (error.name !== "AbortError") location.assign(address);
  }
};

/* Where focus goes when the link that had it is gone: to the same choice, else to the number that was found. */
const refocus = (link) => {
  const facet = link.closest(".facet")?.className;
  const label = link.firstElementChild?.textContent;
  const same = [...listing.querySelectorAll(".facet a")].find(
    (other) => other.closest(".facet").className === facet && other.firstElementChild.textContent === label,
  );
  (same ?? listing.querySelector("[role=status]")).focus({ preventScroll: Boolean(same) });
};

const address = () => {
  const filled = [...new FormData(form)].filter(([, value]) => value.trim());
  return location.pathname + (filled.length ? `?${new URLSearchParams(filled)}` : "");
};

const look = () => {
  clearTimeout(timer);
  if (address() !== shown) go(address(), { typed: true });
};

listing.addEventListener("click", (event) => {
  const link = event.target.closest("[data-part] a");
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!link || !plain || link.origin !== location.origin || link.pathname !== location.pathname || link.hash) return;
  event.preventDefault();
  clearTimeout(timer);
  go(link.pathname + link.search, { then: () => refocus(link) });
});

form.addEventListener("input", (event) => {
  clearTimeout(timer);
  if (!event.isComposing) timer = setTimeout(look, PAUSE);
});

form.addEventListener("compositionend", look);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  look();
});

window.addEventListener("popstate", () => {
  const back = location.pathname + location.search;
  if (back !== shown) show(back).catch((error) => error.name !== "AbortError" && location.reload());
});
