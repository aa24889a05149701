"""Publications, venues and talks as JSON values; the files of citations have papers as others cite them."""

from typing import Any

from django.db.models import Prefetch
from django.utils.translation import gettext_lazy as _

from labsite.texts.plain_text import lines_of
from labsite.web.json_files import (
    Absolute,
    JSONFile,
    JSONFiles,
    Values,
    links,
    listed,
    own_addresses,
    picture,
    reference,
    referred,
    values,
)
from people.data import person_reference
from people.models import Award, has_page
from publications.models import Authorship, Link, Publication, Talk, Venue

PUBLICATION_FIELDS = (
    *("id", "url", "json", "citation_key", "title", "kind", "status", "year", "month", "venue"),
    *("proceedings", "volume", "number", "article", "pages", "publisher", "doi", "arxiv_id", "authors", "abstract"),
    *("links", "awards", "notes", "earlier_versions", "talks", "projects", "news", "teaser"),
)
SUMMARY_FIELDS = (
    *("id", "url", "json", "acronym", "name", "kind", "publisher", "homepage", "also_called"),
    *("paper_count", "service_count", "last_year"),
)
VENUE_FIELDS = (*SUMMARY_FIELDS, "publications", "services", "hosted_services", "talks")
TALK_FIELDS = ("title", "speaker", "publication", "occasions")
REFERENCE = ("citation_key", "title", "year")  # by its key the files of citations know it


def publications() -> Any:
    """Return all publications, as publication() expects them."""
    authorships = Authorship.objects.with_people().annotate(mentor_has_page=has_page("mentor"))
    news: Any = Publication._meta.get_field("news").related_model
    return Publication.objects.select_related("venue").prefetch_related(
        Prefetch("authorships", authorships),
        *("links", "earlier_versions", "projects"),
        Prefetch("awards", Award.objects.with_recipients()),
        Prefetch("talks", Talk.objects.with_occasions()),
        Prefetch("news", news.objects.published()),
    )


def publication(found: Any, absolute: Absolute) -> Values:
    """Return all that the page of a publication tells. Expects a row of publications()."""
    return {
        **own_addresses(found, absolute, "publication-data"),
        **values(found, "citation_key", "title", "kind", "status", "year", "month"),
        "venue": venue_reference(found.venue, absolute) if found.venue else None,
        **values(found, "proceedings", "volume", "number", "article", "pages"),
        "publisher": found.publisher_name or None,
        **values(found, "doi", "arxiv_id"),
        "authors": [_author(row, absolute) for row in found.authorships.all()],
        **values(found, "abstract"),
        "links": links(found.links.all(), absolute),
        "awards": listed(found.awards.all(), absolute),
        "notes": lines_of(found.notes),
        "earlier_versions": [
            values(row, "title", "authors", "status", "arxiv_id") for row in found.earlier_versions.all()
        ],
        "talks": listed(found.talks.all(), absolute),
        "projects": referred(found.projects.all(), absolute),
        "news": referred(found.news.all(), absolute),
        "teaser": picture(found.teaser, found.teaser_width, found.teaser_height, found.teaser_alt, absolute),
    }


def _author(row: Any, absolute: Absolute) -> Values:
    return {
        "name": row.display_name,
        "person": person_reference(row.person, absolute, row.has_page),
        **values(row, "is_equal", "is_lead", "is_corresponding"),
        "mentor": person_reference(row.mentor, absolute, row.mentor_has_page) if row.mentor else None,
    }


def venues() -> Any:
    """Return all venues with what venue_summary() needs."""
    return Venue.objects.public().with_counts().prefetch_related("aliases")


def venue_summary(venue: Any, absolute: Absolute) -> Values:
    """Return a venue as in the list of venues. Expects a row of venues()."""
    return {
        **own_addresses(venue, absolute, "venue"),
        **values(venue, "acronym", "name", "kind", "publisher"),
        "homepage": venue.url or None,
        "also_called": [alias.name for alias in venue.aliases.all()],
        "paper_count": venue.paper_count,
        "service_count": venue.service_count,
        "last_year": venue.last_year or None,
    }


def venue(found: Any, absolute: Absolute) -> Values:
    """Return all that the page of a venue tells; fetches the long lists."""
    return venue_summary(found, absolute) | {
        "publications": referred(found.publications.published(), absolute),
        "services": listed(found.services.with_people(), absolute),
        "hosted_services": listed(found.hosted_services.with_people(), absolute),
        "talks": [_talk_here(row, absolute) for row in found.talk_occasions.with_talks()],
    }


def _talk_here(row: Any, absolute: Absolute) -> Values:
    return {
        "title": row.talk.title,
        "speaker": person_reference(row.talk.speaker, absolute, row.has_page),
        "publication": _about(row.talk, absolute),
        **{name: value for name, value in occasion(row, absolute).items() if name != "venue"},
    }


def venue_reference(venue: Any, absolute: Absolute) -> Values:
    """Return a venue in short."""
    return reference(venue, absolute, "acronym" if venue.acronym else "name")


def talk(row: Any, absolute: Absolute) -> Values:
    """Return a talk with its occasions, the latest first. Expects with_occasions()."""
    return {
        "title": row.title,
        "speaker": person_reference(row.speaker, absolute, row.has_page),
        "publication": _about(row, absolute),
        "occasions": [occasion(each, absolute) for each in row.occasions.all()],
    }


def _about(talk: Talk, absolute: Absolute) -> Values | None:
    return reference(talk.paper, absolute, *REFERENCE) if talk.paper else None


def occasion(row: Any, absolute: Absolute) -> Values:
    """Return one time that a talk was given."""
    venue = venue_reference(row.venue, absolute) if row.venue else None
    return values(row, "host", "place", "date") | {"venue": venue}


PUBLICATIONS = JSONFiles(
    each=JSONFile(
        "publication-data",
        _("Everything on a publication’s page"),
        publications,
        publication,
        PUBLICATION_FIELDS,
        ("publications:detail",),
        "publication",
        "publications/<slug:slug>/data.json",
        lambda: Publication.objects.published().dated().first(),
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
    JSONFile("venues", _("Every venue"), venues, venue_summary, SUMMARY_FIELDS, ("publications:venues",)),
    JSONFile(
        "venue",
        _("Everything on a venue’s page"),
        venues,
        venue,
        VENUE_FIELDS,
        ("publications:venue",),
        "venue",
        "venues/<slug:slug>.json",
        lambda: Venue.objects.published_in().first(),
    ),
    choices=((_("The kind of a venue"), Venue.Kind),),
    order=40,
)
TALKS = JSONFiles(
    JSONFile(
        "talks",
        _("Talks with their occasions"),
        lambda: Talk.objects.with_occasions(),
        talk,
        TALK_FIELDS,
        ("publications:talks",),
    ),
    order=60,
)
