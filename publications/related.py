"""The lab's papers that a reader of one may want next: by the same authors most of all, then at the same venue."""

from django.db.models import Case, Count, F, OuterRef, Q, Subquery, When
from django.db.models.functions import Coalesce

from publications.models import Authorship, Publication, Venue


def related(publication, most=5):
    """Return up to ``most`` other published ones, those that share most authors first. Expects with_authors()."""
    people = [authorship.person_id for authorship in publication.authorships.all()]
    theirs = Authorship.objects.filter(person__in=people)
    same_venue = _same_venue(publication.venue)
    others = Publication.objects.published().exclude(pk=publication.pk)
    near = others.filter(same_venue | Q(pk__in=theirs.values("publication"))).annotate(
        shared=_count(theirs), at_venue=Case(When(same_venue, then=1), default=0)
    )
    return near.order_by("-shared", "-at_venue", F("year").desc(nulls_last=True), "title")[:most]


def _same_venue(venue):
    """Return the condition of having appeared there; a server for preprints brings together nothing but papers."""
    tells = venue and venue.kind != Venue.Kind.PREPRINTS
    return Q(venue=venue) if tells else Q(pk__in=[])


def _count(authorships):
    """Return how many of the authorships a publication has."""
    its_own = authorships.filter(publication=OuterRef("pk")).order_by().values("publication")
    return Coalesce(Subquery(its_own.annotate(number=Count("pk")).values("number")), 0)
