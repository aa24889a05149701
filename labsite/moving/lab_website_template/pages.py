"""The lab itself, and the pages of its own words: each ``index.md`` in a folder."""

import posixpath
import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import line_of, lines_in, mapping_in, mappings_in, partial_date, text_of
from labsite.moving.site import SiteLab, SiteNews, SitePage, SiteProject
from labsite.moving.source import SiteSource

from .template import TemplateTypes, is_sample_lab, is_unwritten

CONFIG = ("_config.yaml", "_config.yml")
HOME, CONTACT = "index.md", "contact/index.md"
# Pages of lists that this site makes itself.
MADE = {"blog", "publications", "projects", "team", "members", "404", "testbed", "tools", "news", "people"}
PART = re.compile(
    r"\{%-?\s*(?:capture\s+(?P<name>\w+)\s*-?%\}(?P<text>.*?)\{%-?\s*endcapture"
    r"|include\s+(?P<include>\S+)(?P<fields>.*?))\s*-?%\}",
    re.DOTALL,
)
FIELD = re.compile(r"(\w+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|(\S+))")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
HEADLINE = re.compile(r"\A#\s.*$", re.MULTILINE)
WORDS = re.compile(r"[^\W\d_]{3,}")


def read_lab(source: SiteSource, outcomes: FileOutcomes, types: TemplateTypes) -> SiteLab:
    """Return what the settings and the front page say of the lab."""
    path = next(filter(source.exists, CONFIG), "")
    config: dict[str, Any] = {}
    with outcomes.reading(path):
        config = mapping_in(source.yaml(path)) if path else {}
    links = {kind: line_of(value) for kind, value in mapping_in(config.get("links")).items() if line_of(value)}
    if is_sample_lab(line_of(config.get("title"))):
        outcomes.left_out(path, DEMO_CONTENT)
        return SiteLab()
    return SiteLab(
        name=line_of(config.get("title")),
        tagline=line_of(config.get("subtitle")),
        about=_words_of(source, outcomes, HOME) or line_of(config.get("description")),
        email=links.pop("email", ""),
        contact=_words_of(source, outcomes, CONTACT),
        links=[address for kind, value in links.items() if (address := types.address(kind, value))],
        path=path,
    )


def read_pages(source: SiteSource, outcomes: FileOutcomes) -> Iterator[SitePage]:
    """Yield the pages with words of the lab's own."""
    for path in source.files("", "index.md", "index.html"):
        folder = path.rpartition("/")[0]
        if not folder or folder.startswith("_") or path in (HOME, CONTACT):
            continue
        with outcomes.reading(path):
            fields, body = source.front_matter(path)
            text = words_in_page(body)
            if folder in MADE or not WORDS.search(re.sub(r"^#.*$|\{%[^%]*%\}", "", text, flags=re.MULTILINE)):
                outcomes.not_needed(path, "a list that this site makes itself")
            elif is_unwritten(text):
                outcomes.left_out(path, DEMO_CONTENT)
            else:
                place = mapping_in(fields.get("nav")).get("order")
                title = line_of(fields.get("title")) or folder.replace("_", " ").capitalize()
                yield SitePage(title, text, folder, place if isinstance(place, int) else None, path)


def _words_of(source: SiteSource, outcomes: FileOutcomes, path: str) -> str:
    text = ""
    if source.exists(path):
        with outcomes.reading(path):
            text = words_in_page(source.front_matter(path)[1])
            if is_unwritten(text):
                outcomes.left_out(path, DEMO_CONTENT)
                return ""
            outcomes.brought(path, "words about the lab")
    return text


def words_in_page(body: str) -> str:
    """Return a page's Markdown, with the words that it gives to the template's parts in their places."""
    captured: dict[str, str] = {}
    text = PART.sub(lambda part: _part(part, captured), COMMENT.sub("", body))
    return re.sub(r"\n{3,}", "\n\n", HEADLINE.sub("", text.strip())).strip()


