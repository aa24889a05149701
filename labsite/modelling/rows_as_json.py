"""Fetch a row together with its small related rows in one query, whatever their number and however many tables.

A profile shows a dozen kinds of rows that hold a handful each. A query per kind would cost more than all the rest of
the page, so the database hands them over as JSON and they become model instances again here.
"""

import datetime

from django.db.models import F, ForeignKey, Func, JSONField, OuterRef, Subquery
from django.db.models.functions import JSONObject
from django.utils import timezone

from labsite.modelling.publishing import PublishableQuerySet


class JSONRow(JSONObject):
    """Columns as one JSON object, without asking whether SQLite has JSON functions, as all since 3.38 have.

    Django asks each new connection in a transaction. Ours take the write lock, so a reader would wait for a writer.
    """

    def as_sqlite(self, compiler, connection, **extra_context):
        return Func.as_sql(self, compiler, connection, **extra_context)


class RowsAsJSON(Subquery):
    """The rows of a queryset with one JSON column ``row``, as one JSON list."""

    template = "(SELECT json_group_array(json(_rows.row)) FROM (%(subquery)s) _rows)"
    output_field = JSONField()

    def as_postgresql(self, compiler, connection):
        return self.as_sql(
            compiler,
            connection,
            template="(SELECT coalesce(jsonb_agg(_rows.row), '[]'::jsonb) FROM (%(subquery)s) _rows)",
        )


def with_rows(queryset, *names):
    """Annotate ``queryset`` with the related lists in ``names``: reverse foreign keys or many-to-many fields.

    Of what may be unpublished a list holds what is public.
    """
    relations = {name: queryset.model._meta.get_field(name) for name in names}
    return queryset.annotate(**{_column(name): RowsAsJSON(_rows(relation)) for name, relation in relations.items()})


def unpack_rows(owner, *names):
    """Let ``owner``, fetched with these rows, find each list as if prefetch_related had fetched it; return it."""
    lists = owner.__dict__.setdefault("_prefetched_objects_cache", {})
    for name in names:
        relation = owner._meta.get_field(name)
        fetched = getattr(owner, name).get_queryset()
        fetched._result_cache = [_instance(relation, owner, values) for values in getattr(owner, _column(name))]
        fetched._prefetch_done = True
        lists[relation.get_accessor_name()] = fetched
    return owner


def _column(name):
    return f"{name}_as_json"


def _rows(relation):
    columns = {field.attname: F(field.attname) for field in relation.related_model._meta.concrete_fields}
    rows = relation.related_model._default_manager.filter(**{relation.field.name: OuterRef("pk")})
    rows = rows.published() if isinstance(rows, PublishableQuerySet) else rows
    return rows.annotate(row=JSONRow(**columns)).values("row")


def _instance(relation, owner, values):
    model = relation.related_model
    row = model(**{field.attname: _python(field, values[field.attname]) for field in model._meta.concrete_fields})
    row._state.adding = False
    row._state.db = owner._state.db
    if relation.one_to_many:
        relation.field.set_cached_value(row, owner)
    return row


def _python(field, value):
    python = value if isinstance(field, ForeignKey) else field.to_python(value)
    # SQLite keeps times as text in UTC and without saying so.
    is_naive = isinstance(python, datetime.datetime) and timezone.is_naive(python)
    return timezone.make_aware(python, datetime.UTC) if is_naive else python
