"""When a row last changed, for those who ask only for what is new: site map and feeds."""

import datetime
from typing import Any

from django.db import models
from django.utils import timezone


class ChangedAtField(models.DateTimeField):
    """The time of a row's last save; it belongs to one installation, so fixtures don't hold it.

    Not ``auto_now``, which leaves it empty where a fixture is loaded.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        own = {"default": timezone.now, "editable": False, "serialize": False}
        super().__init__(*args, **{**own, **kwargs})

    def pre_save(self, model_instance: models.Model, add: bool) -> datetime.datetime:
        now = timezone.now()
        setattr(model_instance, self.attname, now)
        return now
