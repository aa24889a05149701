"""The three-way merge of a form: ``opened`` is the base, what is stored now is theirs, and what was sent is mine."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

from django.core import signing
from django.db.models import Model
from django.forms import Field
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from labsite.history import versions
from labsite.modelling.values_in_words import enumerated

from . import form_values
from .form_values import ORDER, FormRow, InlineRows, read_rows

SALT = "labsite.editing.opened:{}:{}"  # of the form of one row
UNKNOWN = ["unknown"]  # unlike any version of a row

Outcome = Literal["mine", "theirs", "taken", "ask"]


@dataclass(frozen=True)
class ConflictLine:
    """One field in both versions; the label is empty where a conflict is about one field."""

    label: str
    theirs: str
    mine: str

    @classmethod
    def of(cls, field: Field, label: str, theirs: Any, mine: Any) -> Self:
        return cls(label, form_values.in_words(field, theirs), form_values.in_words(field, mine))


@dataclass(frozen=True)
class Conflict:
    """Something that two people changed, each in another way."""

    key: str
    heading: str
    lines: list[ConflictLine]
    theirs_is_gone: bool = False
    mine_is_gone: bool = False


def conflict_of_row(group: InlineRows, theirs: FormRow | None, mine: FormRow | None) -> Conflict:
    """Describe a row of which at least one version is there, by the fields in which the versions differ."""
    row = theirs or mine
    assert row
    is_gone = (theirs is None, mine is None or mine.is_deleted)
    heading = labelled(capfirst(group.noun), str(theirs)) if theirs else capfirst(group.noun)
    lines = []
    for name, form_field in form_values.compared_fields(group.blank).items():
        pair = [version.values[name] if version else "" for version in (theirs, mine)]
        differs = any(pair) if any(is_gone) else pair[0] != pair[1] and pair[1] is not form_values.LEFT_ALONE
        if differs and name != ORDER:
            lines.append(ConflictLine.of(form_field, label_of(group.blank, name), pair[0] or "", pair[1] or ""))
    return Conflict(f"{group.prefix}-{row.key}", heading, lines, *is_gone)


def conflict_of_order(group: InlineRows, theirs: tuple[str, ...], mine: tuple[str, ...]) -> Conflict:
    names = {row.key: str(row) for row in group.stored}
    both = [enumerated(names[key] for key in order) for order in (theirs, mine)]
    heading = gettext("Order of the %(rows)s") % {"rows": group.plural}
    return Conflict(f"{group.prefix}-order", heading, [ConflictLine("", *both)])


def changes_in_words(group: InlineRows, changes: list[tuple[bool, FormRow | None]]) -> str:
    """Say in one clause what others did to rows: pairs of whether a row was there, and what it is now."""
    words = {True: gettext("%(row)s changed"), False: gettext("%(row)s added")}
    parts = [words[was_there] % {"row": now} for was_there, now in changes if now]
    removed = sum(now is None for _, now in changes)
    parts += [ngettext("%(number)d removed", "%(number)d removed", removed) % {"number": removed}] if removed else []
    return gettext("%(rows)s (%(changes)s)") % {"rows": group.plural, "changes": enumerated(parts)}


def typed_in_words(form: Any, typed: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (label, text) of the fields of a form in which something was typed or chosen."""
    fields = form_values.compared_fields(form)
    filled_in = {name: value for name, value in typed.items() if value and name != ORDER}
    return [(label_of(form, name), form_values.in_words(fields[name], value)) for name, value in filled_in.items()]


def labelled(label: str, text: str) -> str:
    return gettext("%(label)s: %(text)s") % {"label": label, "text": text}


def label_of(form: Any, name: str) -> str:
    return str(form[name].label)


