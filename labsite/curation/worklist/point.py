"""A point of the worklist, the rule that finds it, and the rows that a rule looks at."""

import datetime
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model, QuerySet
from django.urls import reverse

from labsite import roles
from labsite.editing.form_anchors import FROM_WORKLIST
from labsite.roles import Role


@dataclass(frozen=True)
class Scope:
    """The rows to look at on the day ``at``: all that someone may change, or only the one whose form is open."""

    user: Any
    at: datetime.date
    only: Model | None = None

    def rows(self, model: type[Model]) -> QuerySet:
        """Return those rows of a model that has forms of its own."""
        rows = model._default_manager.all()
        if self.only is not None:
            rows = rows.filter(pk=self.only.pk) if isinstance(self.only, model) else rows.none()
        return roles.reached(self.user, "change", rows)

    def may_change(self, model: type[Model]) -> bool:
        """Whether someone changes rows of a model at all: those of a form may be the lab's."""
        return roles.may(self.user, "change", model)


@dataclass(frozen=True)
class Point:
    """Something missing or odd: the row that it is about, whose form puts it right and where in that form."""

    row: Any
    sentence: str
    place: str = ""
    form_of: Any = None
    about: str = ""
    rule: Any = None

    @property
    def subject(self) -> Any:
        """The row whose form puts it right."""
        return self.form_of or self.row

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What tells this point from all others, for as long as its row is there."""
        return self.rule.kind, self.row._meta.label_lower, self.row.pk, self.about[:500]

    @property
    def address(self) -> str:
        """The way to the field that puts it right."""
        return self.address_from(None)

    def address_from(self, query: str | None) -> str:
        """Return the way to that field, from the worklist and back to what its query narrowed it to."""
        options = self.subject._meta
        back = None if query is None else {FROM_WORKLIST: query}
        form = f"admin:{options.app_label}_{options.model_name}_change"
        return reverse(form, args=[self.subject.pk], query=back, fragment=self.place or None)


@dataclass(frozen=True)
class Rule:
    """One way in which something can be missing or odd; ``kind`` is remembered, so it never changes.

    ``forms`` are the models whose forms put it right, and ``lowest`` is the role from which on one can.
    """

    kind: str
    title: str
    advice: str
    forms: tuple[type[Model], ...]
    find: Callable[[Scope], Iterable[Point]]
    lowest: Role = Role.MEMBER

    def points(self, scope: Scope) -> list[Point]:
        if scope.only is not None and not isinstance(scope.only, self.forms):
            return []
        return [replace(point, rule=self) for point in self.find(scope)]
