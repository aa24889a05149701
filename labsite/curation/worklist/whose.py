"""Whose a point is: the members whose page or paper it is about."""

from collections.abc import Iterable

from people.models import Person, has_page
from publications.models import Authorship, Publication, Talk
from services.models import Service

from .point import Point

# The field that leads from a row to the one person whose it is.
OF_A_PERSON = {Talk: "speaker_id", Service: "person_id"}


def members_of(points: Iterable[Point]) -> dict[Point, list[Person]]:
    """Return the members whose each point is; the lab's own points are nobody's. Two queries."""
    points = list(points)
    authors = _authors({point.subject.pk for point in points if isinstance(point.subject, Publication)})
    whose = {point: _people(point.subject, authors) for point in points}
    people = Person.objects.members().filter(pk__in={pk for pks in whose.values() for pk in pks})
    by_pk = {person.pk: person for person in people.only("name", "slug", "sort_key")}
    return {point: [by_pk[pk] for pk in pks if pk in by_pk] for point, pks in whose.items()}


def _people(subject, authors):
    if isinstance(subject, Person):
        return [subject.pk]
    if isinstance(subject, Publication):
        return authors.get(subject.pk, [])
    return [getattr(subject, OF_A_PERSON[type(subject)])] if type(subject) in OF_A_PERSON else []


def _authors(papers):
    """Return the members among the authors of each paper."""
    by_members = Authorship.objects.filter(has_page("person"), publication__in=papers)
    authors: dict[int, list[int]] = {}
    for paper, person in by_members.values_list("publication", "person"):
        authors.setdefault(paper, []).append(person)
    return authors
