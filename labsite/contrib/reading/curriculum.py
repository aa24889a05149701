"""A curriculum vitae as a file has it: JSON Resume, RenderCV's YAML, or the form that al-folio gives ``_data/cv.yml``.

https://jsonresume.org/schema, https://docs.rendercv.com and
https://github.com/alshedivat/al-folio/blob/main/CUSTOMIZE.md. What isn't understood is said, and nothing is dropped.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from labsite.contrib.reading.career import (
    StatedAward,
    StatedCareer,
    StatedDegree,
    StatedOccasion,
    StatedPosition,
    StatedService,
    StatedTalk,
    StatedTeaching,
)
from labsite.contrib.reading.front_matter import (
    PageFields,
    degree_and_field,
    line_of,
    lines_of_html,
    mapping_in,
    plain as without_markup,
    year_in,
)
from labsite.contrib.reading.typed_papers import typed_entries
from labsite.contrib.reading.usual_signs import NOW, without_period
from labsite.contrib.reading.words import first_in, shapes
from labsite.modelling.periods import partial_date
from labsite.texts.plain_text import without_escapes
from publications.citations.dates import YEAR_FORM, years_in_words
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in
from publications.citations.names import in_order
from publications.citations.record import STATUS_NOTES, Record

JOINER = "\N{WORD JOINER}"  # keeps two signs from being a command of RenderCV, and isn't seen
# A year in brackets or behind a comma or a dash, at the end of a title.
DATED = re.compile(rf"(?P<title>.+?)\s*(?:[,–—]\s*|\()(?P<years>{YEAR_FORM}(?:\s*[-–—]\s*{YEAR_FORM})?)\)?")
NEW_YEAR = re.compile(r"\d{4}-01-01")
LABELLED = re.compile(r"(?P<what>GPA|Hono(?:u)?rs):\s*(?P<value>.+)", re.IGNORECASE)
ADVISORS = re.compile(r"(?:Advis[eo]r|Supervisor)s?:\s*(?P<names>.+)", re.IGNORECASE)
SECTIONS = shapes("sections")
# Which entries may be lines without fields.
OF_LINES = ("awards", "talks", "languages", "interests", "skills", "biography", "research_statement")
# What our own files have among the projects, as JSON Resume has no section for it.
PROJECTS = {"talk": "talks", "teaching": "teaching"}
HEADER = ("basics", "meta", "$schema", "social_networks", "custom_connections", "design", "locale", "settings")


@dataclass
class Curriculum(StatedCareer):
    """What a file says of a person. ``left`` are pairs of a heading and words for which there is no place.

    ``headings`` are those of its sections, each with what kind of facts it holds; empty if nobody here knows.
    ``advisors`` are pairs of a position or degree and the names of who advised in it.
    """

    headings: list[tuple[str, str]] = field(default_factory=list)
    left: list[tuple[str, str]] = field(default_factory=list)

    name: str = ""
    research_statement: str = ""

    services: list[StatedService] = field(default_factory=list)
    papers: list[Entry] = field(default_factory=list)
    advisors: list[tuple[StatedPosition | StatedDegree, list[str]]] = field(default_factory=list)


def section_kind(heading: str) -> str:
    """Return what kind of facts stand under a heading; nothing where nobody here knows."""
    return first_in(SECTIONS, heading)


def add_sections(curriculum: Curriculum, held: Any) -> None:
    """Add what stands under headings to a curriculum."""
    for title, entries in _sections(held):
        heading = title.replace("_", " ")
        kind = section_kind(heading)
        if kind == "papers" and (typed := [each for each in entries if isinstance(each, str)]):
            read_entries = typed_entries("\n".join(typed))
            curriculum.papers += [each for each in read_entries if each.record]
            curriculum.left += [(heading, each.problem) for each in read_entries if not each.record]
            entries = [] if read_entries else entries
        curriculum.headings.append((title, kind))
        for entry in entries:
            is_line = isinstance(entry, str)
            fields = PageFields(bullet=entry) if is_line else mapping_in(entry)
            name = PROJECTS.get(fields.line("type"), "") if kind == "projects" else kind
            read = READERS.get(name) if name in OF_LINES or not is_line else None
            if not (read and read(curriculum, fields)) and (words := clean(entry) if is_line else words_of(fields)):
                curriculum.left.append((heading, words))


def _sections(held: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield the headings with their entries, whichever form the file has."""
    if isinstance(held, list):
        for section in map(mapping_in, held):
            contents = section.get("contents")
            yield section.line("title"), contents if isinstance(contents, list) else []
        return
    inner = mapping_in(mapping_in(held).get("cv")) or mapping_in(held)
    sections = inner.mapping("sections") or inner
    for title, entries in sections.items():
        if isinstance(entries, list) and title not in HEADER:
            yield title, entries


