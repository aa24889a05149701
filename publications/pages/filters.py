"""What a list of publications is narrowed by: its dimensions, the filters of an address, and what these leave."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, F, OuterRef
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.modelling.publishing import is_public
from labsite.texts import folding
from people.models import Membership, Person, has_page
from publications.models import Authorship, ExtraField, Publication, Venue
from publications.models.parts import TOPICS_END
from publications.models.publication import group_of

UNDATED = UNSTATED = "none"
PAPER_KINDS = [*Publication.Kind.choices, (UNSTATED, _("Not stated"))]
YEAR = re.compile("[1-9][0-9]{3}")


@dataclass(frozen=True)
class FilterValue:
    """One value of a dimension: ``key`` in an address, ``label`` for people; an unknown one lets nothing through.

    Of a dimension with a column it is ``stored`` there: one of COLUMNS.
    """

    key: str
    label: str | Promise
    title: str = ""
    is_known: bool = True
    stored: Any = None


Numbers = dict[Any, int]


def totals_by(combined: Mapping[tuple[Any, ...], int], place: int) -> Counter[Any]:
    """Return the numbers by one of the columns of combined() ones."""
    totals: Counter[Any] = Counter()
    for values, number in combined.items():
        totals[values[place]] += number
    return totals


def newest_first(numbers: Numbers) -> list[tuple[int | None, int]]:
    """Return years with their numbers, the newest first, after them None for papers without one."""
    return sorted(numbers.items(), key=lambda counted: -(counted[0] or 0))


class Dimension:
    """One way to narrow a list: which values there are, what each lets through, how many rows have it.

    As it stands here it is a column of publications that has choices.
    """

    most = 1  # values chosen at once; a row then has all of them
    is_facet = True

    def __init__(self, name: str, heading: str | Promise, choices: Iterable[tuple[str, str | Promise]] = ()) -> None:
        self.name, self.heading, self.labels = name, heading, dict(choices)

    def read(self, keys: Sequence[str]) -> dict[str, FilterValue]:
        """Return the values at these keys, as far as they are known: at most one query."""
        return {key: self._value(key) for key in keys if key in self.labels}

    def narrow(self, publications: Any, value: FilterValue) -> Any:
        """Return those of ``publications`` that have a known value."""
        return publications.filter(**{self.name: value.stored})

    def numbers(self, publications: Any) -> Numbers:
        """Return how many of ``publications`` have each value, of a dimension without a column."""
        raise NotImplementedError

    def values(self, numbers: Numbers) -> Iterable[tuple[FilterValue, int]]:
        """Return each value that these numbers are of, in the order to read them in, with its number."""
        counts = {key or UNSTATED: number for key, number in numbers.items()}
        return [(self._value(key), counts[key]) for key in self.labels if key in counts]

    def _value(self, key: Any) -> FilterValue:
        return FilterValue(key, self.labels[key], stored="" if key == UNSTATED else key)


class YearDimension(Dimension):
    def read(self, keys: Sequence[str]) -> dict[str, FilterValue]:
        known = (key for key in keys if key == UNDATED or YEAR.fullmatch(key))
        return {key: self._value(None if key == UNDATED else int(key)) for key in known}

    def narrow(self, publications: Any, value: FilterValue) -> Any:
        return publications.in_years([value.stored])

    def values(self, numbers: Numbers) -> list[tuple[FilterValue, int]]:
        return [(self._value(year), number) for year, number in newest_first(numbers)]

    def _value(self, year: int | None) -> FilterValue:
        return FilterValue(str(year), str(year), stored=year) if year else FilterValue(UNDATED, _("Year unknown"))


class VenueDimension(Dimension):
    def read(self, keys: Sequence[str]) -> dict[str, FilterValue]:
        return {key: self._value(row) for key, row in Venue.objects.public().at_each(keys).items()}

    def values(self, numbers: Numbers) -> list[tuple[FilterValue, int]]:
        return [(self._value(row), row.number) for row in Publication.objects.venues("short_name", numbers)]

    def _value(self, venue: Venue) -> FilterValue:
        return FilterValue(venue.slug, venue.short_name, venue.longer_name, stored=venue.pk)


class MemberDimension(Dimension):
    """The lab's members, that is people with a page: several of them stand for what they wrote together.

    Only members are offered, but whoever wrote a published paper can be asked for.
    """

    most = 8

    def __init__(self, besides: str = "") -> None:
        """``besides`` is the slug of one who wrote everything that is counted."""
        super().__init__("member", _("Member"))
        self.besides = besides

    def read(self, keys: Sequence[str]) -> dict[str, FilterValue]:
        wrote = Exists(Authorship.objects.filter(is_public("publication"), person=OuterRef("pk")))
        known = Person.objects.filter(has_page("pk") | wrote)
        return {key: FilterValue(row.slug, row.shown_name) for key, row in known.at_each(keys).items()}

    def narrow(self, publications: Any, value: FilterValue) -> Any:
        return publications.filter(pk__in=Authorship.objects.filter(person__slug=value.key).values("publication"))

    def numbers(self, publications: Any) -> Numbers:
        members = Membership.objects.order_by().values("person")
        # Of a sum, so that SQLite doesn't look for each pair of a member and a paper in its index.
        written = Authorship.objects.filter(person__in=members).alias(paper=F("publication_id") + 0)
        written = written.filter(paper__in=publications.order_by().values("pk"))
        return dict(written.counted_by("person").order_by("-papers", "person"))

    def values(self, numbers: Numbers) -> list[tuple[FilterValue, int]]:
        found = Person.objects.filter(pk__in=numbers).exclude(slug=self.besides).only("slug", *Person.NAME_COLUMNS)
        counted = [(FilterValue(row.slug, row.shown_name), numbers[row.pk]) for row in found]
        return sorted(counted, key=lambda each: -each[1])


class TopicDimension(Dimension):
    """What papers are about, as far as their keywords say it."""

    is_facet = False  # all papers' keywords would be read

    def read(self, keys: Sequence[str]) -> dict[str, FilterValue]:
        return {key: FilterValue(key, key) for key in keys}

    def narrow(self, publications: Any, value: FilterValue) -> Any:
        whole = rf"(^|{TOPICS_END})\s*{re.escape(value.key)}\s*({TOPICS_END}|$)"
        named = ExtraField.objects.filter(name=ExtraField.KEYWORDS, value__icontains=value.key, value__iregex=whole)
        return publications.filter(pk__in=named.order_by().values("publication"))


DIMENSIONS: tuple[Dimension, ...] = (
    YearDimension("year", _("Year")),
    VenueDimension("venue", _("Venue")),
    MemberDimension(),
    Dimension("kind", _("Kind"), PAPER_KINDS),
    Dimension("status", _("Status"), Publication.Status.choices),
    TopicDimension("topic", _("Topic")),
)
BY_NAME = {dimension.name: dimension for dimension in DIMENSIONS}


def dimensions_within(name: str, key: str) -> tuple[Dimension, ...]:
    """Return what narrows a list of one value's publications further: all but that, and a member's co-authors."""
    within = {"member": (MemberDimension(besides=key),)}
    return tuple(each for one in DIMENSIONS for each in (within.get(name, ()) if one.name == name else (one,)))


MAX_KEY_LENGTH = 80  # characters, as slugs have at most
MAX_WORDS_LENGTH = 200


@dataclass(frozen=True)
class Filters:
    """Words, and the values chosen of each dimension by its name. Whatever an address says, it never fails."""

    words: str = ""
    chosen: dict[str, tuple[FilterValue, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, data: QueryDict, dimensions: tuple[Dimension, ...] = DIMENSIONS) -> "Filters":
        """Read ``request.GET``. One query for a venue and one for members, where there are any."""
        words = " ".join(_clean(data.get("q", ""), MAX_WORDS_LENGTH).split())
        filters = cls(words if folding.words(words) else "")
        for dimension in dimensions:
            typed = (_clean(text, MAX_KEY_LENGTH) for text in data.getlist(dimension.name))
            if keys := [key for key in typed if key][-dimension.most :]:
                known = dimension.read(keys)
                # A key that stands for nothing is kept as an unknown value.
                values = {known.get(key) or FilterValue(key, key, is_known=False) for key in keys}
                filters = filters.choosing(dimension, values)
        return filters

    def narrow(self, publications: Any) -> Any:
        """Return those of ``publications`` that have all the words and all the values."""
        return self.with_values(self.with_words(publications))

    def with_words(self, publications: Any) -> Any:
        """Return those of ``publications`` that have all the words."""
        return publications.matching(folding.words(self.words))

    def with_values(self, publications: Any) -> Any:
        """Return those of ``publications`` that have all the values, whatever their words."""
        for dimension in DIMENSIONS:
            for value in self.chosen.get(dimension.name, ()):
                publications = dimension.narrow(publications, value) if value.is_known else publications.none()
        return publications

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Names and keys as an address has them, in one order; the words first."""
        words = [("q", self.words)] if self.words else []
        return words + [(name, value.key) for name, values in self.chosen.items() for value in values]

    @property
    def query(self) -> str:
        """The same filters as a query string, written in one way only; empty where nothing is narrowed."""
        return urlencode(self.pairs)

    @property
    def address(self) -> str:
        """The address of the list under these filters, from the list itself."""
        return f"?{query}" if (query := self.query) else "."

    def changing(self, dimension: Dimension, value: FilterValue) -> "Filters":
        """Return these filters without a value that is chosen, else with it; the only one where there may be one."""
        present = self.chosen.get(dimension.name, ())
        if value in present:
            return self.choosing(dimension, [other for other in present if other != value])
        return self.choosing(dimension, [*(present if dimension.most > 1 else ()), value])

    def choosing(self, dimension: Dimension, values: Iterable[FilterValue]) -> "Filters":
        """Return these filters with just these values of one dimension."""
        chosen = self.chosen | {dimension.name: tuple(sorted(values, key=attrgetter("key")))}
        ordered = {dimension.name: chosen.get(dimension.name) for dimension in DIMENSIONS}
        return replace(self, chosen={name: values for name, values in ordered.items() if values})


