"""The owner's curriculum vitae: ``_data/cv.yml`` in the template's form or RenderCV's, or a résumé in JSON.

https://github.com/alshedivat/al-folio/blob/main/CUSTOMIZE.md, https://docs.rendercv.com and https://jsonresume.org/schema
"""

import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import (
    degree_and_field,
    line_of,
    lines_in,
    mapping_in,
    mappings_in,
    partial_date,
    year_in,
)
from labsite.moving.site import SiteAward, SiteDegree, SitePerson, SitePosition, SiteTeaching
from labsite.moving.source import SiteSource
from labsite.moving.texts.html import plain

FILES = ("_data/cv.yml", "_data/cv.yaml", "assets/json/resume.json", "_data/resume.json", "assets/json/resume.yml")
SPAN = re.compile(r"\s*(?:[-–—]+|\bto\b)\s*")
NOW = re.compile(r"now|present|current|ongoing|today|heute", re.IGNORECASE)
SECTIONS = (
    ("education", re.compile(r"education|academic background|studies|degrees", re.IGNORECASE)),
    ("teaching", re.compile(r"teaching|courses", re.IGNORECASE)),
    ("awards", re.compile(r"award|honou?r|scholarship|fellowship|prize|grant", re.IGNORECASE)),
    ("positions", re.compile(r"experience|employment|position|work\b|appointment|career|internship", re.IGNORECASE)),
    ("interests", re.compile(r"interest", re.IGNORECASE)),
    ("skills", re.compile(r"skill", re.IGNORECASE)),
)


def add_curriculum(source: SiteSource, outcomes: FileOutcomes, owner: SitePerson | None) -> None:
    """Add the first curriculum vitae that isn't a sample to the owner; further ones repeat it."""
    told = ""
    for path in filter(source.exists, FILES):
        with outcomes.reading(path):
            held = source.json(path) if path.endswith(".json") else source.yaml(path)
            if "Albert Einstein" in str(held) or "edward@example" in str(held).lower():
                outcomes.left_out(path, DEMO_CONTENT)
            elif not owner:
                outcomes.left_out(path, "a curriculum vitae, and the site doesn’t say whose")
            elif told:
                outcomes.left_out(path, f"another curriculum vitae: that in {told} is taken")
            else:
                told = path
                _Curriculum(outcomes, path, owner).read(held)


class _Curriculum:
    """Reads one file into the person it is about."""

    def __init__(self, outcomes: FileOutcomes, path: str, owner: SitePerson) -> None:
        self.outcomes, self.path, self.owner = outcomes, path, owner

    def read(self, held: Any) -> None:
        for title, entries in _sections(held):
            kind = next((kind for kind, shape in SECTIONS if shape.search(title)), "")
            if kind:
                self._add(kind, entries)
                self.outcomes.brought(self.path, f"{title} of {self.owner.name}")
            elif entries:
                self.outcomes.left_out(self.path, f"“{title}”: there is no place for it")

    def _add(self, kind: str, entries: list[Any]) -> None:
        if kind == "education":
            self.owner.education += [_degree(each) for each in entries if _organisation(each)]
        elif kind == "positions":
            self.owner.positions += [_position(each) for each in entries if _organisation(each)]
        elif kind == "awards":
            self.owner.awards += [award for each in entries for award in _awards(each)]
        elif kind == "teaching":
            self.owner.teaching += [_course(each, self.path) for each in mappings_in(entries) if _title(each)]
        else:
            getattr(self.owner, kind).extend(word for each in entries for word in _words(each, kind == "skills"))


def _sections(held: Any) -> Iterator[tuple[str, list[Any]]]:
    """Yield the headings with their entries, whichever form the file has."""
    if isinstance(held, list):
        for section in mappings_in(held):
            yield line_of(section.get("title")), _as_list(section.get("contents"))
        return
    inner = mapping_in(mapping_in(held).get("cv")) or mapping_in(held)
    sections = mapping_in(inner.get("sections")) or inner
    for title, entries in sections.items():
        if isinstance(entries, list) and title not in ("basics", "social_networks", "custom_connections"):
            yield title, entries


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _title(held: dict[str, Any]) -> str:
    names = ("title", "position", "name", "degree", "studyType", "course", "bullet", "label")
    return next(filter(None, (plain(line_of(held.get(name))) for name in names)), "")


