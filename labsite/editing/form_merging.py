"""The three-way merge of a form: ``opened`` is the base, what is stored now is theirs, and what was sent is mine."""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Self

from django.core import signing
from django.db.models import Model
from django.forms import FileField
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from labsite.history import versions
from labsite.modelling.values_in_words import enumerated
from labsite.texts.plain_text import number_in

from .inlines import by_order
from .inputs import (
    LEFT_ALONE,
    ORDER,
    compared_fields,
    digest,
    in_words,
    labelled,
    sent,
    stored,
    typed,
)

SALT = "labsite.editing.opened:{}:{}"  # of the form of one row
UNKNOWN = ["unknown"]  # unlike any version of a row

Outcome = Literal["mine", "theirs", "taken", "ask"]


class ConflictLine(NamedTuple):
    """One field in both versions; the label is empty where a conflict is about one field."""

    label: str
    theirs: str
    mine: str


class Conflict(NamedTuple):
    """Something that two people changed, each in another way."""

    key: str
    heading: str
    lines: list[ConflictLine]
    theirs_is_gone: bool = False
    mine_is_gone: bool = False


@dataclass
class FormRow:
    """One version of an inline row.

    ``key`` is its primary key, or "+" and a number for one that was added in the form; ``form`` is that of a row as
    the database has it, and ``sent`` what came for another, by the names that follow the row's prefix.
    """

    key: str
    values: dict[str, Any]
    form: Any = None
    sent: dict[str, list[str]] = field(default_factory=dict)
    is_deleted: bool = False
    index: int | None = None  # among those that were sent

    def __str__(self) -> str:
        return str(self.form.instance)

    @property
    def inputs(self) -> dict[str, list[str]]:
        """What a browser sends for it."""
        if self.form is None:
            return self.sent
        inputs = {name: each for part in sent(self.form).values() for name, each in part.items()}
        return inputs | {self.form._meta.model._meta.pk.name: [self.key]}

    @property
    def is_added(self) -> bool:
        return self.key.startswith("+")


