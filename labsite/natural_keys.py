"""Natural keys: what identifies a row to people, so that fixtures need no numeric ids."""

from typing import Any

from django.db import models


class NaturalKeyQuerySet(models.QuerySet):
    def get_by_natural_key(self, *key: Any) -> Any:
        return self.get(**dict(zip(self.model.natural_key_fields, key, strict=True)))


class NaturalKeyed(models.Model):
    """A row identified by ``natural_key_fields``: lookups such as ``person__slug``, unique together."""

    natural_key_fields: tuple[str, ...] = ()

    objects = NaturalKeyQuerySet.as_manager()

    class Meta:
        abstract = True

    def natural_key(self) -> tuple[Any, ...]:
        return tuple(_follow(self, lookup) for lookup in self.natural_key_fields)


def _follow(row: Any, lookup: str) -> Any:
    for name in lookup.split("__"):
        row = None if row is None else getattr(row, name)
    return row
