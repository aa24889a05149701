"""The rows of one kind, put together from what others saved and what was sent."""

import re
from dataclasses import dataclass

from . import words
from .order import completed, within
from .rows import ORDER, Row
from .rule import settle

UNKNOWN = ["unknown"]  # unlike any version


@dataclass
class Kept:
    """A version of a row that goes on, whether the row is stored now, and the primary key to send."""

    row: Row
    is_stored: bool
    pk: str


def is_needed(group, opened):
    """Say whether anything but what was sent is to be looked at."""
    asked = any(key.startswith(f"{group.prefix}-") for key in opened.asked)
    return asked or list(opened.rows.get(group.prefix, {}).items()) != list(group.versions().items())


class GroupMerge:
    """Merges one group; ``opened`` is what the form held, ``choices`` what was chosen of what was asked."""

    def __init__(self, group, opened, choices):
        self.group = group
        self.known = opened.rows.get(group.prefix)
        self.base = self.known or {}
        self.asked = {key for key in opened.asked if key.startswith(f"{group.prefix}-")}
        self.choices = choices
        self.stored = {row.key: row for row in group.stored}
        self.typed = {row.key: row for row in group.typed}
        self.conflicts, self.changes = [], []

    def run(self):
        """Return the rows as they go on, in their order, those to be deleted last."""
        kept = {key: each for key in {**self.stored, **self.typed} if (each := self._kept(key))}
        order = [key for key in self._order() if key in kept]
        return [kept[key] for key in [*order, *(key for key in kept if key not in order)]]

    def _kept(self, key):
        theirs, mine = self.stored.get(key), self.typed.get(key)
        outcome = self._outcome(key, theirs, mine)
        if outcome == "ask":
            self.conflicts.append(words.of_row(self.group, theirs, mine))
        if outcome in ("theirs", "taken"):
            if outcome == "taken":
                self.changes.append((key in self.base, theirs))
            return theirs and Kept(theirs, True, key)
        if self._is_superfluous(theirs, mine):
            return None
        return Kept(mine or theirs, theirs is not None, key if theirs or outcome == "ask" else "")

    def _is_superfluous(self, theirs, mine):
        """Say whether a row is gone in both versions, or was added in the same words by somebody else."""
        if mine is None or theirs:
            return False
        added = [row for key, row in self.stored.items() if key not in self.base and key not in self.typed]
        return mine.is_deleted or (mine.is_added and any(row.version() == mine.version() for row in added))

    def _outcome(self, key, theirs, mine):
        name = f"{self.group.prefix}-{key}"
        base = self.base.get(key, UNKNOWN if mine and not mine.is_added and name not in self.asked else None)
        theirs = theirs and theirs.version()
        mine = self._version(mine, base, theirs)
        return settle(base, theirs, mine, name in self.asked, self.choices.get(name, ""))

    def _version(self, mine, base, theirs):
        """Return what was made of a row; one that wasn't sent, or wasn't anyone's to change, is as it was."""
        if mine is None or not (self.group.changeable or mine.is_added or mine.is_deleted):
            return base
        _, files = next((each for each in (base, theirs) if each and each != UNKNOWN), ("", ""))
        return mine.version(files)

    def _order(self):
        theirs, mine = list(self.stored), [key for key, row in self.typed.items() if not row.is_deleted]
        if not self.group.is_ordered:
            return completed(theirs, mine)
        outcome = self._order_outcome(theirs, mine)
        return completed(theirs, mine) if outcome in ("theirs", "taken") else completed(mine, theirs)

    def _order_outcome(self, theirs, mine):
        both = set(theirs) & set(mine) & set(theirs if self.known is None else self.base)
        base = UNKNOWN if self.known is None else within(self.base, both)
        theirs, mine = within(theirs, both), within(mine, both)
        name = f"{self.group.prefix}-order"
        outcome = settle(base, theirs, mine, name in self.asked, self.choices.get(name, ""))
        if outcome == "ask":
            self.conflicts.append(words.of_order(self.group, theirs, mine))
        return outcome


def write_rows(group, kept, data, files):
    """Put the rows into what was sent, as if the form had been opened just now."""
    rows = sorted(kept, key=lambda each: not each.is_stored)
    places = {id(each): place for place, each in enumerate(kept, start=1)}
    _move_files(group.prefix, [each.row for each in rows], group.typed, files)
    for key in [key for key in data if re.match(rf"{re.escape(group.prefix)}-\d+-", key)]:
        del data[key]
    for index, each in enumerate(rows):
        for name, value in _sent(group, each, places[id(each)]).items():
            if value:
                data.setlist(f"{group.prefix}-{index}-{name}", value)
    data[f"{group.prefix}-INITIAL_FORMS"] = str(sum(each.is_stored for each in kept))
    data[f"{group.prefix}-TOTAL_FORMS"] = str(len(kept))


def _sent(group, kept, place):
    pk = {group.blank._meta.model._meta.pk.name: [kept.pk]}
    return kept.row.sent | pk | ({ORDER: [str(place)]} if group.is_ordered else {})


def _move_files(prefix, rows, typed, files):
    """Let the chosen files follow their rows to other numbers; those of rows that are dropped are dropped."""
    chosen = {key: files.getlist(key) for key in list(files) if re.match(rf"{re.escape(prefix)}-\d+-", key)}
    for key in chosen:
        del files[key]
    for index, row in enumerate(rows):
        if any(row is each for each in typed):
            start = f"{prefix}-{row.index}-"
            for key, values in chosen.items():
                if key.startswith(start):
                    files.setlist(f"{prefix}-{index}-{key.removeprefix(start)}", values)
