"""The pages of reports, public ones and those on which they are made."""

from django.utils.translation import gettext_lazy as _

from labsite import registry
from labsite.contrib.documents.content import DOCUMENTS
from labsite.contrib.documents.models import Report
from labsite.editing.menu import MenuEntry
from labsite.roles import AdminPage, Role
from labsite.web.sitemaps import ListPage, SitemapSections, row_pages

VIEWS = "labsite.contrib.documents.reports.views"

registry.register(
    Report,
    MenuEntry(DOCUMENTS, add_page="admin:report", order=10),
    SitemapSections({"reports": lambda: row_pages(Report.objects.public(), "documents:report")}, order=80),
    ListPage("documents:reports", ("reports",), label=_("Reports"), rows=Report.objects.public, order=90),
)
registry.add(
    AdminPage("report", "report/", f"{VIEWS}.make_report", Role.MEMBER),
    AdminPage("report-file", "report/report.<slug:extension>", f"{VIEWS}.made_file", Role.MEMBER),
)
