"""Reports that everyone may read: the list of them, each as a page, and as files in each format."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.contrib.documents.formats import as_page
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.reports.making import FILE_TYPES, document_of, file_of
from labsite.web.head import Head, Site
from labsite.web.requests import LabRequest


@require_safe
def reports(request: LabRequest) -> HttpResponse:
    """List the reports that everyone may read."""
    head = Head(
        request,
        title=request.lab.sections["documents:reports"].label,
        description=_("What %(lab)s did, year by year or project by project.") % {"lab": request.lab.name},
    )
    rows = Report.objects.public().select_related("project", "person")
    return render(request, "documents/reports.html", {"reports": rows, "head": head})


@require_safe
def report(request: LabRequest, slug: str) -> HttpResponse:
    """Show a report as it is today."""
    row = _public().find_or_404(slug)
    if row.slug != slug:
        return redirect(row, permanent=True)
    document = document_of(row, Site(request).root)
    head = Head(
        request,
        title=document.title,
        description=document.about,
        trail=((request.lab.sections["documents:reports"].label, reverse("documents:reports")),),
    )
    files = [(reverse("documents:report-file", args=[slug, each]), kind) for each, kind in FILE_TYPES.items()]
    return as_page(request, document, head=head, document_files=files)


@require_safe
def report_file(request: LabRequest, slug: str, extension: str) -> HttpResponse:
    """Give a report in a format."""
    row = _public().find_or_404(slug)
    if row.slug != slug:
        return redirect("documents:report-file", row.slug, extension, permanent=True)
    return file_answer(row, Site(request).root, extension)


def file_answer(report: Report, site: str, extension: str, *, is_attachment: bool = False) -> HttpResponse:
    """Give a saved or chosen report as a file; browsers show a PDF, or save it too."""
    content = file_of(report, site, extension)
    name = f"{report.slug or 'report'}.{extension}"
    disposition = content_disposition_header(is_attachment or extension != "pdf", name) or ""
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=FILE_TYPES[extension].media_type, headers=headers)


def _public() -> Any:
    return Report.objects.public().select_related("project", "person")
