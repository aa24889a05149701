"""What is done to a link that leads nowhere: it is deleted, or gets its new address, wherever it stands."""

import re
from typing import Any

from django.db.models import URLField
from django.utils.translation import gettext

from labsite import roles
from labsite.curation.link_checking.mentions import spelled
from labsite.editing.issues import Issue
from labsite.texts.markdown import markdown_fields

KINDS = ("lost-link", "lost-profile-link", "unreachable")  # the rules that find such links


def delete_link(user: Any, issue: Issue) -> str:
    """Delete the row of a link, or take an address out of its field or text; return why it is left, if it is."""
    if not _is_row(issue.row) or getattr(issue.row, "file", None):
        return _replace(issue, "")
    if not roles.may(user, "delete", issue.row):
        return gettext("not yours to change")
    issue.row.delete()
    return ""


def readdress(issue: Issue, address: str) -> str:
    """Give a link its new address; return why it is left, if it is."""
    if not _is_row(issue.row):
        return _replace(issue, address)
    issue.row.url = address
    issue.row.save()
    return ""


def _is_row(row: Any) -> bool:
    """Say whether a row is nothing but a link."""
    return hasattr(type(row)._default_manager, "lost")


def _replace(issue: Issue, address: str) -> str:
    """Put another address, or none, in the place of one in a field or in a text."""
    # As it is by now: two points may be about one text.
    row, is_found = type(issue.row)._base_manager.get(pk=issue.row.pk), False
    for column in row._meta.fields:
        if isinstance(column, URLField) and spelled(getattr(row, column.name)) == issue.about:
            if not (address or column.blank):
                return gettext("an address is needed here")
            setattr(row, column.name, address)
            is_found = True
    for column in markdown_fields(type(row)):
        text = getattr(row, column.name)
        changed = _readdressed(str(text), issue.about, address)
        if changed != text:
            setattr(row, column.name, changed)
            is_found = True
    if not is_found:
        return gettext("the address stands there in another way: open it")
    row.save()
    return ""


def _readdressed(text: str, old: str, new: str) -> str:
    """Put another address into a Markdown text; without one, the words of the link stay."""
    there = rf"{re.escape(old)}(#[^\s)>\]]*)?(?=[\s)>\]]|$)"
    if new:
        return re.sub(there, lambda match: new + (match[1] or ""), text)
    return re.sub(rf"(?<!!)\[([^\]]*)\]\({there}[^)]*\)", r"\1", text)
