"""Natural keys: what identifies a row to people, so that fixtures need no numeric ids."""

from typing import Any

from django.db import models


class NaturalKeyQuerySet(models.QuerySet):
    def get_by_natural_key(self, *key: Any) -> Any:
        """Return the row of this key, the oldest if an unknown part lets several have it; else DoesNotExist.

        A number after the key, from 2 on, is for the younger of several. Rows that it refers to are found by their own
        keys, former ones too.
        """
        conditions: dict[str, Any] = {}
        references: dict[str, list[Any]] = {}
        fields, tail = self.model.natural_key_fields, self.model.natural_key_tail
        rest = [*key[len(fields) :]]
        if tail and not key[len(fields) - 1]:
            conditions[tail] = rest.pop(0) if rest and isinstance(rest[0], str) else ""
        place = rest[0] if rest else 1
        for lookup, value in zip(fields, key[: len(fields)], strict=True):
            name, leads_on, _ = lookup.partition("__")
            if leads_on:
                references.setdefault(name, []).append(value)
            else:
                conditions[name] = value
        for name, parts in references.items():
            related: Any = self.model._meta.get_field(name).related_model
            is_known = any(part is not None for part in parts)
            conditions[name] = related._default_manager.get_by_natural_key(*parts) if is_known else None
        return self.filter(**conditions).order_by("pk")[place - 1 : place].get()


class NaturalKeyed(models.Model):
    """A row identified by ``natural_key_fields``: lookups such as ``person__slug``, unique together.

    Where a lookup leads to another row, the lookups together name all of that row's own key, in its order. The field
    ``natural_key_tail``, if there is one, goes on with keys whose last part is empty.
    """

    objects = NaturalKeyQuerySet.as_manager()

    natural_key_fields: tuple[str, ...] = ()
    natural_key_tail = ""

    class Meta:
        abstract = True

    def natural_key(self) -> tuple[Any, ...]:
        key = []
        for lookup in self.natural_key_fields:
            value: Any = self
            for name in lookup.split("__"):
                value = None if value is None else getattr(value, name)
            key.append(value)
        tail = getattr(self, self.natural_key_tail, "")
        return (*key, tail) if tail and not key[-1] else tuple(key)
