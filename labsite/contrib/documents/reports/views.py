"""Reports: the files in which each can be had, those that everyone may read, and the page on which one is made."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import AdminForm
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext, gettext_lazy as _, override
from django.views.decorators.http import require_safe

from labsite.contrib.documents.formats import FORMATS, DocumentFormat, file_answer
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.parts import Document
from labsite.contrib.documents.reports.document import ReportMaker
from labsite.contrib.documents.reports.subjects import known_funders, subject_of
from labsite.editing.actions import csv_table
from labsite.models import Lab
from labsite.web.head import Head, Site
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest

CSV = "csv"
# By the extensions in which a report can be had.
FILE_TYPES = FORMATS | {CSV: DocumentFormat("CSV", "text/csv; charset=utf-8", "")}  # of which nothing is set


# Choices of parts for an occasion, with what else the form begins with.
PRESETS: dict[str, dict[str, Any]] = {
    "annual": {
        "label": _("Annual report"),
        "subject": Report.Subject.LAB,
        "period": Report.PeriodKind.LAST_YEAR,
        "parts": ("numbers", "charts", "papers", "theses", "talks", "awards", "people", "projects", "service", "news"),
    },
    "tenure": {
        "label": _("Tenure case"),
        "subject": Report.Subject.MEMBER,
        "period": Report.PeriodKind.DATES,
        "parts": ("numbers", "papers", "awards", "talks", "teaching", "students", "theses", "projects", "service"),
    },
    "grant": {
        "label": _("Grant report"),
        "subject": Report.Subject.PROJECT,
        "period": Report.PeriodKind.DATES,
        "parts": ("numbers", "projects", "people", "papers", "theses", "talks", "awards", "news"),
    },
}


def document_of(report: Report, site: str) -> Document:
    """Return a saved or chosen report as it is today, in its language or else in the one that is active."""
    with override(report.language or get_language()):
        return _maker(report, site).document(report.name)


def file_of(report: Report, site: str, extension: str) -> bytes:
    """Return a report as a file. Raises KeyError for an extension that isn't in FILE_TYPES."""
    if extension != CSV:
        return FORMATS[extension].write(document_of(report, site))
    with override(report.language or get_language()):
        columns = {
            "group": gettext("Kind"),
            "title": gettext("Title"),
            "people": gettext("People"),
            "where": gettext("Where"),
            "date": gettext("Date"),
            "status": gettext("Status"),
            "doi": "DOI",
            "open_access": gettext("Open access"),
            "link": gettext("Link"),
            "note": gettext("Note"),
        }
        cells = [[part, *(getattr(item, name) for name in columns)] for part, item in _maker(report, site).items()]
        return csv_table([gettext("Part"), *columns.values()], cells).encode()  # no cell of it is a formula


def _maker(report: Report, site: str) -> ReportMaker:
    lab = Lab.objects.current().shown_at("/")
    period = report.period_on(timezone.localdate())
    return ReportMaker(subject_of(report, lab), period, report.chosen_parts, site, lab)


@require_safe
def reports(request: LabRequest) -> HttpResponse:
    """List the reports that everyone may read."""
    words = gettext("What %(lab)s did, year by year or project by project.")
    head = Head.of_list(request, "documents:reports", words)
    return render(request, "documents/reports.html", {"reports": _public(), "head": head})


def _public() -> Any:
    return Report.objects.public().select_related("project", "person")


@at_its_address(_public)
def report(request: LabRequest, row: Report, extension: str = "") -> HttpResponse:
    """Show a report as it is today, or give it in a format."""
    if extension:
        return _file(row, Site(request).root, extension)
    document = document_of(row, Site(request).root)
    head = Head(
        request,
        title=document.title,
        description=document.about,
        trail=((request.lab.sections["documents:reports"].label, reverse("documents:reports")),),
    )
    files = [(reverse("documents:report-file", args=[row.slug, each]), kind) for each, kind in FILE_TYPES.items()]
    context = {"document": document, "head": head, "document_files": files}
    return render(request, "documents/document.html", context)


def _file(report: Report, site: str, extension: str, is_attachment: bool = False) -> HttpResponse:
    """Give a saved or chosen report as a file."""
    name = f"{report.slug or 'report'}.{extension}"
    return file_answer(file_of(report, site, extension), FILE_TYPES[extension].media_type, name, is_attachment)


FIELDS: list[Any] = ["name", "subject", "project", "person", "funder", "period", ("start", "end"), "parts", "language"]


def _form(request: LabRequest) -> Any:
    """Return the form in which reports are saved, without what only a saved one has, filled by the address."""
    model_admin = admin.site.get_model_admin(Report)
    form: Any = model_admin.get_form(request, fields=[*FIELDS[:6], "start", "end", *FIELDS[7:]])
    form.base_fields["name"].required = False
    preset = PRESETS.get(request.GET.get("begin", ""), PRESETS["annual"])
    return form(request.GET) if "subject" in request.GET else form(initial=preset)


@require_safe
def make_report(request: LabRequest) -> HttpResponse:
    """Show the form, and the report that it asks for."""
    form = _form(request)
    is_asked = form.is_bound and form.is_valid()
    model_admin = admin.site.get_model_admin(Report)
    query = request.GET.urlencode()
    context = {
        "title": gettext("Make a report"),
        "form": form,
        "adminform": AdminForm(form, [(None, {"fields": FIELDS})], {}, (), model_admin),
        "media": model_admin.media + form.media,
        "presets": PRESETS.items(),
        "funders": known_funders(),
        "document": document_of(form.instance, Site(request).root) if is_asked else None,
        "files": [(f"{reverse('admin:report-file', args=[each])}?{query}", FILE_TYPES[each]) for each in FILE_TYPES],
        "query": query,
        "may_save": model_admin.has_add_permission(request),
    }
    return render(request, "admin/report.html", admin.site.each_context(request) | context)


@require_safe
def made_file(request: LabRequest, extension: str) -> HttpResponse:
    """Give the report that the address asks for as a file."""
    form = _form(request)
    if extension not in FILE_TYPES or not (form.is_bound and form.is_valid()):
        raise Http404
    return _file(form.instance, Site(request).root, extension, is_attachment=True)
