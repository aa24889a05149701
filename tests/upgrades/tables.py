"""What a database holds, table by table, as SQL gives it: whatever models the code has for it."""

import json

from django.db import connection

INDEX = "_trigrams"  # of tables that held no rows but an index of those of others


def rows(only=None):
    """Return by table the rows by their first column, each with its columns by name, of all tables or of some."""
    with connection.cursor() as cursor:
        names = connection.introspection.table_names(cursor)
        found = {}
        for name in (each for each in names if INDEX not in each and (only is None or each in only)):
            cursor.execute(f'SELECT * FROM "{name}"')
            columns = [column[0] for column in cursor.description]
            found[name] = {str(row[0]): dict(zip(columns, map(plain, row), strict=True)) for row in cursor.fetchall()}
        return found


def plain(value):
    """Return a value as JSON knows it; the names in a stored JSON object are sorted, as PostgreSQL keeps no order."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        try:
            return json.dumps(json.loads(value), sort_keys=True)
        except ValueError:
            return value
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
