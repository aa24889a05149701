"""Lists in ``_data``, whatever they are called: cards are projects, dated lines are news, and the rest is a page."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property

from labsite.contrib.moving.outcomes import DEMO_CONTENT, LIKE_PEOPLE, SiteReading
from labsite.contrib.moving.site import SiteNews, SitePage, SiteProject
from labsite.contrib.reading.front_matter import BrokenFile
from labsite.contrib.reading.plain_values import PageFields, mappings_in

from .template import is_unwritten

# Data files that hold something else: papers, and what the template needs itself.
OTHER = ("citations", "sources", "orcid", "pubmed", "google-scholar", "types", "members", "support", "funding", "navi")
NEWS = re.compile(r"(?:^|[\W_])(?:news|updates?|announcements?|highlights?)(?=$|[\W_])", re.IGNORECASE)
LINES = re.compile(
    r"(?:^|[\W_])(?:awards?|hono(?:u?r)s?|patents?|grants?|press|media|courses?|teaching|events?|seminars?|talks?"
    r"|datasets?|software|publicity|outreach)(?=$|[\W_])",
    re.IGNORECASE,
)
USED = re.compile(r"\bdata(?:\s*=\s*[\"']?|\.|\[[\"'])([\w-]+)")
WORDS = ("content", "text", "description", "details", "body")
MIN_CARDS = 0.5  # of a list: so many of its items have a picture, a link or a repository beside a title


@dataclass
class DataLists:
    """What the lists of a site hold; ``cards`` are the names of those of projects."""

    projects: list[SiteProject] = field(default_factory=list)
    news: list[SiteNews] = field(default_factory=list)
    pages: list[SitePage] = field(default_factory=list)
    cards: set[str] = field(default_factory=set)


def read_lists(site: SiteReading, folder: str = "_data") -> DataLists:
    """Return what data files list, without what no page of the site shows and what the template brings along."""
    lists, shown = DataLists(), _ShownLists(site)
    for path in site.source.files(folder, ".yaml", ".yml"):
        name = path.removeprefix(f"{folder}/").rpartition(".")[0]
        is_projects = name.startswith("project")
        if name.startswith(OTHER) or site.is_settled(path) or (LIKE_PEOPLE.search(path) and not is_projects):
            continue
        with site.reading(path):
            items = mappings_in(site.source.values(path))
            own = [item for item in items if not is_unwritten(item.line(*WORDS))]
            if len(own) < len(items):
                site.left_out(path, DEMO_CONTENT)
            if not is_projects and own and name not in shown.names:
                site.left_out(path, "a list that no page of that site shows")
            elif is_projects or _are_cards(own):
                lists.cards.add(name)
                lists.projects += [_project(site, path, card) for card in own if card.line("title")]
            elif NEWS.search(name) and any(item.date("date") for item in own):
                lists.news += _news(own, path)
            elif LINES.search(name) and own:
                title = re.sub(r"[\W_]+", " ", name).strip().capitalize()
                lists.pages.append(SitePage(title, "\n".join(map(_line, own)), name, path=path))
            else:
                site.left_out(path, "a list of something other than projects and papers")
    return lists


class _ShownLists:
    """The names of data files that pages and parts of a site use."""

    def __init__(self, site: SiteReading) -> None:
        self.site = site

    @cached_property
    def names(self) -> set[str]:
        names: set[str] = set()
        for path in self.site.source.files("", ".md", ".html"):
            with suppress(BrokenFile):
                names.update(USED.findall(self.site.source.text(path)))
        return names


def _are_cards(items: list[PageFields]) -> bool:
    """Return whether the items of a list have titles, and most of them what cards show beside them."""
    cards = [item for item in items if item.line("title") and item.line("image", "link", "repo")]
    described = [item for item in cards if item.line("image", "repo", "description", "subtitle")]
    return bool(items) and all(item.line("title") for item in items) and len(described) >= MIN_CARDS * len(items)


def _project(site: SiteReading, path: str, card: PageFields) -> SiteProject:
    link, repo, image = card.line("link"), card.line("repo"), card.line("image")
    picture = site.source.resolve(image, base=path)
    if image and not picture:
        site.left_out(path, f"the picture {card['image']}, which is on another site")
    github = f"https://github.com/{repo}" if repo and repo not in link else ""
    return SiteProject(
        card.line("title"),
        summary=card.line("subtitle"),
        text=card.text("description"),
        links=list(filter(None, (link if "://" in link else "", github))),
        picture=picture,
        path=path,
    )


def _news(items: Iterable[PageFields], path: str) -> Iterator[SiteNews]:
    for item in items:
        title, text = item.line("title", "headline"), item.text(*WORDS).strip()
        link = item.line("link", "url")
        if "://" in link and link not in text:
            text = f"{text}\n\n[{link.partition('://')[2].partition('/')[0]}]({link})".strip()
        yield SiteNews(item.date("date"), text=text, title=title, path=path)


def _line(item: PageFields) -> str:
    """Return all that an item of a list says in words, as an item of a list in Markdown."""
    title, link = item.line("title", "name", *WORDS), item.line("link", "url")
    shown = f"[{title}]({link})" if "://" in link else f"**{title}**"
    rest = [item.line(name) for name in item if name not in ("title", "link", "url", "image", "group")]
    return f"- {', '.join([shown, *(each for each in dict.fromkeys(rest) if each and each != title)])}"
