"""Linked data for machines: https://schema.org, written as JSON-LD.

What a person, a paper or a venue is in it stands beside their models; here is what all of them are made of.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.utils.translation import override

from labsite.web.requests import LabRequest

Node = dict[str, Any]

MAX_ITEMS = 10  # of a list that a page's head repeats
# What could end the script element or, to an old reader, the line: written as JSON escapes, which mean the same.
ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


@dataclass(frozen=True)
class Site:
    """Whose site it is and where, for those who write whole addresses."""

    origin: str
    lab: Any

    @classmethod
    def of(cls, request: LabRequest) -> "Site":
        """Return the site at the address under which it was asked for."""
        return cls(f"{request.scheme}://{request.get_host()}", request.lab)

    def at(self, path: str) -> str:
        """Return a path of this site, or an address anywhere, as a whole address."""
        return urljoin(self.origin, path)

    def address(self, row: Any) -> str:
        """Return where a row's page is, the same on pages in every language."""
        with override(settings.LANGUAGE_CODE):
            return self.at(row.get_absolute_url())

    def identity(self, row: Any) -> str:
        """Return the name by which linked data knows what a row stands for, apart from the page about it."""
        return f"{self.address(row)}#{row._meta.model_name}"


def node(kind: str, identity: str = "", **properties: Any) -> Node:
    """Return a node of a schema.org type with those of its properties that have a value."""
    found = {"@type": kind, "@id": identity, **properties}
    return {name: value for name, value in found.items() if value not in (None, "", [], ())}


def named(kind: str, name: str) -> Node | None:
    """Return a node of which only the name is known, or None without one."""
    return node(kind, name=name) if name else None


def script(nodes: Iterable[Node]) -> str:
    """Return nodes as the text of a ``<script type="application/ld+json">``; nothing in it can end the script."""
    graph = {"@context": "https://schema.org", "@graph": list(nodes)}
    return json.dumps(graph, ensure_ascii=False, separators=(",", ":")).translate(ESCAPES)


def breadcrumbs(trail: Iterable[tuple[str, str]], site: Site) -> Node:
    """Return the way to a page from the home page down; ``trail`` are pairs of name and path."""
    steps = enumerate(trail, start=1)
    items = [node("ListItem", position=n, name=name, item={"@id": site.at(path)}) for n, (name, path) in steps]
    return node("BreadcrumbList", itemListElement=items)


def collection(name: str, rows: Iterable[Any], path: str, site: Site) -> Node:
    """Return a page that lists rows with pages of their own; of a long list the first ones."""
    rows = list(rows)
    first = enumerate(rows[:MAX_ITEMS], start=1)
    items = [node("ListItem", position=n, name=str(row), url=site.address(row)) for n, row in first]
    listed = node("ItemList", numberOfItems=len(rows), itemListElement=items)
    return node("CollectionPage", name=name, url=site.at(path), mainEntity=listed)
