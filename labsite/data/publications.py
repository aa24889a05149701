"""A publication as JSON values, with all that its page tells; the files of citations have it as others cite it."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from labsite.data import references
from labsite.data.activities import award, talk
from labsite.data.references import Absolute, Values, person_reference, values, venue_reference
from people.models import Award, has_page
from publications.models import Authorship, Publication

PRINTED = ("proceedings", "volume", "number", "article", "pages")
MARKS = ("is_equal", "is_lead", "is_corresponding")


def publications() -> Any:
    """Return all publications, as publication() expects them."""
    authorships = Authorship.objects.with_people().annotate(mentor_has_page=has_page("mentor"))
    with_rows = Publication.objects.prefetch_related(Prefetch("authorships", authorships), "links", "earlier_versions")
    return with_rows.select_related("venue")


def publication(found: Any, absolute: Absolute) -> Values:
    """Return all that the page of a publication tells. Expects a row of publications(), and fetches the rest."""
    return _about(found, absolute) | _published(found, absolute) | _text(found, absolute) | _around(found, absolute)


def _about(found: Any, absolute: Absolute) -> Values:
    return {
        "id": found.slug,
        "url": absolute(found.get_absolute_url()),
        "json": absolute(reverse("data:publication-data", args=[found.slug])),
        **values(found, "citation_key", "title", "kind", "status", "year", "month"),
    }


def _published(found: Any, absolute: Absolute) -> Values:
    return {
        "venue": venue_reference(found.venue, absolute) if found.venue else None,
        **values(found, *PRINTED),
        "publisher": found.publisher_name or None,
        **values(found, "doi", "arxiv_id"),
    }


def _text(found: Any, absolute: Absolute) -> Values:
    return {
        "authors": [_author(row, absolute) for row in found.authorships.all()],
        **values(found, "abstract"),
        "links": references.links(found.links.all(), absolute),
    }


def _author(row: Any, absolute: Absolute) -> Values:
    mentor = person_reference(row.mentor, absolute, row.mentor_has_page) if row.mentor else None
    return {
        "name": row.display_name,
        "person": person_reference(row.person, absolute, row.has_page),
        **values(row, *MARKS),
        "mentor": mentor,
    }


def _around(found: Any, absolute: Absolute) -> Values:
    awards = Award.objects.with_recipients().filter(publications=found)
    talks = found.talks.newest_first().with_occasions()
    versions = found.earlier_versions.all()
    return {
        "awards": [award(row, absolute) for row in awards],
        "notes": found.note_list,
        "earlier_versions": [values(row, "title", "authors", "status", "arxiv_id") for row in versions],
        "talks": [talk(row, absolute) for row in talks],
        "projects": [references.project_reference(row, absolute) for row in found.projects.all()],
        "news": [references.news_reference(row, absolute) for row in found.news.published()],
        "teaser": references.picture(
            found.teaser, found.teaser_width, found.teaser_height, found.teaser_alt, absolute
        ),
    }
