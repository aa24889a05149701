"""Talks, teaching, portfolio, posts and pages of a site."""

import re
from collections.abc import Iterable, Iterator

from labsite.contrib.moving.citations import plain_words
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading, SourcePage
from labsite.contrib.moving.site import SiteNews, SitePage, SiteProject
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts import plain_markdown, references
from labsite.contrib.moving.words import shapes
from labsite.contrib.reading.career import StatedOccasion, StatedTalk, StatedTeaching
from labsite.contrib.reading.front_matter import MAX_SUMMARY_LENGTH, line_of, summary_and_text
from publications.citations.dates import YEAR_FORM

ENDINGS = (".md", ".markdown", ".html")
# Collections that people add to the template, with what they are here.
PROJECTS = ("_portfolio", "_projects", "_research", "_software", "_expressions")
TERM = re.compile(
    rf"\b(?P<season>spring|summer|autumn|fall|winter)\s+(?:semester\s+|term\s+)?(?P<year>{YEAR_FORM})\b",
    re.IGNORECASE,
)
ROLE = re.compile(r"teaching assistant|assistant|instructor|lecturer|guest lecture|tutor|grader|\bTA\b", re.IGNORECASE)
# What the template makes of other pages, or has about itself.
OWN_PAGES = "a page that this site has anyway"
MIN_WORDS = 8  # of a page that says anything
MIN_WORDS_OF_LIST = 40  # of one that also lists other files


def own_pages(site: SiteReading, paths: Iterable[str]) -> Iterator[SourcePage]:
    """Yield the pages with front matter; demo content and drafts are left out."""
    own = site.own_pages(paths, lambda page: is_demo_title(page.fields.get("title")))
    return (page for page in own if page.fields)


def pages_in(site: SiteReading, *folders: str) -> Iterator[SourcePage]:
    """Yield the pages of a site's own in some folders."""
    return own_pages(site, (path for folder in folders for path in site.source.files(folder, *ENDINGS)))


def read_talks(site: SiteReading) -> list[StatedTalk]:
    """Return the talks; one that was given several times is one."""
    talks: dict[str, StatedTalk] = {}
    for page in pages_in(site, "_talks"):
        title, text = page.line("title"), plain_markdown(page.body).text
        talk = talks.setdefault(title.casefold(), StatedTalk(title, text=text, path=page.path))
        talk.occasions.append(StatedOccasion(page.line("venue"), page.line("location"), page.date))
        talk.files += _files_in(site.source, page, text)
        if talk.path != page.path:
            site.brought(page.path, "an occasion of a talk")
            if text:
                site.left_out(page.path, "its text: talks have none here")
    return list(talks.values())


def _files_in(source: SiteSource, page: SourcePage, text: str) -> list[str]:
    return [file for each in references(text) if (file := source.resolve(each.address, page.path))]


def read_teaching(site: SiteReading) -> list[StatedTeaching]:
    """Return the courses."""
    courses = []
    for page in pages_in(site, "_teaching"):
        title, kind = page.line("title"), page.line("type")
        if not title:
            continue
        term, role = TERM.search(f"{title} {page.line('term')}"), ROLE.search(f"{kind} {title}")
        if kind and not role:
            site.left_out(page.path, f"the kind of teaching: {kind}")
        if plain_markdown(page.body).text:
            site.left_out(page.path, "its text: courses have none here")
        venues = dict.fromkeys(filter(None, (page.line("venue"), page.line("location"))))
        when = f"{term['season'].capitalize()} {term['year']}" if term else page.date[:4]
        courses.append(StatedTeaching(title, role[0] if role else "", ", ".join(venues), when, page.path))
    return courses


def read_projects(site: SiteReading) -> list[SiteProject]:
    """Return the portfolio."""
    projects = []
    for page in (page for page in pages_in(site, *PROJECTS) if page.line("title")):
        excerpt = page.line("excerpt")
        shown = _files_in(site.source, page, plain_markdown(excerpt).text)
        summary = re.sub(r"!\[[^\]]*\]", "", plain_words(excerpt)).strip()
        is_repeated = len(summary) > MAX_SUMMARY_LENGTH and summary[:80] in plain_words(page.body)
        summary, text = summary_and_text("" if is_repeated else summary, page.body)
        picture = shown[0] if shown else picture_of(site.source, page)
        start = page.fields.date("date")
        projects.append(SiteProject(page.line("title"), summary, text, picture, start=start, path=page.path))
    return projects


def picture_of(source: SiteSource, page: SourcePage) -> str:
    """Return the picture that a page's fields name."""
    header = page.fields.mapping("header")
    named = [page.fields.get(name) for name in ("teaser", "image", "thumbnail", "img", "picture")]
    named += [header.get(name) for name in ("teaser", "image")]
    roots = ("", "images", "assets", "assets/images")
    paths = (source.resolve(line_of(each), page.path, roots) for each in named if each)
    return next(filter(None, paths), "")


def read_news(site: SiteReading) -> list[SiteNews]:
    """Return the posts."""
    return [
        SiteNews(page.date, page.body, plain_words(page.line("title")), path=page.path)
        for page in pages_in(site, "_posts")
    ]


def read_pages(site: SiteReading) -> list[SitePage]:
    """Return the pages that say something of their own, such as one on how to reach the owner."""
    pages, paths = [], site.source.files("_pages", *ENDINGS)
    site.settle(filter(NOT_NEEDED[OWN_PAGES].fullmatch, paths), OWN_PAGES)
    for page in own_pages(site, (path for path in paths if not NOT_NEEDED[OWN_PAGES].fullmatch(path))):
        plain = plain_markdown(page.body)
        if DEMO["text"].search(page.body):
            site.left_out(page.path, DEMO_CONTENT)
        elif len(plain.text.split()) < (MIN_WORDS_OF_LIST if plain.lost else MIN_WORDS):
            site.not_needed(page.path, "a page made from others")
        else:
            slug = page.line("permalink").strip("/").rpartition("/")[2].removesuffix(".html")
            pages.append(SitePage(page.line("title") or slug, page.body, slug, path=page.path))
    return pages


DEMO, NOT_NEEDED = shapes("samples_of_academicpages"), shapes("not_needed_of_academicpages")


def is_demo_title(title: object) -> bool:
    return bool(DEMO["title"].fullmatch(str(title or "").strip()))


def is_demo_value(value: object) -> bool:
    """Return whether a setting of the site's owner is still the template's."""
    return bool(DEMO["owner"].fullmatch(str(value or "").strip()))
