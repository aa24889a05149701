"""Rows in an order that somebody gave them: of a many-to-many field, and of an owner where the usual one is left."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.db import models, transaction
from django.db.models.fields.related_descriptors import ManyToManyDescriptor
from django.utils.translation import gettext_lazy as _

UNPLACED = 32767  # behind every place that somebody chose


class Ordered(models.Model):
    """A row with a place among the rows of the same owner: 0 for all of them as long as nobody chose an order."""

    order = models.PositiveSmallIntegerField(default=0, help_text=_("Lower numbers first; 0 for the automatic order."))

    class Meta:
        abstract = True

    def rank(self) -> tuple[Any, ...]:
        """What to sort by: first the chosen place, then what puts rows in their usual order."""
        raise NotImplementedError


def _in_order(base: type[Any], through: Any) -> type[Any]:
    """Return a field's related manager that reads and writes its rows in order.

    That is of the key of the table between, of which Django's own queries are joined with one.
    """
    key = f"{through._meta.db_table}.{through._meta.pk.column}"

    class OrderedRelatedManager(base):
        def _apply_rel_filters(self, queryset: Any) -> Any:
            return super()._apply_rel_filters(queryset).extra(order_by=[key])

        def get_prefetch_querysets(self, instances: Sequence[Any], querysets: Any = None) -> Any:
            rows, *rest = super().get_prefetch_querysets(instances, querysets)
            return rows.extra(order_by=[key]), *rest

        def add(self, *objs: Any, **kwargs: Any) -> None:
            """Put rows behind those that are there, one after another."""
            for each in objs:
                super().add(each, **kwargs)

        def set(self, objs: Any, **kwargs: Any) -> None:
            wanted = list(objs)
            keys = [each.pk if isinstance(each, models.Model) else each for each in wanted]
            with transaction.atomic():
                if keys != list(self.values_list("pk", flat=True)):
                    super().set(wanted, **{**kwargs, "clear": True})

    return OrderedRelatedManager


class OrderedManyToManyDescriptor(ManyToManyDescriptor):
    """Gives an OrderedManyToManyField its manager."""

    @cached_property
    def related_manager_cls(self) -> type[Any]:
        return _in_order(super().related_manager_cls, self.through)


class OrderedMultipleChoiceField(forms.ModelMultipleChoiceField):
    """Several rows in the order in which they were chosen."""

    def clean(self, value: Any) -> Any:
        rows = {str(row.pk): row for row in super().clean(value)}
        return [rows[str(key)] for key in dict.fromkeys(value or ())]

    def has_changed(self, initial: Any, data: Any) -> bool:
        before, after = self.prepare_value(initial or []), self.prepare_value(data or [])
        return [str(key) for key in before] != [str(key) for key in after]


class OrderedManyToManyField(models.ManyToManyField):
    """A many-to-many field that keeps the order of its rows, in forms, fixtures and the history too."""

    def contribute_to_class(self, cls: Any, name: str, **kwargs: Any) -> None:  # type: ignore[override]
        super().contribute_to_class(cls, name, **kwargs)
        setattr(cls, self.name, OrderedManyToManyDescriptor(self.remote_field, reverse=False))

    def formfield(self, **kwargs: Any) -> Any:
        return super().formfield(**{"form_class": OrderedMultipleChoiceField, **kwargs})
