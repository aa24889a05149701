"""Publications, venues and talks as JSON values; the files of citations have papers as others cite them."""

from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from labsite.web.json_files import (
    Absolute,
    Fields,
    JSONFile,
    JSONFiles,
    Values,
    column_lines,
    columns,
    links,
    listed,
    own_addresses,
    pictures,
    reference,
    referred,
    values,
)
from people.data import person_reference
from people.models import Award, has_page
from publications.models import Authorship, Link, Publication, Talk, Venue

REFERENCE = ("citation_key", "title", "year")  # by its key the files of citations know it


def publications() -> Any:
    """Return all publications with what PUBLICATION tells."""
    authorships = Authorship.objects.with_people().annotate(mentor_has_page=has_page("mentor"))
    news: Any = Publication._meta.get_field("news").related_model
    return Publication.objects.select_related("venue").prefetch_related(
        Prefetch("authorships", authorships),
        *("links", "earlier_versions", "projects"),
        Prefetch("awards", Award.objects.with_recipients()),
        Prefetch("talks", Talk.objects.with_occasions()),
        Prefetch("news", news.objects.published()),
    )


def venues() -> Any:
    """Return all venues with what VENUE_SUMMARY tells."""
    return Venue.objects.public().with_counts().prefetch_related("aliases")


def venue_reference(venue: Any, absolute: Absolute) -> Values:
    """Return a venue in short."""
    return reference(venue, absolute, "acronym" if venue.acronym else "name")


def _venue(row: Any, absolute: Absolute) -> Values | None:
    return venue_reference(row.venue, absolute) if row.venue else None


def _author(row: Any, absolute: Absolute) -> Values:
    return {
        "name": row.display_name,
        "person": person_reference(row.person, absolute, row.has_page),
        **values(row, "is_equal", "is_lead", "is_corresponding"),
        "mentor": person_reference(row.mentor, absolute, row.mentor_has_page) if row.mentor else None,
    }


def _about(talk: Talk, absolute: Absolute) -> Values | None:
    return reference(talk.paper, absolute, *REFERENCE) if talk.paper else None


def _talk_here(row: Any, absolute: Absolute) -> Values:
    return {
        "title": row.talk.title,
        "speaker": person_reference(row.talk.speaker, absolute, row.has_page),
        "publication": _about(row.talk, absolute),
        **values(row, "host", "place", "date"),
    }


PUBLICATION = Fields(
    {
        **own_addresses("publication-data"),
        **columns("citation_key", "title", "kind", "status", "year", "month"),
        "venue": _venue,
        **columns("proceedings", "volume", "number", "article", "pages"),
        "publisher": lambda paper, absolute: paper.publisher_name or None,
        **columns("doi", "arxiv_id"),
        "authors": lambda paper, absolute: [_author(row, absolute) for row in paper.authorships.all()],
        **columns("abstract"),
        "links": links,
        "awards": lambda paper, absolute: listed(paper.awards.all(), absolute),
        **column_lines("notes"),
        "earlier_versions": lambda paper, absolute: [
            values(row, "title", "authors", "status", "arxiv_id") for row in paper.earlier_versions.all()
        ],
        "talks": lambda paper, absolute: listed(paper.talks.all(), absolute),
        "projects": lambda paper, absolute: referred(paper.projects.all(), absolute),
        "news": lambda paper, absolute: referred(paper.news.all(), absolute),
        **pictures("teaser"),
    }
)
VENUE_SUMMARY = Fields(
    {
        **own_addresses("venue"),
        **columns("acronym", "name", "kind", "publisher"),
        "homepage": lambda venue, absolute: venue.url or None,
        "also_called": lambda venue, absolute: [alias.name for alias in venue.aliases.all()],
        **columns("paper_count", "service_count"),
        "last_year": lambda venue, absolute: venue.last_year or None,
    }
)
VENUE = Fields(  # the long lists are fetched
    {
        **VENUE_SUMMARY,
        "publications": lambda venue, absolute: referred(venue.publications.published(), absolute),
        "services": lambda venue, absolute: listed(venue.services.with_people(), absolute),
        "hosted_services": lambda venue, absolute: listed(venue.hosted_services.with_people(), absolute),
        "talks": lambda venue, absolute: [_talk_here(row, absolute) for row in venue.talk_occasions.with_talks()],
    }
)
TALK = Fields(  # of a row with_occasions(), the latest of which comes first
    {
        **columns("title"),
        "speaker": lambda talk, absolute: person_reference(talk.speaker, absolute, talk.has_page),
        "publication": _about,
        "occasions": lambda talk, absolute: [
            values(row, "host", "place", "date") | {"venue": _venue(row, absolute)} for row in talk.occasions.all()
        ],
    }
)
PUBLICATIONS = JSONFiles(
    each=JSONFile(
        "publication-data",
        _("Everything on a publication’s page"),
        publications,
        PUBLICATION,
        ("publications:detail",),
        "publication",
        "publications/<slug:slug>/data.json",
        lambda: Publication.objects.published().filter(year__isnull=False).first(),
    ),
    reference=REFERENCE,
    choices=(
        (_("The kind of a publication"), Publication.Kind),
        (_("The status of a publication"), Publication.Status),
        (_("The kind of a publication’s link"), Link.Kind),
    ),
    order=30,
)
VENUES = JSONFiles(
    JSONFile("venues", _("Every venue"), venues, VENUE_SUMMARY, ("publications:venues",)),
    JSONFile(
        "venue",
        _("Everything on a venue’s page"),
        venues,
        VENUE,
        ("publications:venue",),
        "venue",
        "venues/<slug:slug>.json",
        lambda: next(iter(Publication.objects.published().venues("short_name")), None),
    ),
    choices=((_("The kind of a venue"), Venue.Kind),),
    order=40,
)
TALKS = JSONFiles(
    JSONFile(
        "talks",
        _("Talks with their occasions"),
        lambda: Talk.objects.with_occasions(),
        TALK,
        ("publications:talks",),
    ),
    order=60,
)
