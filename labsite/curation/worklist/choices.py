"""What the worklist is narrowed to: points of one kind, of one member, or those that were called no problem."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .finding import dismissed
from .point import Point
from .table import RULES
from .whose import members_of

NOBODY = "lab"  # stands for what is no member's; a person's slug may be the same word, and then wins


@dataclass(frozen=True)
class Choice:
    """One thing that the list can be narrowed to, and how many points it has then."""

    value: str
    name: str
    number: int
    is_chosen: bool


@dataclass(frozen=True)
class Choices:
    """The points of a list, and what the query of its address narrows them to."""

    found: list[Point]
    query: dict[str, str]

    @cached_property
    def people(self) -> dict[Point, list[Any]]:
        """The members whose each point is."""
        return members_of(self.found)

    @cached_property
    def settled(self) -> list[Point]:
        keys = dismissed(self.found)
        return [point for point in self.found if point.key in keys]

    @cached_property
    def open(self) -> list[Point]:
        settled = set(self.settled)
        return [point for point in self.found if point not in settled]

    @cached_property
    def shows_settled(self) -> bool:
        return "settled" in self.query

    @cached_property
    def shown(self) -> list[Point]:
        return [point for point in self._all if self._is_of_kind(point) and self._is_of_person(point)]

    @property
    def kinds(self) -> list[Choice]:
        """The kinds there are, in the order of the rules."""
        counts = Counter(point.rule.kind for point in self._all if self._is_of_person(point))
        chosen = self.query.get("kind")
        kinds = [(rule.kind, rule.title) for rule in RULES if counts[rule.kind] or rule.kind == chosen]
        return [Choice(kind, title, counts[kind], kind == chosen) for kind, title in kinds]

    @property
    def members(self) -> list[Choice]:
        """The members who have such points, by name, and the lab itself."""
        counts = Counter(owner for point in self._all if self._is_of_kind(point) for owner in self._owners(point))
        chosen = self.query.get("person")
        names = {person.slug: person.name for person in sorted(self._everyone, key=lambda person: person.sort_key)}
        options = {**names, NOBODY: "Nobody’s own"}
        return [Choice(slug, name, counts[slug], slug == chosen) for slug, name in options.items() if counts[slug]]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The query again, for addresses that keep it."""
        return [(name, self.query[name]) for name in ("kind", "person", "settled") if self.query.get(name)]

    @property
    def _all(self):
        return self.settled if self.shows_settled else self.open

    @property
    def _everyone(self):
        return {person for people in self.people.values() for person in people}

    def _owners(self, point):
        return [person.slug for person in self.people[point]] or [NOBODY]

    def _is_of_kind(self, point):
        return self.query.get("kind", "") in ("", point.rule.kind)

    def _is_of_person(self, point):
        chosen = self.query.get("person", "")
        return not chosen or chosen in self._owners(point)
