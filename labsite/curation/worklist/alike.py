"""People, papers and venues that look like one: how many, and where that is settled."""

from typing import NamedTuple

from django.urls import reverse

from labsite import roles
from labsite.curation.duplicates.finding import open_candidates
from labsite.curation.duplicates.kinds import KINDS


class Alike(NamedTuple):
    number: int
    kind: str
    address: str


def looking_alike(user) -> list[Alike]:
    """Return the kinds of which some look like one, for those who may settle it."""
    if not roles.may_open(user, "duplicates"):
        return []
    found, page = open_candidates(), reverse("admin:duplicates")
    kinds = [Alike(len(found.of(name)), name, f"{page}?kind={name}") for name in KINDS]
    return [alike for alike in kinds if alike.number]
