"""Talks, teaching, portfolio, posts and pages of a site."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from labsite.modelling.periods import PartialDate
from labsite.moving.citations import plain_words
from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import MAX_SUMMARY_LENGTH, line_of, partial_date, summary_and_text
from labsite.moving.site import SiteNews, SiteOccasion, SitePage, SiteProject, SiteTalk, SiteTeaching
from labsite.moving.source import SiteSource
from labsite.moving.texts import plain_markdown, references

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
MIN_WORDS = 8  # of a page that says anything
MIN_WORDS_OF_LIST = 40  # of one that also lists other files


def read_pages_of(
    source: SiteSource, outcomes: FileOutcomes, paths: Iterable[str]
) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield what files say: path, fields and text; demo content and drafts are left out."""
    for path in paths:
        fields: dict[str, Any] = {}
        with outcomes.reading(path):
            fields, body = source.front_matter(path)
        if not fields:
            continue
        if is_demo_title(fields.get("title")):
            outcomes.left_out(path, DEMO_CONTENT)
        elif fields.get("published") is False or fields.get("draft") is True:
            outcomes.left_out(path, "a draft")
        else:
            yield path, fields, body


def _read(source: SiteSource, outcomes: FileOutcomes, folder: str) -> Iterator[tuple[str, dict[str, Any], str]]:
    return read_pages_of(source, outcomes, source.files(folder, *ENDINGS))


def date_of(path: str, fields: dict[str, Any]) -> PartialDate:
    """Return the date of a file, from its fields or else from its name."""
    return partial_date(fields.get("date")) or partial_date(path.rpartition("/")[2][:10])


def read_talks(source: SiteSource, outcomes: FileOutcomes) -> list[SiteTalk]:
    """Return the talks; one that was given several times is one."""
    talks: dict[str, SiteTalk] = {}
    for path, fields, body in _read(source, outcomes, "_talks"):
        title, host = line_of(fields.get("title")), line_of(fields.get("venue"))
        occasion = SiteOccasion(host, line_of(fields.get("location")), date_of(path, fields))
        talk = talks.setdefault(title.casefold(), SiteTalk(title, path=path))
        if talk.path != path:
            outcomes.brought(path, "an occasion of a talk")
        talk.occasions.append(occasion)
        _note_rest(source, outcomes, path, body, talk)
    return list(talks.values())


def _note_rest(source: SiteSource, outcomes: FileOutcomes, path: str, body: str, talk: SiteTalk) -> None:
    """Take the text and files of a talk's page, which are reported when the talk is written."""
    text = plain_markdown(body).text
    talk.files += [file for each in references(text) if (file := source.resolve(each.address, path))]
    if talk.path == path:
        talk.text = text
    elif text:
        outcomes.left_out(path, "its text: talks have none here")


def read_teaching(source: SiteSource, outcomes: FileOutcomes) -> list[SiteTeaching]:
    return [
        _course(path, fields, body, outcomes)
        for path, fields, body in _read(source, outcomes, "_teaching")
        if line_of(fields.get("title"))
    ]


def _course(path: str, fields: dict[str, Any], body: str, outcomes: FileOutcomes) -> SiteTeaching:
    title, kind = line_of(fields["title"]), line_of(fields.get("type"))
    term, role = TERM.search(f"{title} {line_of(fields.get('term'))}"), ROLE.search(f"{kind} {title}")
    date = date_of(path, fields)
    if kind and not role:
        outcomes.left_out(path, f"what kind of teaching it is: {kind}")
    if plain_markdown(body).text:
        outcomes.left_out(path, "its text: courses have none here")
    place = [line_of(fields.get(name)) for name in ("venue", "location")]
    return SiteTeaching(
        title,
        role[0] if role else "",
        ", ".join(dict.fromkeys(filter(None, place))),
        f"{term['season'].capitalize()} {term['year']}" if term else date[:4],
        path,
    )


def read_projects(source: SiteSource, outcomes: FileOutcomes) -> list[SiteProject]:
    return [
        _project(source, path, fields, body)
        for folder in PROJECTS
        for path, fields, body in _read(source, outcomes, folder)
        if line_of(fields.get("title"))
    ]


def _project(source: SiteSource, path: str, fields: dict[str, Any], body: str) -> SiteProject:
    excerpt = line_of(fields.get("excerpt"))
    shown = [file for each in references(plain_markdown(excerpt).text) if (file := source.resolve(each.address, path))]
    summary = re.sub(r"!\[[^\]]*\]", "", plain_words(excerpt)).strip()
    is_repeated = len(summary) > MAX_SUMMARY_LENGTH and summary[:80] in plain_words(body)
    summary, text = summary_and_text("" if is_repeated else summary, body)
    return SiteProject(
        line_of(fields["title"]),
        summary,
        text,
        shown[0] if shown else picture_of(source, path, fields),
        start=partial_date(fields.get("date")),
        path=path,
    )


