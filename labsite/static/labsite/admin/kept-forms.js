/* What was typed into forms and isn't saved yet, as this browser keeps it: for each login, for a week at most. */
const PREFIX = "kept-form:";
const WEEK = 7 * 24 * 3600 * 1000; // milliseconds
const SAVED = /saved-([\d-]+)=/g; // the cookies by which the site says which of them are saved
const SIGN_OUT = "form:is([action$='/sign-out/'], [action$='/logout/'])";

export const page = document.querySelector("script[data-login]")?.dataset ?? {};

const store = (() => {
  try {
    return window.localStorage;
  } catch {
    return {}; // a browser that keeps nothing
  }
})();
let isSignedOut = false;

const read = (key) => {
  try {
    return { number: key.slice(PREFIX.length), ...JSON.parse(store[key]) };
  } catch {
    return { number: key.slice(PREFIX.length), at: 0 };
  }
};

const all = () => Object.keys(store).filter((key) => key.startsWith(PREFIX)).map(read).sort((a, b) => a.at - b.at);

export const newNumber = () => crypto.getRandomValues(new Uint32Array(4)).join("-");

/* What the login of this page has typed and not saved, the oldest first. */
export const kept = () => all().filter((entry) => entry.login === page.login);

export const forget = (number) => { delete store[PREFIX + number]; };

/* A browser has room for some megabytes: the newest are kept. */
export const keep = (number, entry) => {
  if (isSignedOut) return;
  const text = JSON.stringify({ ...entry, login: page.login, at: Date.now() });
  for (const older of [...all().filter((each) => each.number !== number), null]) {
    try {
      store[PREFIX + number] = text;
      return;
    } catch {
      if (older) forget(older.number);
    }
  }
};

const tidy = () => {
  for (const entry of all()) if (Date.now() - entry.at > WEEK) forget(entry.number);
  for (const [, number] of document.cookie.matchAll(SAVED)) {
    forget(number);
    document.cookie = `saved-${number}=; path=/; max-age=0`;
  }
};

/* Who signs out leaves nothing behind. A session that ends by itself leaves everything. */
document.addEventListener("submit", (event) => {
  if (!event.target.matches(SIGN_OUT) || !kept().length) return;
  if (confirm(page.forgets)) {
    isSignedOut = true;
    for (const { number } of kept()) forget(number);
  } else {
    event.preventDefault();
  }
}, true);

tidy();
