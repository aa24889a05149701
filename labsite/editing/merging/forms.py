"""A whole form put together from what others saved and what was sent."""

from . import values, words
from .groups import GroupMerge, is_needed, write_rows
from .opened import Opened
from .rows import read_rows
from .rule import settle


class Merge:
    """What becomes of three versions of a form: ``data`` to save, ``conflicts`` to ask about, ``taken`` to tell.

    ``form`` and ``groups`` hold what is stored; ``choices`` are "theirs" or "mine" by the keys that were asked.
    """

    def __init__(self, form, groups, opened, data, files, choices):
        self.form, self.groups, self.opened = form, groups, opened
        self.data, self.files, self.choices = data.copy(), files, choices
        self.stored = values.stored(form)
        self.conflicts, self.taken = [], []
        self._merge_fields()
        for group in groups:
            self._merge_rows(group)

    @property
    def stored_now(self):
        """What the form would tell if it were opened now, with what is still to be chosen."""
        return opened_now(self.stored, self.groups, at=self.opened.at, asked=[each.key for each in self.conflicts])

    def _merge_fields(self):
        typed = values.typed(self.form, self.data, self.files)
        sent = values.sent(self.form)
        for name, theirs in self.stored.items():
            outcome = self._outcome(name, theirs, typed[name])
            if outcome == "ask":
                self.conflicts.append(words.of_field(self.form, name, theirs, typed[name]))
            elif outcome != "mine":
                self._take(sent[name])
                self.taken += [words.label_of(self.form, name)] if outcome == "taken" else []

    def _outcome(self, name, theirs, mine):
        base, theirs = self.opened.fields.get(name), values.digest(theirs)
        mine = (base or theirs) if mine is values.LEFT_ALONE else values.digest(mine)
        return settle(base, theirs, mine, name in self.opened.asked, self.choices.get(name, ""))

    def _take(self, sent):
        for name, each in sent.items():
            self.data.setlist(name, each) if each else self.data.pop(name, None)
            self.files.pop(name, None)

    def _merge_rows(self, group):
        if f"{group.prefix}-TOTAL_FORMS" not in self.data or not is_needed(group, self.opened):
            return
        read_rows(group, self.data, self.files)
        merge = GroupMerge(group, self.opened, self.choices)
        write_rows(group, merge.run(), self.data, self.files)
        self.conflicts += merge.conflicts
        self.taken += [words.of_taken(group, merge.changes)] if merge.changes else []


def opened_now(stored, groups, **told):
    """Return what a form tells that is opened now."""
    fields = {name: values.digest(value) for name, value in stored.items()}
    return Opened(fields=fields, rows={group.prefix: group.versions() for group in groups}, **told)
