"""Filling rows: what is empty takes what the source says, what differs stays, and what doesn't fit is told."""

from collections.abc import Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model

from labsite.texts.folding import fold
from labsite.texts.markdown import MarkdownField
from labsite.texts.plain_text import shortened

from .under_way import PICTURE, Note, UnderWay, without_addresses

MAX_SHOWN_LENGTH = 60  # characters of a value in a note


def fill(moving: UnderWay, row: Model, values: Mapping[str, Any], called: str) -> bool:
    """Give a row what it has not; ``called`` is how notes name it. Returns whether anything of it changed."""
    changed = [_fill(moving, row, name, value, called) for name, value in values.items() if value]
    return any(changed)


def put(moving: UnderWay, row: Any, values: Mapping[str, Any], called: str, kind: str) -> Any:
    """Fill a row and save it if that changed anything or it is new, counting it as ``kind``."""
    is_new = row.pk is None
    if fill(moving, row, values, called) or is_new:
        row.save()
        (moving.added if is_new else moving.filled)[kind] += 1
    return row


def fits(moving: UnderWay, row: Model, name: str, value: Any, called: str) -> bool:
    """Say whether a field takes a value; else tell why not."""
    field: Any = row._meta.get_field(name)
    try:
        field.clean(value, row)
    except ValidationError as error:
        moving.note(Note.LOST, f"{called}, {field.verbose_name} “{_short(value)}”: {' '.join(error.messages)}")
        return False
    return True


def _fill(moving: UnderWay, row: Model, name: str, value: Any, called: str) -> bool:
    field: Any = row._meta.get_field(name)
    here = getattr(row, name)
    if here:
        if not _same(here, value):
            words = f"{called}, {field.verbose_name}: “{_short(here)}” here, “{_short(value)}” there"
            moving.note(Note.KEPT, words)
        return False
    if isinstance(field, MarkdownField):
        value = moving.with_pictures(value)
    if not fits(moving, row, name, value, called):
        return False
    setattr(row, name, value)
    return True


def _same(here: Any, there: Any) -> bool:
    one, other = (without_addresses(str(each)) for each in (here, there))
    return one == other or (fold(one) == fold(other) != "")


def _short(value: Any) -> str:
    return shortened(" ".join(str(value).replace(PICTURE, "").split()), MAX_SHOWN_LENGTH)
