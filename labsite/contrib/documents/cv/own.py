"""A member's own CV on the editing side: what is chosen for it, every variant to take along, and frozen versions."""

import json
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, override
from django.views.decorators.http import require_http_methods, require_safe

from labsite import roles
from labsite.contrib.documents.answers import as_file
from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.cv.forms import CVForm
from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import FrozenCV
from labsite.contrib.documents.models.cv import MAX_DOCUMENT_SIZE
from labsite.contrib.documents.parts import Document, as_data
from labsite.editing.history_admin import history_step
from labsite.web.head import Site
from people.models import Person
from people.models.career import has_page


@require_http_methods(["GET", "HEAD", "POST"])
def own_cv(request: Any, pk: int) -> HttpResponse:
    """Show the form of a CV, give a file of what it says, save it, or freeze what it says under a name."""
    rows = Person.objects.members() | Person.objects.filter(login=request.user)
    person = get_object_or_404(rows.annotate(has_page=has_page("pk")), pk=pk)
    if not roles.may(request.user, "change", person):
        raise PermissionDenied
    if request.method != "POST":
        return _page(request, CVForm(person))
    if "download" in request.POST:
        form = CVForm(person, request.POST)
        return _download(request, form) if form.is_valid() else _page(request, form)
    with history_step(request):
        form = CVForm(person, request.POST)
        if not form.is_valid() or ("freeze" in request.POST and not _freeze(request, form)):
            return _page(request, form)
        form.save()
    messages.success(request, gettext("Saved."))
    return redirect("admin:cv", person.pk)


def _page(request: Any, form: CVForm) -> HttpResponse:
    person = form.person
    context = {
        "title": gettext("CV of %(name)s") % {"name": person},
        "person": person,
        "form": form,
        "formats": FORMATS,
        "frozen": person.frozen_cvs.defer("document"),
    }
    return render(request, "admin/cv.html", admin.site.each_context(request) | context)


def _document(request: Any, form: CVForm) -> Document:
    return cv_of(form.person, Site(request).root, form.choices(), form.cleaned_data["language"])


def _download(request: Any, form: CVForm) -> HttpResponse:
    extension, data = request.POST["download"], form.cleaned_data
    if extension not in FORMATS:
        raise Http404
    parts = ("short" if data["is_short"] else "", "private" if data["is_private"] else "")
    name = "-".join(filter(None, [form.person.slug, "cv", *parts]))
    return as_file(_document(request, form), extension, name, is_attachment=True)


def _freeze(request: Any, form: CVForm) -> bool:
    """Keep what the form says under its name; say why not where it is too long."""
    data = form.cleaned_data
    document = as_data(_document(request, form))
    if len(json.dumps(document)) > MAX_DOCUMENT_SIZE:
        form.add_error("name", gettext("This CV is too long to be kept: leave sections out, or choose the short one."))
        return False
    variant = {name: data[name] for name in ("name", "language", "is_short", "is_private")}
    frozen = FrozenCV.objects.create(person=form.person, document=document, **variant)
    messages.success(request, gettext("“%(name)s” is kept as it is now.") % {"name": frozen.name})
    return True


@require_safe
def frozen_file(request: HttpRequest, pk: int, extension: str) -> HttpResponse:
    """Give a frozen CV in a format to whoever may see it."""
    if extension not in FORMATS:
        raise Http404
    frozen = roles.row_or_404(request.user, "view", FrozenCV._meta.label_lower, pk)
    with override(frozen.language):
        return as_file(frozen.contents, extension, frozen.file_name, is_attachment=True)
