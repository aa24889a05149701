"""The points that someone is shown: those of all rules that are theirs to settle, without what was dismissed."""

from collections.abc import Iterable

from django.utils import timezone

from labsite import roles
from labsite.models import Dismissal

from .point import Point, Rule, Scope
from .table import RULES


def points(user, *, only=None, rules: Iterable[Rule] = RULES) -> list[Point]:
    """Return what the rules find in the rows that someone may change, or in one row, dismissed or not."""
    role = roles.role_of(user)
    if role is None:
        return []
    scope = Scope(user, timezone.localdate(), only)
    return [point for rule in rules if role >= rule.lowest for point in rule.points(scope)]


def open_points(user, *, only=None) -> list[Point]:
    """Return what is still to be looked at."""
    found = points(user, only=only)
    settled = dismissed(found)
    return [point for point in found if point.key not in settled]


def dismissed(found: list[Point]) -> set[tuple[str, str, int, str]]:
    """Return the keys of points that were called no problem."""
    if not found:
        return set()
    rows = {point.row.pk for point in found}
    dismissals = Dismissal.objects.all()
    if len(rows) <= 100:  # of one form, or of one member
        dismissals = dismissals.filter(row__in=rows)
    return set(dismissals.values_list("rule", "model", "row", "about"))
