"""What a row that comes back had and others have now: they give it back if they took it over when it went."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Model, OneToOneField

from labsite.modelling.addresses import Addressed

from .kept import kept_fields, stays


def make_room(row: Model, others: list[Any]) -> Iterator[str]:
    """Take from the ``others``, which go back in the same step, what is the row's; yield remarks on what stays away.

    A row that was merged into another had its addresses, and perhaps its login, taken over.
    """
    if isinstance(row, Addressed):
        _give_back_addresses(row, others)
    for field in kept_fields(type(row)):
        if isinstance(field, OneToOneField) and stays(field) and getattr(row, field.attname):
            yield from _give_back(row, field, others)


def _give_back_addresses(row: Addressed, others: list[Any]) -> None:
    own = {row.slug, *row.former_slugs.split()}
    rows = type(row)._base_manager.filter(pk__in=others)
    for pk, slugs in rows.values_list("pk", "former_slugs"):
        left = [slug for slug in slugs.split() if slug not in own]
        if len(left) < len(slugs.split()):
            rows.filter(pk=pk).update(former_slugs=f" {' '.join(left)} " if left else "")


def _give_back(row: Model, field: Any, others: list[Any]) -> Iterator[str]:
    holders = type(row)._base_manager.filter(**{field.name: getattr(row, field.attname)})
    holders.filter(pk__in=others).update(**{field.name: None})
    if holder := holders.exclude(pk=row.pk).first():
        setattr(row, field.attname, None)
        yield f"{field.verbose_name.capitalize()} is left empty: it is {holder}’s now."
