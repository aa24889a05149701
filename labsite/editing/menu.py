"""What a model says of its place in the menu of the editing side."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from labsite import registry
from labsite.registry import ContentFacet


@dataclass(frozen=True)
class MenuGroup:
    """Models that the first page of the admin shows together, under a name and with a sentence about them."""

    name: str | Promise
    about: str | Promise
    order: int


@dataclass(frozen=True)
class MenuEntry(ContentFacet):
    """A model in the menu: its group, and what members find under "Yours" of it, such as "My papers".

    ``add_page`` is the name of an address that serves better for adding a row than the empty form. What is rarely
    edited has no group: the lists of the models that it stands ``beside`` lead to it.
    """

    group: MenuGroup | None = None
    own: str | Promise = ""
    add_page: str = ""
    beside: tuple[type[Any], ...] = ()


def models_beside(model: type[Any]) -> list[type[Any]]:
    """Return the models whose lists are reached from that of another, and not from the menu."""
    return [each for each, entry in registry.facets(MenuEntry).items() if model in entry.beside]
