"""Where else somebody's papers are listed, and which author of a paper that makes them.

A source that lists somebody's papers says who is meant, however many people have the same name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from people.models import Person, ProfileLink
from publications.citations.entry import Entry
from publications.citations.identifiers import orcid_in, recognise
from publications.citations.names import Likeness, Parts, in_order, likeness, parts_of
from publications.citations.record import Name
from publications.importing.plan import Decisions
from publications.matching.identity import identities
from publications.matching.people import known_people

from .finding import Found, is_of_somebody

# dblp is written with care, ORCID by people for themselves, OpenAlex by programs.
BEST_FIRST = ("dblp", "orcid", "openalex")


@dataclass(frozen=True)
class Author:
    """A person with every spelling of the name, of which one is likely to be printed on each of the papers."""

    pk: int
    spellings: tuple[Parts, ...]
    orcid: str = ""


def sources_of(person: Person) -> list[tuple[str, str]]:
    """Return the sources that know the person, each with the identifier there, by ORCID iD and links; the best first.

    Asks for the person's links.
    """
    named = [f"orcid:{person.orcid}" if person.orcid else "", *(link.url for link in person.links.all())]
    found = {source for source in map(recognise, named) if source and is_of_somebody(*source)}
    return sorted(found, key=lambda source: (BEST_FIRST.index(source[0]), source))


def person_known_by(source: str, identifier: str) -> Person | None:
    """Return the one whom a source knows by an identifier, None if the site doesn't say or says so of several."""
    if orcid := orcid_in(identifier):
        found = list(Person.objects.filter(orcid=orcid)[:2])
    else:
        links = ProfileLink.objects.filter(url__icontains=identifier).select_related("person")
        found = list({link.person for link in links if recognise(link.url) == (source, identifier)})
    return found[0] if len(found) == 1 else None


def decisions_of(found: Found) -> Decisions:
    """Return decisions that somebody is an author of each entry of a source that lists the papers of a person."""
    source, _, identifier = found.source.partition(":")
    person = person_known_by(source, identifier) if is_of_somebody(source, identifier) else None
    return with_author({}, found.entries, known_authors([person])[person.pk], found.names) if person else {}


def with_author(decisions: Decisions, entries: Sequence[Entry], author: Author, printed: Iterable[str]) -> Decisions:
    """Return decisions with those that somebody is an author of each entry; what was decided before stays."""
    items: dict[str, Any] = dict(decisions.get("items", {}))
    for identity, entry in zip(identities([entry.record for entry in entries]), entries, strict=True):
        place = place_among(entry.record.authors, author, printed) if entry.record else None
        if place is not None:
            decided = items.get(identity, {})
            items[identity] = {**decided, "authors": {str(place): author.pk, **decided.get("authors", {})}}
    return {**decisions, "items": items}


def known_authors(people: Iterable[Person]) -> dict[int, Author]:
    """Return people by their keys, as authors."""
    wanted = {person.pk for person in people}
    return {one.pk: Author(one.pk, one.spellings, one.orcid) for one in known_people() if one.pk in wanted}


def place_among(names: Sequence[Name], author: Author, printed: Iterable[str] = ()) -> int | None:
    """Return which of a paper's authors somebody is who is sure to be one, None if that isn't clear.

    ``printed`` are names under which the source lists the person.
    """
    here = [place for place, name in enumerate(names) if author.orcid and name.orcid == author.orcid]
    if here:
        return here[0]
    possible = {place: parts_of(name) for place, name in enumerate(names) if not (name.orcid and author.orcid)}
    wholes = {parts_of(in_order(name)).whole for name in printed}
    same = [place for place, parts in possible.items() if parts.whole in wholes]
    degrees = {place: max(likeness(parts, one) for one in author.spellings) for place, parts in possible.items()}
    sure, likely = (
        [place for place, degree in degrees.items() if degree >= least] for least in (Likeness.SAME, Likeness.MAYBE)
    )
    return next((found[0] for found in (same, sure, likely) if len(found) == 1), None)