def _part(part: re.Match[str], captured: dict[str, str]) -> str:
    """Return what a part of the template shows: a feature has a title and a text, a figure a picture.

    A text is captured under a name first, which is often the same for all of them.
    """
    if part["name"]:
        captured[part["name"]] = PART.sub(lambda inner: _part(inner, captured), part["text"])
        return ""
    fields = {name: double or single or bare for name, double, single, bare in FIELD.findall(part["fields"])}
    if part["include"].startswith("feature"):
        words = captured.get(fields.get("text", ""), fields.get("text", "")).strip()
        return f"\n\n## {fields.get('title', '')}\n\n{words}\n\n" if words else ""
    if part["include"].startswith("figure") and fields.get("image"):
        return f"\n\n![{fields.get('caption', '')}]({fields['image']})\n\n"
    if part["include"].startswith("button") and "://" in fields.get("link", ""):
        return f"[{fields.get('text') or fields.get('tooltip') or fields['link']}]({fields['link']})"
    return ""


DATED = re.compile(r"(?:.*/)?(\d{4}-\d{1,2}-\d{1,2})-[^/]*")


def read_news(source: SiteSource, outcomes: FileOutcomes) -> Iterator[SiteNews]:
    """Yield each post, by its date."""
    for path in source.files("_posts"):
        if not DATED.fullmatch(path) or not path.endswith((".md", ".markdown", ".html")):
            continue
        with outcomes.reading(path):
            fields, body = source.front_matter(path)
            if is_unwritten(body) or re.fullmatch(r"Example post \d", line_of(fields.get("title"))):
                outcomes.left_out(path, DEMO_CONTENT)
            else:
                yield _news(source, path, fields, body)


def _news(source: SiteSource, path: str, fields: dict[str, Any], body: str) -> SiteNews:
    found = DATED.fullmatch(path)
    date = partial_date(fields.get("date")) or partial_date(found[1] if found else "")
    authors = lines_in(fields.get("author"))
    return SiteNews(
        date,
        text=body.strip(),
        title=line_of(fields.get("title")) or _title_of(path),
        people=list(filter(None, (_name_of(source, author) for author in authors))),
        path=path,
    )


def _title_of(path: str) -> str:
    """Return the title that Jekyll makes of a file's name."""
    words = re.sub(r"^\d{4}-\d{1,2}-\d{1,2}-|\.\w+$", "", posixpath.basename(path)).replace("-", " ")
    return words[:1].upper() + words[1:]


def _name_of(source: SiteSource, slug: str) -> str:
    """Return the name of the member whose page has this slug, or the slug itself."""
    path = f"_members/{slug}.md"
    if not source.exists(path):
        return slug
    return line_of(source.front_matter(path)[0].get("name"))


# Data files that hold something else: papers, and what the template needs itself.
OTHER = ("citations", "sources", "orcid", "pubmed", "google-scholar", "types", "members", "support", "funding", "navi")


def read_projects(source: SiteSource, outcomes: FileOutcomes) -> Iterator[SiteProject]:
    """Yield what the data files list, whatever they are called."""
    for path in source.files("_data", ".yaml", ".yml"):
        name = path.removeprefix("_data/")
        with outcomes.reading(path):
            if name.startswith(OTHER):
                continue
            cards = mappings_in(source.yaml(path))
            if not name.startswith("project"):
                outcomes.left_out(path, "a list of other things than projects and papers")
                continue
            own = [card for card in cards if not is_unwritten(text_of(card.get("description")))]
            if len(own) < len(cards):
                outcomes.left_out(path, DEMO_CONTENT)
            yield from (_project(source, outcomes, path, card) for card in own if line_of(card.get("title")))


def _project(source: SiteSource, outcomes: FileOutcomes, path: str, card: dict[str, Any]) -> SiteProject:
    picture = source.resolve(line_of(card.get("image")), base=path)
    if line_of(card.get("image")) and not picture:
        outcomes.left_out(path, f"the picture {card['image']}, which is elsewhere")
    return SiteProject(
        line_of(card.get("title")),
        summary=line_of(card.get("subtitle")),
        text="\n\n".join(filter(None, (text_of(card.get("description")), *_links(card)))),
        picture=picture,
        path=path,
    )


def _links(card: dict[str, Any]) -> Iterator[str]:
    link, repo = line_of(card.get("link")), line_of(card.get("repo"))
    if "://" in link:
        yield f"[{link.partition('://')[2].strip('/')}]({link})"
    if repo and repo not in link:
        yield f"[Code](https://github.com/{repo})"
