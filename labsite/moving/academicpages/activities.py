"""Talks, teaching, portfolio, posts and pages of a site."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from labsite.modelling.periods import PartialDate
from labsite.moving.citations import plain_words
from labsite.moving.dates import partial_date
from labsite.moving.fates import Fates
from labsite.moving.plain_values import line_of
from labsite.moving.site import SiteNews, SiteOccasion, SitePage, SiteProject, SiteTalk, SiteTeaching
from labsite.moving.source import Source
from labsite.moving.texts import plain_markdown, references

from . import demo

ENDINGS = (".md", ".markdown", ".html")
# Collections that people add to the template, with what they are here.
PROJECTS = ("_portfolio", "_projects", "_research", "_software", "_expressions")
TERM = re.compile(
    r"\b(?P<season>spring|summer|autumn|fall|winter)\s+(?:semester\s+|term\s+)?(?P<year>(?:19|20)\d\d)\b", re.I
)
ROLE = re.compile(r"teaching assistant|assistant|instructor|lecturer|guest lecture|tutor|grader|\bTA\b", re.I)
# Pages that the template makes of others, or that are about itself.
OWN_PAGES = re.compile(
    r"_pages/(?:404|about|index|home|archive-layout-with-content|category-archive|collection-archive|cv-json|markdown"
    r"|non-menu-page|page-archive|_?portfolio|_?publications|sitemap|tag-archive|talkmap|_?talks|_?teaching|terms|year-archive"
    r"|guide|splash-page|author-archive)\.\w+"
)
MAX_SUMMARY_LENGTH = 300
MIN_WORDS = 8  # of a page that says anything
MIN_WORDS_OF_LIST = 40  # of one that also lists other files


def read_pages_of(source: Source, fates: Fates, paths: Iterable[str]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield what files say: path, fields and text; demo content and drafts are left out."""
    for path in paths:
        fields: dict[str, Any] = {}
        with fates.reading(path):
            fields, body = source.front_matter(path)
        if not fields:
            continue
        if demo.is_demo_title(fields.get("title")):
            fates.left_out(path, demo.WORDS)
        elif fields.get("published") is False or fields.get("draft") is True:
            fates.left_out(path, "a draft")
        else:
            yield path, fields, body


def _read(source: Source, fates: Fates, folder: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    return read_pages_of(source, fates, source.files(folder, *ENDINGS))


def date_of(path: str, fields: dict[str, Any]) -> PartialDate:
    """Return the date of a file, from its fields or else from its name."""
    return partial_date(fields.get("date")) or partial_date(path.rpartition("/")[2][:10])


def read_talks(source: Source, fates: Fates) -> list[SiteTalk]:
    """Return the talks; one that was given several times is one."""
    talks: dict[str, SiteTalk] = {}
    for path, fields, body in _read(source, fates, "_talks"):
        title, host = line_of(fields.get("title")), line_of(fields.get("venue"))
        occasion = SiteOccasion(host, line_of(fields.get("location")), date_of(path, fields))
        talk = talks.setdefault(title.casefold(), SiteTalk(title, path=path))
        if talk.path != path:
            fates.brought(path, "an occasion of a talk")
        talk.occasions.append(occasion)
        _note_rest(source, fates, path, body, talk)
    return list(talks.values())


def _note_rest(source: Source, fates: Fates, path: str, body: str, talk: SiteTalk) -> None:
    """Say of what a talk's page shows that talks have no place for it."""
    text = plain_markdown(body).text
    talk.files += [file for each in references(text) if (file := source.resolve(each.address, path))]
    if talk.path == path:
        talk.text = text
    elif text:
        fates.left_out(path, "its text: talks have none here")


def read_teaching(source: Source, fates: Fates) -> list[SiteTeaching]:
    return [
        _course(path, fields, body, fates)
        for path, fields, body in _read(source, fates, "_teaching")
        if line_of(fields.get("title"))
    ]


def _course(path: str, fields: dict[str, Any], body: str, fates: Fates) -> SiteTeaching:
    title, kind = line_of(fields["title"]), line_of(fields.get("type"))
    term, role = TERM.search(f"{title} {line_of(fields.get('term'))}"), ROLE.search(f"{kind} {title}")
    date = date_of(path, fields)
    if kind and not role:
        fates.left_out(path, f"what kind of teaching it is: {kind}")
    if plain_markdown(body).text:
        fates.left_out(path, "its text: courses have none here")
    place = [line_of(fields.get(name)) for name in ("venue", "location")]
    return SiteTeaching(
        title,
        role[0] if role else "",
        ", ".join(dict.fromkeys(filter(None, place))),
        f"{term['season'].capitalize()} {term['year']}" if term else date[:4],
        path,
    )


def read_projects(source: Source, fates: Fates) -> list[SiteProject]:
    return [
        _project(source, path, fields, body)
        for folder in PROJECTS
        for path, fields, body in _read(source, fates, folder)
        if line_of(fields.get("title"))
    ]


def _project(source: Source, path: str, fields: dict[str, Any], body: str) -> SiteProject:
    excerpt = line_of(fields.get("excerpt"))
    shown = [file for each in references(plain_markdown(excerpt).text) if (file := source.resolve(each.address, path))]
    summary = re.sub(r"!\[[^\]]*\]", "", plain_words(excerpt)).strip()
    is_long = len(summary) > MAX_SUMMARY_LENGTH
    return SiteProject(
        line_of(fields["title"]),
        "" if is_long else summary,
        f"{summary}\n\n{body}" if is_long and summary[:80] not in plain_words(body) else body,
        shown[0] if shown else picture_of(source, path, fields),
        start=partial_date(fields.get("date")),
        path=path,
    )


def picture_of(source: Source, path: str, fields: dict[str, Any]) -> str:
    """Return the picture that a file's fields name."""
    header = fields.get("header")
    named = [fields.get(name) for name in ("teaser", "image", "thumbnail", "img", "picture")]
    named += [header.get(name) for name in ("teaser", "image")] if isinstance(header, dict) else []
    found = (source.resolve(line_of(each), path, ("", "images", "assets", "assets/images")) for each in named if each)
    return next(filter(None, found), "")


def read_news(source: Source, fates: Fates) -> list[SiteNews]:
    return [
        SiteNews(date_of(path, fields), body, plain_words(line_of(fields.get("title"))), path=path)
        for path, fields, body in _read(source, fates, "_posts")
    ]


def read_pages(source: Source, fates: Fates) -> list[SitePage]:
    """Return the pages that say something of their own, such as one on how to reach the owner."""
    pages = []
    for path in source.files("_pages", ".md", ".markdown", ".html"):
        if OWN_PAGES.fullmatch(path):
            if not fates.is_settled(path):
                fates.not_needed(path, "a page that the site has of itself")
            continue
        for _, fields, body in read_pages_of(source, fates, [path]):
            pages += _page(path, fields, body, fates)
    return pages


def _page(path: str, fields: dict[str, Any], body: str, fates: Fates) -> list[SitePage]:
    plain = plain_markdown(body)
    text = plain.text
    if demo.is_demo_text(body):
        fates.left_out(path, demo.WORDS)
    elif len(text.split()) < (MIN_WORDS_OF_LIST if plain.lost else MIN_WORDS):
        fates.not_needed(path, "a page that is made of others")
    else:
        slug = line_of(fields.get("permalink")).strip("/").rpartition("/")[2].removesuffix(".html")
        return [SitePage(line_of(fields.get("title")) or slug, body, slug, path=path)]
    return []
