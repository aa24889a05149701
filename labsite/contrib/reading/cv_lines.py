"""Entries of a curriculum vitae as people type them: "PhD in Physics, Tide University, Oslo<TAB>2015–2019".

What is read is a guess, which whoever takes it over confirms.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from labsite.contrib.reading.usual_signs import NATIVE, SEASON, without_period
from labsite.contrib.reading.wording import role_in
from labsite.contrib.reading.words import shapes

Entry = dict[str, Any]

PARTS = shapes("cv_lines")
AT_PART = re.compile(rf",\s+|;\s+|\s+[–—-]\s+|(?<={NATIVE})\s+(?={NATIVE})")
PARTED = re.compile(r"\s*[\t\n|]\s*|\s{3,}")


def career_entry(kind: str, lines: Sequence[str], points: Sequence[str] = ()) -> list[Entry]:
    """Return what an entry of a section says as RenderCV would have it, of a talk an entry for each occasion."""
    return READERS[kind]([part for line in lines for part in PARTED.split(line) if part.strip()], list(points))


def _step(shape: Callable[[str], Any], lines: list[str], points: list[str]) -> tuple[str, Entry, list[str]]:
    """Return the title of a position or a degree, where and when it was, and all else that its lines say."""
    held: Entry = {}
    parts: list[str] = []
    for line in lines:
        bare, dates = without_period(line)
        held = held or dates
        parts += [bare] if bare else []
    if len(parts) == 1:
        parts = AT_PART.split(parts[0])
        if len(parts) > 2:  # all of a line but the title are one part
            title = parts.pop(next((at for at, part in enumerate(parts) if shape(part)), 0))
            parts = [title, ", ".join(parts)]
    at = next((at for at, part in enumerate(parts) if shape(part) and not PARTS["university"].search(part)), None)
    at = at if at is not None else next((at for at, part in enumerate(parts) if not is_place(part)), 0)
    title = parts.pop(at) if parts else ""
    where, rest = (parts[:1], parts[1:]) if parts else ([], [])
    if (
        rest
        and not PARTS["advised"].match(rest[0])
        and len(rest[0].split()) < 5
        and not re.search(r"[·:]|\d", rest[0])
    ):
        where.append(rest.pop(0))
    names = [part for part in ", ".join(where).split(", ") if part]
    signs = (PARTS["university"].search, PARTS["organisation"].search, bool)
    best = next((at for sign in signs for at, name in enumerate(names) if sign(name)), 0)
    held |= {"unit": ", ".join(names[:best]), "institution": ", ".join(names[best : best + 1])}
    held["location"] = ", ".join(names[best + 1 :])
    if not names and is_place(title):
        title, held["institution"] = "", title
    others = [
        f"Advisor: {PARTS['advised'].sub('', each)}" if PARTS["advised"].match(each) else each
        for each in (*rest, *points)
    ]
    return title, held, others


def is_place(words: str) -> bool:
    """Return whether words name a university, an institute, a company or the like."""
    return bool(PARTS["university"].search(words) or PARTS["organisation"].search(words))


def _education(lines: list[str], points: list[str]) -> list[Entry]:
    title, held, others = _step(PARTS["degree"].search, lines, points)
    notes = [note for each in others for note in ([each] if ":" in each else re.split(r"\s*·\s*", each))]
    held["gpa"] = next((match[1] for note in notes if (match := PARTS["gpa"].search(note))), "")
    notes = [note for note in notes if not PARTS["gpa"].search(note)]
    held["honours"] = next((notes.pop(at) for at, note in enumerate(notes) if ":" not in note and not points), "")
    if re.search(NATIVE, title):  # 潮汐大学 物理学 博士
        held |= {"area": held["location"], "location": ""}
    return [{"degree": title, **held, "highlights": notes}]


def _positions(lines: list[str], points: list[str]) -> list[Entry]:
    title, held, others = _step(lambda part: role_in(part) or PARTS["title"].search(part), lines, points)
    return [{"position": title, **held, "highlights": others}]


def _awards(lines: list[str], points: list[str]) -> list[Entry]:
    words, dates, notes = _dated(lines)
    noted = re.fullmatch(r"(.*?)\s*\(([^()]*[a-z%][^()]*)\)", words)
    title, _, awarder = (noted[1] if noted else words).partition(", ")
    notes = [*([noted[2]] if noted else []), *notes, *points]
    return [{"title": title, "awarder": awarder, "summary": "; ".join(notes), **dates}]


def _dated(lines: list[str]) -> tuple[str, Entry, list[str]]:
    """Return the first words of an entry, its first period, and its other lines."""
    parts = [without_period(line) for line in lines]
    dates = next((when for _, when in parts if when), {})
    at = next((at for at, (words, _) in enumerate(parts) if words), 0)
    return parts[at][0], dates, lines[at + 1 :]


def _talks(lines: list[str], points: list[str]) -> list[Entry]:
    title, dates, others = _dated(lines)
    if quoted := re.fullmatch(r"[“\"„](.+?)[,.]?[”\"“],?\s*(.*)", title):
        title, others = quoted[1], [*filter(None, [quoted[2]]), *others]
    held = [(where.partition(", "), when or dates) for where, when in map(without_period, [*others, *points])]
    occasions = [{"title": title, "host": host, "location": city, **when} for (host, _, city), when in held]
    return occasions or [{"title": title, **dates}]


def _teaching(lines: list[str], points: list[str]) -> list[Entry]:
    words = ", ".join(lines)
    season = SEASON.search(words)
    bare, dates = without_period(words.replace(season[0], "") if season else words)
    parts = [part for part in re.split(r",\s+", bare.strip(" ,()")) if part]
    role = next(filter(PARTS["teacher"].search, parts), "")
    course, *others = [part for part in parts if part != role] or [""]
    term = season[0] if season else "–".join(filter(None, dates.values()))
    return [{"title": course or role, "role": role if course else "", "institution": ", ".join(others), "date": term}]


def _services(lines: list[str], points: list[str]) -> list[Entry]:
    words, dates, others = _dated(lines)
    bare = ", ".join([words, *others])
    role, _, venue = bare.partition(": " if ": " in bare else ", ")
    years = {"startDate": dates.get("start_date") or dates.get("date", ""), "endDate": dates.get("end_date", "")}
    return [{"position": role, "organization": venue, "summary": "; ".join(points), **years}]


READERS = {
    "education": _education,
    "positions": _positions,
    "awards": _awards,
    "talks": _talks,
    "teaching": _teaching,
    "services": _services,
}
