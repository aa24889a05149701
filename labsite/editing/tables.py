"""Lists as files for a spreadsheet."""

import csv
import io
import re
from typing import Any

from django.contrib import admin, messages
from django.http import HttpResponse

from labsite import roles

# A spreadsheet takes a cell for a formula that begins so, behind quotes and spaces too.
FORMULA = re.compile(r"[\s\"'\u2018\u2019\u201c\u201d\ufeff\x00]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # by which spreadsheets know that it is UTF-8


def cell(value: Any) -> str:
    """Return a value as the text of a cell that no spreadsheet takes for a formula."""
    text = "" if value is None else "yes" if value is True else "no" if value is False else str(value)
    return f"'{text}" if FORMULA.match(text) else text


def table(heads: list[str], rows: list[list[Any]]) -> str:
    """Return a table as comma-separated values, with a head."""
    file = io.StringIO(newline="")
    file.write(BOM)
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(heads)
    writer.writerows([cell(value) for value in row] for row in rows)
    return file.getvalue()


def download(text: str, name: str, content_type: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{content_type}; charset=utf-8", headers=headers)


def export_table(columns: dict[str, Any], rows_of: Any = None) -> Any:
    """Return the action that makes a file of the selected rows: ``columns`` are by head what to read of a row.

    ``rows_of`` fetches with a queryset what the columns need.
    """

    @admin.action(permissions=["view"], description="Export selected %(verbose_name_plural)s as CSV")
    def export_csv(model_admin, request, queryset):
        rows = roles.reached(request.user, "view", queryset)
        rows = rows_of(rows) if rows_of else rows
        lines = [[read(row) for read in columns.values()] for row in rows]
        if not lines:
            messages.warning(request, "There was nothing to export.")
            return None
        name = f"{model_admin.opts.verbose_name_plural}.csv".replace(" ", "-")
        return download(table(list(columns), lines), name, "text/csv")

    return export_csv
