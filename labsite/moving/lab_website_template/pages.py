"""The lab itself, and the pages of its own words: each ``index.md`` in a folder."""

import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.fates import Fates
from labsite.moving.plain_values import line_of, mapping_in
from labsite.moving.site import SiteLab, SitePage
from labsite.moving.source import Source

from . import demo
from .types import Types

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


def read_lab(source: Source, fates: Fates, types: Types) -> SiteLab:
    """Return what the settings and the front page say of the lab."""
    path = next(filter(source.exists, CONFIG), "")
    config: dict[str, Any] = {}
    with fates.reading(path):
        config = mapping_in(source.yaml(path)) if path else {}
    links = {kind: line_of(value) for kind, value in mapping_in(config.get("links")).items() if line_of(value)}
    if demo.is_lab(line_of(config.get("title"))):
        fates.left_out(path, demo.WHY)
        return SiteLab()
    return SiteLab(
        name=line_of(config.get("title")),
        tagline=line_of(config.get("subtitle")),
        about=_words_of(source, fates, HOME) or line_of(config.get("description")),
        email=links.pop("email", ""),
        contact=_words_of(source, fates, CONTACT),
        links=[address for kind, value in links.items() if (address := types.address(kind, value))],
        path=path,
    )


def read_pages(source: Source, fates: Fates) -> Iterator[SitePage]:
    """Yield the pages with words of the lab's own."""
    for path in source.files("", "index.md", "index.html"):
        folder = path.rpartition("/")[0]
        if not folder or folder.startswith("_") or path in (HOME, CONTACT):
            continue
        with fates.reading(path):
            fields, body = source.front_matter(path)
            text = words_in_page(body)
            if folder in MADE or not WORDS.search(_without_headings(text)):
                fates.not_needed(path, "a list that this site makes itself")
            elif demo.is_unwritten(text):
                fates.left_out(path, demo.WHY)
            else:
                place = mapping_in(fields.get("nav")).get("order")
                title = line_of(fields.get("title")) or folder.replace("_", " ").capitalize()
                yield SitePage(title, text, folder, place if isinstance(place, int) else None, path)


def _words_of(source: Source, fates: Fates, path: str) -> str:
    text = ""
    if source.exists(path):
        with fates.reading(path):
            text = words_in_page(source.front_matter(path)[1])
            if demo.is_unwritten(text):
                fates.left_out(path, demo.WHY)
                return ""
            fates.brought(path, "words about the lab")
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


def _without_headings(text: str) -> str:
    return re.sub(r"^#.*$|\{%[^%]*%\}", "", text, flags=re.MULTILINE)
