"""What linked data is made of: nodes without empty properties, whole addresses, the text that a page embeds."""

import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.utils.translation import override

Node = dict[str, Any]

# What could end the script element or, to an old reader, the line: written as JSON escapes, which mean the same.
ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}


@dataclass(frozen=True)
class Site:
    """Whose site it is and where, for those who write whole addresses."""

    origin: str
    lab: Any

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
    """Return a thing of a schema.org type with those of its properties that say something."""
    found = {"@type": kind, "@id": identity, **properties}
    return {name: value for name, value in found.items() if value not in (None, "", [], ())}


def named(kind: str, name: str) -> Node | None:
    """Return a thing of which only the name is known, or None without one."""
    return node(kind, name=name) if name else None


def script(nodes: list[Node]) -> str:
    """Return nodes as the text of a ``<script type="application/ld+json">``; nothing in it can end the script."""
    graph = {"@context": "https://schema.org", "@graph": nodes}
    return json.dumps(graph, ensure_ascii=False, separators=(",", ":")).translate(ESCAPES)
