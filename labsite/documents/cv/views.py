"""The CVs of members: as pages, and as files in each format; a short one has an address of its own."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.documents.answers import as_file, as_page
from labsite.documents.cv.choices import FULL, SHORT
from labsite.documents.cv.document import cv_of
from labsite.documents.formats import FORMATS
from labsite.web.head import Head, Site
from labsite.web.requests import LabRequest
from people.models import Person
from people.profile import member_or_404

VARIANTS = {"cv": FULL, "cv-short": SHORT}


@require_safe
def page(request: LabRequest, slug: str, variant: str) -> HttpResponse:
    """Show a member's CV."""
    person: Person = member_or_404(slug)
    if person.slug != slug:
        return redirect("documents:cv", person.slug, variant, permanent=True)
    document = cv_of(person, Site(request).root, VARIANTS[variant])
    head = Head(
        request,
        title=document.about,
        description=document.about,
        trail=((_("People"), reverse("people:list")), (person.name, person.get_absolute_url())),
    )
    files = {extension: reverse("documents:cv-file", args=[person.slug, variant, extension]) for extension in FORMATS}
    return as_page(request, document, head=head, document_files=files, person=person)


@require_safe
def file(request: LabRequest, slug: str, variant: str, extension: str) -> HttpResponse:
    """Give a member's CV in a format."""
    person: Person = member_or_404(slug)
    if person.slug != slug:
        return redirect("documents:cv-file", person.slug, variant, extension, permanent=True)
    return as_file(cv_of(person, Site(request).root, VARIANTS[variant]), extension, f"{person.slug}-{variant}")
