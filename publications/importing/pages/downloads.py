"""The report of an import as a file to keep."""

import csv
import io
import json

from django.http import Http404, HttpResponse
from django.views.decorators.http import require_safe

from publications.importing.report import in_text

from .answering import found

COLUMNS = ("place", "title", "fate", "reason", "publication", "remarks")
# What a spreadsheet would take for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@require_safe
def report(request, pk, form):
    """Return what became of each entry, as a text, a table or plain data."""
    row = found(request, pk)
    if form not in FORMS or not row.report:
        raise Http404
    media_type, render = FORMS[form]
    headers = {"Content-Disposition": f'attachment; filename="import-{row.pk}.{form}"'}
    return HttpResponse(render(row.report), content_type=f"{media_type}; charset=utf-8", headers=headers)


def _in_table(report):
    """Return the entries as CSV, one a row."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows([_cell(entry.get(name, "")) for name in COLUMNS] for entry in report["entries"])
    return text.getvalue()


def _cell(value):
    words = "; ".join(value) if isinstance(value, list) else str(value)
    return f"'{words}" if words.startswith(FORMULA) else words


def _in_json(report):
    return json.dumps(report, ensure_ascii=False, indent=2)


FORMS = {
    "txt": ("text/plain", in_text),
    "csv": ("text/csv", _in_table),
    "json": ("application/json", _in_json),
}
