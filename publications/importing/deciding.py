"""What somebody decided about a plan, read from plain data that may be older than what it is about."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from .plan import Decisions

MAX_DIGITS = 18  # of a number that a column can hold
FATES = ("create", "skip", "same")


@dataclass(frozen=True)
class Choice:
    """What somebody decided about an entry; ``same_as`` is the place of another one in the source."""

    fate: str = ""
    publication: int | None = None
    same_as: int | None = None
    take: frozenset[str] = frozenset()
    leave: frozenset[str] = frozenset()
    authors: dict[str, Any] = field(default_factory=dict)


UNDECIDED = Choice()


class Decided:
    """The decisions about a plan by the places of its entries; those that make no sense any more are none."""

    def __init__(
        self,
        decisions: Decisions | None,
        identities: Sequence[str],
        names: Sequence[str],
        existing: Collection[int],
    ) -> None:
        said = decisions or {}
        self.names = names
        self.venues = _table(said.get("venues"))
        self.people = _table(said.get("people"))
        self.places = {identity: place for place, identity in enumerate(identities) if identity}
        self.existing = existing
        items = {self.places.get(identity): row for identity, row in _table(said.get("items")).items()}
        self.choices = {
            place: self._choice(place, row) for place, row in items.items() if place is not None and _table(row)
        }
        self.said_same: dict[int, list[int]] = defaultdict(list)  # by the place of an entry, whom it is the same as
        for place, choice in self.choices.items():
            if choice.same_as is not None:
                self.said_same[place].append(choice.same_as)
                self.said_same[choice.same_as].append(place)

    @property
    def publications(self) -> set[int]:
        """The papers on the site that somebody said entries are."""
        return {choice.publication for choice in self.choices.values() if choice.publication}

    def choice(self, place: int) -> Choice:
        return self.choices.get(place, UNDECIDED)

    def name_of(self, place: int) -> str:
        """Return how people find an entry in the source, such as ``line 12``."""
        return self.names[place]

    def _choice(self, place: int, row: dict[str, Any]) -> Choice:
        fate = row.get("fate") if row.get("fate") in FATES else ""
        publication = number(row.get("publication")) if fate == "same" else None
        other = self.places.get(str(row.get("same_as"))) if fate == "same" else None
        return Choice(
            str(fate or ""),
            publication if publication in self.existing else None,
            other if other != place else None,
            frozenset(map(str, row.get("take") or ())),
            frozenset(map(str, row.get("leave") or ())),
            _table(row.get("authors")),
        )


def number(value: Any) -> int | None:
    """Return a key, whether it is written as a number or as text."""
    text = str(value)
    return int(text) if text.isdecimal() and len(text) <= MAX_DIGITS else None


def _table(value: Any) -> dict[Any, Any]:
    return value if isinstance(value, dict) else {}
