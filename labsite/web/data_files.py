"""What the page /data/ tells of the files that the site makes for machines, and what apps add to them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise

from labsite.registry import SiteFacet


@dataclass(frozen=True)
class DataFile:
    """A kind of file: its URL name in *data:*, what it holds, the pages that it belongs to, and its fields.

    ``of`` is what its address varies with. ``rows`` is the field of a JSON file that lists what has the ``fields``.
    One that an app adds says its address as ``path``, and its ``view`` as a dotted name.
    """

    name: str
    holds: Any
    of: str = ""
    pages: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ("json",)
    rows: str = ""
    fields: tuple[str, ...] = ()
    label: str = ""  # else its kind's own name
    path: str = ""
    view: str = ""

    def urls(self, **kwargs: Any) -> list[tuple[str, str]]:
        """Return extensions and addresses of the file of one row, which ``kwargs`` name."""
        has_choice = len(self.extensions) > 1
        each = [(each, kwargs | ({"extension": each} if has_choice else {})) for each in self.extensions]
        return [(extension, reverse(f"data:{self.name}", kwargs=parts)) for extension, parts in each]


@dataclass(frozen=True)
class DataSection(SiteFacet):
    """A part of the page /data/: its anchor, its heading, and its files.

    ``examples`` returns what the addresses of its files vary with, for a row that has much to show; it is given such
    rows by what they are of.
    """

    name: str
    heading: Promise
    files: tuple[DataFile, ...]
    examples: Callable[[dict[str, Any]], dict[str, dict[str, Any]]] = lambda rows: {}