class InlineRows:
    """The rows of one inline by their keys, as stored and as sent, each in their order.

    ``blank`` is the empty form of a row; ``changeable`` says whether the user may change rows that exist.
    """

    def __init__(self, formset: Any, inline: Any, changeable: bool = True) -> None:
        self.prefix, self.blank, self.changeable = formset.prefix, formset.empty_form, changeable
        self.noun, self.plural = str(inline.verbose_name), str(inline.verbose_name_plural)
        self.pk_name = self.blank._meta.model._meta.pk.name
        self.is_ordered = ORDER in self.blank.fields
        self.files = {name for name, each in compared_fields(self.blank).items() if isinstance(each, FileField)}
        self.sent: dict[int, dict[str, list[str]]] = defaultdict(dict)  # by the names that follow the prefix of a row
        self.typed: dict[str, FormRow] = {}
        rows = [FormRow(str(form.instance.pk), stored(form), form) for form in formset.initial_forms]
        self.stored = {row.key: row for row in rows}
        self.versions = {row.key: self.version(row) for row in rows}

    def complete(self, data: QueryDict, files: Any) -> None:
        """Let rows that the form showed as text say what is stored; those that are gone meanwhile stay so."""
        of_text = {self.pk_name, ORDER, "DELETE"}
        name_of_row = re.compile(rf"{re.escape(self.prefix)}-(\d{{1,5}})-(.*)", re.ASCII)
        for name in [*data, *files]:
            if match := name_of_row.fullmatch(name):
                self.sent[int(match[1])] |= {match[2]: data.getlist(name)} if name in data else {}
        for index, inputs in self.sent.items():
            if self.pk_name in inputs and inputs.keys() <= of_text and compared_fields(self.blank).keys() - of_text:
                row = self.stored.get(inputs[self.pk_name][-1])
                for name, values in (row.inputs if row else {"DELETE": ["on"]}).items():
                    if name not in inputs and values:
                        inputs[name] = values
                        data.setlist(f"{self.prefix}-{index}-{name}", values)

    def read(self, data: QueryDict, files: Any) -> None:
        """Take in the rows that were sent, but for those that were added and left empty."""
        total, empty, rows = number_in(data.get(f"{self.prefix}-TOTAL_FORMS")) or 0, stored(self.blank), []
        for index in sorted(index for index in self.sent if index < total):
            prefix = f"{self.prefix}-{index}-"
            values = typed(self.blank, data, files, prefix)
            is_deleted = "DELETE" in self.blank.fields and "DELETE" in self.sent[index]
            key = data.get(f"{prefix}{self.pk_name}") or f"+{index}"
            row = FormRow(key, values, sent=self.sent[index], is_deleted=is_deleted, index=index)
            unlike = (value not in (LEFT_ALONE, empty[name]) for name, value in values.items() if name != ORDER)
            if not row.is_added or (not is_deleted and any(unlike)):
                rows.append(row)
        ordered = by_order((number_in(row.values[ORDER]), row) for row in rows) if self.is_ordered else rows
        self.typed = {row.key: row for row in ordered}

    def version(self, row: FormRow | None, other_files: str = "") -> list[str] | None:
        """Return digests of a row's texts and of its files; files left alone are as the other version's."""
        if row is None or row.is_deleted:
            return None
        texts = {name: value for name, value in row.values.items() if name not in self.files | {ORDER}}
        files = {name: row.values[name] for name in self.files}
        return [digest(texts), other_files if LEFT_ALONE in files.values() else digest(files)]

    def conflict(self, theirs: FormRow | None, mine: FormRow | None) -> Conflict:
        """Describe a row of which at least one version is there, by the fields in which the versions differ."""
        row = theirs or mine
        assert row
        is_gone = (theirs is None, mine is None or mine.is_deleted)
        heading = labelled(capfirst(self.noun), str(theirs)) if theirs else capfirst(self.noun)
        lines = []
        for name, form_field in compared_fields(self.blank).items():
            pair = [version.values[name] if version else "" for version in (theirs, mine)]
            differs = any(pair) if any(is_gone) else pair[0] != pair[1] and pair[1] is not LEFT_ALONE
            if differs and name != ORDER:
                words = (in_words(form_field, value or "") for value in pair)
                lines.append(ConflictLine(str(self.blank[name].label), *words))
        return Conflict(f"{self.prefix}-{row.key}", heading, lines, *is_gone)

    def in_words(self, changes: list[tuple[bool, FormRow | None]]) -> str:
        """Say in one clause what others did to rows: pairs of whether a row was there, and what it is now."""
        words = {True: gettext("%(row)s changed"), False: gettext("%(row)s added")}
        parts = [words[was_there] % {"row": now} for was_there, now in changes if now]
        if removed := sum(now is None for _, now in changes):
            parts.append(ngettext("%(number)d removed", "%(number)d removed", removed) % {"number": removed})
        return gettext("%(rows)s (%(changes)s)") % {"rows": self.plural, "changes": enumerated(parts)}


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

    @staticmethod
    def dump(
        row: Model, stored: dict[str, Any], groups: Iterable[InlineRows], at: float = 0, asked: Iterable[str] = ()
    ) -> str:
        """Return the digests of a form that shows what is stored, signed so that nobody can make them up.

        They are for a hidden input of the form of one row.
        """
        fields = {name: digest(value) for name, value in stored.items()}
        rows = {group.prefix: group.versions for group in groups}
        digests = [at or timezone.now().timestamp(), fields, rows, list(asked)]
        return signing.dumps(digests, salt=SALT.format(row._meta.label_lower, row.pk), compress=True)

    @classmethod
    def load(cls, row: Model, text: str) -> Self:
        """Return what dump() wrote for this row; nothing is known from any other text."""
        try:
            at, fields, rows, asked = signing.loads(text, salt=SALT.format(row._meta.label_lower, row.pk))
        except signing.BadSignature:
            return cls()
        return cls(at, fields, {prefix: dict(group) for prefix, group in rows.items()}, asked)


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
        self.stored = stored(form)
        self.conflicts: list[Conflict] = []
        self.taken: list[str] = []
        self._merge_fields()
        for group in groups:
            group.complete(self.data, files)
            self._merge_rows(group)

    def _settle(self, name: str, base: Any, theirs: Any, mine: Any) -> Outcome:
        """Say which version of a field, of a row or of an order holds; each is a digest, or None for no row.

        "taken" is theirs because nobody else changed it; "theirs" because that was chosen. A conflict that was asked
        about needs a choice, and "mine" holds only against the version that was shown beside it, which is the base
        then.
        """
        if theirs == mine:
            return "mine"
        if name in self.opened.asked:
            choice = self.choices.get(name)
            return "theirs" if choice == "theirs" else "mine" if choice == "mine" and theirs == base else "ask"
        outcomes: dict[versions.Outcome, Outcome] = {"mine": "mine", "theirs": "taken", "conflict": "ask"}
        return outcomes[versions.merge(base, theirs, mine)]

    def _merge_fields(self) -> None:
        stored_now = {name: digest(value) for name, value in self.stored.items()}
        if stored_now == self.opened.fields and not self.opened.asked:
            return
        values, inputs = typed(self.form, self.data, self.files), sent(self.form)
        for name, theirs in self.stored.items():
            now, base, label = stored_now[name], self.opened.fields.get(name), str(self.form[name].label)
            mine = (base or now) if values[name] is LEFT_ALONE else digest(values[name])
            outcome = self._settle(name, base, now, mine)
            if outcome == "ask":
                words = (in_words(self.form.fields[name], each) for each in (theirs, values[name]))
                self.conflicts.append(Conflict(name, capfirst(label), [ConflictLine("", *words)]))
            elif outcome != "mine":
                for key, each in inputs[name].items():
                    self.data.setlist(key, each) if each else self.data.pop(key, None)
                    self.files.pop(key, None)
                self.taken += [label] if outcome == "taken" else []

    def _merge_rows(self, group: InlineRows) -> None:
        base = self.opened.rows.get(group.prefix, {})
        asked = any(key.startswith(f"{group.prefix}-") for key in self.opened.asked)
        is_unchanged = not asked and list(base.items()) == list(group.versions.items())
        if is_unchanged or f"{group.prefix}-TOTAL_FORMS" not in self.data:
            return
        group.read(self.data, self.files)
        changes: list[tuple[bool, FormRow | None]] = []
        merged = {key: self._merged(group, base, key, changes) for key in {**group.stored, **group.typed}}
        rows = {key: row for key, row in merged.items() if row}
        order = [key for key in self._order(group) if key in rows]
        self._write_rows(group, [rows[key] for key in dict.fromkeys([*order, *rows])])
        self.taken += [group.in_words(changes)] if changes else []

    def _merged(
        self, group: InlineRows, base: dict[str, list[str]], key: str, changes: list[tuple[bool, FormRow | None]]
    ) -> FormRow | None:
        """Return the version of a row that goes on, and note what others did to it."""
        theirs, mine, name = group.stored.get(key), group.typed.get(key), f"{group.prefix}-{key}"
        is_unknown = mine and not mine.is_added and name not in self.opened.asked
        before, now = base.get(key, UNKNOWN if is_unknown else None), group.version(theirs)
        sent = before  # what wasn't sent, or couldn't be changed, is as it was
        if mine and (group.changeable or mine.is_added or mine.is_deleted):
            _, files = next((each for each in (before, now) if each and each != UNKNOWN), ("", ""))
            sent = group.version(mine, files)
        outcome = self._settle(name, before, now, sent)
        if outcome == "ask":
            self.conflicts.append(group.conflict(theirs, mine))
        elif outcome == "taken":
            changes.append((key in base, theirs))
        if outcome in ("theirs", "taken"):
            return theirs
        if mine and not theirs and outcome != "ask":
            # It is gone in both versions, or somebody else has added the very same one.
            added = (row for other, row in group.stored.items() if other not in {*base, *group.typed})
            if mine.is_deleted or (mine.is_added and any(group.version(row) == sent for row in added)):
                return None
            mine.sent[group.pk_name] = [""]
        return mine or theirs

    def _order(self, group: InlineRows) -> list[str]:
        """Compare the orders of those rows alone that all versions have."""
        theirs, mine = list(group.stored), [key for key, row in group.typed.items() if not row.is_deleted]
        if not group.is_ordered:
            return completed(theirs, mine)
        base = self.opened.rows.get(group.prefix, UNKNOWN)
        both = set(theirs) & set(mine) & set(theirs if base is UNKNOWN else base)
        before, now, sent = (tuple(key for key in order if key in both) for order in (base, theirs, mine))
        outcome = self._settle(f"{group.prefix}-order", UNKNOWN if base is UNKNOWN else before, now, sent)
        if outcome == "ask":
            words = (enumerated(str(group.stored[key]) for key in order) for order in (now, sent))
            heading = gettext("Order of the %(rows)s") % {"rows": group.plural}
            self.conflicts.append(Conflict(f"{group.prefix}-order", heading, [ConflictLine("", *words)]))
        return completed(theirs, mine) if outcome in ("theirs", "taken") else completed(mine, theirs)

    def _write_rows(self, group: InlineRows, merged: list[FormRow]) -> None:
        """Put the rows into what was sent, as if the form had been opened just now: those that are stored first."""
        own = re.compile(rf"{re.escape(group.prefix)}-\d+-")
        chosen = {key: self.files.pop(key) for key in [*self.files] if own.match(key)}
        for key in filter(own.match, [*self.data]):
            del self.data[key]
        rows = sorted(enumerate(merged, start=1), key=lambda pair: pair[1].key not in group.stored)
        for index, (order, row) in enumerate(rows):
            for name, values in (row.inputs | ({ORDER: [str(order)]} if group.is_ordered else {})).items():
                if values:
                    self.data.setlist(f"{group.prefix}-{index}-{name}", values)
            # Chosen files follow their row to its new number; those of rows that are dropped are dropped.
            start = f"{group.prefix}-{row.index}-"
            for key in (key for key in chosen if key.startswith(start)):
                self.files.setlist(f"{group.prefix}-{index}-{key.removeprefix(start)}", chosen[key])
        self.data[f"{group.prefix}-INITIAL_FORMS"] = str(sum(row.key in group.stored for row in merged))
        self.data[f"{group.prefix}-TOTAL_FORMS"] = str(len(merged))


def completed(order: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return an order with the rows that only ``others`` has, each behind the row that it follows there."""
    result = list(order)
    behind = 0
    for row in others:
        if row not in result:
            result.insert(behind, row)
        behind = result.index(row) + 1
    return result
