"""Two rows field by field: what both say, where they differ, and which value is the fuller one."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db.models import BooleanField, FileField, TextField
from django.utils.text import Truncator, capfirst

from labsite.editing.change_lists import thumbnail
from labsite.modelling.values_in_words import in_words
from labsite.texts.plain_text import lines_of

from .kinds import Kind, weight
from .merge_plan import editable_fields, with_companions
from .merging import Decision, version_of

MAX_SHOWN_LENGTH = 700  # characters
SIDES = ("one", "other")


@dataclass(frozen=True)
class Difference:
    """A field in which two rows differ, with the side whose value is the fuller."""

    field: Any
    one: str
    other: str
    fuller: str
    is_list: bool = False

    @property
    def name(self) -> str:
        return self.field.name

    @property
    def preferred(self) -> str:
        """What is chosen unless somebody says otherwise."""
        return "both" if self.is_list else self.fuller

    @property
    def label(self) -> str:
        return capfirst(str(self.field.verbose_name))


@dataclass(frozen=True)
class Comparison:
    """Two rows of a kind, side by side."""

    kind: Kind
    one: Any
    other: Any

    @cached_property
    def main(self) -> str:
        """The side that stays unless somebody says otherwise."""
        return "one" if weight(self.one) >= weight(self.other) else "other"

    def fields(self) -> list[Any]:
        """Return the fields to look at: those that are chosen with another, and who signs in, are not among them."""
        together = {name for names in self.kind.companions.values() for name in names} | {"slug"}
        fields: list[Any] = editable_fields(self.kind.model)
        return [each for each in fields if each.serialize and each.name not in together]

    def addresses(self) -> list[tuple[str, str]]:
        return [(side, getattr(self, side).get_absolute_url()) for side in SIDES]

    @cached_property
    def author_lists(self) -> list[list[str]]:
        """Return who wrote each of two papers, as it prints them."""
        rows = (self.one, self.other) if self.kind.has_authors else ()
        return [list(version_of(paper).authors) for paper in rows]

    def authors(self) -> list[str]:
        """Return both lists of authors in words if they differ."""
        lists = self.author_lists
        return [", ".join(names) or "nobody" for names in lists] if lists and lists[0] != lists[1] else []

    @property
    def more_authors(self) -> str:
        """The side whose list of authors is chosen beforehand: the main one's, unless it is empty."""
        main = self.main
        return main if self.author_lists[SIDES.index(main)] else next(side for side in SIDES if side != main)

    def differences(self) -> list[Difference]:
        main = self.main
        return [self._difference(field, main) for field in self.fields() if self._differs(field)]

    def agreements(self) -> Iterator[tuple[str, str]]:
        """Yield the label and the value of what both say."""
        for field in self.fields():
            if not self._differs(field) and (value := shown(self.one, field)):
                yield capfirst(str(field.verbose_name)), value

    def decision(self, stays: str, chosen: dict[str, str], authors: str = "") -> Decision:
        """Return what somebody chose: by field the side whose value stays, or ``both``."""
        kept, gone = (self.one, self.other) if stays == "one" else (self.other, self.one)
        values: dict[str, Any] = {}
        for field in self.fields():
            if chosen.get(field.name) == "both":
                values[field.name] = _together(getattr(kept, field.name), getattr(gone, field.name))
            elif chosen.get(field.name, stays) != stays:
                values |= self._values(field, gone)
        return Decision(kept, gone, values, "both" if authors == "both" else "kept" if authors == stays else "gone")

    def _values(self, field: Any, row: Any) -> dict[str, Any]:
        companions = (row._meta.get_field(name) for name in self.kind.companions.get(field.name, ()))
        return {name: value for each in (field, *companions) for name, value in with_companions(each, row).items()}

    def _differs(self, field: Any) -> bool:
        return self._values(field, self.one) != self._values(field, self.other)

    def _difference(self, field: Any, main: str) -> Difference:
        rows = {"one": self.one, "other": self.other}
        values = {side: getattr(rows[side], field.name) for side in SIDES}
        full = fuller(field, values, main, self.kind)
        is_list = field.name in self.kind.lists and all(values.values())
        return Difference(field, shown(self.one, field), shown(self.other, field), full, is_list)


def fuller(field: Any, values: dict[str, Any], main: str, kind: Kind) -> str:
    """Return the side whose value says more; of two that say as much, the main one. A published paper's own wins."""
    second = next(side for side in SIDES if side != main)
    if not values[main] or not values[second]:
        return main if values[main] else second
    measure = len if isinstance(field, TextField) and kind.is_fuller_when_longer else _words_of_a_name
    if isinstance(field, BooleanField) or not (isinstance(field, TextField) or field.name == "name"):
        return main
    return second if measure(str(values[second])) > measure(str(values[main])) else main


def _words_of_a_name(name: str) -> int:
    """Count the words that are no initials."""
    return sum(len(word.rstrip(".")) > 1 for word in name.replace("-", " ").split())


def shown(row: Any, field: Any) -> str:
    """Return a value as the editing side says it."""
    value = getattr(row, field.name)
    if isinstance(field, FileField):
        return thumbnail(value) if value else ""
    return Truncator(in_words(value, field.choices)).chars(MAX_SHOWN_LENGTH)


def _together(ours: str, theirs: str) -> str:
    return "\n".join(dict.fromkeys([*lines_of(ours), *lines_of(theirs)]))
