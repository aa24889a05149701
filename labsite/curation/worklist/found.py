"""What sources found that isn't on the site yet: imports that wait for somebody to look at them."""

from typing import NamedTuple

from django.urls import reverse

from publications.importing.pages.whose import proposals


class Found(NamedTuple):
    words: str
    address: str


def found_at_sources(user) -> list[Found]:
    """Return the proposals that somebody may decide, the oldest first."""
    rows = proposals(user).order_by("created_at", "pk").values_list("pk", "label", "person__name")
    return [Found(_words(label, person), reverse("admin:import-plan", args=[pk])) for pk, label, person in rows]


def _words(label, person):
    return label if not person or person in label else f"{label}, for {person}"
