"""Querysets that are compiled once and run with other values: to write SQL takes the ORM longer than to run it.

    @prepared
    def _near(paper: Any) -> Any:
        return Publication.objects.exclude(pk=paper)

    _near(paper.pk)  # a list of tuples

What the function is called with only stands for a key, a slug or the like: it can be compared with a column, and
nothing can be asked of it. Whatever else the queryset depends on is named, and compiled for each of its values:
``current(at=today)``.
"""

import json
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import lru_cache, update_wrapper
from operator import itemgetter
from typing import Any

from django.db import connection
from django.db.models import (
    Exists,
    Func,
    JSONField,
    Model,
    OuterRef,
    QuerySet,
    Subquery,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import JSONObject

MAX_STATEMENTS = 128  # of one function, by the number of its values and by what else they depend on

_is_prepared = ContextVar("is_prepared", default=False)


class Keys(Func):
    """Keys, of which a statement has one parameter whatever their number: ``filter(pk__in=Keys(keys))``."""

    template = "(SELECT value FROM json_each(%(expressions)s))"

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(
            compiler, connection, template="(SELECT jsonb_array_elements_text(%(expressions)s::jsonb)::bigint)"
        )


class JSONRow(JSONObject):
    """Columns as one JSON object, without asking whether SQLite has JSON functions, as all since 3.38 have.

    Django asks each new connection in a transaction. Ours take the write lock, so a reader would wait for a writer.
    """

    as_sqlite = Func.as_sql


class RowsAsJSON(Subquery):
    """The small rows of another queryset, each in a JSON column ``row``, as a JSON list beside every row."""

    template = "(SELECT json_group_array(json(_rows.row)) FROM (%(subquery)s) _rows)"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(
            compiler,
            connection,
            template="(SELECT coalesce(jsonb_agg(_rows.row), '[]'::jsonb) FROM (%(subquery)s) _rows)",
        )


class Late(Value):
    """What a function says each time a queryset is run, of the values that it is run with.

    With a field the database gets what that makes of it.
    """

    def __init__(self, ask: Callable[[tuple[Any, ...]], Any], output_field: Any = None) -> None:
        super().__init__(None, output_field)
        as_sent = (lambda values: output_field.get_db_prep_value(ask(values), connection)) if output_field else None
        self.ask = as_sent or ask

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self if _is_prepared.get() else self.ask(())]


class prepared:  # noqa: N801 - a decorator
    """Make of a function that returns a queryset one that returns its rows as tuples, as the database gives them."""

    def __init__(self, queryset: Callable[..., QuerySet[Any]]) -> None:
        update_wrapper(self, queryset)
        self._queryset = queryset
        self._compiled = lru_cache(MAX_STATEMENTS)(self._compile)

    def __call__(self, *values: Any, **named: Any) -> list[tuple[Any, ...]]:
        with connection.cursor() as cursor:
            cursor.execute(*self.statement(*values, **named))
            return cursor.fetchall()

    def statement(self, *values: Any, **named: Any) -> tuple[str, list[Any]]:
        """Return the SQL and what it is run with."""
        sql, parameters = self._compiled(connection.vendor, len(values), **named)
        values = tuple(json.dumps(value) if isinstance(value, list) else value for value in values)  # lists of Keys
        return sql, [each.ask(values) if isinstance(each, Late) else each for each in parameters]

    def _compile(self, vendor: str, number: int, **named: Any) -> Any:
        queryset = self._queryset(*(Late(itemgetter(place)) for place in range(number)), **named)
        token = _is_prepared.set(True)
        try:
            return queryset.query.get_compiler(connection=connection).as_sql()
        finally:
            _is_prepared.reset(token)


def prefetch_lists(row: Any, lookups: Sequence[Any]) -> None:
    """Prefetch related lists of a row, by names or as Prefetch, with one query for all of them that are empty."""
    by_name = {str(getattr(each, "prefetch_through", each)): each for each in lookups}
    fields = {name: row._meta.get_field(name) for name in by_name}
    lists = tuple(name for name, field in fields.items() if field.one_to_many or field.many_to_many)
    [have_rows] = _have_rows(row.pk, model=type(row), names=lists) if lists[1:] else [[True] * len(lists)]
    for name in (name for name, has_rows in zip(lists, have_rows, strict=True) if not has_rows):
        row.__dict__.setdefault("_prefetched_objects_cache", {})[name] = fields[name].related_model.objects.none()
        del by_name[name]
    prefetch_related_objects([row], *by_name.values())


@prepared
def _have_rows(key: Any, model: type[Model], names: tuple[str, ...]) -> Any:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    rows = [each.related_model._base_manager.filter(**{each.remote_field.name: OuterRef("pk")}) for each in fields]
    return model._base_manager.filter(pk=key).values_list(*map(Exists, rows))
