"""Taking away what a step added, however much it is, but for what others have come to need."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model, ProtectedError
from django.db.models.deletion import Collector

from .steps import about_to_delete, current
from .tracked import Key, batches, thing_with, watched_models
from .versions import Document

MAX_NAMED = 5  # of the rows that need another


class Removal:
    """Rows that are there now and shall not be then; ``needed`` says which things have to stay, and for what."""

    def __init__(self, now: Mapping[Key, Document], then: Mapping[Key, Document]) -> None:
        held, wanted = ({key for document in side.values() for key in document.rows} for side in (now, then))
        self.going = held - wanted
        things = {key for key in now if key in self.going}
        # The rows of a thing that goes go with it; if it has to stay, they stay as well.
        with_them = {row for key in things for row in now[key].rows} - things
        self.first = self.going - with_them
        self.needed: dict[str, list[Model]] = {}
        self.number = 0

    def apply(self) -> None:
        by_model: dict[type[Model], list[Any]] = {}
        for key in self.first:
            by_model.setdefault(key.model, []).append(key.pk)
        for model in reversed(watched_models()):
            for pks in batches(sorted(by_model.get(model, ()))):
                self._remove(model, pks)

    def _remove(self, model: type[Model], pks: list[Any]) -> None:
        rows = list(model._base_manager.filter(pk__in=pks).order_by("pk"))
        if not rows:
            return
        collector = Collector(using="default", origin=rows[0])
        in_the_way = _what_goes_too(collector, rows, self.going)
        if not in_the_way:
            delete(collector, rows)
            self.number += len(rows)
        elif len(rows) == 1:
            self.needed[str(rows[0])] = in_the_way
        else:
            middle = len(pks) // 2
            self._remove(model, pks[:middle])
            self._remove(model, pks[middle:])

    def words(self, verb: str) -> list[str]:
        """Say of what has to stay what needs it."""
        return [f"{name} {verb}, because these need it: {_named(others)}." for name, others in self.needed.items()]


def delete(collector: Collector, rows: list[Any]) -> None:
    """Delete what was collected, after the history has taken a look at all of it at once."""
    step = current()
    if step:
        about_to_delete(step, rows)
    collector.delete()


def _what_goes_too(collector: Collector, rows: list[Any], going: set[Key]) -> list[Model]:
    """Collect all that goes with rows; return what would forbid it or isn't to go, if anything is."""
    try:
        collector.collect(rows)
    except ProtectedError as error:
        return list(error.protected_objects)
    collected = [each for found in collector.data.values() for each in found]
    return [each for each in collected if type(each) in watched_models() and Key(type(each), each.pk) not in going]


def _named(rows: list[Model]) -> str:
    """Return what rows are called; those that belong to a thing, by its name."""
    names = sorted({str(thing_with(row)) for row in rows[: MAX_NAMED * 2]})
    more = len(rows) - MAX_NAMED * 2 + len(names[MAX_NAMED:])
    return ", ".join([*names[:MAX_NAMED], *([f"{more} more"] if more > 0 else [])])
