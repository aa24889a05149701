"""The rows of one kind that are edited with a form, as they are stored and as they were sent."""

import re
from dataclasses import dataclass, field
from typing import Any

from . import values

ORDER = "order"


@dataclass
class Row:
    """One version of a row.

    ``key`` is its primary key, or "+" and a number for one that was added in the form; ``sent`` is what a browser
    sends for it, by the names that follow the row's prefix; ``instance`` is what the database has.
    """

    key: str
    held: dict[str, Any]
    sent: dict[str, list[str]]
    files: set[str]
    instance: Any = None
    is_deleted: bool = False
    index: int = 0

    @property
    def words(self):
        return str(self.instance)

    @property
    def is_added(self):
        return self.key.startswith("+")

    def version(self, other_files=""):
        """Return what tells its texts and its files from another version's; files left alone are as the other's."""
        if self.is_deleted:
            return None
        texts = {name: value for name, value in self.held.items() if name not in self.files | {ORDER}}
        files = {name: self.held[name] for name in self.files}
        left_alone = any(value is values.LEFT_ALONE for value in files.values())
        return [values.digest(texts), other_files if left_alone else values.digest(files)]


@dataclass
class Group:
    """The rows under one prefix, as stored and as sent, each in their order.

    ``changeable`` says whether whoever sent the form may change rows that exist.
    """

    prefix: str
    noun: str
    plural: str
    blank: Any
    stored: list[Row]
    typed: list[Row] = field(default_factory=list)
    changeable: bool = True

    @property
    def is_ordered(self):
        return ORDER in self.blank.fields

    def versions(self):
        return {row.key: row.version() for row in self.stored}


def stored_group(formset, inline, changeable=True):
    """Return the rows of a formset that nobody has filled in."""
    return Group(
        prefix=formset.prefix,
        noun=str(inline.verbose_name),
        plural=str(inline.verbose_name_plural),
        blank=formset.empty_form,
        stored=[_stored_row(form) for form in formset.initial_forms],
        changeable=changeable,
    )


def _stored_row(form):
    sent = {key: each for part in values.sent(form).values() for key, each in part.items()}
    return Row(str(form.instance.pk), values.stored(form), sent, _files(form), instance=form.instance)


def _files(form):
    return {name for name, each in values.compared_fields(form).items() if values.is_file(each)}


def read_rows(group, data, files):
    """Add the rows that were sent, those of them aside that were added and left empty."""
    rows = [_typed_row(group, index, data, files) for index in _indexes(group.prefix, data, files)]
    empty = values.stored(group.blank)
    kept = [row for row in rows if not row.is_added or _is_filled_in(row, empty)]
    group.typed = _in_order(kept) if group.is_ordered else kept


def _indexes(prefix, data, files):
    """Return the numbers of the rows that a formset would look at."""
    total = data.get(f"{prefix}-TOTAL_FORMS", "0")
    name = re.compile(rf"{re.escape(prefix)}-(\d{{1,5}})-", re.ASCII)
    found = {int(match[1]) for key in [*data, *files] if (match := name.match(key))}
    return sorted(index for index in found if total.isdecimal() and index < int(total))


def _typed_row(group, index, data, files):
    prefix = f"{group.prefix}-{index}-"
    pk = data.get(prefix + group.blank._meta.model._meta.pk.name, "")
    held = values.typed(group.blank, data, files, prefix)
    sent = {key.removeprefix(prefix): data.getlist(key) for key in data if key.startswith(prefix)}
    is_deleted = "DELETE" in group.blank.fields and "DELETE" in sent
    return Row(pk or f"+{index}", held, sent, _files(group.blank), is_deleted=is_deleted, index=index)


def _is_filled_in(row, empty):
    return not row.is_deleted and any(
        value not in (values.LEFT_ALONE, empty[name]) for name, value in row.held.items() if name != ORDER
    )


def _in_order(rows):
    """Return rows by their numbers; one without a number, or with 0, follows the rows before it."""
    numbered, highest = [], 0
    for row in rows:
        number = int(row.held[ORDER] or 0) if str(row.held[ORDER]).isdecimal() else 0
        numbered.append((number or highest, row))
        highest = max(highest, number)
    return [row for _, row in sorted(numbered, key=lambda pair: pair[0])]