@dataclass
class OpenedForm:
    """Digests of what a form held when it was opened: by field, and of its rows by prefix and primary key, in order.

    ``asked`` are the keys of the conflicts that the user was asked to choose between. A form of which nothing is known
    has ``at`` 0.
    """

    at: float = 0
    fields: dict[str, str] = field(default_factory=dict)
    rows: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    @classmethod
    def now(
        cls, stored: dict[str, Any], groups: Iterable[InlineRows], at: float = 0, asked: Iterable[str] = ()
    ) -> Self:
        """Return the digests of a form that shows what is stored."""
        fields = {name: form_values.digest(value) for name, value in stored.items()}
        return cls(at, fields, {group.prefix: group.versions() for group in groups}, list(asked))

    def dump(self, row: Model) -> str:
        """Return the digests for a hidden input of the form of one row, signed so that nobody can make them up."""
        rows = {prefix: list(group.items()) for prefix, group in self.rows.items()}
        digests = [self.at or timezone.now().timestamp(), self.fields, rows, self.asked]
        return signing.dumps(digests, salt=SALT.format(row._meta.label_lower, row.pk), compress=True)

    @classmethod
    def load(cls, row: Model, text: str) -> Self:
        """Return what dump() wrote for this row; nothing is known from any other text."""
        try:
            at, fields, rows, asked = signing.loads(text, salt=SALT.format(row._meta.label_lower, row.pk))
        except signing.BadSignature:
            return cls()
        return cls(at, fields, {prefix: dict(group) for prefix, group in rows.items()}, asked)

    def settle(self, name: str, base: Any, theirs: Any, mine: Any, choices: dict[str, str]) -> Outcome:
        """Say which version of a field, of a row or of an order holds; each is a digest, or None for no row.

        "taken" is theirs because nobody else changed it; "theirs" because that was chosen. A conflict that was asked
        about needs a choice, and "mine" holds only against the version that was shown beside it, which is the base
        then.
        """
        if theirs == mine:
            return "mine"
        if name in self.asked:
            choice = choices.get(name)
            return "theirs" if choice == "theirs" else "mine" if choice == "mine" and theirs == base else "ask"
        outcomes: dict[versions.Outcome, Outcome] = {"mine": "mine", "theirs": "taken", "conflict": "ask"}
        return outcomes[versions.merge(base, theirs, mine)]


class FormMerge:
    """Merges what is stored into what was sent: ``data`` to save, ``conflicts`` to ask about, ``taken`` to tell of.

    ``form`` and ``groups`` hold what is stored; ``choices`` are "theirs" or "mine" by the keys of conflicts. ``data``
    is a copy; ``files`` is changed in place, because the files of a request can't be replaced.
    """

    def __init__(
        self,
        form: Any,
        groups: list[InlineRows],
        opened: OpenedForm,
        data: QueryDict,
        files: Any,
        choices: dict[str, str],
    ) -> None:
        self.form, self.groups, self.opened = form, groups, opened
        self.data: Any = data.copy()
        self.files, self.choices = files, choices
        self.stored = form_values.stored(form)
        self.conflicts: list[Conflict] = []
        self.taken: list[str] = []
        self._merge_fields()
        for group in groups:
            self._merge_rows(group)

    @property
    def stored_now(self) -> OpenedForm:
        """The digests of the form if it were opened now, with the conflicts that are still to be settled."""
        return OpenedForm.now(self.stored, self.groups, self.opened.at, [each.key for each in self.conflicts])

    def _merge_fields(self) -> None:
        typed = form_values.typed(self.form, self.data, self.files)
        sent = form_values.sent(self.form)
        for name, theirs in self.stored.items():
            now = form_values.digest(theirs)
            base = self.opened.fields.get(name)
            mine = (base or now) if typed[name] is form_values.LEFT_ALONE else form_values.digest(typed[name])
            outcome = self.opened.settle(name, base, now, mine, self.choices)
            if outcome == "ask":
                line = ConflictLine.of(self.form.fields[name], "", theirs, typed[name])
                self.conflicts.append(Conflict(name, capfirst(label_of(self.form, name)), [line]))
            elif outcome != "mine":
                for key, values in sent[name].items():
                    self.data.setlist(key, values) if values else self.data.pop(key, None)
                    self.files.pop(key, None)
                self.taken += [label_of(self.form, name)] if outcome == "taken" else []

    def _merge_rows(self, group: InlineRows) -> None:
        asked = any(key.startswith(f"{group.prefix}-") for key in self.opened.asked)
        opened = self.opened.rows.get(group.prefix, {})
        is_unchanged = not asked and list(opened.items()) == list(group.versions().items())
        if is_unchanged or f"{group.prefix}-TOTAL_FORMS" not in self.data:
            return
        group = read_rows(group, self.data, self.files)
        merge = InlineMerge(group, self.opened, self.choices)
        self._write_rows(group, merge.run())
        self.conflicts += merge.conflicts
        self.taken += [changes_in_words(group, merge.changes)] if merge.changes else []

    def _write_rows(self, group: InlineRows, merged: list["MergedRow"]) -> None:
        """Put the rows into what was sent, as if the form had been opened just now: those that are stored first."""
        prefix, pk_name = group.prefix, group.blank._meta.model._meta.pk.name
        chosen = {key: self.files.getlist(key) for key in _keys_of_rows(prefix, self.files)}
        for key in chosen:
            del self.files[key]
        for key in _keys_of_rows(prefix, self.data):
            del self.data[key]
        rows = sorted(enumerate(merged, start=1), key=lambda pair: not pair[1].is_stored)
        for index, (order, each) in enumerate(rows):
            sent = each.row.sent | {pk_name: [each.pk]} | ({ORDER: [str(order)]} if group.is_ordered else {})
            for name, values in sent.items():
                if values:
                    self.data.setlist(f"{prefix}-{index}-{name}", values)
            if any(each.row is typed for typed in group.typed):
                # Chosen files follow their row to its new number; those of rows that are dropped are dropped.
                start = f"{prefix}-{each.row.index}-"
                for key in (key for key in chosen if key.startswith(start)):
                    self.files.setlist(f"{prefix}-{index}-{key.removeprefix(start)}", chosen[key])
        self.data[f"{prefix}-INITIAL_FORMS"] = str(sum(each.is_stored for each in merged))
        self.data[f"{prefix}-TOTAL_FORMS"] = str(len(merged))


