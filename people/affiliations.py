"""Where people work or study on a day, as far as the lab knows it, each with what that rests on."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Prefetch, TextChoices
from django.utils.translation import gettext_lazy as _

from labsite.modelling.periods import PartialDate
from labsite.texts.plain_text import lines_of

from .models import Affiliation, Person

ROWS = ("positions", "education", "memberships", "contact_details")  # of a person, that say where they are
LASTS = 366  # days after which what a member wrote down is to be looked at again


class Basis(TextChoices):
    """What an affiliation rests on."""

    WRITTEN = "written", ""  # by a member, or by a source
    CAREER = "career", _("Positions and degrees on this site")
    LAB = "lab", _("Role in the lab")
    REFERENCE = "reference", _("References on the profile")
    UNKNOWN = "unknown", ""


@dataclass(frozen=True)
class KnownAffiliation:
    """An organisation, and what it rests on: ``by`` names the member or the source that says so, ``date`` since when.

    One that is ``to_check`` is offered and nothing more: nobody has said for this member that it is so now.
    """

    organisation: str = ""
    basis: Basis = Basis.UNKNOWN
    by: str = ""
    date: PartialDate = PartialDate("")
    unit: str = ""
    to_check: bool = False

    @property
    def words(self) -> str:
        """What it rests on, for people: “Ada Quill, 3 March 2026”."""
        return f"{self.by}, {self.date.words}" if self.date else str(self.basis.label)


class AffiliationsOf:
    """The affiliations of many people on a day for one member, in a few queries for all of them."""

    def __init__(self, keeper: Person, keys: Iterable[int], at: datetime.date, lab: str) -> None:
        rows = Affiliation.objects.select_related("keeper")
        people = Person.objects.filter(pk__in=keys).prefetch_related(*ROWS, Prefetch("affiliations", rows))
        self.people = {person.pk: person for person in people}
        self.referees = {row.referee_id: ", ".join(lines_of(row.affiliation)) for row in keeper.references.all()}
        self.keeper, self.at, self.lab = keeper, at, lab

    def known(self, key: int) -> KnownAffiliation:
        """Return what the member wrote down, else what the site says, else what others say, the newest first."""
        person = self.people[key]
        rows = list(person.affiliations.all())
        own = [row for row in rows if row.keeper_id == self.keeper.pk and not row.source]
        if own:
            return self._written(own[0])
        steps = [*person.positions.all(), *person.education.all()]
        if held := next((step for step in steps if step.is_held(self.at)), None):
            return KnownAffiliation(held.organisation, Basis.CAREER, unit=held.unit)
        membership = person.membership(self.at)
        if membership and membership.is_current(self.at):
            return KnownAffiliation(self.lab, Basis.LAB)
        if rows:
            return self._written(rows[0])
        if referee := self.referees.get(key):
            return KnownAffiliation(referee, Basis.REFERENCE)
        return KnownAffiliation()

    def newer(self, key: int) -> KnownAffiliation | None:
        """Return what others say that differs from what the member wrote down before."""
        known, rows = self.known(key), self.people[key].affiliations.all()
        others = (row for row in rows if row.date > known.date and row.organisation != known.organisation)
        return next(map(self._written, others), None) if known.date else None

    def _written(self, row: Affiliation) -> KnownAffiliation:
        date, is_own = PartialDate(row.date), row.keeper_id == self.keeper.pk and not row.source
        is_old = (self.at - date.last).days > LASTS
        by = row.source or row.keeper.name
        return KnownAffiliation(row.organisation, Basis.WRITTEN, by, date, to_check=is_old or not is_own)


class WrittenAffiliation(NamedTuple):
    """What is said of a person, by their key, as of a partial date: by a member, or by a source that has a name."""

    person: int
    organisation: str
    date: str
    source: str = ""


def write_down(keeper: Person, affiliations: Iterable[WrittenAffiliation]) -> None:
    """Let these be what a member, or a source for them, says of people from now on; an empty one is deleted."""
    longest = Affiliation._meta.get_field("organisation").max_length
    for key, organisation, date, source in affiliations:
        sought: dict[str, Any] = {"keeper": keeper, "person_id": key, "source": source}
        if organisation:
            values = {"organisation": organisation[:longest], "date": PartialDate(date)}
            Affiliation.objects.update_or_create(**sought, defaults=values)
        else:
            for row in Affiliation.objects.filter(**sought):
                row.delete()
