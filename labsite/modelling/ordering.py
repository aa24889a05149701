"""Rows that people may put in an order of their own; until somebody does, they keep the order of their kind."""

from typing import Any

from django.db import models
from django.utils.translation import gettext_lazy as _

UNPLACED = 32767  # behind every place that somebody chose


class Ordered(models.Model):
    """A row with a place among the rows of the same owner: 0 for all of them as long as nobody chose an order."""

    order = models.PositiveSmallIntegerField(default=0, help_text=_("First one first; 0 for all: the usual order."))

    class Meta:
        abstract = True

    def rank(self) -> tuple[Any, ...]:
        """What to sort by: first the chosen place, then what puts rows in their usual order."""
        raise NotImplementedError
