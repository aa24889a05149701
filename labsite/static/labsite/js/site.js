/* What pages do where scripts run; without them they are complete. One file, as each page asks for one only: the theme
   is shown before anything is painted, and the rest begins once the page is there. */
(() => {
  /* The reader's choice of light or dark: said before anything is painted, and remembered where the admin's own switch
     remembers it. */
  const switchThemes = () => {
    const root = document.documentElement;

    const remembered = () => {
      try {
        return localStorage.getItem("theme") || "auto";
      } catch {
        return "auto"; // no storage, no memory: the choice holds for this page
      }
    };

    const remember = (theme) => {
      try {
        localStorage.setItem("theme", theme);
      } catch {
        // as above
      }
    };

    const show = (theme) => {
      root.dataset.theme = theme;
      for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
        const own = meta.dataset.theme;
        meta.media = theme === "auto" ? `(prefers-color-scheme: ${own})` : theme === own ? "all" : "not all";
      }
      for (const choice of document.querySelectorAll(".theme-switch input")) choice.checked = choice.value === theme;
    };

    show(remembered());
    // The switch is there later, a browser may bring it back as it was left, and another tab may change it.
    for (const event of ["DOMContentLoaded", "pageshow", "storage"]) addEventListener(event, () => show(remembered()));
    addEventListener("change", ({ target }) => {
      if (!target.closest(".theme-switch")) return;
      remember(target.value);
      show(target.value);
    });
  };

  /* Menus open without a script; with one they close again at Escape and at a click beside them. */
  const closeMenus = () => {
    const menus = document.querySelectorAll(".site-header details");

    document.addEventListener("click", ({ target }) => {
      for (const menu of menus) if (!menu.contains(target)) menu.open = false;
    });

    document.addEventListener("keydown", ({ key }) => {
      if (key !== "Escape") return;
      for (const menu of menus) {
        if (!menu.open) continue;
        menu.open = false;
        menu.querySelector("summary").focus();
      }
    });
  };

  /* The key / leads to the search from anywhere, Escape back to where one was. */
  const leadToSearch = () => {
    const ownField = document.querySelector("main .search-form [name=q]");
    const headFields = [...document.querySelectorAll(".site-search [name=q]")];
    let before;

    const takesText = ({ tagName, type, isContentEditable }) =>
      isContentEditable || ["SELECT", "TEXTAREA"].includes(tagName)
      || (tagName === "INPUT" && !["button", "checkbox", "radio", "reset", "submit"].includes(type));

    const reachable = () => {
      const shown = [ownField, ...headFields].find((field) => field?.checkVisibility());
      if (shown) return shown;
      const folded = headFields.find((field) => field.closest("details")?.checkVisibility());
      if (folded) folded.closest("details").open = true;
      return folded;
    };

    for (const field of [ownField, ...headFields].filter(Boolean)) field.setAttribute("aria-keyshortcuts", "/");
    for (const hint of document.querySelectorAll(".site-search kbd")) hint.hidden = false;

    document.addEventListener("keydown", (event) => {
      const { key, target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented } = event;
      if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return;
      if (key === "/" && !takesText(target)) {
        const field = reachable();
        if (!field) return;
        event.preventDefault();
        before = target;
        field.focus();
        field.select();
      } else if (key === "Escape" && before && [ownField, ...headFields].includes(target)) {
        target.blur();
        if (!target.closest("details")) before.focus();
        before = undefined;
      }
    });
  };

  /* E-mail addresses are written in words for those who harvest them; people get a link, whose room CSS keeps
     until this script has seen the whole page. */
  const linkEmails = () => {
    for (const words of document.querySelectorAll("[data-email]")) {
      const address = `${words.dataset.email}@${words.dataset.host}`;
      const link = document.createElement("a");
      link.href = `mailto:${address}`;
      link.textContent = address;
      words.replaceChildren(link);
    }
  };

  /* A button that copies a text: the last of the actions beside it, as what stands there already mustn't move, or else
     right behind it. Without a clipboard, or without this script, the text can be selected. What the button says stands in the page, in the page's language. */
  const offerCopies = () => {
    const words = document.querySelector("[data-copy]")?.dataset;

    /* What is copied of references keeps its italics where that is known, as in Word, and its lines elsewhere. */
    const asReferences = (text) => {
      const paragraphs = [...text.querySelectorAll("p")];
      const html = paragraphs.map((each) => `<p>${each.innerHTML}</p>`).join("\n");
      const plain = paragraphs.map((each) => each.textContent).join("\n");
      const typed = (content, type) => new Blob([content], { type });
      const both = { "text/html": typed(html, "text/html"), "text/plain": typed(plain, "text/plain") };
      const write = () => navigator.clipboard.write([new ClipboardItem(both)]);
      return { plain, write: window.ClipboardItem ? write : () => navigator.clipboard.writeText(plain) };
    };

    const copier = (label, write) => {
      const button = document.createElement("button");
      const said = document.createElement("span");
      said.setAttribute("role", "status");
      button.type = "button";
      button.className = "small-button";
      button.textContent = label;
      button.addEventListener("click", async () => {
        await write();
        said.textContent = words?.copied ?? "Copied";
        setTimeout(() => { said.textContent = ""; }, 4000);
      });
      return [button, said];
    };

    const copiers = (text) => {
      const label = words?.copy ?? "Copy";
      const { copyPlain } = text.dataset;
      if (!copyPlain) return copier(label, () => navigator.clipboard.writeText(text.textContent));
      const { plain, write } = asReferences(text);
      return [...copier(label, write), ...copier(copyPlain, () => navigator.clipboard.writeText(plain))];
    };

    const dressed = new WeakSet();

    const dress = (text) => {
      if (dressed.has(text)) return;
      dressed.add(text);
      const actions = text.parentElement.querySelector(".actions");
      if (actions) actions.append(...copiers(text));
      else text.after(...copiers(text));
    };

    const dressAll = (part) => part.querySelectorAll(".copyable").forEach(dress);

    /* What opens in place is dressed as it opens: a list has many that never do, and a filter brings new ones. */
    if (navigator.clipboard) {
      document.querySelectorAll("details[open], .copied").forEach(dressAll);
      document.addEventListener("toggle", (event) => dressAll(event.target), true);
    }
  };

  /* A list filtered in place: what its links and its form lead to is fetched, and its parts are put where the old ones
     are. Without this script, or when fetching fails, the same links and form load the page. */
  const filterInPlace = (listing) => {
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
      if (!link || !plain || link.hash) return;
      if (link.origin !== location.origin || link.pathname !== location.pathname) return;
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
  };

  switchThemes();
  addEventListener("DOMContentLoaded", () => {
    closeMenus();
    leadToSearch();
    linkEmails();
    offerCopies();
    document.querySelectorAll("[data-listing]").forEach(filterInPlace);
  });
})();