def words_of(entry: PageFields) -> str:
    """Return an entry in words, for whoever is told what became of it."""
    texts = (each for value in entry.values() for each in (value if isinstance(value, list) else [value]))
    return ", ".join(filter(None, map(clean, map(line_of, texts))))


def clean(text: str) -> str:
    """Return a text of a file in one line and without markup."""
    return without_escapes(without_markup(text)).replace(JOINER, "")


def _markdown(text: str) -> str:
    """Return a line of Markdown without the HTML that many files have in it."""
    return " ".join(lines_of_html(text)).replace(JOINER, "")


def _said(held: PageFields, *names: str) -> str:
    return next(filter(None, (clean(held.line(name)) for name in names)), "")


def _title(held: PageFields) -> str:
    names = ("title", "position", "name", "degree", "studyType", "course", "bullet", "label")
    return _said(held, *names, "reversed_number", "number")


def _organisation(held: PageFields) -> str:
    """Return where somebody was; without the department that our own files put before it."""
    name = _said(held, "institution", "company", "organization", "employer", "department")
    name = name or (_said(held, "name") if "position" in held else "")
    unit = _said(held, "unit")
    return name.removeprefix(f"{unit}, ") if unit else name


def _degree(curriculum: Curriculum, held: PageFields) -> bool:
    if not (organisation := _organisation(held)):
        return False
    start, end, ongoing = span_of(held)
    degree, area = _said(held, "degree_in_full", "studyType", "degree"), _said(held, "area")
    area = _said(held, "field") if "degree_in_full" in held else area
    if area in ("", degree):
        degree, area = degree_and_field(degree or _title(held))
    step = StatedDegree(organisation, degree, area, _said(held, "location"), start, end, ongoing, _said(held, "unit"))
    step.honours, step.gpa = _said(held, "honours"), _said(held, "score", "gpa")
    points, advisors = _points_and_advisors(held, "highlights", "description", "courses", "summary")
    curriculum.advisors += [(step, advisors)] if advisors else []
    for point in points:
        labelled = LABELLED.fullmatch(point)
        name = "" if not labelled else "gpa" if labelled["what"].lower() == "gpa" else "honours"
        if labelled and not getattr(step, name):
            setattr(step, name, clean(labelled["value"]))
        else:
            curriculum.left.append((organisation, clean(point)))
    curriculum.education.append(step)
    return True


def _position(curriculum: Curriculum, held: PageFields) -> bool:
    if not (organisation := _organisation(held)):
        return False
    start, end, ongoing = span_of(held)
    title = _said(held, "position") if "position" in held else _title(held)
    points, advisors = _points_and_advisors(held, "description", "highlights")
    summary = "\n\n".join(filter(None, map(_markdown, held.text("summary").splitlines())))
    listed = "\n".join(f"- {point}" for point in points)
    text = "\n\n".join(filter(None, [summary, listed]))
    city, unit = _said(held, "location"), _said(held, "unit")
    curriculum.positions.append(StatedPosition(title, organisation, city, start, end, ongoing, text, unit))
    curriculum.advisors += [(curriculum.positions[-1], advisors)] if advisors else []
    return True


