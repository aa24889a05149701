"""Natural keys: what identifies a row to people, so that fixtures need no numeric ids."""

from typing import Any

from django.db import models


class NaturalKeyQuerySet(models.QuerySet):
    def get_by_natural_key(self, *key: Any) -> Any:
        """Return the row of this key, the oldest if an unknown part lets several have it; else DoesNotExist."""
        return self.filter(**_conditions(self.model, key)).order_by("pk")[:1].get()


class NaturalKeyed(models.Model):
    """A row identified by ``natural_key_fields``: lookups such as ``person__slug``, unique together.

    Where a lookup leads to another row, the lookups together name all of that row's own key, in its order.
    """

    objects = NaturalKeyQuerySet.as_manager()

    natural_key_fields: tuple[str, ...] = ()

    class Meta:
        abstract = True

    def natural_key(self) -> tuple[Any, ...]:
        return tuple(_follow(self, lookup) for lookup in self.natural_key_fields)


def _follow(row: Any, lookup: str) -> Any:
    for name in lookup.split("__"):
        row = None if row is None else getattr(row, name)
    return row


def _conditions(model: Any, key: tuple[Any, ...]) -> dict[str, Any]:
    """Return what ``get`` needs to find a key; rows it refers to are found by their own keys, former ones too."""
    conditions: dict[str, Any] = {}
    references: dict[str, list[Any]] = {}
    for lookup, value in zip(model.natural_key_fields, key, strict=True):
        name, leads_on, _ = lookup.partition("__")
        if leads_on:
            references.setdefault(name, []).append(value)
        else:
            conditions[name] = value
    return conditions | {name: _referred(model, name, values) for name, values in references.items()}


def _referred(model: Any, name: str, key: list[Any]) -> Any:
    related = model._meta.get_field(name).related_model
    return None if all(part is None for part in key) else related._default_manager.get_by_natural_key(*key)
