"""Who has changed a row since somebody opened its form, and when."""

import datetime
from dataclasses import dataclass
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list

from labsite import history
from labsite.history.entries import who


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
    steps = history.steps_since(row, datetime.datetime.fromtimestamp(at, datetime.UTC))
    people = dict.fromkeys(_name(step.user, user) for step in steps)
    return Changed(get_text_list(list(people), "and"), _when(steps[0].date_created)) if people else Changed()


def _name(user, reader):
    return "yourself, in another window," if user == reader else who(user)


def _when(moment):
    local = timezone.localtime(moment)
    day = "" if local.date() == timezone.localdate() else f" on {date_format(local, 'j F Y')}"
    return f" at {date_format(local, 'H:i')}{day}"
