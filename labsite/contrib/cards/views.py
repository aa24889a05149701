"""The pictures that stand for pages where their addresses are shared."""

from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from labsite.contrib.cards.cards import Card, draw
from labsite.drawing import colours
from labsite.modelling.pictures import rendition_content
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from people.models import Person
from publications.models import Publication

PORTRAIT_WIDTH = 480  # pixels
TIE = "\N{NO-BREAK SPACE}"


@at_its_address(lambda: Publication.objects.with_authors())
def publication_card(request: LabRequest, found: Publication) -> HttpResponseBase:
    """Draw a paper's card: where and when, the title, who."""
    where = found.venue.short_name if found.venue else found.get_kind_display()
    byline = found.comma_of_authors.join(row.display_name.replace(" ", TIE) for row in found.authorships.all())
    return _png(request, title=found.title, badge=f"{where} {found.year or ''}".strip(), byline=byline)


@at_its_address(Person.objects.members)
def person_card(request: LabRequest, found: Any) -> HttpResponseBase:
    """Draw a member's card: the portrait or the initials, names, and the line under them."""
    try:
        portrait = rendition_content(found.photo, PORTRAIT_WIDTH) if found.photo else b""
    except OSError:
        portrait = b""  # its file is lost
    title, subtitle = found.both_names
    return _png(
        request,
        title=title,
        subtitle=subtitle,
        byline=found.headline,
        initials=found.tile.initials,
        tone=colours.tone(_accent(request), found.tile.tone)[0],
        portrait=portrait,
    )


@require_safe
def card(request: LabRequest) -> HttpResponseBase:
    """Draw the lab's own card, for every page without one."""
    lab = request.lab
    return _png(request, title=lab.tagline or lab.name)


def _png(request: LabRequest, **words: Any) -> HttpResponse:
    lab = request.lab
    card = Card(lab=lab.name, logo=lab.logo_content(), accent=_accent(request), **words)
    return HttpResponse(draw(card), content_type="image/png")


def _accent(request: LabRequest) -> str:
    return colours.near(request.lab.accent or Card.accent)
