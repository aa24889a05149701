"""What leads to a row: every foreign key and every choice among many, in whichever table it stands."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import ForeignKey, Model, Q


def links_to(model: Any) -> list[Any]:
    """Return every foreign key to a model; a relation that a later model adds is among them by itself."""
    relations = model._meta.get_fields(include_hidden=True)
    return [each.field for each in relations if each.auto_created and (each.one_to_many or each.one_to_one)]


def row_links(model: type[Model]) -> dict[type[Model], list[Any]]:
    """Return the foreign keys to a model that rows of their own hold, by the model of these rows."""
    found: dict[type[Model], list[Any]] = {}
    for link in links_to(model):
        if not link.model._meta.auto_created:
            found.setdefault(link.model, []).append(link)
    return found


def choices_of(model: type[Model]) -> list[Any]:
    """Return the many-to-many fields, of any model, among whose choices are rows of this one."""
    return [
        field
        for link in links_to(model)
        if (owner := link.model._meta.auto_created)
        for field in owner._meta.local_many_to_many
        if field.remote_field.through is link.model and field.m2m_reverse_field_name() == link.name
    ]


def leading_to(row: Model, links: Iterable[ForeignKey]) -> Q:
    """The condition that any of these foreign keys leads to a row."""
    condition = Q(pk__in=[])
    for link in links:
        condition |= Q(**{link.name: row})
    return condition


def keys(row: Any, links: list[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield what must be unique about a row and has to do with these links; two empty values are equal."""
    held = {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}
    for name, fields in _unique_together(type(row), held):
        if fields & {link.name for link in links}:
            yield name, *(held[field] for field in sorted(fields))


def _unique_together(model: type[Model], held: dict[str, Any]) -> Iterator[tuple[str, set[str]]]:
    """Yield the name and the fields of each constraint whose condition a row of these values meets."""
    for constraint in model._meta.constraints:
        condition, fields = getattr(constraint, "condition", None), getattr(constraint, "fields", ())
        if fields and (condition is None or condition.check(held)):
            yield constraint.name, {*fields}
    for field in model._meta.concrete_fields:
        if field.unique and not field.primary_key:
            yield field.name, {field.name}
