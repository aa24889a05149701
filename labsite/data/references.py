"""Rows in short, as other rows name them: enough to recognise one and to find the rest."""

from collections.abc import Callable
from operator import methodcaller
from typing import Any

from people.models import Person, has_page

Absolute = Callable[[str], str]
Values = dict[str, Any]


def values(row: Any, *names: str) -> Values:
    """Return these fields of a row; what is empty is None, whichever way the database writes that."""
    return {name: None if (value := getattr(row, name)) == "" else value for name in names}


def people_to_name() -> Any:
    """Return people with the word whether they have a page, as person_reference() expects them."""
    return Person.objects.annotate(has_page=has_page("pk"))


def person_reference(person: Any, absolute: Absolute, listed: bool | None = None) -> Values:
    """Return a person in short; only members have a page, which ``listed`` or the person's ``has_page`` says."""
    has_page = person.has_page if listed is None else listed
    return {
        "id": person.slug,
        "name": person.name,
        "url": absolute(person.get_absolute_url()) if has_page else None,
    }


def publication_reference(publication: Any, absolute: Absolute) -> Values:
    """Return a publication in short; by its citation key the files of citations know it."""
    return {
        "id": publication.slug,
        "citation_key": publication.citation_key,
        "title": publication.title,
        "year": publication.year,
        "url": absolute(publication.get_absolute_url()),
    }


def venue_reference(venue: Any, absolute: Absolute) -> Values:
    """Return a venue in short."""
    return {"id": venue.slug, "acronym": venue.acronym, "url": absolute(venue.get_absolute_url())}


def project_reference(project: Any, absolute: Absolute) -> Values:
    """Return a project in short."""
    return {"id": project.slug, "title": project.title, "url": absolute(project.get_absolute_url())}


def news_reference(item: Any, absolute: Absolute) -> Values:
    """Return a news item in short."""
    return {"id": item.slug, "date": item.date, "title": item.title, "url": absolute(item.get_absolute_url())}


def links(rows: Any, absolute: Absolute) -> list[Values]:
    """Return typed links in their order, without those that a document lost."""
    followed = [link for link in sorted(rows, key=methodcaller("rank")) if link.address]
    return [{"kind": link.kind, "label": str(link), "url": link.url or absolute(link.address)} for link in followed]


def picture(file: Any, width: int | None, height: int | None, alt: str, absolute: Absolute) -> Values | None:
    """Return where a picture is, its size, and what it shows; None where there is none."""
    if not file:
        return None
    return {"url": absolute(file.url), "width": width, "height": height, "alt": alt or None}


def email_in_words(address: str) -> str:
    """Return an e-mail address as ``ada at lab dot example``: a reader understands it, and no harvester finds it."""
    return address.replace("@", " at ").replace(".", " dot ")
