"""The lab itself, its projects, news and openings as JSON values."""

from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from labsite.data import references
from labsite.data.references import Absolute, Values, email_in_words, person_reference, publication_reference, values
from labsite.models import NewsItem, Project
from labsite.texts.lines import lines_of
from publications.models import Publication


def lab(row: Any, absolute: Absolute) -> Values:
    """Return the lab."""
    return {
        "url": absolute(row.get_absolute_url()),
        **values(row, "name", "tagline", "about"),
        "address": lines_of(row.address),
        "email": email_in_words(row.email) if row.email else None,
        **values(row, "contact"),
        "elsewhere": row.link_list,
        **values(row, "language", "licence"),
    }


def projects() -> Any:
    """Return all projects, as project() expects them."""
    return _with_people_and_papers(Project.objects.all())


def project(row: Any, absolute: Absolute) -> Values:
    """Return a project with its people and papers."""
    return {
        "id": row.slug,
        "url": absolute(row.get_absolute_url()),
        "json": absolute(reverse("data:project", args=[row.slug])),
        **values(row, "title", "summary", "start", "end", "text"),
        "funding": row.funding_list,
        "picture": references.picture(row.picture, row.picture_width, row.picture_height, row.picture_alt, absolute),
        **_people_and_papers(row, absolute),
    }


def news() -> Any:
    """Return all news, as news_item() expects them."""
    return _with_people_and_papers(NewsItem.objects.published())


def news_item(row: Any, absolute: Absolute) -> Values:
    """Return a news item with the people and papers that it is about."""
    return {
        "id": row.slug,
        "url": absolute(row.get_absolute_url()),
        **values(row, "date", "title", "text"),
        **_people_and_papers(row, absolute),
    }


def opening(row: Any, absolute: Absolute) -> Values:
    """Return an opening."""
    return {
        "id": row.slug,
        "url": absolute(row.get_absolute_url()),
        **values(row, "title", "role", "closes", "text"),
    }


def _with_people_and_papers(rows: Any) -> Any:
    papers = Prefetch("publications", Publication.objects.published())
    return rows.prefetch_related(Prefetch("people", references.people_to_name()), papers)


def _people_and_papers(row: Any, absolute: Absolute) -> Values:
    return {
        "people": [person_reference(person, absolute) for person in row.people.all()],
        "publications": [publication_reference(paper, absolute) for paper in row.publications.all()],
    }
