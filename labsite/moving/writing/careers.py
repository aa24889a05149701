"""Writes the careers of a site's people: degrees, positions, awards, courses, talks and services."""

from collections.abc import Iterable
from typing import Any

from labsite.moving.site import SitePerson, SiteService, SiteTalk
from labsite.texts.folding import fold
from people.models import Award, Education, Person, Position, Teaching
from publications.citations.record import Record
from publications.matching.venues import match_venues
from publications.models import Publication, Talk, TalkOccasion, Venue
from services.models import Service

from .context import MoveContext, MoveNote, fits, put


def bring_careers(context: MoveContext) -> None:
    """Write each person's career; the papers that talks are about must have been written before."""
    for person in context.site.people:
        row = context.people[fold(person.name)]
        for degree in person.education:
            _bring(context, Education, row, _told(degree, DEGREE), ("organisation", "degree"), person)
        for position in person.positions:
            values = _told(position, POSITION) | {"text": context.text(position.text, person.path)}
            _bring(context, Position, row, values, ("organisation", "title"), person)
        for award in person.awards:
            _bring(context, Award, row, _told(award, AWARD), ("title", "organisation", "year"), person)
        for course in person.teaching:
            _bring(context, Teaching, row, _told(course, COURSE), ("course", "term"), person)
            context.outcomes.brought(course.path, "a course")
        for talk in person.talks:
            _bring_talk(context, talk, row)
        for service in person.services:
            _bring_service(context, service, row)


DEGREE = ("organisation", "degree", "field", "place", "start", "end", "ongoing", "honours")
POSITION = ("title", "organisation", "unit", "place", "start", "end", "ongoing")
AWARD = ("title", "organisation", "year", "until", "note")
COURSE = ("course", "role", "place", "term")


def _told(said: Any, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(said, name) for name in names}


def _bring(
    context: MoveContext, model: Any, person: Person, values: dict[str, Any], key: tuple[str, ...], there: SitePerson
) -> None:
    """Fill the person's row with the same folded values of ``key``, or add one."""
    wanted = _folded(values, key)
    rows = model.objects.filter(person=person)
    row = next((each for each in rows if _folded(vars(each), key) == wanted), None) or model(person=person)
    if row.pk is None and not all(fits(context, row, name, values[name], there.name) for name in key if values[name]):
        return
    put(context, row, values, f"{there.name}, {values[key[0]]}", str(model._meta.verbose_name_plural))


def _folded(values: Any, key: Iterable[str]) -> list[str]:
    return [fold(str(values[name] or "")) for name in key]


def _bring_talk(context: MoveContext, talk: SiteTalk, speaker: Person) -> None:
    if not fits(context, Talk(), "title", talk.title, "A talk"):
        context.outcomes.not_understood(talk.path, "a talk whose title is too long")
        return
    rows = {fold(row.title): row for row in Talk.objects.filter(speaker=speaker)}
    new = Talk(speaker=speaker, title=talk.title, publication=_paper_called(talk.title))
    row = put(context, rows.get(fold(talk.title)) or new, {}, talk.title, "talks")
    for occasion in talk.occasions:
        values = {"host": occasion.host or occasion.place, "date": occasion.date, "place": occasion.place}
        here = row.occasions.filter(host=values["host"], date=occasion.date).first() or TalkOccasion(talk=row)
        if values["host"] and fits(context, here, "host", values["host"], talk.title):
            put(context, here, values, talk.title, "occasions of talks")
    context.outcomes.brought(talk.path, "a talk")
    if talk.text.strip():
        context.outcomes.left_out(talk.path, "its text: talks have none here")
    for path in talk.files:
        context.outcomes.left_out(path, f"a file of the talk “{talk.title}”: talks have none here")


def _paper_called(title: str) -> Publication | None:
    """Return the only paper with a talk's title."""
    found = list(Publication.objects.filter(title__iexact=title)[:2])
    return found[0] if len(found) == 1 else None


def _bring_service(context: MoveContext, service: SiteService, person: Person) -> None:
    venue = _venue(service)
    if not venue:
        context.note(
            MoveNote.LOST, f"{person.name}, {service.title or service.kind}: no venue is called {service.venue}"
        )
        return
    values = {"title": service.title, "note": service.note}
    key = {"person": person, "venue": venue, "kind": service.kind, "year": service.year, "title": service.title}
    row = Service.objects.filter(**key).first() or Service(**key)
    if fits(context, row, "title", service.title, person.name):
        put(context, row, values, f"{person.name}, {service.venue}", "services")


def _venue(service: SiteService) -> Venue | None:
    """Return the venue of a service; an unknown acronym makes a new one."""
    [match] = match_venues([Record(key="", title="", venue=service.venue, year=service.year)])
    if match.venue:
        return Venue.objects.get(pk=match.venue)
    short = len(service.venue) <= 40 and " " not in service.venue
    return Venue.objects.get_or_create(acronym=service.venue)[0] if short else None
