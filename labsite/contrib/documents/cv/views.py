"""The CVs of members: as pages, and as files in each format; a short one, and each frozen one, has its own address."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _, override
from django.views.decorators.http import require_safe

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.formats import FORMATS, as_file, as_page
from labsite.contrib.documents.models import CVSettings, FrozenCV
from labsite.contrib.documents.parts import Document
from labsite.modelling.prepared import prepared
from labsite.modelling.publishing import with_public
from labsite.web.head import Head, Site
from labsite.web.requests import LabRequest
from people.models import Person

FULL, SHORT = "cv", "cv-short"
VARIANTS = (FULL, SHORT)


@require_safe
def page(request: LabRequest, slug: str, variant: str) -> HttpResponse:
    """Show a member's CV."""
    person = _member(slug)
    if person.slug != slug:
        return redirect("documents:cv", person.slug, variant, permanent=True)
    files = [(reverse("documents:cv-file", args=[slug, variant, each]), FORMATS[each]) for each in FORMATS]
    document = _document(request, person, variant)
    frozen = person.frozen_cvs.public().defer("document") if variant == FULL else ()
    return _page(request, person, document, files, is_other=variant != FULL, variant=variant, frozen=frozen)


@require_safe
def file(request: LabRequest, slug: str, variant: str, extension: str) -> HttpResponse:
    """Give a member's CV in a format."""
    person = _member(slug)
    if person.slug != slug:
        return redirect("documents:cv-file", person.slug, variant, extension, permanent=True)
    return _file(_document(request, person, variant), extension, f"{slug}-{variant}", is_other=variant != FULL)


@require_safe
def frozen_page(request: LabRequest, slug: str, name: str) -> HttpResponse:
    """Show a version that everyone may read, as it was when it was frozen."""
    kept = _frozen(slug, name)
    person = kept.person
    if person.slug != slug:
        return redirect("documents:frozen-cv", person.slug, name, permanent=True)
    files = [(reverse("documents:frozen-cv-file", args=[slug, name, each]), FORMATS[each]) for each in FORMATS]
    has_full = not CVSettings.of(person).is_hidden
    return _page(request, person, kept.contents, files, is_other=True, kept=kept, has_full=has_full)


@require_safe
def frozen_file(request: LabRequest, slug: str, name: str, extension: str) -> HttpResponse:
    """Give a version that everyone may read in a format."""
    kept = _frozen(slug, name)
    if kept.person.slug != slug:
        return redirect("documents:frozen-cv-file", kept.person.slug, name, extension, permanent=True)
    with override(kept.language):
        return _file(kept.contents, extension, kept.file_name, is_other=True)


@prepared
def _with_choices(slug: Any) -> Any:
    return with_public(Person.objects.members(), "cv_settings").filter(slug=slug)


def _member(slug: str) -> Person:
    """Return the member who is or was at ``slug`` and whose CV is for everyone."""
    person: Person = _with_choices.first(slug) or with_public(Person.objects.members(), "cv_settings").find_or_404(
        slug
    )
    if CVSettings.of(person).is_hidden:
        raise Http404("This CV is for its owner.")
    return person


def _document(request: LabRequest, person: Person, variant: str) -> Document:
    return cv_of(person, Site(request).root, CVSettings.of(person).choices(is_short=variant == SHORT))


def _frozen(slug: str, name: str) -> FrozenCV:
    person = Person.objects.members().find_or_404(slug)
    return get_object_or_404(FrozenCV.objects.public().select_related("person"), person=person, slug=name)


def _page(
    request: LabRequest,
    person: Person,
    document: Document,
    files: Any,
    *,
    is_other: bool,
    has_full: bool = True,
    kept: FrozenCV | None = None,
    **context: Any,
) -> HttpResponse:
    """Show a CV; search engines are to find the full one, where everyone may have it, and no others beside it."""
    head = Head(
        request,
        title=f"{document.about}: {kept}" if kept else document.about,
        description=document.about,
        trail=((_("People"), reverse("people:list")), (person.name, person.get_absolute_url())),
        canonical=reverse("documents:cv", args=[person.slug, FULL]) if is_other and has_full else "",
    )
    own = {"head": head, "person": person, "document_files": files, "is_other": is_other, "has_full": has_full}
    return as_page(request, document, kept=kept, **own, **context)


def _file(document: Document, extension: str, name: str, *, is_other: bool) -> HttpResponse:
    response = as_file(document, extension, name)
    if is_other:
        response["X-Robots-Tag"] = "noindex"
    return response
