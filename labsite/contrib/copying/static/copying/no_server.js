/* In a copy of the site as files: the search, and what narrows a list of publications, without a server. An index says
   what there is; the rows of a list come from the copy's own pages. Without this script lists are whole. */
const source = document.querySelector("script[data-index]").dataset.index;
const index = fetch(source).then((answer) => answer.json());
const NAMES = ["year", "venue", "kind", "status", "member", "topic"];
const SCOPES = { member: /people\/([^/]+)\/publications\//, venue: /venues\/([^/]+)\/publications\//, year: /years\/(\d+)\// };
const PAUSE = 250; // milliseconds without a key before words are looked for
const MOST = 20; // of one kind that a search shows

const fold = (text) =>
  text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().normalize("NFC")
    .match(/[\p{L}\p{N}]+(?:[+#]+(?!(?![\u2e80-\uffef])[\p{L}\p{N}_]))?/gu) ?? [];
const make = (name, attributes = {}, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};
const begins = (text, words) => words.every((word) => ` ${text}`.includes(` ${word}`));
const contains = (text, words) => words.every((word) => text.includes(word));

/* How a hit answers, best first, as the site ranks: its name, what begins so, words of it, words, parts of words. */
const rank = ([, , title, , text], words) => {
  const name = fold(title).join(" ");
  const phrase = words.join(" ");
  if (name === phrase) return 0;
  if (name.startsWith(phrase)) return 1;
  if (begins(name, words)) return 2;
  return begins(text, words) ? 3 : 4;
};

const search = async () => {
  const form = document.querySelector("main .search-form");
  const asked = new URLSearchParams(location.search);
  const query = (asked.get("q") ?? "").trim();
  const words = fold(query);
  form.q.value = query;
  if (!words.length) return;
  const { hits, kinds, words: said } = await index;
  const found = hits.filter((hit) => contains(hit[4], words)).map((hit) => [rank(hit, words), hit]);
  found.sort(([one], [other]) => one - other);
  const groups = Map.groupBy
    ? Map.groupBy(found, ([, hit]) => hit[0])
    : found.reduce((all, each) => all.set(each[1][0], [...(all.get(each[1][0]) ?? []), each]), new Map());
  const result = found.length ? `${query}: ${found.length}` : said.nothing.replace("#", query);
  form.after(make("p", { class: "muted", role: "status" }, result));
  if (found.length) document.querySelector("main > .section")?.remove();
  for (const [kind, list] of groups) {
    if (asked.get("kind") && asked.get("kind") !== kind) continue;
    const count = make("span", { class: "count" }, String(list.length));
    const section = make("section", { class: "section", id: kind },
      make("div", { class: "section-head" }, make("h2", {}, kinds[kind]), count));
    const shown = list.slice(0, asked.get("kind") ? undefined : MOST);
    if (shown.length < list.length) {
      section.firstChild.append(make("a", { class: "more", href: `?${new URLSearchParams({ q: query, kind })}` }, "…"));
    }
    for (const [, [, url, title, byline]] of shown) {
      const text = make("div", {}, make("h3", {}, make("a", { href: url }, title)));
      if (byline) text.append(make("p", { class: "small" }, byline));
      section.append(make("article", { class: "row hit" }, make("div", { class: "when" }), text));
    }
    document.querySelector("main").append(section);
  }
};

/* A list: which of its publications have all that the address asks for, and the rows of these. */
const list = (listing) => {
  const path = location.pathname.replace(/page\/\d+\/$/, "");
  const form = listing.querySelector("form");
  const [status, files] = [listing.querySelector(".found"), listing.querySelector(".take-away")];
  const results = listing.querySelector(".results > [data-part]");
  const whole = { rows: [...results.childNodes], status: [...status.childNodes] };
  const choices = [...listing.querySelectorAll(".facet a[href]")].map((link) => ({
    link, pair: [...new URLSearchParams(link.search)].at(-1), count: link.querySelector(".count")?.textContent }));
  const labels = Object.fromEntries(choices.map(({ link, pair }) => [pair.join("="), link.firstElementChild.textContent]));
  const pages = new Map();
  let timer;

  const has = (paper, name, key) => {
    if (name === "topic") return paper[6].includes(key.toLowerCase());
    return name === "member" ? paper[5].includes(key) : paper[NAMES.indexOf(name) + 1] === key;
  };
  const scoped = (papers) =>
    Object.entries(SCOPES).reduce((left, [name, pattern]) => {
      const key = path.match(pattern)?.[1];
      return key ? left.filter((paper) => has(paper, name, decodeURIComponent(key))) : left;
    }, papers);
  const narrowed = (papers, texts, asked) => {
    const words = fold(asked.get("q") ?? "");
    const chosen = [...asked].filter(([name]) => NAMES.includes(name));
    return papers.filter((paper) =>
      contains(texts.get(paper[0]) ?? "", words) && chosen.every(([name, key]) => has(paper, name, key)));
  };
  const page = (number) => {
    const address = number > 1 ? `${path}page/${number}/` : path;
    if (!pages.has(number)) {
      pages.set(number, fetch(address).then((answer) => answer.text())
        .then((text) => [...new DOMParser().parseFromString(text, "text/html").querySelectorAll(".results .row.publication")]));
    }
    return pages.get(number);
  };
  const rowOf = async (place, size) => {
    const rows = await page(Math.floor(place / size) + 1);
    return document.importNode(rows[place % size], true);
  };
  const without = (asked, name, key) => new URLSearchParams([...asked].filter(([n, k]) => n !== "page" && (n !== name || (key && k !== key))));
  const toggled = (asked, [name, key]) => {
    if (asked.getAll(name).includes(key)) return without(asked, name, key);
    const after = without(asked, name === "member" ? "page" : name);
    after.append(name, key);
    return after;
  };
  const addressOf = (asked) => (String(asked) ? `${path}?${asked}` : path);

  const chips = (asked, said) => {
    const each = [...asked].filter(([name]) => name === "q" || NAMES.includes(name)).map(([name, key]) =>
      make("li", {}, make("a", { class: "chip", href: addressOf(without(asked, name, key)) },
        make("span", { class: "visually-hidden" }, `${said.remove} `), name === "q" ? `“${key}”` : labels[`${name}=${key}`] ?? key, " ×")));
    return make("ul", { class: "chips" }, ...each, make("li", {}, make("a", { href: path }, said.clear)));
  };
  const pager = (asked, number, last, said) => {
    const link = (to, rel) => {
      const after = without(asked);
      if (to > 1) after.append("page", to);
      return make("a", { rel, href: addressOf(after) }, rel === "prev" ? said.previous : said.next);
    };
    return make("nav", { class: "pager" }, ...(number > 1 ? [link(number - 1, "prev")] : []), ...(number < last ? [link(number + 1, "next")] : []));
  };
  const byYear = (found, rows, said) => {
    const sections = [];
    const headingOf = ([, year, , , status]) => ["accepted", "submitted"].includes(status) ? said.in_progress : year === "none" ? said.undated : year;
    found.forEach(([paper], place) => {
      const heading = headingOf(paper);
      if (!place || headingOf(found[place - 1][0]) !== heading) {
        sections.push(make("section", { class: "year" }, make("h2", { class: "year-head" }, heading)));
      }
      sections.at(-1).append(rows[place]);
    });
    return sections;
  };

  const show = async () => {
    const asked = new URLSearchParams(location.search);
    const isNarrowed = fold(asked.get("q") ?? "").length || NAMES.some((name) => asked.has(name));
    files.hidden = Boolean(isNarrowed);
    if (document.activeElement !== form.q) form.q.value = asked.get("q") ?? "";
    const { publications, hits, page_size: size, words: said } = isNarrowed ? await index : { publications: [], hits: [] };
    const texts = new Map(hits.filter(([kind]) => kind === "publications").map((hit) => [hit[1], hit[4]]));
    const papers = scoped(publications);
    for (const { link, pair, count } of choices) {
      const after = toggled(asked, pair);
      const isChosen = asked.getAll(pair[0]).includes(pair[1]);
      link.href = addressOf(after);
      link.toggleAttribute("aria-current", isChosen);
      if (isChosen) link.setAttribute("aria-current", "true");
      const label = link.querySelector(".count");
      if (label) label.textContent = isNarrowed ? narrowed(papers, texts, isChosen ? asked : after).length : count;
    }
    if (!isNarrowed) {
      results.replaceChildren(...whole.rows);
      status.replaceChildren(...whole.status);
      return;
    }
    const places = new Map(papers.map((paper, place) => [paper, place]));
    const found = narrowed(papers, texts, asked).map((paper) => [paper, places.get(paper)]);
    const last = Math.max(1, Math.ceil(found.length / size));
    const number = Math.min(last, Math.max(1, Number.parseInt(asked.get("page"), 10) || 1));
    const shown = found.slice((number - 1) * size, number * size);
    const rows = await Promise.all(shown.map(([, place]) => rowOf(place, size)));
    if (String(asked) !== String(new URLSearchParams(location.search))) return;
    const words = found.length === 1 ? said.one : found.length ? said.many : said.none;
    status.replaceChildren(words.replace("#", found.length));
    results.replaceChildren(chips(asked, said), ...byYear(shown, rows, said), ...(last > 1 ? [pager(asked, number, last, said)] : []));
  };
  const go = (address, typed = false) => {
    history[typed && history.state?.typed ? "replaceState" : "pushState"]({ typed }, "", address);
    return show();
  };
  const look = () => {
    clearTimeout(timer);
    const asked = without(new URLSearchParams(location.search), "q");
    if (form.q.value.trim()) asked.append("q", form.q.value.trim());
    if (addressOf(asked) !== location.pathname + location.search) go(addressOf(asked), true);
  };

  listing.addEventListener("click", (event) => {
    const link = event.target.closest(".facet a, .chips a, .pager a[href*='?']");
    if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    clearTimeout(timer);
    go(link.pathname + link.search).then(() => link.isConnected || status.focus({ preventScroll: true }));
  });
  form.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(look, PAUSE);
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    look();
  });
  window.addEventListener("popstate", show);
  if (location.search) show();
};

const listing = document.querySelector("[data-copied-listing]");
if (listing) list(listing);
else search();
