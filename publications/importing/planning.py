"""Planning an import: what becomes of each entry of a source, and whether a plan still holds; nothing is written."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db.models import Max
from django.utils.translation import override

from labsite import roles
from labsite.modelling import content_version
from labsite.texts.plain_text import number_in
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications.citations.entry import Entry
from publications.citations.names import Parts, in_both_scripts, in_order, parts_of
from publications.citations.record import Name
from publications.matching.candidates import known_papers, within
from publications.matching.papers import folded, is_called_like_a_part
from publications.matching.people import match_authors
from publications.matching.venues import match_venues
from publications.models import ImportedEntry, Publication, Venue

from .changes import IncomingPaper, changes, with_choices
from .grouping import DECIDED, EntryGroup, Planning, group_entries
from .plan import (
    A_PART,
    NOBODYS,
    UNDECIDED,
    UNSURE,
    Decisions,
    EntryChoice,
    Fate,
    Item,
    Plan,
    PlannedVenue,
    StalePlan,
    VenueHere,
)
from .read import is_preprint, logged_record, read_entries, union_of, version
from .site import NewPeople, NewVenues, import_log, papers

NEW = gettext_noop("isn’t on the site yet")
WHO = gettext_noop("“{name}” may be {members}")
NO_PAPER = gettext_noop("This is no paper.")
LEFT_OUT = gettext_noop("skipped before")
CHOSEN_OUT = gettext_noop("skipped, as decided")
NOT_YOURS = gettext_noop("only its authors and editors may change it")
THE_SAME = gettext_noop("the same paper as {place}")
THE_PREPRINT = gettext_noop("the preprint of {place}")
THE_PUBLISHED = gettext_noop("the published version of {place}")
WHICH_IS_LEFT_OUT = gettext_noop("{what}, which is skipped")
# What is said of an entry that says the same paper as one with this fate.
REPEATING = {Fate.DECIDE: gettext_noop("{what}, which needs a decision"), Fate.SKIP: gettext_noop("{what}: {why}")}
HIDDEN = gettext_noop("someone else is already adding this paper, and it isn’t public yet: ask an editor")


@override(None)  # a plan is kept, and read in any language
def plan_of(
    entries: Sequence[Entry],
    *,
    source: str = "",
    user: AbstractUser | None = None,
    decisions: Decisions | None = None,
) -> Plan:
    """Return what would become of each entry; asks the database a constant number of questions and writes nothing.

    ``source`` names where the entries come from, so that what it said before is found again; ``user`` is who brings
    them in, None whoever runs the command line.
    """
    token, read = state_token(), read_entries(entries)
    known = known_papers(read.fingerprints)
    tables: dict[str, dict[str, Any]] = {"items": {}, "venues": {}, "people": {}, "alike": {}}
    tables |= {name: table for name, table in (decisions or {}).items() if isinstance(table, dict)}
    choices, said_same = _choices(tables["items"], read.identities, known.all_keys)
    chosen = {choice.publication for choice in choices.values() if choice.publication}
    log = import_log(read, {*known.fingerprints, *chosen})
    by_id_alone = tables["alike"].get("fate") == "create"
    planning = Planning(read, known, log, choices, said_same, tables, source, user, by_id_alone)
    left_out = {
        position
        for position in log.by_place
        if position not in log.taken_as and choices.get(position, UNDECIDED).fate not in ("create", "same")
    }
    groups = group_entries(planning, left_out)
    reasons = {position: CHOSEN_OUT for position, choice in choices.items() if choice.fate == "skip"}
    reasons |= dict.fromkeys(left_out, LEFT_OUT)
    incoming = _incoming(planning, groups, reasons)
    _add_changes(planning, incoming)
    _add_authors(planning, incoming)
    items = tuple(_items(planning, groups, incoming, reasons))
    return Plan(items, source, token, _parted(planning, items))


def state_token() -> str:
    """Return a token of the content and of the import log; as long as it is the same, a plan holds: two queries."""
    logged = ImportedEntry.objects.aggregate(last=Max("pk"), at=Max("imported_at"))
    return f"{content_version.current()} {logged['last']} {logged['at']}"


def _choices(
    decided: dict[str, Any], identities: Sequence[str], existing: Collection[int]
) -> tuple[dict[int, EntryChoice], dict[int, list[int]]]:
    """Return the choices by the places of their entries, and the places of entries that somebody said are one paper.

    What makes no sense any more is no choice.
    """
    places = {identity: position for position, identity in enumerate(identities) if identity}
    choices, said_same = {}, defaultdict(list)
    for identity, row in decided.items():
        position = places.get(identity)
        if position is None or not isinstance(row, dict):
            continue
        fate = str(row["fate"]) if row.get("fate") in ("create", "skip", "same") else ""
        publication = number_in(row.get("publication")) if fate == "same" else None
        choices[position] = EntryChoice(
            fate,
            publication if publication in existing else None,
            frozenset(map(str, row.get("take") or ())),
            frozenset(map(str, row.get("leave") or ())),
            authors if isinstance(authors := row.get("authors"), dict) else {},
        )
        other = places.get(str(row.get("same_as"))) if fate == "same" else None
        if other is not None and other != position:
            said_same[position].append(other)
            said_same[other].append(position)
    return choices, said_same


def _incoming(planning: Planning, groups: Sequence[EntryGroup], left_out: Collection[int]) -> list[IncomingPaper]:
    """Return the papers of all groups that somebody takes in: what their entries say, and what was said before."""
    read, log = planning.read, planning.log
    incoming = []
    for group in groups:
        members = tuple(position for position in group.members if position not in left_out)
        if not members or (group.members[0] in left_out and not group.publication):
            continue
        records = [read.records[position] for position in members]
        complete = [read.entries[position].names_all_authors for position in members]
        record = union_of(records, complete)
        # What has come out was its preprints before, of each title one; what hasn't is itself the preprint.
        before = [] if is_preprint(record) else [each for each in records if is_preprint(each)]
        versions = {folded(each.title): version(each, record.authors) for each in before}
        paper = IncomingPaper(group, members, record, any(complete), tuple(versions.values()))
        if group.publication:
            rows = log.by_publication.get(group.publication, [])
            logged = {row.pk: each for row in rows if (each := logged_record(row.said))}
            of_entries = {row.pk for position in members for row in log.by_place.get(position, ())}
            own = [row.pk for row in rows if row.source == planning.source]
            last = [logged[pk] for pk in [pk for pk in own if pk in of_entries] or own if pk in logged]
            paper.said, paper.ever_said = union_of(last) if last else None, tuple(logged.values())
        incoming.append(paper)
    return incoming


def _add_changes(planning: Planning, incoming: Sequence[IncomingPaper]) -> None:
    """Say where each paper appeared and, of those on the site, what differs."""
    keys = {paper.group.publication for paper in incoming if paper.group.publication}
    here = papers(keys) if keys else {}
    columns = ("pk", "acronym", "name", "publisher", "kind")
    venues = {
        pk: VenueHere(pk, acronym, name or acronym, publisher, kind == Venue.Kind.PREPRINTS)
        for pk, acronym, name, publisher, kind in Venue.objects.order_by().values_list(*columns)
    }
    matches = match_venues(
        [*(paper.record for paper in incoming), *(paper.said or paper.record for paper in incoming)]
    )
    now, before = matches[: len(incoming)], matches[len(incoming) :]
    new = NewVenues(now, planning.decisions["venues"], venues)
    for paper, match, match_before in zip(incoming, now, before, strict=True):
        paper.venue, paper.here = new.planned(match), here.get(paper.group.publication or 0)
        if paper.here:
            paper.venue_here = venues.get(paper.here.venue_id, paper.venue_here)
            paper.venue_said = match_before.venue if paper.said else None
            choices = [planning.choices.get(position, UNDECIDED) for position in paper.members]
            take = frozenset[str]().union(*(choice.take for choice in choices))
            leave = frozenset[str]().union(*(choice.leave for choice in choices))
            paper.changes = with_choices(changes(paper), take, leave)
            if not any(change.name == "venue" for change in paper.changes):
                paper.venue = PlannedVenue()


def _add_authors(planning: Planning, incoming: Sequence[IncomingPaper]) -> None:
    """Say who the authors are of the papers that are new or whose authors differ."""
    read, decided = planning.read, planning.decisions["people"]
    chosen = [*decided.values(), *(each for choice in planning.choices.values() for each in choice.authors.values())]
    keys = {key for value in chosen if (key := number_in(value))}
    people = set(Person.objects.filter(pk__in=keys).values_list("pk", flat=True)) if keys else set()
    lists = [
        paper
        for paper in incoming
        if not paper.group.publication or any(change.name == "authors" for change in paper.changes)
    ]
    matches = match_authors([paper.record.authors for paper in lists], by_company=False)
    possible = {pk for matched in matches for match in matched for pk in match.candidates}
    members = {}
    if possible and planning.decisions["alike"].get("people") != "new":
        rows = within(Person.objects.members().order_by(), "pk", possible)
        members = dict(rows.values_list("pk", "name"))
    are_sure = [not (paper.group.publication or paper.group.doubt) for paper in lists]
    new = NewPeople(matches, are_sure, decided, people, members)
    for paper, matched in zip(lists, matches, strict=True):
        first = paper.members[0]
        position = next((each for each in paper.members if read.records[each].authors == paper.record.authors), first)
        chosen_here = planning.choices.get(first, UNDECIDED).authors
        paper.authors = new.authors(matched, read.marks[position], chosen_here)


def _items(
    planning: Planning, groups: Sequence[EntryGroup], incoming: Sequence[IncomingPaper], left_out: dict[int, str]
) -> Iterator[Item]:
    """Yield an item for each entry, in their order; ``left_out`` says why which aren't taken in."""
    papers = {paper.group.members[0]: paper for paper in incoming}
    publications = {paper.group.publication for paper in incoming if paper.group.publication}
    seen = changed = publications
    if planning.user and publications:
        rows = within(Publication.objects.order_by(), "pk", publications)
        seen, changed = (
            set(roles.reached(planning.user, action, rows).values_list("pk", flat=True))
            for action in ("view", "change")
        )
    first_of = {position: group.members[0] for group in groups for position in group.members}
    leaders: dict[int, Item] = {}
    for position, entry in enumerate(planning.read.entries):
        item = Item(position, entry, Fate.FAIL, entry.problem, planning.read.identities[position])
        paper = papers.get(first_of.get(position, -1))
        if entry.problem:
            yield item
        elif not entry.record:
            yield replace(item, fate=Fate.SKIP, reason=entry.no_paper or NO_PAPER)
        elif position in left_out:
            yield replace(item, fate=Fate.SKIP, reason=left_out[position])
        elif not paper:
            yield _repeating(planning, item, first_of[position], Fate.SKIP, WHICH_IS_LEFT_OUT)
        elif paper.members[0] == position:
            leaders[position] = _leader(item, paper, seen, changed)
            yield leaders[position]
        else:
            leader = leaders[paper.members[0]]
            fate = leader.fate if leader.fate in REPEATING else Fate.MATCH
            item = _repeating(planning, item, leader.index, fate, REPEATING.get(fate, "{what}"), leader.reason)
            yield replace(item, publication=leader.publication) if fate is Fate.MATCH else item


