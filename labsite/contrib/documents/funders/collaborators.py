"""NSF's collaborators and other affiliations: who may not review a person's proposals, as far as the site knows.

Whatever isn't known is an empty cell with a mark, and so is whatever was guessed.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django.db.models import Q

from labsite.contrib.documents.funders.biosketch import current_role, lab_in_words
from labsite.contrib.documents.papers import appeared
from labsite.modelling.periods import PartialDate
from labsite.models import Lab
from labsite.texts.plain_text import lines_of
from people.models import Education, Person, Position
from people.wording import is_doctoral
from publications.models import Authorship, Publication
from services.models import Service

COLLABORATION_MONTHS = 48
EDITING_MONTHS = 24
AFFILIATION_MONTHS = 12
MAX_AFFILIATION = 255  # characters

ROWS = ("positions", "education", "memberships", "contact_details")  # of a person, that say where they are
UNKNOWN_ORGANISATION = "Unknown here: please fill in the organization."


@dataclass(frozen=True)
class SheetCell:
    """What stands in a cell of the table; ``check`` says what to do about a marked one."""

    value: str | date = ""
    check: str = ""


EMPTY = SheetCell()
UNKNOWN_RELATIONS = SheetCell(
    "", "Family and business relations aren’t known here: please fill in, or leave it empty."
)
Row = tuple[SheetCell, ...]  # of the columns A to E
Rows = tuple[Row, ...]


@dataclass(frozen=True)
class CoaChoices:
    """The day that the table is as of; whether dates that aren't known to the day stand as their last day."""

    at: date
    in_days: bool = False

    def last_active(self, when: str) -> str | date:
        """Return a partial date as precise as it is known, or as the last day that it can mean up to now."""
        known = PartialDate(when)
        if self.in_days or known.is_day:
            return min(known.last, self.at)
        return f"{known[5:]}/{known[:4]}" if len(known) > len("YYYY") else str(known)


def months_before(day: date, months: int) -> date:
    """Return the same day so many months, whole years, before; 28 February where that year has no 29th."""
    year = day.year - months // 12
    try:
        return day.replace(year=year)
    except ValueError:
        return date(year, 2, 28)


def collaborators_of(person: Person, choices: CoaChoices) -> tuple[Rows, ...]:
    """Return the rows of NSF's five tables."""
    since = months_before(choices.at, COLLABORATION_MONTHS)
    advising, papers, projects = _advising(person), _by_papers(person, since), _by_projects(person, since)
    editing = _editing(person, months_before(choices.at, EDITING_MONTHS))
    keys = {person.pk, *advising, *papers, *projects, *(row.person_id for row in editing)}
    where = Affiliations(person, keys, choices.at)
    return (
        _own(where, person.pk, choices),
        ((EMPTY, UNKNOWN_RELATIONS, EMPTY, EMPTY, EMPTY),),
        _advisors_and_advisees(where, advising),
        _collaborators(where, papers, projects, choices),
        _editors(where, person.pk, editing, choices),
    )


