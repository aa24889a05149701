"""What an app adds to the site: addresses of its own, parts of pages that are another's, and files of data."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string

from labsite.registry import SiteFacet


@dataclass(frozen=True)
class PublicPages(SiteFacet):
    """The ``urls`` of an app's pages, as a dotted name; those of files have no language in their addresses."""

    urls: str
    are_files: bool = False


@dataclass(frozen=True)
class Addition(SiteFacet):
    """A template that a page of another app shows too, with its own context, in the ``place`` where it lets others."""

    place: str
    template: str


@dataclass(frozen=True)
class FirstPage(SiteFacet):
    """A template, and its style, with which an app begins the first page of the admin, above the lists.

    ``context`` is the dotted name of a function that returns its context for a request: nothing where it isn't shown.
    """

    template: str
    style: str
    context: str


@dataclass(frozen=True)
class FormerAddresses(SiteFacet):
    """Old addresses, by dotted names: ``answer`` answers a request for no page, ``all`` yields each and its page."""

    answer: str
    all: str


@dataclass(frozen=True)
class DataFile:
    """A kind of file for machines: its URL name in *data:*, its address, its view or the dotted name of it, and what
    the page /data/ tells of it: what it holds, the pages that it belongs to, and its fields.

    ``of`` is what its address varies with. ``rows`` is the field of a JSON file that lists what has the ``fields``.
    """

    name: str
    path: str
    view: str | Callable[..., Any]
    holds: Any
    of: str = ""
    pages: tuple[str, ...] = ()
    extensions: tuple[str, ...] = ("json",)
    rows: str = ""
    fields: tuple[str, ...] = ()
    label: str = ""  # else its kind's own name

    @property
    def address(self) -> str:
        """Its address as people read it, with braces for what varies."""
        path = self.path.replace("<citations:extension>", f"{{{'|'.join(self.extensions)}}}")
        return "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", path)

    @property
    def function(self) -> Callable[..., Any]:
        """The view itself."""
        return import_string(self.view) if isinstance(self.view, str) else self.view

    def urls(self, **kwargs: Any) -> list[tuple[str, str]]:
        """Return extensions and addresses of the file of one row, which ``kwargs`` name among other things."""
        varying = {name: value for name, value in kwargs.items() if f":{name}>" in self.path}
        each = [(each, varying | ({"extension": each} if self.extensions[1:] else {})) for each in self.extensions]
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
