"""What the template brings along: demo content, which is left out, and its types of roles and links.

Lists in ``_data``, whatever they are called: cards are projects, dated lines are news, and the rest is a page.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache, partial

from labsite.contrib.moving.no_people import SamplePeople, mentions
from labsite.contrib.moving.outcomes import DEMO_CONTENT, LIKE_PEOPLE, SiteReading
from labsite.contrib.moving.site import SiteContent, SiteNews, SitePage, SiteProject
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.words import SAMPLES, shapes
from labsite.contrib.reading.front_matter import PageFields, mapping_in, mappings_in
from labsite.contrib.reading.networks import ADDRESSES as NETWORKS, profile_address
from labsite.contrib.reading.wording import role_in

DEMO = SAMPLES["lab_website_template"]
is_unwritten = partial(mentions, DEMO["words"])
SAMPLE_PEOPLE = SamplePeople.of("lab_website_template")
SAMPLE_LAB = "Lab Website Template"
SAMPLE_DESCRIPTION = "website template for labs"
# The one who keeps the template, whose papers it shows.
KEEPERS_ORCID = "0000-0002-4655-3773"

TYPES = "_data/types.yaml"
# Where the template's own types lead, for sites whose file of them doesn't say so.
TYPES_OF_LINKS = ("orcid", "google-scholar", "github", "bluesky", "facebook", "instagram", "linkedin")
ADDRESSES = {name: NETWORKS[name] for name in TYPES_OF_LINKS} | {
    "twitter": "https://twitter.com/{}",
    "youtube": "https://youtube.com/{}",
}


class LabTemplateReading(SiteReading):
    """A source of this template, with its types of roles and links by their names, which stand in its pages."""

    def __init__(self, source: SiteSource) -> None:
        super().__init__(source)
        self.types = mapping_in(self.values(TYPES))
        self.settle(filter(source.exists, [TYPES]), "names and icons of roles and links")

    def described(self, name: str) -> str:
        """Return what a role is called in words; nothing for one that the site doesn't describe."""
        return self.types.mapping(name).line("description", "text")

    def role(self, name: str, description: str) -> str:
        """Return a role as this site knows it, by its own name first, then by what it is called; maybe none."""
        words = (name.replace("-", " ").replace("_", " "), self.described(name), description)
        return next(filter(None, map(role_in, words)), "")

    def address(self, name: str, value: str) -> str:
        """Return the URL of a link of a type, whose value may be a username or the whole URL."""
        own = self.types.mapping(name).line("link")
        if "://" in value or not own:
            return value if "://" in value else profile_address(name, value, ADDRESSES)
        return own.replace("$VALUE", value.lstrip("@").strip("/")) if "$VALUE" in own else ""

    def label(self, name: str) -> str:
        return self.types.mapping(name).line("text") or name.replace("-", " ").capitalize()


# Data files that hold something else: papers, and what the template needs itself.
OTHER = ("citations", "sources", "orcid", "pubmed", "google-scholar", "types", "members", "support", "funding", "navi")
LISTS = shapes("data_lists")
USED = re.compile(r"\bdata(?:\s*=\s*[\"']?|\.|\[[\"'])([\w-]+)")
WORDS = ("content", "text", "description", "details", "body")
MIN_CARDS = 0.5  # of a list: so many of its items have a picture, a link or a repository beside a title


def add_lists(content: SiteContent, site: SiteReading, folder: str = "_data") -> set[str]:
    """Add what data files list, without what no page of the site shows and what the template brings along.

    Return the names of the lists of projects.
    """
    cards = set[str]()

    @cache
    def shown() -> set[str]:
        """Return the names of data files that pages and parts of the site use."""
        return {
            name for path in site.source.files("", ".md", ".html") for name in USED.findall(site.source.glimpse(path))
        }

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
            if not is_projects and own and name not in shown():
                site.left_out(path, "a list that no page of that site shows")
            elif is_projects or _are_cards(own):
                cards.add(name)
                content.projects += [_project(site, path, card) for card in own if card.line("title")]
            elif LISTS["news"].search(name) and any(item.date("date") for item in own):
                content.news += _news(own, path)
            elif LISTS["lines"].search(name) and own:
                title = re.sub(r"[\W_]+", " ", name).strip().capitalize()
                content.pages.append(SitePage(title, "\n".join(map(_line, own)), name, path=path))
            else:
                site.left_out(path, "a list of something other than projects and papers")
    return cards


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