def picture_of(source: SiteSource, path: str, fields: dict[str, Any]) -> str:
    """Return the picture that a file's fields name."""
    header = fields.get("header")
    named = [fields.get(name) for name in ("teaser", "image", "thumbnail", "img", "picture")]
    named += [header.get(name) for name in ("teaser", "image")] if isinstance(header, dict) else []
    found = (source.resolve(line_of(each), path, ("", "images", "assets", "assets/images")) for each in named if each)
    return next(filter(None, found), "")


def read_news(source: SiteSource, outcomes: FileOutcomes) -> list[SiteNews]:
    return [
        SiteNews(date_of(path, fields), body, plain_words(line_of(fields.get("title"))), path=path)
        for path, fields, body in _read(source, outcomes, "_posts")
    ]


def read_pages(source: SiteSource, outcomes: FileOutcomes) -> list[SitePage]:
    """Return the pages that say something of their own, such as one on how to reach the owner."""
    pages = []
    for path in source.files("_pages", ".md", ".markdown", ".html"):
        if OWN_PAGES.fullmatch(path):
            if not outcomes.is_settled(path):
                outcomes.not_needed(path, "a page that the site has of itself")
            continue
        for _, fields, body in read_pages_of(source, outcomes, [path]):
            pages += _page(path, fields, body, outcomes)
    return pages


def _page(path: str, fields: dict[str, Any], body: str, outcomes: FileOutcomes) -> list[SitePage]:
    plain = plain_markdown(body)
    text = plain.text
    if is_demo_text(body):
        outcomes.left_out(path, DEMO_CONTENT)
    elif len(text.split()) < (MIN_WORDS_OF_LIST if plain.lost else MIN_WORDS):
        outcomes.not_needed(path, "a page that is made of others")
    else:
        slug = line_of(fields.get("permalink")).strip("/").rpartition("/")[2].removesuffix(".html")
        return [SitePage(line_of(fields.get("title")) or slug, body, slug, path=path)]
    return []


DEMO_TITLE = re.compile(
    r"paper title number \d.*|(?:talk|tutorial|conference proceeding talk) \d+ on relevant topic in your field"
    r"|teaching experience \d+|portfolio item number \d+|(?:future )?blog post(?: number \d+)?|post: .*",
    re.IGNORECASE,
)
DEMO_OWNER = re.compile(
    r"your (?:sidebar )?name|short biography for the left-hand sidebar|red brick university|earth|none@example\.org"
    r"|first name last name|.*(?:profile-link|yourorcidurl|yourname|arxiv\.org/a/lastname|impactstory\.org/profile).*"
    r"|https?://(?:orcid\.org/0000-0000-0000-0000|scholar\.google\.com/citations\?user=ps_cx0aaaaaj"
    r"|scholar\.google\.com/citations\?user=zchqivwaaaaj|www\.academia\.edu/|scholar\.google\.com/?)",
    re.IGNORECASE,
)
DEMO_TEXT = re.compile(
    r"front page of a website that is powered by the|Version Control Theory, GitHub University"
    r"|This is a description of (?:your|a) (?:talk|tutorial|teaching)|short description of portfolio item",
    re.IGNORECASE,
)
DEMO_FILE = re.compile(
    r"files/(?:paper|slides|bibtex)\d\.(?:pdf|bib)|_drafts/post-draft\.md"
    r"|_data/comments/(?:layout-comments|markup-syntax-highlighting|welcome-to-jekyll)/.*"
    r"|images/(?:(?:foo-bar-identity|image-alignment|bio-photo|3953273590_|500x300|editing-talk|paragraph-)[\w.-]*"
    r"|(?:homepage|themes/|archive-)\S*)"
)


def is_demo_title(title: Any) -> bool:
    return bool(DEMO_TITLE.fullmatch(str(title or "").strip()))


def is_demo_value(value: Any) -> bool:
    """Return whether a setting of the site's owner is still the template's."""
    return bool(DEMO_OWNER.fullmatch(str(value or "").strip()))


def is_demo_text(text: str) -> bool:
    return bool(DEMO_TEXT.search(text))


def is_demo_file(path: str) -> bool:
    return bool(DEMO_FILE.fullmatch(path))