def _keys_of_rows(prefix: str, sent: Iterable[str]) -> list[str]:
    return [key for key in sent if re.match(rf"{re.escape(prefix)}-\d+-", key)]


@dataclass
class MergedRow:
    """A version of a row that goes on, whether the row is stored now, and the primary key to send."""

    row: FormRow
    is_stored: bool
    pk: str


class InlineMerge:
    """Merges the rows of one inline; ``choices`` are "theirs" or "mine" by the keys of conflicts."""

    def __init__(self, group: InlineRows, opened: OpenedForm, choices: dict[str, str]) -> None:
        self.group, self.opened, self.choices = group, opened, choices
        self.is_known = group.prefix in opened.rows
        self.base = opened.rows.get(group.prefix, {})
        self.stored = {row.key: row for row in group.stored}
        self.typed = {row.key: row for row in group.typed}
        self.conflicts: list[Conflict] = []
        self.changes: list[tuple[bool, FormRow | None]] = []

    def run(self) -> list[MergedRow]:
        """Return the rows as they go on, in their order, those to be deleted last."""
        merged = {key: each for key in {**self.stored, **self.typed} if (each := self._merged(key))}
        order = [key for key in self._order() if key in merged]
        return [merged[key] for key in [*order, *(key for key in merged if key not in order)]]

    def _merged(self, key: str) -> MergedRow | None:
        theirs, mine = self.stored.get(key), self.typed.get(key)
        outcome = self._outcome(key, theirs, mine)
        if outcome == "ask":
            self.conflicts.append(conflict_of_row(self.group, theirs, mine))
        if outcome in ("theirs", "taken"):
            if outcome == "taken":
                self.changes.append((key in self.base, theirs))
            return MergedRow(theirs, True, key) if theirs else None
        row = mine or theirs
        if row is None:
            return None
        if mine and not theirs:
            # It is gone in both versions, or somebody else has added the very same one.
            added = [each for other, each in self.stored.items() if other not in {*self.base, *self.typed}]
            if mine.is_deleted or (mine.is_added and any(each.version() == mine.version() for each in added)):
                return None
        return MergedRow(row, theirs is not None, key if theirs or outcome == "ask" else "")

    def _outcome(self, key: str, theirs: FormRow | None, mine: FormRow | None) -> Outcome:
        name = f"{self.group.prefix}-{key}"
        is_unknown = mine and not mine.is_added and name not in self.opened.asked
        base = self.base.get(key, UNKNOWN if is_unknown else None)
        now = theirs.version() if theirs else None
        if mine and (self.group.changeable or mine.is_added or mine.is_deleted):
            _, files = next((each for each in (base, now) if each and each != UNKNOWN), ("", ""))
            return self.opened.settle(name, base, now, mine.version(files), self.choices)
        # What wasn't sent, or couldn't be changed, is as it was.
        return self.opened.settle(name, base, now, base, self.choices)

    def _order(self) -> list[str]:
        """Compare the orders of those rows alone that all versions have."""
        theirs, mine = list(self.stored), [key for key, row in self.typed.items() if not row.is_deleted]
        if not self.group.is_ordered:
            return completed(theirs, mine)
        both = set(theirs) & set(mine) & set(self.base if self.is_known else theirs)
        before, now, sent = (tuple(key for key in order if key in both) for order in (self.base, theirs, mine))
        base = before if self.is_known else UNKNOWN
        outcome = self.opened.settle(f"{self.group.prefix}-order", base, now, sent, self.choices)
        if outcome == "ask":
            self.conflicts.append(conflict_of_order(self.group, now, sent))
        return completed(theirs, mine) if outcome in ("theirs", "taken") else completed(mine, theirs)


def completed(order: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return an order with the rows that only ``others`` has, each behind the row that it follows there."""
    result = list(order)
    behind = 0
    for row in others:
        if row not in result:
            result.insert(behind, row)
        behind = result.index(row) + 1
    return result
