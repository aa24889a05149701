"""What a list of publications is narrowed by: one class for each of its dimensions, in the order of an address."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.modelling.publishing import is_public
from people.models import Person, has_page
from publications.models import Authorship, Publication, Venue

UNDATED = "none"
YEAR = re.compile("[1-9][0-9]{3}")


@dataclass(frozen=True)
class Value:
    """One value of a dimension: ``key`` in an address, ``label`` for people; an unknown one lets nothing through."""

    key: str
    label: str | Promise
    title: str = ""
    is_known: bool = True


class Dimension:
    """One way to narrow a list: which values there are, what each lets through, how many rows have it."""

    name: str
    heading: str | Promise
    most = 1  # values chosen at once; a row then has all of them

    def read(self, keys: Sequence[str]) -> dict[str, Value]:
        """Return the values at these keys, as far as they are known: at most one query."""
        raise NotImplementedError

    def narrow(self, publications: Any, key: str) -> Any:
        """Return those of ``publications`` that have a known value."""
        raise NotImplementedError

    def count(self, publications: Any) -> Iterable[tuple[Value, int]]:
        """Return each value that ``publications`` have, in the order to read them in, with how many have it."""
        raise NotImplementedError


class YearDimension(Dimension):
    name = "year"
    heading = _("Year")

    def read(self, keys):
        return {key: self._value(_year(key)) for key in keys if self._is_year(key)}

    def narrow(self, publications, key):
        return publications.in_years([_year(key)])

    def count(self, publications):
        return [(self._value(year), number) for year, number in publications.years()]

    def _is_year(self, key):
        return key == UNDATED or YEAR.fullmatch(key)

    def _value(self, year):
        return Value(str(year), str(year)) if year else Value(UNDATED, _("No year"))


class VenueDimension(Dimension):
    name = "venue"
    heading = _("Venue")

    def read(self, keys):
        return {
            key: Value(row.slug, row.acronym, row.name) for key, row in Venue.objects.public().at_each(keys).items()
        }

    def narrow(self, publications, key):
        return publications.filter(venue__slug=key)

    def count(self, publications):
        columns = ("venue__slug", "venue__acronym", "venue__name")
        counts = _counted(publications.filter(venue__isnull=False), columns, "venue__acronym")
        return [(Value(*venue), number) for *venue, number in counts]


class MemberDimension(Dimension):
    """The lab's members, that is people with a page: several of them stand for what they wrote together.

    Only members are offered, but whoever wrote a published paper can be asked for.
    """

    name = "member"
    heading = _("Member")
    most = 8

    def __init__(self, besides=""):
        """``besides`` is the slug of one who wrote everything that is counted."""
        self.besides = besides

    def read(self, keys):
        wrote = Exists(Authorship.objects.filter(is_public("publication"), person=OuterRef("pk")))
        known = Person.objects.filter(has_page("pk") | wrote)
        return {key: Value(row.slug, row.name) for key, row in known.at_each(keys).items()}

    def narrow(self, publications, key):
        return publications.filter(pk__in=Authorship.objects.filter(person__slug=key).values("publication"))

    def count(self, publications):
        # Members are fetched first, of whom there are few: joined, they make the database count four times as long.
        members = {row.pk: row for row in Person.objects.members().only("slug", "name") if row.slug != self.besides}
        written = Authorship.objects.filter(person__in=members, publication__in=publications.order_by().values("pk"))
        counts = dict(_counted(written, ["person"], "person"))
        found = [(Value(row.slug, row.name), counts[key]) for key, row in members.items() if key in counts]
        return sorted(found, key=lambda counted: -counted[1])


class ChoiceDimension(Dimension):
    """A field of the publication that has choices."""

    def __init__(self, name, heading, choices):
        self.name, self.heading, self.labels = name, heading, dict(choices)

    def read(self, keys):
        return {key: Value(key, self.labels[key]) for key in keys if key in self.labels}

    def narrow(self, publications, key):
        return publications.filter(**{self.name: key})

    def count(self, publications):
        counts = dict(_counted(publications, [self.name], self.name))
        return [(Value(key, label), counts[key]) for key, label in self.labels.items() if key in counts]


def _year(key):
    return None if key == UNDATED else int(key)


def _counted(rows, columns, then_by):
    """Return the columns of each group of rows and its size, the largest group first."""
    counts = rows.order_by().values_list(*columns).annotate(number=Count("pk"))
    return counts.order_by("-number", then_by)


DIMENSIONS: tuple[Dimension, ...] = (
    YearDimension(),
    VenueDimension(),
    MemberDimension(),
    ChoiceDimension("kind", _("Kind"), Publication.Kind.choices),
    ChoiceDimension("status", _("Status"), Publication.Status.choices),
)


def dimensions_within(name: str, key: str) -> tuple[Dimension, ...]:
    """Return what narrows a list of one value's publications further: all but that, and a member's co-authors."""
    within = {"member": (MemberDimension(besides=key),)}
    return tuple(each for one in DIMENSIONS for each in (within.get(name, ()) if one.name == name else (one,)))
