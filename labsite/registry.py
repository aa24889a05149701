"""The kinds of content, as each app's ``content.py`` registers them: one place to say all that the site needs to know.

A model is registered with facets, as a form is with ``admin.site.register``: plain data that says who may edit its
rows, that their history is kept, how they are searched and so on. The class of a facet stands beside the code that
asks for it, so that nothing below the apps has to name a model of theirs. What an app adds to the site and no model
has, such as a page of the admin, is a facet of the site: those of its public side are here, addresses of its own,
parts of pages that are another's, and files of data.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string


@dataclass(frozen=True, kw_only=True)
class ContentFacet:
    """One thing that an app says about a model; of two models, that with the lower ``order`` comes first."""

    order: int = 1000


@dataclass(frozen=True)
class BelongsTo(ContentFacet):
    """Rows that an app adds to those of a ``model`` of another, by the name of its ``relation`` to them.

    With a ``label``, which is what editors call them, their history is that of the row that they belong to, and a
    profile fetches those of its person.
    """

    model: type[Model]
    relation: str
    label: str | Promise = ""


@dataclass(frozen=True, kw_only=True)
class SiteFacet:
    """One thing that an app adds to the site; that with the lower ``order`` comes first."""

    order: int = 1000


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


AnyFacet = TypeVar("AnyFacet", bound=ContentFacet | SiteFacet)

_facets: dict[type[Model], dict[type, Any]] = {}
_of_the_site: list[SiteFacet] = []


def register(model: type[Model], *facets: ContentFacet) -> None:
    """Say something about a model, once: an app that can be left out may add its own. Raises ValueError else."""
    known = _facets.setdefault(model, {})
    if known.keys() & {type(facet) for facet in facets}:
        raise ValueError(f"{model._meta.label} is registered already")
    known |= {type(facet): facet for facet in facets}


def facet(model: type[Model], kind: type[AnyFacet]) -> AnyFacet | None:
    """Return what was registered of one kind for a model."""
    return _facets.get(model, {}).get(kind)


def facets(kind: type[AnyFacet]) -> dict[type[Model], AnyFacet]:
    """Return the models for which a facet of one kind was registered, in their order."""
    registered = {model: each for model in _facets if (each := facet(model, kind))}
    return dict(sorted(registered.items(), key=lambda pair: pair[1].order))


def belonging_to(model: type[Model]) -> list[BelongsTo]:
    """Return what apps add to the rows of a model."""
    return [each for each in facets(BelongsTo).values() if each.model is model]


def add(*facets: SiteFacet) -> None:
    """Say what an app adds to the site."""
    _of_the_site.extend(facets)


def added(kind: type[AnyFacet]) -> list[AnyFacet]:
    """Return all that was added of one kind, in its order."""
    return sorted((each for each in _of_the_site if isinstance(each, kind)), key=lambda each: each.order)


def content_apps() -> tuple[str, ...]:
    """Return the labels of the apps that registered models."""
    return tuple(dict.fromkeys(model._meta.app_label for model in _facets))
