"""The owner's curriculum vitae: ``_data/cv.yml`` in the template's form or RenderCV's, or a résumé in JSON.

https://github.com/alshedivat/al-folio/blob/main/CUSTOMIZE.md, https://docs.rendercv.com and https://jsonresume.org/schema
"""

import re
from collections.abc import Iterator
from typing import Any

from labsite.modelling.written_dates import partial_date
from labsite.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.moving.site import SiteAward, SiteDegree, SitePerson, SitePosition, SiteTeaching
from labsite.reading.plain_values import PageFields, degree_and_field, line_of, mapping_in, plain, year_in

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


def add_curriculum(site: SiteReading, owner: SitePerson | None) -> None:
    """Add the first curriculum vitae that isn't a sample to the owner; further ones repeat it."""
    taken = ""
    for path in filter(site.source.exists, FILES):
        with site.reading(path):
            held = site.source.values(path)
            if "Albert Einstein" in str(held) or "edward@example" in str(held).lower():
                site.left_out(path, DEMO_CONTENT)
            elif not owner:
                site.left_out(path, "a curriculum vitae, and the site doesn’t say whose")
            elif taken:
                site.left_out(path, f"another curriculum vitae: that in {taken} is taken")
            else:
                taken = path
                for title, entries in _sections(held):
                    kind = next((kind for kind, shape in SECTIONS if shape.search(title)), "")
                    if kind:
                        _add(owner, kind, entries, path)
                        site.brought(path, f"{title} of {owner.name}")
                    elif entries:
                        site.left_out(path, f"“{title}”: there is no place for it")


def _add(owner: SitePerson, kind: str, held: list[Any], path: str) -> None:
    entries = [mapping_in(each) if isinstance(each, dict) else line_of(each) for each in held]
    mappings = [each for each in entries if isinstance(each, PageFields)]
    if kind == "education":
        owner.education += [_degree(each) for each in mappings if _organisation(each)]
    elif kind == "positions":
        owner.positions += [_position(each) for each in mappings if _organisation(each)]
    elif kind == "awards":
        owner.awards += [award for each in entries for award in _awards(each)]
    elif kind == "teaching":
        for each in mappings:
            place, term = _plain_line(each, "institution", "location"), each.line("year", "date", "term")
            if title := _title(each):
                owner.teaching.append(SiteTeaching(title[:200], place=place[:200], term=term[:50], path=path))
    else:
        getattr(owner, kind).extend(word for each in entries for word in _words(each, kind == "skills"))


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
        if isinstance(entries, list) and title not in ("basics", "social_networks", "custom_connections"):
            yield title, entries


def _plain_line(held: PageFields, *names: str) -> str:
    return next(filter(None, (plain(held.line(name)) for name in names)), "")


def _title(held: PageFields) -> str:
    return _plain_line(held, "title", "position", "name", "degree", "studyType", "course", "bullet", "label")


def _organisation(held: PageFields) -> str:
    found = _plain_line(held, "institution", "company", "organization", "employer", "department")
    return found or (_plain_line(held, "name") if "position" in held else "")


def _degree(held: PageFields) -> SiteDegree:
    start, end, ongoing = _span(held)
    degree, field = held.line("studyType", "degree"), held.line("area")
    if not degree and not field:
        degree, field = degree_and_field(_title(held))
    place, organisation = _plain_line(held, "location"), _organisation(held)[:200]
    return SiteDegree(organisation, degree[:100], field[:200], place, start, end, ongoing)


def _position(held: PageFields) -> SitePosition:
    start, end, ongoing = _span(held)
    title = _plain_line(held, "position") if "position" in held else _title(held)
    points = [point for name in ("description", "highlights", "summary") for point in _points(held, name)]
    text, place = "\n".join(f"- {point}" for point in points), _plain_line(held, "location")
    return SitePosition(title[:200], _organisation(held)[:200], place, start, end, ongoing, text)


def _points(held: PageFields, name: str) -> list[str]:
    """Return the points of a list, where one may head a list of its own."""
    said: list[str] = []
    value = held.get(name)
    for each in value if isinstance(value, list) else [value]:
        inner = [plain(line) for line in mapping_in(each).lines("contents")]
        text = plain(line_of(mapping_in(each).get("title") or each))
        said += [f"{text}: {'; '.join(inner)}" if inner else text]
    return list(filter(None, said))


def _span(held: PageFields) -> tuple[str, str, bool]:
    """Return start, end and whether it is ongoing; a single year is the end, as of a degree."""
    said = held.line("year", "date", "time")
    parts = [part for part in SPAN.split(said) if part] if not re.fullmatch(r"\d{4}-\d\d(-\d\d)?", said) else [said]
    first = held.line("start_date", "startDate") or (parts[0] if len(parts) > 1 else "")
    last = held.line("end_date", "endDate") or (parts[-1] if parts else "")
    ongoing = bool(NOW.search(last)) or bool(first and not last)
    return partial_date(first), "" if ongoing else partial_date(last), ongoing


def _awards(held: PageFields | str) -> Iterator[SiteAward]:
    """Yield the awards of an entry: one, or all those of a year."""
    if isinstance(held, str):
        if text := plain(held):
            yield SiteAward(text[:200], year=year_in(text))
        return
    dates = " ".join(held.line(name) for name in ("year", "date", "startdate"))
    years = [int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", dates)]
    items = [plain(each) for each in held.lines("items")] or [_title(held)]
    for title in filter(None, items):
        yield SiteAward(
            title[:200],
            organisation=_plain_line(held, "awarder", "institution")[:200],
            year=years[0] if years else None,
            until=years[-1] if len(years) > 1 and years[-1] > years[0] else None,
            note="; ".join(_points(held, "description") or _points(held, "summary"))[:300],
        )


def _words(held: PageFields | str, with_items: bool) -> list[str]:
    """Return the words of an entry of interests or skills: what a heading holds is papers or details."""
    if isinstance(held, str):
        return [plain(held)] if held else []
    items = [plain(each) for name in ("items", "keywords", "details") for each in held.lines(name)]
    title = _title(held)
    if title and items and with_items:
        return [f"{title}: {', '.join(items)}"]
    return [title] if title else items
