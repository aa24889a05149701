"""The numbers on the first page of the admin: what waits for the user, and where it is settled."""

from typing import Any, NamedTuple

from django.urls import reverse

from labsite import roles
from labsite.curation.worklist import summary
from labsite.roles import Role
from publications.importing.pages.base import proposals
from publications.models import Publication


class OpenTasks(NamedTuple):
    """How many tasks of one kind are open, and the address of the list of them."""

    number: int
    words: str
    address: str


def counts_for(user: Any) -> list[OpenTasks]:
    """Return the number of open tasks for the user, by kind; kinds of which there are none are left out."""
    if roles.role_of(user) is None:
        return []
    points = summary(user)
    tasks = [
        OpenTasks(points.own, "of yours to look at", points.address),
        OpenTasks(points.all - points.own, "of the lab’s to look at", points.address),
        OpenTasks(proposals(user).count(), "found by sources, to take in or leave out", reverse("admin:import")),
    ]
    if roles.at_least(user, Role.EDITOR):
        papers = reverse("admin:publications_publication_changelist")
        waiting = f"{papers}?on_site=waiting"
        tasks.append(OpenTasks(Publication.objects.waiting().count(), "waiting for approval", waiting))
    return [task for task in tasks if task.number]
