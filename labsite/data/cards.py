"""The pictures that stand for pages where their addresses are shared."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from labsite.drawing import colours
from labsite.drawing.cards import Card, draw
from labsite.modelling.pictures import rendition_content
from labsite.web.previews import find_or_404
from labsite.web.requests import LabRequest
from people.models import Person
from publications.models import Publication

PORTRAIT_WIDTH = 480  # pixels
TIE = "\N{NO-BREAK SPACE}"


@require_safe
def publication_card(request: LabRequest, slug: str) -> HttpResponseBase:
    """Draw a paper's card: where and when, the title, who."""
    found = find_or_404(request, Publication.objects.with_authors(), slug)
    if found.slug != slug:
        return redirect("data:publication-card", slug=found.slug, permanent=True)
    where = found.venue.short_name if found.venue else found.get_kind_display()
    names = (authorship.display_name.replace(" ", TIE) for authorship in found.authorships.all())
    return _png(request, title=found.title, badge=f"{where} {found.year or ''}".strip(), byline=", ".join(names))


@require_safe
def person_card(request: LabRequest, slug: str) -> HttpResponseBase:
    """Draw a member's card: the portrait or the initials, names, and the line under them."""
    found = Person.objects.members().find_or_404(slug)
    if found.slug != slug:
        return redirect("data:person-card", slug=found.slug, permanent=True)
    try:
        portrait = rendition_content(found.photo, PORTRAIT_WIDTH) if found.photo else b""
    except OSError:
        portrait = b""  # its file is lost
    return _png(
        request,
        title=found.name,
        subtitle=found.native_name,
        byline=found.headline,
        initials=found.initials,
        portrait=portrait,
    )


@require_safe
def lab_card(request: LabRequest) -> HttpResponseBase:
    """Draw the lab's own card, for every page without one."""
    lab = request.lab
    return _png(request, title=lab.tagline or lab.name)


def _png(request: LabRequest, **words: Any) -> HttpResponse:
    lab = request.lab
    accent: dict[str, Any] = {"accent": colours.near(lab.accent)} if lab.accent else {}
    return HttpResponse(draw(Card(lab=lab.name, **accent, **words)), content_type="image/png")
