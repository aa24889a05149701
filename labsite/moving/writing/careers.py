"""Writes the careers of a site's people: degrees, positions, awards, courses and talks."""

from collections.abc import Iterable
from typing import Any

from labsite.moving.site import SitePerson, SiteTalk
from labsite.texts.folding import fold
from people.models import Award, Education, Person, Position, Teaching
from publications.models import Publication, Talk, TalkOccasion

from .context import MoveContext

# The lists of a SitePerson with their models, whose fields have the same names, and the fields that tell rows apart.
ROWS: tuple[tuple[str, Any, tuple[str, ...]], ...] = (
    ("education", Education, ("organisation", "degree")),
    ("positions", Position, ("organisation", "title")),
    ("awards", Award, ("title", "organisation", "year")),
    ("teaching", Teaching, ("course", "term")),
)


def bring_careers(context: MoveContext) -> None:
    """Write each person's career; the papers that talks are about must have been written before."""
    for person in context.site.people:
        row = context.people[fold(person.name)]
        for name, model, key in ROWS:
            for said in getattr(person, name):
                _bring(context, model, row, vars(said), key, person)
        for talk in person.talks:
            _bring_talk(context, talk, row)


def _bring(
    context: MoveContext, model: Any, person: Person, said: dict[str, Any], key: tuple[str, ...], there: SitePerson
) -> None:
    """Fill the person's row with the same folded values of ``key``, or add one."""
    values = {name: value for name, value in said.items() if name != "path"}
    if "text" in values:
        values["text"] = context.text(values["text"], there.path)
    rows = model.objects.filter(person=person)
    row = next((each for each in rows if _folded(vars(each), key) == _folded(values, key)), None)
    row = row or model(person=person)
    if row.pk or all(context.fits(row, name, values[name], there.name) for name in key if values[name]):
        context.put(row, values, f"{there.name}, {values[key[0]]}", str(model._meta.verbose_name_plural))
    if "path" in said:
        context.outcomes.brought(said["path"], "a course")


def _folded(values: dict[str, Any], key: Iterable[str]) -> list[str]:
    return [fold(str(values[name] or "")) for name in key]


def _bring_talk(context: MoveContext, talk: SiteTalk, speaker: Person) -> None:
    if not context.fits(Talk(), "title", talk.title, "A talk"):
        context.outcomes.not_understood(talk.path, "a talk whose title is too long")
        return
    rows = {fold(row.title): row for row in Talk.objects.filter(speaker=speaker)}
    papers = list(Publication.objects.filter(title__iexact=talk.title)[:2])
    new = Talk(speaker=speaker, title=talk.title, publication=papers[0] if len(papers) == 1 else None)
    row = context.put(rows.get(fold(talk.title), new), {}, talk.title, "talks")
    for occasion in talk.occasions:
        values = {"host": occasion.host or occasion.place, "date": occasion.date, "place": occasion.place}
        here = row.occasions.filter(host=values["host"], date=occasion.date).first() or TalkOccasion(talk=row)
        if values["host"] and context.fits(here, "host", values["host"], talk.title):
            context.put(here, values, talk.title, "occasions of talks")
    context.outcomes.brought(talk.path, "a talk")
    if talk.text.strip():
        context.outcomes.left_out(talk.path, "its text: talks have none here")
    for path in talk.files:
        context.outcomes.left_out(path, f"a file of the talk “{talk.title}”: talks have none here")
