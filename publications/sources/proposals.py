"""What a source knows of a member and the site doesn't: put before the editors, once."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q

from people.models import Person
from publications.citations.entry import Entry, packed, unpacked
from publications.importing import plan_of
from publications.importing.plan import Fate, Item, Plan
from publications.matching.identity import folded, ids_of
from publications.models import Import

from .finding import Found
from .members import Author, with_author

State = Import.State
OPEN = (State.WAITING, State.APPLYING, State.FAILED)  # what is done, the papers on the site tell
NEW = (Fate.CREATE, Fate.DECIDE)

Keys = set[tuple[str, ...]]


@dataclass(frozen=True)
class News:
    """What a source knows and the site doesn't: entries of papers, and entries that add to papers on the site."""

    entries: tuple[Entry, ...] = ()
    papers: int = 0
    additions: int = 0


def news_of(person: Person, found: Found) -> News:
    """Return what of a source's entries the site hasn't, nobody is to look at already, and nobody left out.

    What was declined as another person's paper may be this one's.
    """
    plan = plan_of(found.entries, source=found.source)
    leading = [item for item in plan.items if item.same_as is None and item.fate in (*NEW, Fate.UPDATE)]
    seen = _seen(person) if leading else set()
    new = [item for item in leading if item.fate in NEW and not _paper_keys(item.entry) & seen]
    more = [item for item in leading if item.fate is Fate.UPDATE and _entry_key(item.entry) not in seen]
    return News(_with_followers(plan, [*new, *more]), len(new), len(more))


def propose(person: Person, author: Author, found: Found, news: News, place: str) -> Import:
    """Put news before the editors, with what waits for a look already of the same person and source."""
    with transaction.atomic():
        waiting = Import.objects.select_for_update().filter(source=found.source, person=person, state=State.WAITING)
        row = waiting.first() or Import(source=found.source, person=person)
        entries = [*map(unpacked, row.entries), *news.entries]
        row.entries = [packed(entry) for entry in entries]
        row.decisions = with_author(row.decisions, entries, author, found.names)
        row.label = label(person, place, entries, has_new=bool(news.papers or row.pk))
        row.save()
    return row


def label(person: Person, place: str, entries: Sequence[Entry], has_new: bool) -> str:
    """Say what waits: "12 papers that dblp knows of Zoë Lindqvist"."""
    papers = counted(len({folded(entry.record.title) for entry in entries if entry.record}))
    return f"{papers} that {place} knows of {person}" if has_new else f"More about {papers} of {person} from {place}"


def counted(papers: int) -> str:
    return "1 paper" if papers == 1 else f"{papers} papers"


def _seen(person: Person) -> Keys:
    """Return by what entries are known that the editors were shown before."""
    found = Q(state__in=OPEN, person__isnull=False) | Q(state=State.DECLINED, person=person)
    rows = Import.objects.filter(found).values_list("entries", flat=True)
    shown = [unpacked(entry) for entries in rows for entry in entries]
    return {key for entry in shown for key in (_entry_key(entry), *_paper_keys(entry))}


def _paper_keys(entry: Entry) -> Keys:
    """Return by what the paper of an entry is known, in whichever source."""
    record = entry.record
    return {*ids_of(record), ("title", folded(record.title), str(record.year))} if record else set()


def _entry_key(entry: Entry) -> tuple[str, ...]:
    """Return by what exactly these words of a source are known."""
    said = packed(entry).get("record", {})
    return "entry", hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def _with_followers(plan: Plan, items: Iterable[Item]) -> tuple[Entry, ...]:
    """Return the entries of items, with others that say the same papers, in their order."""
    leaders = {item.index for item in items}
    return tuple(item.entry for item in plan.items if {item.index, item.same_as} & leaders)