def _points(held: PageFields, *names: str) -> list[str]:
    """Return the points of lists, where one may head a list of its own, as Markdown."""
    points: list[str] = []
    for value in map(held.get, names):
        for each in value if isinstance(value, list) else [value]:
            inner = [_markdown(line) for line in mapping_in(each).lines("contents")]
            text = _markdown(line_of(mapping_in(each).get("title") or each))
            points += [f"{text}: {'; '.join(inner)}" if inner else text]
    return list(filter(None, points))


def _points_and_advisors(held: PageFields, *names: str) -> tuple[list[str], list[str]]:
    """Return the points of lists, and the names in those of them that name advisors."""
    labelled = {point: match["names"] for point in _points(held, *names) if (match := ADVISORS.fullmatch(point))}
    parts = (re.split(r"\s*[,;&]\s*|\s+and\s+", clean(each)) for each in labelled.values())
    advisors = [*map(clean, _points(held, "advisors")), *(name for listed in parts for name in listed)]
    return [point for point in _points(held, *names) if point not in labelled], list(filter(None, advisors))


def span_of(held: PageFields) -> tuple[str, str, bool]:
    """Return start, end and whether it is ongoing; a single date is the end, as of a degree, "2018 – ?" a start.

    From one 1 January until another are years, of which a program made days.
    """
    text = held.line("year", "date", "time")
    dates = {"date": text} if partial_date(text) else without_period(text)[1]
    first = held.line("start_date", "startDate") or dates.get("start_date", "")
    last = held.line("end_date", "endDate") or dates.get("end_date") or dates.get("date", "")
    if NEW_YEAR.fullmatch(first) and NEW_YEAR.fullmatch(last):
        first, last = first[:4], last[:4]
    ongoing = bool(re.search(NOW, last, re.IGNORECASE)) or bool(first and not last)
    return partial_date(first), "" if ongoing else partial_date(last), ongoing


def _awards(curriculum: Curriculum, held: PageFields) -> bool:
    """Add the awards of an entry: one, or all those of a year; none of papers, with which these come."""
    if held.get("publications"):
        return False
    dates = ("year", "date", "startdate", "startDate", "start_date", "endDate", "end_date")
    years = years_in_words(" ".join(map(held.line, dates)))
    titles = list(filter(None, map(clean, held.lines("items")))) or list(filter(None, [_title(held)]))
    organisation = _said(held, "awarder", "institution", "location")
    note = "; ".join(map(clean, _points(held, "description") or _points(held, "summary")))
    for title in titles:  # years at its end are its date, unless another is given
        dated, own = DATED.fullmatch(title), years
        if dated and (not years or set(years) == set(years_in_words(dated["years"]))):
            title, own = dated["title"], years_in_words(dated["years"])
        own = sorted(own or years_in_words(title)[:1])
        until = own[-1] if own and own[-1] > own[0] else None
        curriculum.awards.append(StatedAward(title, organisation, next(iter(own), None), until, note))
    return bool(titles)


def _course(curriculum: Curriculum, held: PageFields) -> bool:
    if not (title := _title(held)):
        return False
    role = _said(held, "role") or next(iter(map(clean, held.lines("roles"))), "")
    organisation, term = _said(held, "entity", "institution", "location"), held.line("year", "date", "term")
    curriculum.teaching.append(StatedTeaching(title, role=role, place=organisation, term=term))
    return True


