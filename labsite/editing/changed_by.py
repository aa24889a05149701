"""Who has changed a row since somebody opened its form, and when."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list


@dataclass(frozen=True)
class Changed:
    """By whom a row was changed, and the time of the last change, as far as it is known."""

    by: str = "somebody else"
    when: str = ""

    @property
    def sentence(self) -> str:
        return f"This was changed by {self.by}{self.when} while you had it open."

    def taken_over(self, parts: list[str]) -> str:
        """Say what others changed that is part of what was saved."""
        whole = get_text_list([part[:1].lower() + part[1:] for part in parts], "and")
        return f"Changed by {self.by} while you had this open, and kept: {whole}."


def since(row: Any, at: float, user: Any) -> Changed:
    """Return who has changed a row since the time ``at``, in seconds; oneself has done it in another window."""
    entries = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        action_time__gt=datetime.datetime.fromtimestamp(at, datetime.UTC),
    ).select_related("user__person")
    people = dict.fromkeys(_name(entry.user, user) for entry in entries)
    return Changed(get_text_list(list(people), "and"), _when(entries[0].action_time)) if people else Changed()


def _name(user, reader):
    if user == reader:
        return "yourself, in another window,"
    person = getattr(user, "person", None)
    return person.name if person else user.get_full_name() or user.email


def _when(moment):
    local = timezone.localtime(moment)
    day = "" if local.date() == timezone.localdate() else f" on {date_format(local, 'j F Y')}"
    return f" at {date_format(local, 'H:i')}{day}"
