"""What others changed, in words: conflicts to choose from, and changes to be told of."""

from dataclasses import dataclass
from typing import Any

from django.forms import Field
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from labsite.modelling.values_in_words import enumerated

from . import field_values
from .field_values import ORDER, FormRow, InlineRows


@dataclass(frozen=True)
class ConflictLine:
    """One field in both versions; the label is empty where a conflict is about one field."""

    label: str
    theirs: str
    mine: str


@dataclass(frozen=True)
class Conflict:
    """Something that two people changed, each in another way."""

    key: str
    heading: str
    lines: list[ConflictLine]
    theirs_is_gone: bool = False
    mine_is_gone: bool = False


def of_field(form: Any, name: str, theirs: Any, mine: Any) -> Conflict:
    return Conflict(name, capfirst(label_of(form, name)), [_line(form.fields[name], "", theirs, mine)])


def of_row(group: InlineRows, theirs: FormRow | None, mine: FormRow | None) -> Conflict:
    """Describe a row of which at least one version is there, by the fields in which the versions differ."""
    row = theirs or mine
    assert row
    is_gone = (theirs is None, mine is None or mine.is_deleted)
    heading = labelled(capfirst(group.noun), str(theirs)) if theirs else capfirst(group.noun)
    lines = []
    for name, field in field_values.compared_fields(group.blank).items():
        pair = [version.values[name] if version else "" for version in (theirs, mine)]
        differs = any(pair) if any(is_gone) else pair[0] != pair[1] and pair[1] is not field_values.LEFT_ALONE
        if differs and name != ORDER:
            lines.append(_line(field, label_of(group.blank, name), pair[0] or "", pair[1] or ""))
    return Conflict(f"{group.prefix}-{row.key}", heading, lines, *is_gone)


def of_order(group: InlineRows, theirs: tuple[str, ...], mine: tuple[str, ...]) -> Conflict:
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


def in_words(form: Any, typed: dict[str, Any]) -> list[tuple[str, str]]:
    """Return (label, text) of the fields of a form in which something was typed or chosen."""
    fields = field_values.compared_fields(form)
    filled_in = {name: value for name, value in typed.items() if value and name != ORDER}
    return [(label_of(form, name), field_values.in_words(fields[name], value)) for name, value in filled_in.items()]


def labelled(label: str, text: str) -> str:
    return gettext("%(label)s: %(text)s") % {"label": label, "text": text}


def label_of(form: Any, name: str) -> str:
    return str(form[name].label)


def _line(field: Field, label: str, theirs: Any, mine: Any) -> ConflictLine:
    return ConflictLine(label, field_values.in_words(field, theirs), field_values.in_words(field, mine))
