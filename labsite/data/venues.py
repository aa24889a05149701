"""Venues as JSON values: each in the list of all, and each alone with what we did there."""

from typing import Any

from django.urls import reverse

from labsite.data.activities import occasion, service
from labsite.data.references import Absolute, Values, person_reference, publication_reference, values
from publications.models import Venue


def venues() -> Any:
    """Return all venues with what summary() needs."""
    return Venue.objects.public().with_counts().prefetch_related("aliases")


def summary(venue: Any, absolute: Absolute) -> Values:
    """Return a venue as in the list of venues. Expects a row of venues()."""
    return {
        "id": venue.slug,
        "url": absolute(venue.get_absolute_url()),
        "json": absolute(reverse("data:venue", args=[venue.slug])),
        **values(venue, "acronym", "name", "kind", "publisher"),
        "homepage": venue.url or None,
        "also_called": [alias.name for alias in venue.aliases.all()],
        "paper_count": venue.paper_count,
        "service_count": venue.service_count,
        "last_year": venue.last_year or None,
    }


def venue(found: Any, absolute: Absolute) -> Values:
    """Return all that the page of a venue tells; fetches the long lists."""
    return summary(found, absolute) | {
        "publications": [publication_reference(row, absolute) for row in found.publications.published()],
        "services": [service(row, absolute) for row in found.services.with_people()],
        "hosted_services": [service(row, absolute) for row in found.hosted_services.with_people()],
        "talks": [_talk_here(row, absolute) for row in found.talk_occasions.with_talks()],
    }


def _talk_here(row: Any, absolute: Absolute) -> Values:
    about = row.talk.paper
    return {
        "title": row.talk.title,
        "speaker": person_reference(row.talk.speaker, absolute, row.has_page),
        "publication": publication_reference(about, absolute) if about else None,
        **{name: value for name, value in occasion(row, absolute).items() if name != "venue"},
    }