class Affiliations:
    """Where people are on a day, as far as the site says it, in a few queries for all of them."""

    def __init__(self, person: Person, keys: Iterable[int], at: date) -> None:
        rows = Person.objects.filter(pk__in=keys)
        self.people = {row.pk: row for row in rows.prefetch_related(*ROWS)}
        self.referees = {row.referee_id: row.affiliation for row in person.references.all()}
        self.lab, self.at = Lab.objects.current(), at

    def in_order(self, keys: Iterable[int]) -> list[int]:
        """Return the keys by family name."""
        return sorted(keys, key=lambda key: (self.people[key].sort_key, key))

    def name(self, key: int) -> SheetCell:
        """Return *Last, First Middle*; where nobody said where the family name begins, the guess is marked."""
        person = self.people[key]
        if not (person.given_name and person.family_name):
            return SheetCell(person.name, "A name of one part: a group, or is a part missing?")
        guess = f"The family name is guessed from “{person.name}”: please check." if person.family_is_guess else ""
        return SheetCell(f"{person.family_name}, {person.given_name}", guess)

    def organisation(self, key: int) -> SheetCell:
        """Return where somebody works or studies, else the lab, else what a reference says; a headline is a hint."""
        person = self.people[key]
        if held := self._held(person):
            return SheetCell(held.organisation)
        if current_role(person, self.at):
            return SheetCell(lab_in_words(self.lab), "" if self.lab.parent else "Please add what the lab belongs to.")
        if affiliation := ", ".join(lines_of(self.referees.get(key, ""))):
            too_long = f"NSF takes {MAX_AFFILIATION} characters." if len(affiliation) > MAX_AFFILIATION else ""
            return SheetCell(affiliation, too_long)
        went_to = (row.went_to for row in person.memberships.all())
        quoted = "; ".join(f"“{words}”" for words in (person.headline, *went_to) if words)
        return SheetCell("", f"{UNKNOWN_ORGANISATION} The site says {quoted}." if quoted else UNKNOWN_ORGANISATION)

    def contact(self, key: int) -> SheetCell:
        """Return the public e-mail address and the department."""
        person, held = self.people[key], self._held(self.people[key])
        emails = (row.value for row in person.contact_details.all() if row.is_public_email)
        return SheetCell(", ".join(filter(None, [next(emails, ""), held.unit if held else ""])))

    def row(self, code: str, key: int, last: SheetCell = EMPTY) -> Row:
        return SheetCell(code), self.name(key), self.organisation(key), self.contact(key), last

    def _held(self, person: Person) -> Position | Education | None:
        steps: tuple[Position | Education, ...] = (*person.positions.all(), *person.education.all())
        return next((row for row in steps if row.is_held(self.at)), None)


def _own(where: Affiliations, key: int, choices: CoaChoices) -> Rows:
    """Table 1: the person, with the organisations of the last twelve months, the present ones without a date."""
    since = months_before(choices.at, AFFILIATION_MONTHS)
    person = where.people[key]
    organisations: dict[str, SheetCell] = {}
    for row in (*person.positions.all(), *person.education.all()):
        if row.is_held(choices.at):
            organisations[row.organisation] = EMPTY
        elif row.end and PartialDate(row.end).last >= since and row.start <= choices.at.isoformat():
            organisations.setdefault(row.organisation, SheetCell(choices.last_active(row.end)))
    in_order = sorted(organisations.items(), key=lambda each: each[1] != EMPTY)  # the present ones first
    places = [(SheetCell(each), last) for each, last in in_order] or [(where.organisation(key), EMPTY)]
    names = [where.name(key)] + [EMPTY] * (len(places) - 1)
    return tuple((EMPTY, name, *affiliation, EMPTY) for name, affiliation in zip(names, places, strict=True))


def _advising(person: Person) -> dict[int, tuple[str, str]]:
    """Return who advised the person for a doctorate (G) and whom the person advised (T), with what to check."""
    advising: dict[int, tuple[str, str]] = {}

    def note(key: int, code: str, step: Education | Position) -> None:
        level = step.degree if isinstance(step, Education) else step.title
        if is_doctoral(level):
            advising[key] = code, ""
        elif not level:
            unsaid = f"The degree at {step.organisation} isn’t known here: keep the row if it was a Ph.D."
            advising.setdefault(key, (code, unsaid))

    for rows in (person.education, person.positions):
        for step in rows.prefetch_related("advisors"):
            for advisor in step.advisors.all():
                note(advisor.pk, "G:", step)
    for model in (Education, Position):
        for step in model.objects.filter(advisors=person):
            note(step.person_id, "T:", step)
    return advising


