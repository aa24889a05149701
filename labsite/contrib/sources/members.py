"""What sources list of the lab's members: whose papers they are, and what the site hasn't yet, put before the editors.

A source that lists somebody's papers says who is meant, however many people have the same name.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import Q

from labsite.editing.inputs import digest
from labsite.texts.stored import gettext_noop
from people.models import Person, ProfileLink
from publications.citations.entry import Entry, packed, unpacked
from publications.citations.identifiers import is_of_somebody, orcid_in, recognise
from publications.citations.names import Likeness, in_order, likeness, parts_of
from publications.citations.record import Name
from publications.elsewhere import SourceEntries
from publications.importing.plan import Decisions, Fate
from publications.importing.planning import plan_of
from publications.matching.papers import PaperFingerprint, folded, identities
from publications.matching.people import PersonFingerprint, known_people
from publications.models import Import

from . import lookup
from .client import client_for_jobs

State = Import.State
ONE_KNOWN = gettext_noop("1 paper by {person} at {source}")
KNOWN = gettext_noop("{number} papers by {person} at {source}")
MORE_OF_ONE = gettext_noop("More about 1 paper by {person} from {source}")
MORE = gettext_noop("More about {number} papers by {person} from {source}")
# dblp is written with care, ORCID by people for themselves, OpenAlex by programs.
BEST_FIRST = ("dblp", "orcid", "openalex")
NEW = (Fate.CREATE, Fate.DECIDE)

Keys = set[tuple[str, ...]]


def sources_of(person: Person) -> list[tuple[str, str]]:
    """Return the sources that know the person by ORCID iD or links, each with the identifier there; the best first.

    Reads the person's links.
    """
    named = [f"orcid:{person.orcid}" if person.orcid else "", *(link.url for link in person.links.all())]
    sources = {source for source in map(recognise, named) if source and is_of_somebody(*source)}
    return sorted(sources, key=lambda source: (BEST_FIRST.index(source[0]), source))


def person_known_by(source: str, identifier: str) -> Person | None:
    """Return the person whom a source knows by an identifier; None if nobody on the site has it, or several."""
    if orcid := orcid_in(identifier):
        people = list(Person.objects.filter(orcid=orcid)[:2])
    else:
        links = ProfileLink.objects.filter(url__icontains=identifier).select_related("person")
        people = list({link.person for link in links if recognise(link.url) == (source, identifier)})
    return people[0] if len(people) == 1 else None


def find(identifier: str, is_job: bool) -> SourceEntries:
    """Return what a source knows by an identifier, as it is brought in. Raises Unavailable if that is nothing."""
    papers = lookup.find(identifier, client_for_jobs().get if is_job else None)
    return replace(papers, decisions=decisions_of(papers))


def decisions_of(papers: SourceEntries) -> Decisions:
    """Return the decisions that the person whose papers a source lists is an author of each entry."""
    source, _, identifier = papers.source.partition(":")
    person = person_known_by(source, identifier) if is_of_somebody(source, identifier) else None
    return with_author({}, papers.entries, known_authors([person])[person.pk], papers.names) if person else {}


def with_author(
    decisions: Decisions, entries: Sequence[Entry], author: PersonFingerprint, printed: Iterable[str]
) -> Decisions:
    """Return decisions that make somebody an author of each entry; what was decided before stays."""
    items: dict[str, Any] = dict(decisions.get("items", {}))
    for identity, entry in zip(identities([entry.record for entry in entries]), entries, strict=True):
        position = place_among(entry.record.authors, author, printed) if entry.record else None
        if position is not None:
            decided = items.get(identity, {})
            items[identity] = {**decided, "authors": {str(position): author.pk, **decided.get("authors", {})}}
    return {**decisions, "items": items}


def known_authors(people: Iterable[Person]) -> dict[int, PersonFingerprint]:
    """Return people with the spellings of their names, of which one is likely to be on each paper, by primary key."""
    return {one.pk: one for one in known_people(keys=[person.pk for person in people])}


def place_among(names: Sequence[Name], author: PersonFingerprint, printed: Iterable[str] = ()) -> int | None:
    """Return which of a paper's authors is a person who is certain to be among them; None if that isn't clear.

    ``printed`` are names under which the source lists the person.
    """
    here = [position for position, name in enumerate(names) if author.orcid and name.orcid == author.orcid]
    if here:
        return here[0]
    possible = {position: parts_of(name) for position, name in enumerate(names) if not (name.orcid and author.orcid)}
    wholes = {parts_of(in_order(name)).whole for name in printed}
    same = [position for position, parts in possible.items() if parts.whole in wholes]
    degrees = {position: max(likeness(parts, one) for one in author.spellings) for position, parts in possible.items()}
    sure, likely = (
        [position for position, degree in degrees.items() if degree >= least]
        for least in (Likeness.SAME, Likeness.MAYBE)
    )
    return next((positions[0] for positions in (same, sure, likely) if len(positions) == 1), None)


def news_of(person: Person, papers: SourceEntries) -> tuple[list[Entry], int, int]:
    """Return the entries that the site hasn't, that don't wait for a look already, and that nobody left out.

    Behind them, of how many new papers they are, and of how many to which they add. What was declined as another
    person's paper may be this one's. Other entries that say the same papers come along.
    """
    plan = plan_of(papers.entries, source=papers.source)
    leading = [item for item in plan.items if item.same_as is None and item.fate in (*NEW, Fate.UPDATE)]
    seen: Keys = set()
    if leading:
        # What the editors were shown before; of imports that are done, the papers are on the site.
        shown = Q(state__in=Import.OPEN_STATES, person__isnull=False) | Q(state=State.DECLINED, person=person)
        rows = Import.objects.filter(shown).values_list("entries", flat=True)
        for entry in (unpacked(each) for entries in rows for each in entries):
            seen |= {_entry_key(entry), *_paper_keys(entry)}
    new = [item for item in leading if item.fate in NEW and not _paper_keys(item.entry) & seen]
    more = [item for item in leading if item.fate is Fate.UPDATE and _entry_key(item.entry) not in seen]
    leaders = {item.index for item in (*new, *more)}
    return [item.entry for item in plan.items if {item.index, item.same_as} & leaders], len(new), len(more)


def propose(person: Person, papers: SourceEntries, news: Sequence[Entry], has_new: bool, place: str) -> None:
    """Save news as an import that waits for a look, or add it to one that waits already."""
    author = known_authors([person])[person.pk]
    with transaction.atomic():
        waiting = Import.objects.select_for_update().filter(source=papers.source, person=person, state=State.WAITING)
        row = waiting.first() or Import(source=papers.source, person=person)
        entries = [*map(unpacked, row.entries), *news]
        row.entries = [packed(entry) for entry in entries]
        row.decisions = with_author(row.decisions, entries, author, papers.names)
        number = len({folded(entry.record.title) for entry in entries if entry.record})
        templates = (ONE_KNOWN, KNOWN) if has_new or row.pk else (MORE_OF_ONE, MORE)
        row.label = templates[number != 1].format(number=number, source=place, person=person)
        row.save()


def counted(papers: int) -> str:
    return "1 paper" if papers == 1 else f"{papers} papers"


def _paper_keys(entry: Entry) -> Keys:
    """Return the keys of the paper that an entry says, which are the same in every source."""
    record = entry.record
    if not record:
        return set()
    paper = PaperFingerprint.of_record(record)
    return {*paper.ids, ("title", *paper.folded, str(record.year))}


def _entry_key(entry: Entry) -> tuple[str, ...]:
    """Return the key of exactly these words of a source."""
    return "entry", digest(packed(entry).get("record", {}))
