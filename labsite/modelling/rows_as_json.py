"""Small related rows that come as JSON in the query of another row, such as what the frame of every page shows."""

from typing import Any

from django.db.models import Func, JSONField, Subquery
from django.db.models.functions import JSONObject


class JSONRow(JSONObject):
    """Columns as one JSON object, without asking whether SQLite has JSON functions, as all since 3.38 have.

    Django asks each new connection in a transaction. Ours take the write lock, so a reader would wait for a writer.
    """

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