def _talk(curriculum: Curriculum, held: PageFields) -> bool:
    """Add a talk; one that is but a line may say where and when behind its title: "On Naps — Syscon (2024)"."""
    if not (title := _title(held)):
        return False
    host, city = _said(held, "host", "entity", "event"), _said(held, "location")
    date = partial_date(held.line("date", "startDate", "start_date", "year"))
    dated = DATED.fullmatch(title)
    named, dash, where = re.sub(r"\s+[–—]\s+", " — ", dated["title"] if dated else title).rpartition(" — ")
    if dash and not (host or city or date):
        title, host, date = named, where, partial_date(dated["years"]) if dated else date
    talk = next((each for each in curriculum.talks if each.title == title), None)
    if not talk:
        talk = StatedTalk(title)
        curriculum.talks.append(talk)
    if host or city:
        talk.occasions.append(StatedOccasion(host or city, city if host else "", date))
    return True


def _service(curriculum: Curriculum, held: PageFields) -> bool:
    role, venue = _said(held, "position"), _said(held, "organization")
    if not (role and venue):
        return False
    years = [year_in(held.line(name)) or 0 for name in ("startDate", "endDate")]
    span = years[0] or years[1], years[1] or years[0]
    curriculum.services.append(StatedService(role, venue, span, _said(held, "summary")))
    return True


def _paper(curriculum: Curriculum, held: PageFields) -> bool:
    """Add a paper; who the file is of is an author, also where nobody else is named."""
    if not (title := clean(held.line("title", "name"))):
        return False
    venue = clean(held.line("journal", "publisher", "venue"))
    status = next((status for status, words in STATUS_NOTES.items() if words.casefold() in venue.casefold()), "")
    note = STATUS_NOTES.get(status, "")
    url, date = held.line("url", "website"), partial_date(held.line("releaseDate", "date", "year"))
    named = list(filter(None, map(clean, held.lines("authors"))))
    year, _, month = date.partition("-")
    record = Record(
        key="",
        title=title,
        status=status or "published",
        authors=tuple(map(in_order, named or filter(None, [curriculum.name]))),
        year=int(year) if year else None,
        month=int(month[:2]) if month else None,
        venue=venue.replace(note, "").strip(" ,") if note else venue,
        doi=doi_in(held.line("doi")) or doi_in(url),
        arxiv_id=arxiv_in(url) or arxiv_in(venue),
        url=url if url.startswith(("http://", "https://")) else "",
        note=note,
    )
    curriculum.papers.append(Entry(place=title, record=record, names_all_authors=bool(named)))
    return True


def _words(curriculum: Curriculum, held: PageFields, name: str) -> bool:
    """Add an entry of interests or skills: what a heading holds is papers or details."""
    items = [clean(each) for key in ("items", "keywords", "details") for each in held.lines(key)]
    title = _title(held)
    detail = f": {', '.join(items)}" if items and name == "skills" else ""
    words = [f"{title}{detail}"] if title else items
    getattr(curriculum, name).extend(filter(None, words))
    return any(words)


def _language(curriculum: Curriculum, held: PageFields) -> bool:
    """Add a language to the skills, among which the site has them."""
    parts = (held.line("language", "name", "label", "bullet"), held.line("fluency", "details"))
    words = " – ".join(filter(None, map(clean, parts)))
    curriculum.skills += [words] if words else []
    return bool(words)


def _text(curriculum: Curriculum, held: PageFields, name: str) -> bool:
    paragraph = _markdown(held.line("bullet", "summary", "description"))
    setattr(curriculum, name, "\n\n".join(filter(None, [getattr(curriculum, name), paragraph])))
    return bool(paragraph)


READERS: dict[str, Callable[[Curriculum, PageFields], bool]] = {
    "education": _degree,
    "positions": _position,
    "awards": _awards,
    "teaching": _course,
    "talks": _talk,
    "services": _service,
    "papers": _paper,
    "languages": _language,
    "interests": lambda curriculum, held: _words(curriculum, held, "interests"),
    "skills": lambda curriculum, held: _words(curriculum, held, "skills"),
    "biography": lambda curriculum, held: _text(curriculum, held, "biography"),
    "research_statement": lambda curriculum, held: _text(curriculum, held, "research_statement"),
}
