"""The rows of one inline, as they are stored and as they were sent."""

import re
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from labsite.editing.inlines import by_order

from . import field_values

ORDER = "order"


@dataclass
class FormRow:
    """One version of an inline row.

    ``key`` is its primary key, or "+" and a number for one that was added in the form; ``sent`` is what a browser
    sends for it, by the names that follow the row's prefix; ``instance`` is what the database has.
    """

    key: str
    values: dict[str, Any]
    sent: dict[str, list[str]]
    files: set[str]
    instance: Any = None
    is_deleted: bool = False
    index: int = 0

    def __str__(self) -> str:
        return str(self.instance)

    @property
    def is_added(self) -> bool:
        return self.key.startswith("+")

    def is_filled_in(self, empty: dict[str, Any]) -> bool:
        """Say whether an added row says more than its ``empty`` form, and isn't to be deleted again."""
        return not self.is_deleted and any(
            value not in (field_values.LEFT_ALONE, empty[name]) for name, value in self.values.items() if name != ORDER
        )

    def version(self, other_files: str = "") -> list[str] | None:
        """Return digests of its texts and of its files; files left alone are as the other version's."""
        if self.is_deleted:
            return None
        texts = {name: value for name, value in self.values.items() if name not in self.files | {ORDER}}
        files = {name: self.values[name] for name in self.files}
        left_alone = any(value is field_values.LEFT_ALONE for value in files.values())
        return [field_values.digest(texts), other_files if left_alone else field_values.digest(files)]


@dataclass
class InlineRows:
    """The rows under one prefix, as stored and as sent, each in their order.

    ``blank`` is the empty form of a row; ``changeable`` says whether the user may change rows that exist.
    """

    prefix: str
    noun: str
    plural: str
    blank: Any
    stored: list[FormRow]
    typed: list[FormRow] = field(default_factory=list)
    changeable: bool = True

    @property
    def is_ordered(self) -> bool:
        return ORDER in self.blank.fields

    def versions(self) -> dict[str, Any]:
        return {row.key: row.version() for row in self.stored}


def stored_rows(formset: Any, inline: Any, changeable: bool = True) -> InlineRows:
    """Return the rows of a formset that nobody has filled in."""
    stored = []
    for form in formset.initial_forms:
        sent = {key: each for part in field_values.sent(form).values() for key, each in part.items()}
        values, pk = field_values.stored(form), str(form.instance.pk)
        stored.append(FormRow(pk, values, sent, _file_fields(form), instance=form.instance))
    return InlineRows(
        prefix=formset.prefix,
        noun=str(inline.verbose_name),
        plural=str(inline.verbose_name_plural),
        blank=formset.empty_form,
        stored=stored,
        changeable=changeable,
    )


def _file_fields(form: Any) -> set[str]:
    return {name for name, each in field_values.compared_fields(form).items() if field_values.is_file(each)}


def read_rows(group: InlineRows, data: QueryDict, files: Any) -> InlineRows:
    """Return the group with the rows that were sent, but for those that were added and left empty."""
    total = data.get(f"{group.prefix}-TOTAL_FORMS", "0")
    name = re.compile(rf"{re.escape(group.prefix)}-(\d{{1,5}})-", re.ASCII)
    indexes = {int(match[1]) for key in [*data, *files] if (match := name.match(key))}
    rows = [_typed_row(group, index, data, files) for index in sorted(indexes) if index < number(total)]
    empty = field_values.stored(group.blank)
    filled_in = [row for row in rows if not row.is_added or row.is_filled_in(empty)]
    ordered = by_order(filled_in, lambda row: number(str(row.values[ORDER]))) if group.is_ordered else filled_in
    return replace(group, typed=ordered)


def number(text: str) -> int:
    """Return the number that a text is, 0 for any other text."""
    return int(text) if text.isdecimal() else 0


def _typed_row(group: InlineRows, index: int, data: QueryDict, files: Any) -> FormRow:
    prefix = f"{group.prefix}-{index}-"
    pk = data.get(prefix + group.blank._meta.model._meta.pk.name, "")
    sent = {key.removeprefix(prefix): data.getlist(key) for key in data if key.startswith(prefix)}
    return FormRow(
        key=pk or f"+{index}",
        values=field_values.typed(group.blank, data, files, prefix),
        sent=sent,
        files=_file_fields(group.blank),
        is_deleted="DELETE" in group.blank.fields and "DELETE" in sent,
        index=index,
    )
