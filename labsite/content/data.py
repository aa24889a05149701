"""The lab itself, its projects, news and openings as JSON values."""

from typing import Any

from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from labsite.models import NewsItem, Opening, Project
from labsite.texts.plain_text import lines_of
from labsite.web.json_files import (
    Field,
    Fields,
    JSONFile,
    JSONFiles,
    column_lines,
    columns,
    email_in_words,
    own_addresses,
    pictures,
    referred,
    second_texts,
    values,
)
from people.data import person_reference
from people.models import Person, has_page
from publications.models import Publication

LAB = Fields(
    {
        "url": lambda lab, absolute: absolute(lab.get_absolute_url()),
        **columns("name", "tagline", "about"),
        "part_of": lambda lab, absolute: {"name": lab.parent, "url": lab.parent_url or None} if lab.parent else None,
        **pictures("logo", "picture"),
        **column_lines("address"),
        "map": lambda lab, absolute: lab.map_url or None,
        "email": lambda lab, absolute: email_in_words(lab.email) if lab.email else None,
        **columns("contact"),
        "elsewhere": lambda lab, absolute: lines_of(lab.links),
        "sponsors": lambda lab, absolute: [values(each, "name", "kind", "url") for each in lab.sponsors],
        **columns("language"),
        "translation": second_texts,
        **columns("licence"),
    }
)
ABOUT: dict[str, Field] = {
    "people": lambda row, absolute: [person_reference(person, absolute) for person in row.people.all()],
    "publications": lambda row, absolute: referred(row.publications.all(), absolute),
}
PROJECT = Fields(
    {
        **own_addresses("project"),
        **columns("title", "summary", "start", "end", "text"),
        "translation": second_texts,
        **column_lines("funding"),
        "links": lambda project, absolute: [
            {"kind": link.kind, "label": link.name, "url": link.address} for link in project.named_links
        ],
        **pictures("picture"),
        **ABOUT,
    }
)
NEWS_ITEM = Fields({**own_addresses(), **columns("date", "title", "text"), "translation": second_texts, **ABOUT})
OPENING = Fields({**own_addresses(), **columns("title", "role", "closes", "text"), "translation": second_texts})


def projects() -> Any:
    """Return all projects with what PROJECT tells."""
    return _with_people_and_papers(Project.objects.all())


def news() -> Any:
    """Return all news with what NEWS_ITEM tells."""
    return _with_people_and_papers(NewsItem.objects.published())


def _with_people_and_papers(rows: Any) -> Any:
    papers = Prefetch("publications", Publication.objects.published())
    return rows.prefetch_related(Prefetch("people", Person.objects.annotate(has_page=has_page("pk"))), papers)


PROJECTS = JSONFiles(
    JSONFile("projects", _("Every project"), projects, PROJECT, ("projects",)),
    JSONFile(
        "project",
        _("One project"),
        projects,
        PROJECT,
        ("project",),
        "project",
        "projects/<slug:slug>.json",
        Project.objects.first,
    ),
    reference=("title",),
    order=80,
)
NEWS = JSONFiles(
    JSONFile("news", _("The news"), news, NEWS_ITEM, ("news", "news-item")),
    reference=("date", "title"),
    order=90,
)
OPENINGS = JSONFiles(
    JSONFile(
        "openings",
        _("Current openings"),
        lambda: Opening.objects.open(timezone.localdate()),
        OPENING,
        ("openings", "opening"),
    ),
    order=100,
)