def _repeating(planning: Planning, item: Item, first: int, fate: Fate, words: str, why: str = "") -> Item:
    """Return the item of an entry that says the same paper as an earlier one."""
    ours, theirs = (is_preprint(planning.read.records[position]) for position in (item.index, first))
    what = (THE_SAME if ours == theirs else THE_PREPRINT if ours else THE_PUBLISHED).format(
        place=planning.read.names[first]
    )
    return replace(item, fate=fate, reason=words.format(what=what, why=why), same_as=first)


def _leader(item: Item, paper: IncomingPaper, seen: Collection[int], changed: Collection[int]) -> Item:
    """Return the item of the first entry that says a paper, with all that the paper gets."""
    record, venue, publication, doubt = paper.record, paper.venue, paper.group.publication, paper.group.doubt
    if not record.proceedings and record.venue not in ("", venue.name, venue.name and record.acronym):
        record = replace(record, proceedings=record.venue)  # which the name of its venue doesn't say
    if publication and publication not in seen:
        return replace(item, fate=Fate.SKIP, reason=HIDDEN, record=record)
    item = replace(
        item,
        publication=publication,
        changes=paper.changes,
        authors=paper.authors,
        venue=venue,
        record=record,
        earlier=paper.versions,
    )
    if doubt and not publication:
        item = replace(item, candidates=doubt.papers, same_candidates=doubt.entries)
        return replace(item, fate=Fate.DECIDE, reason=doubt.reason)
    is_decided = paper.group.reason == DECIDED or record.known_venue  # which only a file of such a site says
    if not (publication or is_decided):
        is_part = is_called_like_a_part(record.title)
        if is_part or not (record.authors or record.container or record.acronym or record.publisher):
            return replace(item, fate=Fate.DECIDE, reason=A_PART if is_part else NOBODYS)
        if item.entry.unsure:
            return replace(item, fate=Fate.DECIDE, reason=UNSURE.format(parts=item.entry.unsure))
    parts = {change.name for change in paper.changes if change.is_taken}
    if publication and not parts:
        return replace(item, fate=Fate.MATCH, reason=paper.group.reason)
    if publication and publication not in changed:
        return replace(item, fate=Fate.SKIP, reason=NOT_YOURS)
    doubts = [WHO.format(name=author.match.name, members=author.may_be) for author in paper.authors if author.may_be]
    if doubts and (not publication or "authors" in parts):
        return replace(item, fate=Fate.DECIDE, reason="; ".join(dict.fromkeys(doubts)))
    return replace(
        item, fate=Fate.UPDATE if publication else Fate.CREATE, reason=paper.group.reason if publication else NEW
    )


