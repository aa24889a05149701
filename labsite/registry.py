"""The kinds of content, as each app's ``content.py`` registers them: one place to say all that the site needs to know.

A model is registered with facets, as a form is with ``admin.site.register``: plain data that says who may edit its
rows, that their history is kept, how they are searched and so on. The class of a facet stands beside the code that
asks for it, so that nothing below the apps has to name a model of theirs. What an app adds to the site and no model
has, such as a page of the admin, is a facet of the site.
"""

from dataclasses import dataclass
from typing import Any, TypeVar

from django.db.models import Model
from django.utils.functional import Promise


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
