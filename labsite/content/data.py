"""The lab itself, its projects, news and openings as JSON values."""

from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.models import NewsItem, Opening, Project
from labsite.texts.plain_text import lines_of
from labsite.web.json_files import (
    Absolute,
    JSONFile,
    JSONFiles,
    Values,
    email_in_words,
    own_addresses,
    picture,
    referred,
    second_texts,
    values,
)
from people.data import person_reference
from people.models import Person
from publications.models import Publication

LAB_FIELDS = (
    *("url", "name", "tagline", "about", "part_of", "logo", "picture", "address", "map", "email", "contact"),
    *("elsewhere", "sponsors", "language", "translation", "licence"),
)
PROJECT_FIELDS = (
    *("id", "url", "json", "title", "summary", "start", "end", "text", "translation", "funding", "links", "picture"),
    *("people", "publications"),
)
NEWS_FIELDS = ("id", "url", "date", "title", "text", "translation", "people", "publications")
OPENING_FIELDS = ("id", "url", "title", "role", "closes", "text", "translation")


def lab(row: Any, absolute: Absolute) -> Values:
    """Return the lab."""
    return {
        "url": absolute(row.get_absolute_url()),
        **values(row, "name", "tagline", "about"),
        "part_of": {"name": row.parent, "url": row.parent_url or None} if row.parent else None,
        "logo": picture(row.logo, row.logo_width, row.logo_height, row.name, absolute),
        "picture": picture(row.picture, row.picture_width, row.picture_height, row.picture_alt, absolute),
        "address": lines_of(row.address),
        "map": row.map_url or None,
        "email": email_in_words(row.email) if row.email else None,
        **values(row, "contact"),
        "elsewhere": lines_of(row.links),
        "sponsors": [values(each, "name", "kind", "url") for each in row.sponsors],
        **values(row, "language"),
        "translation": second_texts(row),
        **values(row, "licence"),
    }


def projects() -> Any:
    """Return all projects, as project() expects them."""
    return _with_people_and_papers(Project.objects.all())


def project(row: Any, absolute: Absolute) -> Values:
    """Return a project with its people and papers."""
    return {
        **own_addresses(row, absolute, "project"),
        **values(row, "title", "summary", "start", "end", "text"),
        "translation": second_texts(row),
        "funding": lines_of(row.funding),
        "links": [{"kind": link.kind, "label": link.name, "url": link.address} for link in row.named_links],
        "picture": picture(row.picture, row.picture_width, row.picture_height, row.picture_alt, absolute),
        **_people_and_papers(row, absolute),
    }


def news() -> Any:
    """Return all news, as news_item() expects them."""
    return _with_people_and_papers(NewsItem.objects.published())


def news_item(row: Any, absolute: Absolute) -> Values:
    """Return a news item with the people and papers that it is about."""
    return {
        **own_addresses(row, absolute),
        **values(row, "date", "title", "text"),
        "translation": second_texts(row),
        **_people_and_papers(row, absolute),
    }


def opening(row: Any, absolute: Absolute) -> Values:
    """Return an opening."""
    return {
        **own_addresses(row, absolute),
        **values(row, "title", "role", "closes", "text"),
        "translation": second_texts(row),
    }


def _with_people_and_papers(rows: Any) -> Any:
    papers = Prefetch("publications", Publication.objects.published())
    return rows.prefetch_related(Prefetch("people", Person.objects.with_pages()), papers)


def _people_and_papers(row: Any, absolute: Absolute) -> Values:
    return {
        "people": [person_reference(person, absolute) for person in row.people.all()],
        "publications": referred(row.publications.all(), absolute),
    }


PROJECTS = JSONFiles(
    JSONFile("projects", _("Every project"), projects, project, PROJECT_FIELDS, ("projects",)),
    JSONFile(
        "project",
        _("One project"),
        projects,
        project,
        PROJECT_FIELDS,
        ("project",),
        "project",
        "projects/<slug:slug>.json",
        Project.objects.first,
    ),
    reference=("title",),
    order=80,
)
NEWS = JSONFiles(
    JSONFile("news", _("The news"), news, news_item, NEWS_FIELDS, ("news", "news-item")),
    reference=("date", "title"),
    order=90,
)
OPENINGS = JSONFiles(
    JSONFile(
        "openings",
        _("Positions open today"),
        lambda: Opening.objects.open(timezone.localdate()),
        opening,
        OPENING_FIELDS,
        ("openings", "opening"),
    ),
    order=100,
)