def _parted(planning: Planning, items: Sequence[Item]) -> dict[int, Name]:
    """Return how entries part the names that were parted by guess, by the keys of whoever may be changed: two queries.

    Where they don't agree, or two people have the name, it remains a guess.
    """
    rows, guessed = Person.objects.filter(family_is_guess=True).order_by(), defaultdict(list)
    for pk, written, orcid in rows.values_list("pk", "name", "orcid"):
        guessed[parts_of(in_order(written)).whole].append((pk, orcid))
    parted: dict[int, dict[Parts, Name]] = defaultdict(dict)
    taken = (item.index for item in items if guessed and item.fate in (Fate.CREATE, Fate.UPDATE, Fate.MATCH))
    for name in (in_both_scripts(name)[0] for position in taken for name in planning.read.records[position].authors):
        people = guessed.get(parts_of(name).whole, ()) if name.given and not name.is_guess else ()
        if len(people) == 1 and (not (name.orcid and people[0][1]) or name.orcid == people[0][1]):
            parted[people[0][0]].setdefault(parts_of(name), name)
    settled = {pk: next(iter(names.values())) for pk, names in parted.items() if len(names) == 1}
    if planning.user and settled:
        theirs = {*roles.reached(planning.user, "change", within(rows, "pk", settled)).values_list("pk", flat=True)}
        settled = {pk: name for pk, name in settled.items() if pk in theirs}
    return settled


