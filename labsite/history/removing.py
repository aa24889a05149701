"""Taking away what a step added, however much it is, but for what others have come to need."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model, ProtectedError
from django.db.models.deletion import Collector
from django.utils.translation import ngettext

from labsite.modelling.values_in_words import enumerated

from .steps import about_to_delete, current
from .tracked import Key, batches, object_with, watched_models
from .versions import Snapshot

MAX_NAMED = 5  # of the rows that need another


class Removal:
    """Rows that are there now and shall not be then; ``needed`` says which objects have to stay, and for what."""

    def __init__(self) -> None:
        self.rows: dict[Key, list[Key]] = {}  # by the object whose they are
        self.wanted: set[Key] = set()
        self.going: set[Key] = set()
        self.needed: dict[str, list[Model]] = {}
        self.number = 0

    def add(self, now: Mapping[Key, Snapshot], then: Mapping[Key, Snapshot]) -> None:
        self.rows |= {key: list(snapshot.rows) for key, snapshot in now.items()}
        self.wanted |= {row for snapshot in then.values() for row in snapshot.rows}

    def apply(self) -> None:
        self.going = {row for rows in self.rows.values() for row in rows} - self.wanted
        objects = {key for key in self.rows if key in self.going}
        # The rows of an object that goes go with it; if it has to stay, they stay as well.
        with_them = {row for key in objects for row in self.rows[key]} - objects
        first = self.going - with_them
        by_model: dict[type[Model], list[Any]] = {}
        for key in first:
            by_model.setdefault(key.model, []).append(key.pk)
        for model in reversed(watched_models()):
            for pks in batches(sorted(by_model.get(model, ()))):
                self._remove(model, pks)

    def _remove(self, model: type[Model], pks: list[Any]) -> None:
        """Delete rows after the history has taken a look at all of them at once; those in the way one by one."""
        rows = list(model._base_manager.filter(pk__in=pks).order_by("pk"))
        if not rows:
            return
        collector = Collector(using="default", origin=rows[0])
        in_the_way = self._collect(collector, rows)
        if not in_the_way:
            if step := current():
                about_to_delete(step, rows)
            collector.delete()
            self.number += len(rows)
        elif len(rows) == 1:
            self.needed[str(rows[0])] = in_the_way
        else:
            middle = len(pks) // 2
            self._remove(model, pks[:middle])
            self._remove(model, pks[middle:])

    def _collect(self, collector: Collector, rows: list[Any]) -> list[Model]:
        """Collect all that goes with rows; return what would forbid it or isn't to go, if anything is."""
        try:
            collector.collect(rows)
        except ProtectedError as error:
            return list(error.protected_objects)
        collected = [each for found in collector.data.values() for each in found]
        watched = [each for each in collected if type(each) in watched_models()]
        return [each for each in watched if Key(type(each), each.pk) not in self.going]

    def words(self, sentence: str) -> list[str]:
        """Say of what has to stay what needs it, in a sentence with a place for either."""
        return [sentence % {"name": name, "others": _named(others)} for name, others in self.needed.items()]


def _named(rows: list[Model]) -> str:
    """Return what rows are called; those that belong to an object, by its name."""
    names = sorted({str(object_with(row)) for row in rows[: MAX_NAMED * 2]})
    more = len(rows) - MAX_NAMED * 2 + len(names[MAX_NAMED:])
    others = [ngettext("%(more)d more", "%(more)d more", more) % {"more": more}] if more > 0 else []
    return enumerated([*names[:MAX_NAMED], *others])