def _advisors_and_advisees(where: Affiliations, advising: dict[int, tuple[str, str]]) -> Rows:
    rows = []
    for key in sorted(where.in_order(advising), key=lambda key: advising[key][0]):
        code, check = advising[key]
        _code, name, *others = where.row(code, key)
        rows.append((SheetCell(code), replace(name, check=" ".join(filter(None, [name.check, check]))), *others))
    if all(code != "G:" for code, _check in advising.values()):
        unknown = SheetCell("", "No Ph.D. advisor is known here: please fill in, or delete the row.")
        rows.insert(0, (SheetCell("G:"), unknown, SheetCell("", UNKNOWN_ORGANISATION), EMPTY, EMPTY))
    return tuple(rows)


def _by_papers(person: Person, since: date) -> dict[int, tuple[str, str]]:
    """Return the co-authors since a day, each with the date of the newest paper, and its title where it has none.

    A paper counts by the last day that its date can mean; one without a date counts, as it may be new.
    """
    papers = Publication.objects.published().by(person, are_many=True)
    papers = papers.filter(Q(year=None) | Q(year__gte=since.year))
    columns = ("person", "publication__year", "publication__month", "publication__title")
    others: Any = Authorship.objects.filter(publication__in=papers.order_by().values("pk")).exclude(person=person)
    last: dict[int, tuple[str, str]] = {}
    for key, year, month, title in others.values_list(*columns):
        when = appeared(year, month)
        if not when:
            last.setdefault(key, ("", title))
        elif PartialDate(when).last >= since:
            before = last.get(key, ("", ""))[0]
            last[key] = when if not before or PartialDate(when).last > PartialDate(before).last else before, ""
    return last


def _by_projects(person: Person, since: date) -> dict[int, tuple[str, str]]:
    """Return those on the person's projects since a day, each with the project's end and what is to be checked."""
    last: dict[int, tuple[str, str]] = {}
    for project in person.projects.lasting(since).prefetch_related("people"):
        dated = project.start or project.end
        check = "" if dated else f"“{project.title}” has no dates here: please check, and fill in if it has ended."
        for other in project.people.all():
            known = last.get(other.pk)
            if other.pk != person.pk and (not known or (known[0] and known[0] < (project.end or "9999"))):
                last[other.pk] = project.end, check
    return last


def _collaborators(where: Affiliations, papers: Any, projects: Any, choices: CoaChoices) -> Rows:
    rows = []
    for key in where.in_order(papers.keys() | projects.keys()):
        if key in papers:
            when, title = papers[key]
            undated = SheetCell("", f"“{title}” has no date here: please fill in, or delete the row if it is older.")
            rows.append(where.row("A:", key, SheetCell(choices.last_active(when)) if when else undated))
        else:
            when, check = projects[key]
            rows.append(where.row("C:", key, SheetCell(choices.last_active(when) if when else "", check)))
    return tuple(rows)


def _editing(person: Person, since: date) -> list[Service]:
    """Return who edits the person's journals since a day, the person too; what has no year may last."""
    recent = Service.objects.filter(Q(year=None) | Q(year__gte=since.year), kind=Service.Kind.EDITOR)
    journals = recent.filter(person=person).values("venue")
    return list(recent.filter(venue__in=journals).select_related("venue"))


def _editors(where: Affiliations, own: int, editing: list[Service], choices: CoaChoices) -> Rows:
    unknown = SheetCell("", "The editor-in-chief isn’t known here: please fill in name and organization.")
    interacts = "Please keep the row if you directly interacted."
    rows: dict[tuple[int, int], Row] = {}
    for service in sorted(editing, key=lambda row: (row.venue.full_name, -(row.year or 9999))):
        journal = SheetCell(service.venue.full_name)
        last = SheetCell(choices.last_active(str(service.year))) if service.year else EMPTY
        if service.person_id == own:
            row: Row = (SheetCell("B:"), unknown, SheetCell("", UNKNOWN_ORGANISATION), journal, last)
        else:
            _code, name, organisation, *_rest = where.row("E:", service.person_id)
            row = (
                SheetCell("E:"),
                replace(name, check=f"{name.check} {interacts}".strip()),
                organisation,
                journal,
                last,
            )
        rows.setdefault((service.venue_id, service.person_id), row)
    return tuple(rows.values())
