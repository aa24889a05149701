"""What was changed by others, in words: to choose from, and to be told of."""

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst

from . import values
from .rows import ORDER


@dataclass(frozen=True)
class Line:
    """One field in both versions; the label is empty where the whole is one field."""

    label: str
    theirs: str
    mine: str


@dataclass(frozen=True)
class Conflict:
    """Something that two people changed, each in another way."""

    key: str
    heading: str
    lines: list[Line]
    theirs_is_gone: bool = False
    mine_is_gone: bool = False


def of_field(form, name, theirs, mine):
    field = form.fields[name]
    return Conflict(name, capfirst(label_of(form, name)), [_line(field, "", theirs, mine)])


def label_of(form, name):
    return str(form[name].label)


def _line(field, label, theirs, mine):
    return Line(label, _said(field, theirs), _said(field, mine))


def _said(field, value):
    if values.is_file(field):
        return value.rpartition("/")[-1].removeprefix("file ") if value else "no file"
    return values.in_words(field, value)


def of_row(group, theirs, mine):
    """Describe a row of which at least one version is there, by the fields in which the versions differ."""
    gone = (theirs is None, mine is None or mine.is_deleted)
    name = theirs.words if theirs else ""
    heading = f"{capfirst(group.noun)}: {name}" if name else capfirst(group.noun)
    key = (theirs or mine).key
    return Conflict(f"{group.prefix}-{key}", heading, _row_lines(group, theirs, mine, any(gone)), *gone)


def _row_lines(group, theirs, mine, one_is_gone):
    lines = []
    for name, field in values.compared_fields(group.blank).items():
        pair = [row.held[name] if row else "" for row in (theirs, mine)]
        differs = any(pair) if one_is_gone else pair[0] != pair[1] and pair[1] is not values.LEFT_ALONE
        if differs and name != ORDER:
            label = label_of(group.blank, name)
            lines.append(_line(field, label, pair[0] or "", pair[1] or ""))
    return lines


def of_order(group, theirs, mine):
    names = {row.key: row.words for row in group.stored}
    listed = [", ".join(names[key] for key in order) for order in (theirs, mine)]
    return Conflict(f"{group.prefix}-order", f"Order of the {group.plural}", [Line("", *listed)])


def of_taken(group, changes: list[tuple[Any, Any]]):
    """Say in one clause what others did to rows: pairs of what was and what is."""
    said = [f"{now.words} {'changed' if before else 'added'}" for before, now in changes if now]
    removed = sum(now is None for _, now in changes)
    said += [f"{removed} removed"] if removed else []
    return f"{group.plural} ({', '.join(said)})"


def of_sent(form, held):
    """Return (label, text) of the fields in which something was typed or chosen."""
    fields = values.compared_fields(form)
    pairs = [(name, fields[name], value) for name, value in held.items() if value and name != ORDER]
    return [(label_of(form, name), _said(field, value)) for name, field, value in pairs]
