"""A publication's own page, and the papers that a reader of it may want next."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Case, Count, F, OuterRef, Prefetch, Q, Subquery, When
from django.db.models.functions import Coalesce
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.modelling.prepared import Keys, prepared
from labsite.modelling.publishing import with_public
from labsite.texts.plain_text import sentences, shortened
from labsite.web.head import Head, Site
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from publications.citations.record import Record
from publications.citing import record_of
from publications.formats import STYLES, WRITTEN
from publications.formats.citation_tags import citation_tags
from publications.linked_data import newest_events, publication_node
from publications.models import Authorship, Publication, Talk, Venue
from publications.models.publication import NONE

PARTS = ("links", "identifiers", "earlier_versions", "news", "projects")
MAX_NAMED = 5  # authors in a description
MAX_RELATED = 5
MAX_CANDIDATES = 200  # papers that may be related: with some people nearly all papers of a lab share an author


@at_its_address(
    lambda: with_public(Publication.objects.select_related("venue"), *PARTS).prefetch_related(
        Prefetch("authorships", Authorship.objects.with_people()),
        "awards",
        Prefetch("talks", Talk.objects.with_occasions()),
    )
)
def publication(request: LabRequest, found: Publication) -> HttpResponse:
    """Show everything the site knows of one publication."""
    talks: Any = found.talks.all()
    venue, record = found.venue, record_of(found, request.build_absolute_uri)
    context = {
        "publication": found,
        # What the badge says already isn't said again.
        "printed_in": found.printed_in if not venue or found.printed_in != venue.short_name else "",
        "date": found.date if found.month or not venue else "",
        "has_facts": any(
            (found.publisher_name, found.doi, found.arxiv_id, venue and found.proceedings)
            + (*found.identifiers.all(), *found.awards.all(), *found.projects.all())
        ),
        "alone": [found],
        "citations": [
            *((form.label, form.render([record]).strip(), extension) for extension, form in WRITTEN.items()),
            *((label, reference(record).strip(), "") for label, reference in STYLES.items()),
        ],
        "talks": talks,
        "news": request.lab.in_page_language(found.news.all()),
        "projects": request.lab.in_page_language(found.projects.all()),
        "related": related(found),
        "head": _head(request, found, record, talks),
    }
    return render(request, "publications/detail.html", context)


def _head(request: LabRequest, found: Publication, record: Record, talks: Iterable[Talk]) -> Head:
    site = Site(request)
    # Of several of a kind, such as two PDFs, the first.
    addresses = {kind: site.at(address) for kind, _name, address in reversed(found.public_links)}
    node = publication_node(found, record, addresses, site, newest_events(talks, site))
    description = shortened(record.abstract)
    if not description:  # who wrote it, and where and when it appeared
        names = [authorship.display_name for authorship in found.authorships.all()]
        shown = found.comma_of_authors.join(names[:MAX_NAMED])
        authors = _("%(names)s and others") % {"names": shown} if len(names) > MAX_NAMED else shown
        description = sentences(authors, found.printed_in, found.date) or found.title
    return Head(
        request,
        title=found.title,
        description=description,
        trail=((_("Publications"), reverse("publications:list")),),
        kind="article",
        row=found,
        properties=(("article:published_time", node.get("datePublished", "")),),
        tags=tuple(citation_tags(record, addresses.get("pdf", ""), request.lab.language)),
        nodes=(node,),
    )


def related(publication: Publication) -> list[Publication]:
    """Return a few other published ones, those that share most authors first. Expects its authorships."""
    people = [authorship.person_id for authorship in publication.authorships.all()]
    # A server for preprints brings together nothing but papers.
    venue = publication.venue if publication.venue and publication.venue.kind != Venue.Kind.PREPRINTS else None
    found = _related(publication.pk, people, venue.pk if venue else NONE)
    return Publication.objects.as_rows(key for (key,) in found)


@prepared
def _related(paper: Any, people: Any, venue: Any) -> Any:
    theirs = Authorship.objects.filter(person__in=Keys(people)).order_by().values("publication")
    its_own = theirs.filter(publication=OuterRef("pk"))
    most_shared = theirs.annotate(number=Count("pk")).order_by("-number", "-publication").values("publication")
    others, same_venue = Publication.objects.published().exclude(pk=paper), Q(venue=venue)
    candidates = (most_shared[:MAX_CANDIDATES], others.filter(same_venue).values("pk")[:MAX_CANDIDATES])
    near = others.filter(Q(pk__in=candidates[0]) | Q(pk__in=candidates[1])).annotate(
        shared=Coalesce(Subquery(its_own.annotate(number=Count("pk")).values("number")), 0),
        at_venue=Case(When(same_venue, then=1), default=0),
    )
    by_nearness = near.order_by("-shared", "-at_venue", F("year").desc(nulls_last=True), "title")
    return by_nearness.values_list("pk")[:MAX_RELATED]
