"""A venue edition by edition: what appeared there, what we did for it and where we spoke, year by year."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, F, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from labsite.drawing import charts
from people.models import Person
from publications.models import Authorship

MAX_PAPERS = 60  # on a venue's page, the newest; all of them have a list of their own


@dataclass
class Edition:
    """One year of a venue; without a year, what isn't tied to one, such as reviewing for a journal."""

    year: int | None
    paper_count: int = 0
    publications: list[Any] = field(default_factory=list)
    services: list[Any] = field(default_factory=list)
    hosted: list[Any] = field(default_factory=list)
    occasions: list[Any] = field(default_factory=list)

    @property
    def left_out(self) -> int:
        """How many of its papers are not among these."""
        return self.paper_count - len(self.publications)

    @property
    def roles(self) -> list[tuple[Any, list[Any]]]:
        """Each role, by a service in it, with all who held it, in the order of the kinds of service."""
        found: dict[tuple[str, Any], list[Any]] = {}
        for service in sorted(self.services, key=lambda service: (service.rank, service.role.casefold())):
            found.setdefault((service.role, service.host_id), []).append(service)
        return [(services[0], services) for services in found.values()]


def venue_page(venue):
    """Return the context of a venue's page."""
    papers = list(venue.publications.published().with_authors()[:MAX_PAPERS])
    found = editions(venue, papers)
    return {
        "venue": venue,
        "papers": papers,
        "editions": found,
        "paper_count": sum(edition.paper_count for edition in found),
        "service_count": sum(len(edition.services) for edition in found),
        "talk_count": sum(len(edition.occasions) for edition in found),
        "members": list(members_at(venue)),
        "chart": charts.bars(_papers_by_year(venue, found), label=_("Papers per year")),
    }


def _papers_by_year(venue, found):
    for edition in found:
        yield edition.year, edition.paper_count, f"{venue.publications_url}?year={edition.year}"


def editions(venue, publications):
    """Return a venue's editions, newest first, after them the one without a year; of its papers only these."""
    found: dict[int | None, Edition] = defaultdict(lambda: Edition(None))
    for name, rows in {
        "publications": publications,
        "services": venue.services.with_people(),
        "hosted": venue.hosted_services.with_people(),
        "occasions": venue.talk_occasions.with_talks(),
    }.items():
        for row in rows:
            getattr(found[row.year], name).append(row)
    for year, count in venue.publications.published().years():
        found[year].paper_count = count
    for year, edition in found.items():
        edition.year = year
    return sorted(found.values(), key=lambda edition: (edition.year is None, -(edition.year or 0)))


def members_at(venue):
    """Return the members who published or served at a venue, the busiest first: ``paper_count``, ``service_count``."""
    papers = venue.publications.published().order_by().values("pk")
    return (
        Person.objects.members()
        .annotate(
            paper_count=_counted(Authorship.objects.filter(publication__in=papers)),
            service_count=_counted(venue.services.all()),
            part_count=F("paper_count") + F("service_count"),
        )
        .filter(part_count__gt=0)
        .order_by("-part_count", "sort_key")
    )


def _counted(rows):
    """Return how many of the rows a person has, as a subquery."""
    of_person = rows.filter(person=OuterRef("pk")).order_by().values("person")
    return Coalesce(Subquery(of_person.annotate(amount=Count("pk")).values("amount")), 0)
