"""The one page, with the files that it includes in their places, in sections by its headings.

The owner is read from the settings and the sections on education, positions, awards and talks; and the news.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import unescape
from itertools import count

from labsite.contrib.moving.academicpages import owner_of, settings_of
from labsite.contrib.moving.no_people import mentions
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading, SourcePage
from labsite.contrib.moving.site import SiteNews, SitePerson
from labsite.contrib.moving.texts.html import without_html
from labsite.contrib.moving.words import shapes
from labsite.contrib.reading.career import StatedAward, StatedDegree, StatedOccasion, StatedPosition, StatedTalk
from labsite.contrib.reading.front_matter import degree_and_field
from labsite.contrib.reading.words import first_in
from labsite.modelling.periods import partial_date

ABOUT = "_pages/about.md"
MAX_DEPTH = 5  # files that include files
INCLUDE = re.compile(r"\{%-?\s*include(?P<relative>_relative)?\s+(?P<path>[\w./-]+)[^%]*-?%\}")
REMARK = r"(?:<!--.*?-->|\{%-?\s*comment\s*-?%\}.*?\{%-?\s*endcomment\s*-?%\})"
COMMENT = re.compile(rf"^[ \t]*{REMARK}[ \t]*\n|{REMARK}", re.DOTALL | re.MULTILINE)
SCRIPT = re.compile(r"<(script|style|iframe)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE)
FILE = re.compile(r"\x00FILE (.*?)\x00")
UNDERLINED = re.compile(r"^([^\n#>|].*)\n(=+|-{3,})[ \t]*$", re.MULTILINE)
HEADING = re.compile(
    r"^[ \t]*(?:(?P<marks>#{1,6})[ \t]+(?P<words>.*)|<h(?P<level>[1-6])[^>]*>(?P<html>.*?)</h\d>)", re.MULTILINE
)
KINDS, WORDING = shapes("homepage_sections"), shapes("homepage_words")


@dataclass(frozen=True)
class PageSection:
    """A heading with the text below it; ``kind`` is its subject, ``path`` the file it is in."""

    kind: str
    heading: str
    body: str
    path: str


def sections_of(site: SiteReading) -> list[PageSection]:
    """Return the sections of the page; those below a heading are of its kind, unless their own says another."""
    page = next(site.pages([ABOUT]), None)
    text = SCRIPT.sub("", COMMENT.sub("", _whole(site, page))) if page else ""
    text = UNDERLINED.sub(lambda match: f"{'#' if match[2][0] == '=' else '##'} {match[1]}", text)
    boxes = list(_boxes(text))
    # In a box, which has no end if it isn't closed, headings in HTML are titles of papers.
    match = [
        each
        for each in HEADING.finditer(text)
        if (each["level"] or "1") <= "2" or not any(start < each.start() < stop for start, stop in boxes)
    ]
    ends = [*(each.start() for each in match), len(text)]
    sections = [PageSection("about", "", FILE.sub("", text[: ends[0]]), ABOUT)]
    kinds: list[tuple[int, str]] = []
    for heading, end in zip(match, ends[1:], strict=True):
        words = re.sub(r"<[^>]*>", "", heading["words"] or heading["html"] or "")
        level = len(heading["marks"] or "") or int(heading["level"])
        kinds = [(above, kind) for above, kind in kinds if above < level]
        # What stands under unknown headings is about the person, while nothing else has come.
        unknown = "about" if all(section.kind == "about" for section in sections) else ""
        named = first_in(KINDS, words)
        kind = named or (kinds[-1][1] if kinds else unknown)
        kinds.append((level, kind))
        title = re.sub(r"^[^\w(]+|\s+$", "", words)  # the template's headings begin with a picture
        paths = FILE.findall(text, 0, heading.end())
        body = FILE.sub("", text[heading.end() : end])
        sections.append(PageSection(kind, title, body, paths[-1] if paths else ABOUT))
    return sections


def _whole(site: SiteReading, page: SourcePage, depth: int = 0) -> str:
    """Return the text of a page with the files that it includes in their places, each marked with its path."""

    def included(match: re.Match[str]) -> str:
        folder = posixpath.dirname(page.path) if match["relative"] else "_includes"
        path = posixpath.normpath(posixpath.join(folder, match["path"]))
        inner = site.page(path) if depth < MAX_DEPTH else None
        text = _whole(site, inner, depth + 1) if inner else ""
        return f"\x00FILE {path}\x00\n{text}\n\x00FILE {page.path}\x00\n" if inner else ""

    return INCLUDE.sub(included, COMMENT.sub("", page.body))


IMAGE = re.compile(r"<img\b[^>]*?\bsrc\s*=\s*(['\"]?)(?P<src>[^'\" >]*)\1[^>]*>", re.IGNORECASE)
BREAK = re.compile(r"<br\b[^>]*>|\\\\[ \t]*$|\\[ \t]*$", re.IGNORECASE | re.MULTILINE)
ITEM = re.compile(r"[ \t]*<li\b[^>]*>\s*", re.IGNORECASE)
TAG = re.compile(r"</?\w[^<>]*>")
MARK = re.compile(r" {0,3}(?:[-*+](?=[ \t])|[·•]|\d+\.(?=[ \t])|\[\d+\](?!\())[ \t]*(?=\S)")
LIQUID = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{:[^}]*\}", re.DOTALL)
# A badge is a span of a class, or code: written as code here.
BADGE = re.compile(r"<(?P<tag>(span|code)\b[^>]*)>(?P<words>[^<>]{2,60})</\2\s*>", re.IGNORECASE)
BADGES = re.compile(r"^code|badge|tag|venue|conf|journal|label", re.IGNORECASE)

RAISED = re.compile(r"<sup\b[^>]*>(.*?)</sup\s*>", re.IGNORECASE)

PICTURE = re.compile(r"!\[[^\]]*\]\([^)]*\)")
LINK = re.compile(
    r"\[(?P<words>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<url>[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+['\"][^)]*)?\)"
)


def markdown(text: str) -> str:
    """Return a text without HTML: links, bold and italic words, items and breaks as Markdown has them."""
    text = LIQUID.sub("", text)
    text = BADGE.sub(
        lambda match: f" `{match['words'].strip()}` " if BADGES.search(match["tag"]) else match["words"], text
    )
    text = RAISED.sub(lambda match: re.sub(r"([*_])", r"\\\1", match[1].replace(",", "")), text)
    text = BREAK.sub("\n\n", IMAGE.sub("", PICTURE.sub("", text)))
    return unescape(TAG.sub("", without_html(text, []))).replace("\xa0", " ")


def words(text: str) -> str:
    """Return Markdown as one line of words: links by their words, no stars of emphasis, but those of authors."""
    bare = LINK.sub(lambda match: match["words"], PICTURE.sub("", text))
    bare = re.sub(r"\*\*|__|(?<![\w\\])[*_](?=\S)|(?<=[^\s\\])[*_](?![\w*])|`", "", bare)
    return " ".join(re.sub(r"\\([*_\[\]|])", r"\1", bare).split())


def items(text: str) -> list[str]:
    """Return the items of the lists in a text, each with its lines: those behind an empty line must be indented."""
    entries: list[list[str]] = []
    is_open = False
    for line in ITEM.sub("\n- ", text).split("\n"):
        if mark := MARK.match(line):
            entries.append([line[mark.end() :]])
            is_open = True
            continue
        is_open = is_open and (bool(entries[-1][-1].strip()) or not line.strip() or line[0].isspace())
        if is_open:
            entries[-1].append(line)
    return ["\n".join(lines).strip() for lines in entries]


BOX = re.compile(r"<div\b[^>]*class\s*=\s*['\"]?[^'\">]*paper-box(?![\w-])[^>]*>", re.IGNORECASE)
DIV = re.compile(r"<(?P<close>/?)div\b[^>]*>", re.IGNORECASE)
ROW = re.compile(r"<tr\b.*?</tr\s*>", re.IGNORECASE | re.DOTALL)
BOX_BADGE = re.compile(
    r"<(div|span)\b[^>]*class\s*=\s*['\"]?[^'\">]*badge[^>]*>(?P<words>.*?)</\1\s*>", re.IGNORECASE | re.DOTALL
)
MARKDOWN_PICTURE = re.compile(r"!\[[^\]]*\]\(\s*([^)\s]+)")
DETAILS = re.compile(r"<(details|pre)\b.*?</\1\s*>|```.*?```", re.IGNORECASE | re.DOTALL)
ENTRY = re.compile(r"@\w+\s*\{.*\}", re.DOTALL)


@dataclass(frozen=True)
class PaperBlock:
    """A paper's description as Markdown, with what accompanies it: venue and year, a picture, BibTeX.

    ``is_prose`` says that it is a paragraph, which may be about anything.
    """

    text: str
    badge: str = ""
    picture: str = ""
    bibtex: str = ""
    is_prose: bool = False


def blocks_of(body: str) -> Iterator[PaperBlock]:
    """Yield the blocks of a section in their order."""
    end = 0
    for start, stop in _boxes(body):
        yield from _listed(body[end:start])
        yield _block(body[start:stop], is_box=True)
        end = stop
    yield from _listed(body[end:])


def _boxes(body: str) -> Iterator[tuple[int, int]]:
    """Yield where each box begins and ends: where as many divisions have been closed as opened, or another begins."""
    starts = [match.start() for match in BOX.finditer(body)]
    for index, start in enumerate(starts):
        stop = starts[index + 1] if index + 1 < len(starts) else len(body)
        depth = 0
        for tag in DIV.finditer(body, start, stop):
            depth += -1 if tag["close"] else 1
            if not depth:
                stop = tag.end()
                break
        yield start, stop


def _listed(text: str) -> Iterator[PaperBlock]:
    rows = ROW.findall(text)
    yield from map(_block, rows)
    rest = ROW.sub("", text)
    # What folds away, such as BibTeX, may have lines that look like items.
    folded = [match[0] for match in DETAILS.finditer(rest)]
    places = count()
    bare = DETAILS.sub(lambda match: f" \x01{next(places)}\x01 ", rest)
    listed = items(bare)
    paragraphs = [] if listed else re.split(r"\n\s*\n", bare)
    for part in listed or paragraphs:
        block = _block(re.sub(r"\x01(\d+)\x01", lambda match: folded[int(match[1])], part))
        yield block if listed else replace(block, is_prose=True)


def _block(source: str, is_box: bool = False) -> PaperBlock:
    badge = BOX_BADGE.search(source) if is_box else None
    picture = IMAGE.search(source) or MARKDOWN_PICTURE.search(source)
    match = next((entry for each in DETAILS.finditer(source) if (entry := ENTRY.search(unescape(each[0])))), None)
    bare = DETAILS.sub("", source.replace(badge[0], "") if badge else source)
    return PaperBlock(
        markdown(PICTURE.sub("", bare)),
        " ".join(TAG.sub(" ", badge["words"]).split()) if badge else "",
        (picture["src"] if "src" in picture.groupdict() else picture[1]) if picture else "",
        TAG.sub("", match[0]) if match else "",
    )


is_unwritten = partial(mentions, ("lorem ipsum",))
SPAN = re.compile(
    r"[\s*_`(\[]*(?P<start>\d{4}(?:[./-]\d{1,2})?)\s*(?:[-–—~至]+|to)\s*(?P<end>\d{4}(?:[./-]\d{1,2})?|now|present|current|至今)?"
    r"[^\S\n]*(?P<now>\(\s*(?:now|present|expected)[^)]*\))?[\s*_`)\],:：]*",
    re.IGNORECASE,
)


def read_owner(site: SiteReading, sections: list[PageSection]) -> SitePerson | None:
    """Return the person; None for the template itself."""
    person = owner_of(site, settings_of(site))
    if not person:
        return None
    about = [markdown(section.body) for section in sections if section.kind == "about"]
    texts = [re.sub(r"\n\s*\n+", "\n\n", text).strip() for text in about]
    if any(map(is_unwritten, texts)):
        site.left_out(sections[0].path, DEMO_CONTENT)
    person.biography = "\n\n".join(text for text in texts if text and not is_unwritten(text))
    for section in sections:
        _add_section(site, person, section)
    return person


def _add_section(site: SiteReading, person: SitePerson, section: PageSection) -> None:
    """Add the facts in a section's bullets to the person; report those that are left out or not understood."""
    bullets = [text for text in map(markdown, items(section.body)) if not is_unwritten(text)]
    if section.kind in ("education", "positions"):
        for start, end, ongoing, rest in _spans(site, section.path, bullets):
            # Either what somebody was or where that was comes first.
            pieces = [piece.strip(" .") for piece in rest.split(",") if piece.strip(" .")]
            what = next(filter(WORDING["degree" if section.kind == "education" else "post"].search, pieces), "")
            organisation = ", ".join(piece for piece in pieces if piece != what)
            if section.kind == "education":
                what, field = degree_and_field(what)
                person.education.append(StatedDegree(organisation, what, field, start=start, end=end, ongoing=ongoing))
            else:
                what, organisation = (what or "Position", organisation) if organisation else ("Position", what)
                person.positions.append(StatedPosition(what, organisation, start=start, end=end, ongoing=ongoing))
    elif section.kind in ("awards", "talks"):
        for date, rest in ((date, words(rest)) for date, rest in map(dated, bullets)):
            title, _, host = rest.partition(". ")
            if section.kind == "awards" and rest:
                person.awards.append(StatedAward(rest[:300].rstrip(" ."), year=int(date[:4]) if date else None))
            elif title:
                occasions = [StatedOccasion(host.strip(" ."), date=date)] if host.strip(" .") else []
                person.talks.append(StatedTalk(title.rstrip(" .|"), occasions, path=section.path))
    elif section.kind in ("services", "teaching", "") and words(markdown(section.body)):
        site.left_out(section.path, f"the section “{section.heading}” is prose: enter it by hand")


