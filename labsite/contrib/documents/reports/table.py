"""A report as one flat table, for spreadsheets: everything that it names is a row."""

from django.utils.translation import gettext as _

from labsite.contrib.documents.reports.items import ReportItem
from labsite.editing.actions import csv_table


def csv_of(rows: list[tuple[str, ReportItem]]) -> bytes:
    """Return what table_of() gives as a file. No cell of it is a formula."""
    headings = [
        *(_("Part"), _("Kind"), _("Title"), _("People"), _("Where"), _("Date"), _("Status"), "DOI"),
        *(_("Open access"), _("Link"), _("Note")),
    ]
    cells = [
        [part, item.group, item.title, item.people, item.where, item.date, item.status, item.doi]
        + [item.open_access, item.link, item.note]
        for part, item in rows
    ]
    return csv_table(headings, cells).encode()
