"""Whose imports are whose: members see what they bring in and what sources tell of their papers; editors see all."""

from django.db.models import Q, QuerySet

from labsite import roles
from labsite.roles import Role
from publications.models import Import


def reached(user) -> QuerySet[Import]:
    """Return the imports that someone may look at and decide."""
    imports = Import.objects.all()
    if roles.at_least(user, Role.EDITOR):
        return imports
    return imports.filter(Q(by=user) | Q(by=None, person__login=user))


def proposals(user) -> QuerySet[Import]:
    """Return what sources found that waits for someone to look at it."""
    return reached(user).filter(by=None, state=Import.State.WAITING)