def _clean(text: str, longest: int) -> str:
    return text.replace("\0", " ").strip()[:longest].strip()


COLUMNS = ("year", "venue", "kind", "status")


class Counted:
    """The numbers of a list's papers: one query for all their columns, whichever of these the list is narrowed by."""

    def __init__(self, publications: Any) -> None:
        self.publications = publications
        self._combined: dict[str, dict[tuple[Any, ...], int]] = {}

    def by(self, name: str, filters: Filters | None = None) -> Numbers:
        """Return how many papers with the filters' values have each value of a dimension."""
        filters = filters or Filters()
        if name in COLUMNS:
            return totals_by(self._with_values(filters), COLUMNS.index(name))
        return BY_NAME[name].numbers(filters.with_values(self.publications))

    def groups(self, filters: Filters) -> dict[int | None, int]:
        """Return how many papers with the filters' values stand under each heading of a list."""
        totals: Counter[int | None] = Counter()
        for (year, *_others, status), number in self._with_values(filters).items():
            totals[group_of(year, status)] += number
        return totals

    def _with_values(self, filters: Filters) -> dict[tuple[Any, ...], int]:
        """Return the numbers by COLUMNS of the papers with the filters' values."""
        of_columns = {name: values for name, values in filters.chosen.items() if name in COLUMNS}
        others = Filters(chosen={name: values for name, values in filters.chosen.items() if name not in of_columns})
        if others.query not in self._combined:
            self._combined[others.query] = others.with_values(self.publications).combined(*COLUMNS)
        chosen = [(COLUMNS.index(name), value) for name in of_columns for value in of_columns[name]]
        return {
            values: number
            for values, number in self._combined[others.query].items()
            if all(value.is_known and values[place] == value.stored for place, value in chosen)
        }
