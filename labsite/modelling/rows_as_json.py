"""Fetch a row together with its small related rows in one query, whatever their number and however many tables.

A profile shows a dozen kinds of rows that hold a handful each. A query per kind would cost more than all the rest of
the page, so the database hands them over as JSON and they become model instances again here.
"""

import datetime
from typing import Any

from django.db import models
from django.db.models import F, Func, JSONField, OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONArray, JSONObject
from django.utils import timezone

from labsite.modelling.publishing import PublishableQuerySet


class JSONRow(JSONObject):
    """Columns as one JSON object, without asking whether SQLite has JSON functions, as all since 3.38 have.

    Django asks each new connection in a transaction. Ours take the write lock, so a reader would wait for a writer.
    """

    as_sqlite = Func.as_sql


class JSONValues(JSONArray):
    """Columns as one JSON list, without asking either."""

    as_sqlite = Func.as_sql


class RowsAsJSON(Subquery):
    """The rows of a queryset with one JSON column ``row``, as one JSON list."""

    template = "(SELECT json_group_array(json(_rows.row)) FROM (%(subquery)s) _rows)"
    output_field = JSONField()

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(
            compiler,
            connection,
            template="(SELECT coalesce(jsonb_agg(_rows.row), '[]'::jsonb) FROM (%(subquery)s) _rows)",
        )


def with_rows(queryset: QuerySet[Any], *names: str) -> Any:
    """Annotate ``queryset`` with the related lists in ``names``: reverse foreign keys or many-to-many fields.

    Of what may be unpublished a list holds what is public.
    """
    lists = {}
    for name in names:
        relation: Any = queryset.model._meta.get_field(name)
        columns = {field.attname: F(field.attname) for field in relation.related_model._meta.concrete_fields}
        rows = relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})
        rows = rows.published() if isinstance(rows, PublishableQuerySet) else rows
        lists[f"{name}_as_json"] = RowsAsJSON(rows.annotate(row=JSONRow(**columns)).values("row"))
    return queryset.annotate(**lists)


def unpack_rows(owner: Any, *names: str) -> Any:
    """Let ``owner``, fetched with these rows, find each list as if prefetch_related had fetched it; return it."""
    lists = owner.__dict__.setdefault("_prefetched_objects_cache", {})
    for name in names:
        relation = owner._meta.get_field(name)
        rows = []
        for columns in getattr(owner, f"{name}_as_json"):
            values = {}
            for field in relation.related_model._meta.concrete_fields:
                value = columns[field.attname]
                if not isinstance(field, models.ForeignKey | models.FileField):  # whose keys and names are taken as is
                    value = field.to_python(value)
                if isinstance(value, datetime.datetime) and timezone.is_naive(value):
                    # SQLite keeps times as text in UTC and without saying so.
                    value = timezone.make_aware(value, datetime.UTC)
                values[field.attname] = value
            row = relation.related_model(**values)
            row._state.adding, row._state.db = False, owner._state.db
            if relation.one_to_many:
                relation.field.set_cached_value(row, owner)
            rows.append(row)
        fetched = getattr(owner, name).get_queryset()
        fetched._result_cache, fetched._prefetch_done = rows, True
        lists[relation.get_accessor_name()] = fetched
    return owner
