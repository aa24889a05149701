"""The CVs of members: as pages, and as files in each format; a short one, and each frozen one, has its own address."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _, override

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.formats import FORMATS, as_file, as_page
from labsite.contrib.documents.models import CVSettings, FrozenCV, members_with_cv
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
    files = [(reverse("documents:cv-file", args=[person.slug, variant, each]), FORMATS[each]) for each in FORMATS]
    document = _document(request, person, variant)
    frozen = person.frozen_cvs.public().defer("document") if variant == FULL else ()
    return _page(request, person, document, files, is_other=variant != FULL, variant=variant, frozen=frozen)


@at_its_address(members_with_cv)
def file(request: LabRequest, person: Any, variant: str, extension: str) -> HttpResponse:
    """Give a member's CV in a format."""
    name = f"{person.slug}-{variant}"
    return _file(_document(request, person, variant), extension, name, is_other=variant != FULL)


@at_its_address(Person.objects.members)
def frozen_page(request: LabRequest, person: Any, name: str) -> HttpResponse:
    """Show a version that everyone may read, as it was when it was frozen."""
    frozen = get_object_or_404(person.frozen_cvs.public(), slug=name)
    addresses = {each: reverse("documents:frozen-cv-file", args=[person.slug, name, each]) for each in FORMATS}
    files = [(address, FORMATS[each]) for each, address in addresses.items()]
    has_full = not CVSettings.of(person).is_hidden
    return _page(request, person, frozen.contents, files, is_other=True, version=frozen, has_full=has_full)


@at_its_address(Person.objects.members)
def frozen_file(request: LabRequest, person: Any, name: str, extension: str) -> HttpResponse:
    """Give a version that everyone may read in a format."""
    frozen = get_object_or_404(person.frozen_cvs.public(), slug=name)
    with override(frozen.language):
        return _file(frozen.contents, extension, frozen.file_name, is_other=True)


def _document(request: LabRequest, person: Person, variant: str) -> Document:
    return cv_of(person, Site(request).root, CVSettings.of(person).choices(is_short=variant == SHORT))


def _page(
    request: LabRequest,
    person: Person,
    document: Document,
    files: Any,
    *,
    is_other: bool,
    has_full: bool = True,
    version: FrozenCV | None = None,
    **context: Any,
) -> HttpResponse:
    """Show a CV; search engines are to find the full one, where everyone may have it, and no others beside it."""
    head = Head(
        request,
        title=f"{document.about}: {version}" if version else document.about,
        description=document.about,
        trail=((_("People"), reverse("people:list")), (person.name, person.get_absolute_url())),
        canonical=reverse("documents:cv", args=[person.slug, FULL]) if is_other and has_full else "",
    )
    own = {"head": head, "person": person, "document_files": files, "is_other": is_other, "has_full": has_full}
    return as_page(request, document, version=version, **own, **context)


def _file(document: Document, extension: str, name: str, *, is_other: bool) -> HttpResponse:
    response = as_file(document, extension, name)
    if is_other:
        response["X-Robots-Tag"] = "noindex"
    return response
