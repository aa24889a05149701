"""What awaits somebody on the first page of the editing side: numbers that lead to where they are settled."""

from typing import NamedTuple

from django.urls import reverse

from labsite import roles
from labsite.curation.worklist import summary
from labsite.roles import Role
from publications import approval
from publications.importing.pages.whose import proposals


class ToDo(NamedTuple):
    number: int
    words: str
    address: str


def of(user):
    """Return what there is to do for somebody, nothing of which there is none."""
    if roles.role_of(user) is None:
        return []
    found = _of_members(user)
    if roles.at_least(user, Role.EDITOR):
        found += _of_editors()
    return [to_do for to_do in found if to_do.number]


def _of_members(user):
    points = summary(user)
    others = points.all - points.own
    return [
        ToDo(points.own, "of yours to look at", points.address),
        ToDo(others, "of the lab’s to look at", points.address),
        ToDo(proposals(user).count(), "found by sources, to take in or leave out", reverse("admin:import")),
    ]


def _of_editors():
    papers = reverse("admin:publications_publication_changelist")
    return [
        ToDo(approval.waiting().count(), "waiting for approval", f"{papers}?on_site=waiting"),
    ]