def _spans(site: SiteReading, path: str, bullets: Iterable[str]) -> Iterator[tuple[str, str, bool, str]]:
    """Yield start, end, whether it is ongoing, and the text of bullets such as "2019.06 - now, …"."""
    for text in bullets:
        match = SPAN.match(text)
        if not match:
            site.not_understood(path, f"unclear dates: {words(text)[:80]}")
            continue
        end = partial_date((match["end"] or "").replace(".", "-"))
        rest = words(text[match.end() :]).strip(" ,:")
        yield partial_date(match["start"].replace(".", "-")), end, not end or bool(match["now"]), rest


DATED = re.compile(
    r"[\s*_`\[(【]*(?P<date>\d{4}(?:[./-]\d{1,2}){0,2}|[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?\d{4}|\d{1,2}/\d{4})"
    r"[\s*_`\])】]*[:：,.]?[*_`\s]*(?:[-–—]\s+)?"
)
CHEERS = re.compile(r"^(?:&nbsp;|[\s\U0001F300-\U0001FAFF\u2600-\u27BF\uFE0F])+")


def read_news(site: SiteReading, sections: list[PageSection]) -> Iterator[SiteNews]:
    """Yield the news items; those without a date are reported."""
    for section in (section for section in sections if section.kind == "news"):
        for date, rest in map(dated, map(markdown, items(section.body))):
            if is_unwritten(rest):
                site.left_out(section.path, DEMO_CONTENT)
            elif not date:
                site.not_understood(section.path, f"news without a date: {rest[:80]}")
            else:
                yield SiteNews(date, text=rest, path=section.path)


def dated(text: str) -> tuple[str, str]:
    """Part a bullet into its date and what it says."""
    match = DATED.match(text)
    date_text = match["date"] if match else ""
    date = partial_date(date_text.replace(".", "-") if date_text[:1].isdigit() else date_text)
    rest = text[match.end() :] if match and date else text
    return date, CHEERS.sub("", " ".join(rest.split()))
