"""The page of the editing side on which a report is made: what it is to be about, the report, and its files."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.helpers import AdminForm
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.contrib.documents.models import Report
from labsite.contrib.documents.reports.making import FILE_TYPES, PRESETS, document_of
from labsite.contrib.documents.reports.subjects import known_funders
from labsite.contrib.documents.reports.views import file_answer
from labsite.web.head import Site
from labsite.web.requests import LabRequest

FIELDS: list[Any] = ["name", "subject", "project", "person", "funder", "period", ("start", "end"), "parts", "language"]


def _form(request: LabRequest) -> Any:
    """Return the form in which reports are saved, without what only a saved one has, filled by the address."""
    model_admin = admin.site.get_model_admin(Report)
    form: Any = model_admin.get_form(request, fields=[*FIELDS[:6], "start", "end", *FIELDS[7:]])
    form.base_fields["name"].required = False
    preset = PRESETS.get(request.GET.get("begin", ""), PRESETS["annual"])
    initial = {"subject": preset.subject, "period": preset.period, "parts": preset.parts}
    return form(request.GET) if "subject" in request.GET else form(initial=initial)


@require_safe
def make_report(request: LabRequest) -> HttpResponse:
    """Show the form, and the report that it asks for."""
    form = _form(request)
    is_asked = form.is_bound and form.is_valid()
    model_admin = admin.site.get_model_admin(Report)
    query = request.GET.urlencode()
    context = {
        "title": _("Make a report"),
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
    return file_answer(form.instance, Site(request).root, extension, is_attachment=True)