def outcome(item: Item) -> object:
    """Return all that is written because of an entry; why it is so may be said otherwise."""
    if item.fate not in (Fate.CREATE, Fate.UPDATE):
        return item.fate, item.publication, item.same_as
    written = (item.record, item.earlier) if item.fate is Fate.CREATE else ()
    authors = tuple((author.match.person, author.key, author.new, author.marks) for author in item.authors)
    return item.fate, item.publication, item.same_as, item.taken, authors, item.venue.venue, item.venue.new, written


def changed_since(shown: Plan, now: Plan) -> list[Item]:
    """Return the entries of which something else would be written than was shown, as they are now."""
    pairs = zip(shown.items, now.items, strict=True)
    return [new for old, new in pairs if outcome(old) != outcome(new)]


def up_to_date(plan: Plan, user: AbstractUser | None, decisions: Decisions | None) -> Plan:
    """Return a plan as it is now. Raises StalePlan where that isn't what was planned before."""
    if not plan.state_token or plan.state_token == state_token():
        return plan
    now = plan_of([item.entry for item in plan.items], source=plan.source, user=user, decisions=decisions)
    changed = changed_since(plan, now)
    if changed:
        raise StalePlan(now, changed)
    return replace(now, parted={pk: name for pk, name in now.parted.items() if plan.parted.get(pk) == name})
