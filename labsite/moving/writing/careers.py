"""What the people of a site did: degrees, positions, awards, courses, talks and services."""

from collections.abc import Iterable
from typing import Any

from labsite.moving.site import SitePerson, SiteService, SiteTalk
from labsite.texts.folding import fold
from people.models import Award, Education, Person, Position, Teaching
from publications.citations.record import Record
from publications.matching import match_venues
from publications.models import Publication, Talk, TalkOccasion, Venue
from services.models import Service

from .filling import fits, put
from .under_way import Note, UnderWay


def bring_careers(moving: UnderWay) -> None:
    """Write what each of the site's people did; papers that talks are about are here by now."""
    for person in moving.site.people:
        row = moving.people[fold(person.name)]
        _bring_steps(moving, person, row)
        for talk in person.talks:
            _bring_talk(moving, talk, row)
        for service in person.services:
            _bring_service(moving, service, row)


DEGREE = ("organisation", "degree", "field", "place", "start", "end", "ongoing", "honours")
POSITION = ("title", "organisation", "unit", "place", "start", "end", "ongoing")
AWARD = ("title", "organisation", "year", "until", "note")
COURSE = ("course", "role", "place", "term")


def _bring_steps(moving: UnderWay, person: SitePerson, row: Person) -> None:
    for degree in person.education:
        _bring(moving, Education, row, _told(degree, DEGREE), ("organisation", "degree"), person)
    for position in person.positions:
        values = _told(position, POSITION) | {"text": moving.text(position.text, person.path)}
        _bring(moving, Position, row, values, ("organisation", "title"), person)
    for award in person.awards:
        _bring(moving, Award, row, _told(award, AWARD), ("title", "organisation", "year"), person)
    for course in person.teaching:
        _bring(moving, Teaching, row, _told(course, COURSE), ("course", "term"), person)
        moving.fates.brought(course.path, "a course")


def _told(said: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(said, name) for name in names}


def _bring(
    moving: UnderWay, model: Any, person: Person, values: dict[str, Any], key: tuple[str, ...], there: SitePerson
) -> None:
    """Fill the row of a person that has the same ``key``, whatever its letters, or add one."""
    wanted = _folded(values, key)
    rows = model.objects.filter(person=person)
    row = next((each for each in rows if _folded(vars(each), key) == wanted), None) or model(person=person)
    if row.pk is None and not all(fits(moving, row, name, values[name], there.name) for name in key if values[name]):
        return
    put(moving, row, values, f"{there.name}, {values[key[0]]}", str(model._meta.verbose_name_plural))


def _folded(values: Any, key: Iterable[str]) -> list[str]:
    return [fold(str(values[name] or "")) for name in key]


def _bring_talk(moving: UnderWay, talk: SiteTalk, speaker: Person) -> None:
    if not fits(moving, Talk(), "title", talk.title, "A talk"):
        moving.fates.not_understood(talk.path, "a talk whose title is too long")
        return
    rows = {fold(row.title): row for row in Talk.objects.filter(speaker=speaker)}
    new = Talk(speaker=speaker, title=talk.title, publication=_paper_called(talk.title))
    row = put(moving, rows.get(fold(talk.title)) or new, {}, talk.title, "talks")
    for occasion in talk.occasions:
        values = {"host": occasion.host or occasion.place, "date": occasion.date, "place": occasion.place}
        here = row.occasions.filter(host=values["host"], date=occasion.date).first() or TalkOccasion(talk=row)
        if values["host"] and fits(moving, here, "host", values["host"], talk.title):
            put(moving, here, values, talk.title, "occasions of talks")
    moving.fates.brought(talk.path, "a talk")
    if talk.text.strip():
        moving.fates.left_out(talk.path, "its text: talks have none here")
    for path in talk.files:
        moving.fates.left_out(path, f"a file of the talk “{talk.title}”: talks have none here")


def _paper_called(title: str) -> Publication | None:
    """Return the one paper of a talk's title."""
    found = list(Publication.objects.filter(title__iexact=title)[:2])
    return found[0] if len(found) == 1 else None


def _bring_service(moving: UnderWay, service: SiteService, person: Person) -> None:
    venue = _venue(service)
    if not venue:
        moving.note(Note.LOST, f"{person.name}, {service.title or service.kind}: no venue is called {service.venue}")
        return
    values = {"title": service.title, "note": service.note}
    key = {"person": person, "venue": venue, "kind": service.kind, "year": service.year, "title": service.title}
    row = Service.objects.filter(**key).first() or Service(**key)
    if fits(moving, row, "title", service.title, person.name):
        put(moving, row, values, f"{person.name}, {service.venue}", "services")


def _venue(service: SiteService) -> Venue | None:
    """Return the venue of a service; one whose acronym is all that is known may be new."""
    [match] = match_venues([Record(key="", title="", venue=service.venue, year=service.year)])
    if match.venue:
        return Venue.objects.get(pk=match.venue)
    short = len(service.venue) <= 40 and " " not in service.venue
    return Venue.objects.get_or_create(acronym=service.venue)[0] if short else None
