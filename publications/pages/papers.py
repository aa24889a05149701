"""A publication's own page, and the papers that a reader of it may want next."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, Subquery, When
from django.db.models.functions import Cast, Coalesce
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.texts.plain_text import sentences, summary
from labsite.web.head import Head, Site
from labsite.web.previews import find_or_404
from labsite.web.requests import LabRequest
from publications.citing import citations_of, record_of
from publications.formats.citation_tags import citation_tags
from publications.linked_data import newest_events, pdf_url, publication_node
from publications.models import Authorship, Publication, Talk, Venue

MAX_NAMED = 5  # authors in a description
MAX_CANDIDATES = 200  # papers that may be related: with some people nearly all papers of a lab share an author


@require_safe
def publication(request: LabRequest, slug: str) -> HttpResponse:
    """Show everything the site knows of one publication."""
    everything = Publication.objects.with_authors().prefetch_related("earlier_versions")
    found = find_or_404(request, everything, slug)
    if found.slug != slug:
        return redirect(found, permanent=True)
    talks = found.talks.with_occasions()
    context = {
        "publication": found,
        "alone": [found],
        "citations": citations_of(found, request.build_absolute_uri),
        "talks": talks,
        "news": found.news.published(),
        "projects": found.projects.all(),
        "related": related(found).as_rows(),
        "head": _head(request, found, talks),
    }
    return render(request, "publications/detail.html", context)


def _head(request: LabRequest, found: Publication, talks: Iterable[Talk]) -> Head:
    site = Site(request)
    record = record_of(found, site.at)
    node = publication_node(found, record, site, newest_events(talks, site))
    return Head(
        request,
        title=found.title,
        description=summary(found.abstract_html) or _in_words(found),
        trail=((_("Publications"), reverse("publications:list")),),
        kind="article",
        card=reverse("data:publication-card", args=[found.slug]),
        properties=(("article:published_time", node.get("datePublished", "")),),
        tags=tuple(citation_tags(record, pdf_url(found, site), request.lab.language)),
        nodes=(node,),
    )


def _in_words(publication: Publication) -> str:
    """Return who wrote a paper without an abstract, and where and when it appeared."""
    names = [authorship.display_name for authorship in publication.authorships.all()]
    shown = ", ".join(names[:MAX_NAMED])
    authors = _("%(names)s and others") % {"names": shown} if len(names) > MAX_NAMED else shown
    return sentences(authors, publication.printed_in, publication.date) or publication.title


def related(publication: Publication, most: int = 5) -> Any:
    """Return up to ``most`` other published ones, those that share most authors first. Expects with_authors()."""
    people = [authorship.person_id for authorship in publication.authorships.all()]
    theirs = Authorship.objects.filter(person__in=people).order_by().values("publication")
    its_own = theirs.filter(publication=OuterRef("pk"))
    most_shared = theirs.annotate(number=Count("pk")).order_by("-number", "-publication").values("publication")
    others = Publication.objects.published().exclude(pk=publication.pk)
    # A server for preprints brings together nothing but papers.
    venue = publication.venue
    same_venue = Q(venue=venue) if venue and venue.kind != Venue.Kind.PREPRINTS else Q(pk__in=[])
    candidates = (most_shared[:MAX_CANDIDATES], others.filter(same_venue).values("pk")[:MAX_CANDIDATES])
    near = others.filter(Q(pk__in=candidates[0]) | Q(pk__in=candidates[1])).annotate(
        # Cast, as PostgreSQL takes a bare number in ORDER BY for a column's place, and without authors these are such.
        shared=Cast(Coalesce(Subquery(its_own.annotate(number=Count("pk")).values("number")), 0), IntegerField()),
        at_venue=Cast(Case(When(same_venue, then=1), default=0), IntegerField()),
    )
    return near.order_by("-shared", "-at_venue", F("year").desc(nulls_last=True), "title")[:most]
