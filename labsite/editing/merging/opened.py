"""What a form held when it was opened: sent along with it as digests, signed, so that nobody can pretend."""

from dataclasses import dataclass, field
from typing import Any

from django.core import signing
from django.utils import timezone

SALT = "labsite.editing.opened"


@dataclass
class Opened:
    """Digests of a form by field, and of its rows by group and primary key, in their order.

    ``asked`` are the keys of what its reader was asked to choose. A form of which nothing is known has ``at`` 0.
    """

    at: float = 0
    fields: dict[str, str] = field(default_factory=dict)
    rows: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)


def write(row: Any, opened: Opened) -> str:
    """Return it for a hidden field of the form of one row."""
    rows = {prefix: list(group.items()) for prefix, group in opened.rows.items()}
    told = [opened.at or timezone.now().timestamp(), opened.fields, rows, opened.asked]
    return signing.dumps(told, salt=_salt(row), compress=True)


def read(row: Any, text: str) -> Opened:
    """Return what a form of this row tells; whatever wasn't written for this row tells nothing."""
    try:
        at, fields, rows, asked = signing.loads(text, salt=_salt(row))
    except signing.BadSignature:
        return Opened()
    return Opened(at, fields, {prefix: dict(group) for prefix, group in rows.items()}, asked)


def _salt(row: Any) -> str:
    return f"{SALT}:{row._meta.label_lower}:{row.pk}"
