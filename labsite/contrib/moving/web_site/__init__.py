"""Any web site as it is: HTML pages, written by hand or by anything, saved or mirrored.

What is certain becomes people, news and papers; all else are pages.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from labsite.contrib.moving.mistaken import merged
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import (
    MAX_INTRODUCTION,
    SiteContent,
    SiteIntroduction,
    SiteLab,
    SiteNews,
    SitePage,
)
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.usual_signs import in_usual_signs
from labsite.texts.email_addresses import find_email_addresses
from labsite.texts.plain_text import shortened

from .lines import markdown_of
from .listed import news_on, papers_on, post_of
from .pages import ENDINGS, TEMPLATES, HtmlPage, read_pages
from .people import people_on

SURE = 0.1  # that a source with HTML pages is no more than that
LISTED = {"people": "people:list", "papers": "publications:list", "news": "news"}
MIN_FRAME_WORDS, MAX_NOTE = 4, 80  # of what stands on many pages, to be named; characters of it
LOGO = re.compile(r"logo|brand", re.IGNORECASE)


def recognise(source: SiteSource) -> float:
    """Say that there are pages in HTML."""
    return SURE if any(not TEMPLATES.search(path) for path in source.files("", *ENDINGS)) else 0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    outcomes = FileOutcomes(source.files())
    pages = read_pages(source, outcomes)
    content = SiteContent(outcomes, addresses=lambda path: [f"/{path}"] if path in pages else [])
    home = min(pages, key=lambda path: (path.count("/"), not re.search(r"(?:^|/)index\.\w+$", path), path), default="")
    addresses = [str(each.attrs.get("src") or "") for each in (pages[home].document.query("frame") if home else ())]
    if frames := [pages[path] for each in addresses if (path := source.resolve(each, home)) in pages]:
        outcomes.not_needed(home, "frames around other pages")
        del pages[home]
        home = max(
            frames, key=lambda page: len(markdown_of(page.lines)) - sum(len(each.links) for each in page.lines)
        ).path
    posts = {path: post for path, page in pages.items() if path != home and (post := post_of(page))}
    content.news += posts.values()
    for page in pages.values():
        is_listed = add_listed(content, page, posts) or (bool(posts) and page.topic == "news")
        if is_listed and page.path not in (home, *posts) and not page.metas["citation_title"]:
            content.lists[page.path] = LISTED[page.topic]
    content.people = merged(content.people)
    content.news = list({(item.date, item.title, item.text): item for item in content.news}.values())
    own = {person.path: person for person in content.people if person.path not in (home, *content.lists)}
    menu = [address for line in pages[home].frame for _, address in line.links] if home else []
    linked = dict.fromkeys(source.resolve(address, home) for address in menu)
    places = {path: number for number, path in enumerate(linked, 1) if path in pages}
    for words in dict.fromkeys(line.text for page in pages.values() for line in page.frame if not line.links):
        if len(words.split()) > MIN_FRAME_WORDS:
            outcomes.left_out(home, f"“{shortened(words, MAX_NOTE)}”, which stands on many pages")
    for page in pages.values():
        if page.path == home:
            content.lab = _lab(page, pages)
        elif person := own.get(page.path):
            person.biography = "\n\n".join(filter(None, (person.biography, markdown_of(page.rest()))))
        elif page.path not in posts:
            add_page(content, page, places.get(page.path))
    return content


def add_listed(content: SiteContent, page: HtmlPage, posts: Mapping[str, SiteNews]) -> bool:
    """Add the people, papers and news on a page, and return whether it lists what it is about."""
    counts = {
        "people": _extended(content.people, people_on(page, content.outcomes)),
        "papers": _extended(content.papers, papers_on(page)),
        "news": _extended(content.news, news_on(page, posts)),
    }
    return bool(counts.get(page.topic, 0))


def _extended(items: list[Any], more: Iterable[Any]) -> int:
    before = len(items)
    items.extend(more)
    return len(items) - before


def add_page(content: SiteContent, page: HtmlPage, position: int | None) -> None:
    """Add what is left of a page: as one of its own, or as the introduction of the list that it was."""
    text = markdown_of(page.rest())
    listed = content.lists.get(page.path)
    if listed and len(text) <= MAX_INTRODUCTION:
        if re.search(r"\w{3}", text):
            content.lab.introductions.append(SiteIntroduction(listed, text, page.path))
        content.outcomes.brought(page.path, "a list, which is one here")
    elif text:
        if len(text) > sum(len(line.markdown) for line in page.lines) / 2:
            content.lists.pop(page.path, None)
        content.pages.append(SitePage(page.title, text, page.slug, position, page.path))
    else:
        content.outcomes.left_out(page.path, "nothing stands on it but what all pages share")


def _lab(home: HtmlPage, pages: dict[str, HtmlPage]) -> SiteLab:
    lines = home.frame + home.lines
    emails = [email for line in lines for email in find_email_addresses(in_usual_signs(line.text))]
    pictures = [picture for line in home.frame for picture in line.pictures if LOGO.search(" ".join(picture))]
    address = home.document.query_one("address")
    return SiteLab(
        name=home.metas["og:site_name"] or home.site_name or home.title,
        tagline=home.metas["description"][:200],
        about=markdown_of(home.rest()),
        address=" ".join(address.to_text(separator="\n").split("\n")).strip() if address else "",
        email=next(iter(emails), ""),
        logo=next((home.source.resolve(source, home.path) for _, source in pictures), ""),
        path=home.path,
    )
