"""What the history keeps: the kinds of objects, and the rows that belong to each."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from django.db.models import Model
from django.db.models.deletion import get_candidate_relations_to_delete
from django.utils.functional import Promise

from labsite import registry
from labsite.modelling.publishing import ChangedAtField
from labsite.registry import ContentFacet
from labsite.texts.folding import FoldedField
from labsite.texts.markdown import MarkdownField


@dataclass(frozen=True)
class Tracked(ContentFacet):
    """A model whose history is kept, with the rows that are edited in its form.

    ``rows`` are the names of its relations to them, and what editors call them. Rows without such a name are kept and
    put back in silence: no page of the site shows them. The ``order`` is that in which rows are made again, so a model
    comes after those that it needs.
    """

    rows: Mapping[str, str | Promise] = field(default_factory=dict)


BATCH = 500  # objects

LAST = ("slug", "citation_key", "state", "publish_from")  # as at the end of a form


class Key(NamedTuple):
    """Which object, or which row, whether or not it is there now."""

    model: type[Model]
    pk: Any


@cache
def tracked_models() -> tuple[type[Model], ...]:
    """The kinds of objects, each after those it needs."""
    return tuple(registry.facets(Tracked))


@cache
def rows_of(model: type[Model]) -> Mapping[Any, str | Promise]:
    """Return the relations to the rows that belong to a kind of object, with what editors call those they know of."""
    added = {each.relation: each.label for each in registry.belonging_to(model) if each.label}
    named = {**(registry.facet(model, Tracked) or Tracked()).rows, **added}
    return {model._meta.get_field(name): heading for name, heading in named.items()}


@cache
def silent_models() -> tuple[type[Model], ...]:
    """The tables of rows that go wherever their object goes, whoever takes it there."""
    return tuple(
        each.related_model for model in tracked_models() for each, heading in rows_of(model).items() if not heading
    )


@cache
def owners_of(model: type[Model]) -> tuple[tuple[type[Model], str], ...]:
    """Return whose rows these are, each with the column that says so."""
    belongs = [
        (each, relation.field.attname)
        for each in tracked_models()
        for relation in rows_of(each)
        if relation.related_model is model
    ]
    return tuple(([(model, "pk")] if model in tracked_models() else []) + belongs)


@cache
def watched_models() -> tuple[type[Model], ...]:
    """All tables whose rows the history keeps."""
    rows: Any = (relation.related_model for model in tracked_models() for relation in rows_of(model))
    return tuple(dict.fromkeys([*tracked_models(), *rows]))


def object_keys(*rows: Model) -> Iterator[Key]:
    """Yield the keys of the objects that rows are or belong to."""
    for row in rows:
        for model, column in owners_of(type(row)):
            if getattr(row, column) is not None:
                yield Key(model, getattr(row, column))


def object_keys_in_database(model: type[Model], **which: Any) -> Iterator[Key]:
    """Yield the keys of the objects that rows of the database are or belong to."""
    owners = owners_of(model)
    for values in model._base_manager.filter(**which).values_list(*(column for _, column in owners)):
        yield from (Key(owner, pk) for (owner, _), pk in zip(owners, values, strict=True) if pk is not None)


def object_with(row: Model) -> Model:
    """Return the object that a row is or belongs to."""
    for each in tracked_models():
        for relation in rows_of(each):
            owner = getattr(row, relation.field.name) if relation.related_model is type(row) else None
            if owner is not None:
                return owner
    return row


@cache
def tracked_fields(model: type[Model]) -> tuple[Any, ...]:
    """The columns that say something: neither the key nor what is made from other columns at each save."""
    html = {field.html_name for field in model._meta.fields if isinstance(field, MarkdownField)}
    derived = (FoldedField, ChangedAtField)
    fields = [
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key or isinstance(field, derived) or field.name in html)
    ]
    return tuple(sorted(fields, key=lambda field: field.name in LAST))


@cache
def tracked_lists(model: type[Model]) -> tuple[Any, ...]:
    """The lists of other rows that a row holds itself."""
    lists: Any = model._meta.many_to_many
    return tuple(field for field in lists if field.remote_field.through._meta.auto_created)


def links_to(model: type[Model]) -> list[Any]:
    """Return every foreign key to a model; a relation that a later model adds is among them by itself."""
    relations: Any = get_candidate_relations_to_delete(model._meta)
    return [each.field for each in relations]


def stays(field: Any) -> bool:
    """Say whether a column keeps its value when its row goes back: who signs in, who added it, former addresses."""
    return not field.serialize or field.name == "former_slugs"


def by_model(keys: Iterable[Key]) -> Iterator[tuple[type[Model], list[Any]]]:
    """Yield the objects of each kind, at most BATCH at a time."""
    grouped: dict[type[Model], list[Any]] = {}
    for model, pk in keys:
        grouped.setdefault(model, []).append(pk)
    for model, pks in grouped.items():
        yield from ((model, some) for some in batches(pks))


def batches(keys: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield keys in lists that one query can name and that memory has room for, whatever they lead to."""
    left = iter(keys)
    while some := list(islice(left, BATCH)):
        yield some
