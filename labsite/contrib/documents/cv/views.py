"""The CVs of members: as pages, and as files in each format; a short one, and each frozen one, has its own address."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.formats import FORMATS, as_file
from labsite.contrib.documents.models import CVSettings, members_with_cv
from labsite.contrib.documents.parts import Document
from labsite.web.head import Head, Site
from labsite.web.previews import at_its_address
from labsite.web.requests import LabRequest
from people.models import Person

FULL, SHORT = "cv", "cv-short"
VARIANTS = (FULL, SHORT)


@at_its_address(members_with_cv)
def page(request: LabRequest, person: Any, variant: str) -> HttpResponse:
    """Show a member's CV, if it is for everyone."""
    frozen = person.frozen_cvs.public().defer("document") if variant == FULL else ()
    document, is_other = _document(request, person, variant), variant != FULL
    return _page(request, person, document, "cv-file", variant, is_other=is_other, variant=variant, frozen=frozen)


@at_its_address(members_with_cv)
def file(request: LabRequest, person: Any, variant: str, extension: str) -> HttpResponse:
    """Give a member's CV in a format."""
    document = _document(request, person, variant)
    return as_file(document, extension, f"{person.slug}-{variant}", is_indexed=variant == FULL)


@at_its_address(Person.objects.members)
def frozen_page(request: LabRequest, person: Any, name: str) -> HttpResponse:
    """Show a version that everyone may read, as it was when it was frozen."""
    version = get_object_or_404(person.frozen_cvs.public(), slug=name)
    has_full = not CVSettings.of(person).is_hidden
    return _page(request, person, version.contents, "frozen-cv-file", name, has_full=has_full, version=version)


@at_its_address(Person.objects.members)
def frozen_file(request: LabRequest, person: Any, name: str, extension: str) -> HttpResponse:
    """Give a version that everyone may read in a format."""
    frozen = get_object_or_404(person.frozen_cvs.public(), slug=name)
    return as_file(frozen.contents, extension, frozen.file_name, is_indexed=False)


def _document(request: LabRequest, person: Person, variant: str) -> Document:
    return cv_of(person, Site(request).root, CVSettings.of(person).variant(is_short=variant == SHORT))


def _page(request: LabRequest, person: Person, document: Document, files: str, name: str, **more: Any) -> HttpResponse:
    """Show a CV; search engines are to find the full one, where everyone may have it, and no others beside it.

    ``files`` is the view of its files, ``name`` what it is called in their addresses.
    """
    context = {"is_other": True, "has_full": True, "version": None, **more}
    has_other = context["is_other"] and context["has_full"]
    head = Head(
        request,
        title=f"{document.about}: {context['version']}" if context["version"] else document.about,
        description=document.about,
        trail=((_("People"), reverse("people:list")), (person.name, person.get_absolute_url())),
        canonical=reverse("documents:cv", args=[person.slug, FULL]) if has_other else "",
    )
    addresses = [(reverse(f"documents:{files}", args=[person.slug, name, each]), FORMATS[each]) for each in FORMATS]
    context |= {"document": document, "head": head, "person": person, "document_files": addresses}
    return render(request, "documents/document.html", context)