def _organisation(held: Any) -> str:
    names = ("institution", "company", "organization", "employer", "department")
    found = (
        next(filter(None, (plain(line_of(held.get(name))) for name in names)), "") if isinstance(held, dict) else ""
    )
    is_work = isinstance(held, dict) and "position" in held and not found
    return found or (plain(line_of(held.get("name"))) if is_work else "")


def _degree(held: dict[str, Any]) -> SiteDegree:
    start, end, ongoing = _span(held)
    degree, field = line_of(held.get("studyType") or held.get("degree")), line_of(held.get("area"))
    if not degree and not field:
        degree, field = degree_and_field(_title(held))
    return SiteDegree(
        _organisation(held)[:200],
        degree[:100],
        field[:200],
        place=plain(line_of(held.get("location"))),
        start=start,
        end=end,
        ongoing=ongoing,
    )


def _position(held: dict[str, Any]) -> SitePosition:
    start, end, ongoing = _span(held)
    is_resume = "position" in held
    points = [*_points(held.get("description")), *_points(held.get("highlights")), *_points(held.get("summary"))]
    return SitePosition(
        title=(plain(line_of(held.get("position"))) if is_resume else _title(held))[:200],
        organisation=_organisation(held)[:200],
        place=plain(line_of(held.get("location"))),
        start=start,
        end=end,
        ongoing=ongoing,
        text="\n".join(f"- {point}" for point in points),
    )


def _points(value: Any) -> list[str]:
    """Return the points of a list, where one may head a list of its own."""
    said: list[str] = []
    for each in value if isinstance(value, list) else [value]:
        inner = [plain(line) for line in lines_in(mapping_in(each).get("contents"))]
        text = plain(line_of(mapping_in(each).get("title") or each))
        said += [f"{text}: {'; '.join(inner)}" if inner else text]
    return list(filter(None, said))


def _span(held: dict[str, Any]) -> tuple[str, str, bool]:
    """Return start, end and whether it is ongoing; a single year is the end, as of a degree."""
    said = line_of(held.get("year") or held.get("date") or held.get("time"))
    parts = [part for part in SPAN.split(said) if part] if not re.fullmatch(r"\d{4}-\d\d(-\d\d)?", said) else [said]
    first = line_of(held.get("start_date") or held.get("startDate")) or (parts[0] if len(parts) > 1 else "")
    last = line_of(held.get("end_date") or held.get("endDate")) or (parts[-1] if parts else "")
    ongoing = bool(NOW.search(last)) or bool(first and not last)
    return str(partial_date(first)), "" if ongoing else str(partial_date(last)), ongoing


def _awards(held: Any) -> Iterator[SiteAward]:
    """Yield the awards of an entry: one, or all those of a year."""
    if not isinstance(held, dict):
        text = plain(line_of(held))
        if text:
            yield SiteAward(text[:200], year=year_in(text))
        return
    dates = (held.get(name) for name in ("year", "date", "startdate"))
    years = [int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", " ".join(map(line_of, dates)))]
    items = [plain(each) for each in lines_in(held.get("items"))] or [_title(held)]
    for title in filter(None, items):
        yield SiteAward(
            title[:200],
            organisation=plain(line_of(held.get("awarder") or held.get("institution")))[:200],
            year=years[0] if years else None,
            until=years[-1] if len(years) > 1 and years[-1] > years[0] else None,
            note="; ".join(_points(held.get("description") or held.get("summary")))[:300],
        )


def _course(held: dict[str, Any], path: str) -> SiteTeaching:
    where = plain(line_of(held.get("institution") or held.get("location")))
    term = line_of(held.get("year") or held.get("date") or held.get("term"))
    return SiteTeaching(_title(held)[:200], place=where[:200], term=term[:50], path=path)


def _words(held: Any, with_items: bool) -> list[str]:
    """Return the words of an entry of interests or skills: what a heading holds is papers or details."""
    if not isinstance(held, dict):
        return [plain(line_of(held))] if line_of(held) else []
    items = [plain(each) for name in ("items", "keywords", "details") for each in lines_in(held.get(name))]
    title = _title(held)
    if title and items and with_items:
        return [f"{title}: {', '.join(items)}"]
    return [title] if title else items
