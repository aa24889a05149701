"""Planning an import: what becomes of each entry of a source, and whether a plan still holds; nothing is written."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.contrib.auth.models import AbstractUser
from django.db.models import Max

from labsite.modelling import content_version
from publications.citations.entry import Entry
from publications.matching.candidates import known_papers
from publications.models import ImportedEntry

from .grouping import EntryGroup, GroupedEntries, Planning, group_entries
from .import_log import import_log
from .incoming import IncomingPaper, incoming_papers
from .plan import Decided, Decisions, Fate, Item, Plan
from .read import Progress, ProgressTally, ReadEntries, is_preprint
from .site import PaperRights, rights_of

MAX_NAMED = 5  # entries that a message names

NEW = "isn’t on the site yet"
LEFT_OUT = "left out before"
CHOSEN_OUT = "left out, as decided"
NOT_YOURS = "only its authors and editors may change it"
HIDDEN = "somebody is adding this paper already, and it isn’t public yet: ask an editor"
ASKS_PAPER = "A paper on the site may be the same: it {}."
ASKS_ENTRY = "It may be the same paper as {}."


def plan_of(
    entries: Sequence[Entry],
    *,
    source: str = "",
    user: AbstractUser | None = None,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Return what would become of each entry; asks the database a constant number of questions and writes nothing.

    ``source`` names where the entries come from, so that what it said before is found again; ``user`` is who brings
    them in, None whoever runs the command line. ``progress`` is called now and then with how many are done, and of
    how many.
    """
    tally, token = ProgressTally(len(entries), progress), state_token()
    read = ReadEntries(entries, tally)
    known = known_papers({place: paper for place, paper in enumerate(read.fingerprints) if paper})
    decided = Decided(decisions, read.identities, known.all_keys)
    log = import_log(read, {*known.fingerprints, *decided.publications})
    planning = Planning(read, known, log, decided, source, user, tally)
    return Plan(tuple(_items(planning, group_entries(planning))), source, token)


def state_token() -> str:
    """Return a token of the content and of the import log; as long as it is the same, a plan holds: two queries."""
    logged = ImportedEntry.objects.aggregate(last=Max("pk"), at=Max("imported_at"))
    return f"{content_version.current()} {logged['last']} {logged['at']}"


def _items(planning: Planning, grouped: GroupedEntries) -> Iterator[Item]:
    """Yield an item for each entry, in their order."""
    read, choices = planning.read, planning.decided.choices
    chosen_out = {place for place, choice in choices.items() if choice.fate == "skip"}
    incoming = incoming_papers(planning, grouped, grouped.left_out | chosen_out)
    rights = rights_of(planning.user, {paper.publication for paper in incoming if paper.publication})
    by_group = {paper.group.first: paper for paper in incoming}
    group_of = {place: group for group in grouped.groups for place in group.members}
    leaders: dict[int, Item] = {}
    for place, entry in enumerate(read.entries):
        item = Item(place, entry, Fate.FAIL, entry.problem, read.identities[place])
        if not entry.problem and not entry.record:
            item = replace(item, fate=Fate.SKIP, reason=entry.no_paper or "This is no paper.")
        elif place in grouped.left_out or place in chosen_out:
            item = replace(item, fate=Fate.SKIP, reason=LEFT_OUT if place in grouped.left_out else CHOSEN_OUT)
        elif not entry.problem:
            first = group_of[place].first
            paper = by_group.get(first)
            if not paper:
                item = _repeating(planning, item, first, Fate.SKIP, ", which is left out")
            elif paper.first == place:
                item = leaders[place] = _leader(planning, grouped, item, paper, rights)
            else:
                item = _follower(planning, item, leaders[paper.first])
        yield item
    planning.tally.end_pass()


def _follower(planning: Planning, item: Item, leader: Item) -> Item:
    """Return the item of an entry that says the same paper as an earlier one."""
    if leader.fate is Fate.DECIDE:
        return _repeating(planning, item, leader.index, Fate.DECIDE, ", which needs a decision")
    if leader.fate is Fate.SKIP:
        return _repeating(planning, item, leader.index, Fate.SKIP, f": {leader.reason}")
    return replace(_repeating(planning, item, leader.index, Fate.MATCH, ""), publication=leader.publication)


def _repeating(planning: Planning, item: Item, first: int, fate: Fate, tail: str) -> Item:
    ours, theirs = (is_preprint(planning.read.record(place)) for place in (item.index, first))
    what = "the same paper as" if ours == theirs else "the preprint of" if ours else "the published version of"
    return replace(item, fate=fate, reason=f"{what} {planning.read.names[first]}{tail}", same_as=first)


def _leader(
    planning: Planning, grouped: GroupedEntries, item: Item, paper: IncomingPaper, rights: PaperRights
) -> Item:
    """Return the item of the first entry that says a paper, with all that the paper gets."""
    record, venue = paper.record, paper.venue
    if venue.printed and not (venue.venue or venue.new or record.proceedings):
        record = replace(record, proceedings=venue.printed)  # until its venue is settled
    if paper.publication and not rights.may_see(paper.publication):
        return replace(item, fate=Fate.SKIP, reason=HIDDEN, record=record)
    item = replace(
        item,
        publication=paper.publication,
        changes=paper.changes,
        authors=paper.authors,
        venue=venue,
        record=record,
        earlier=paper.versions,
    )
    if not paper.publication:
        return _doubtful(planning, grouped, item, paper.group) or replace(item, fate=Fate.CREATE, reason=NEW)
    if not any(change.is_taken for change in item.changes):
        return replace(item, fate=Fate.MATCH, reason=paper.group.reason)
    if not rights.may_change(paper.publication):
        return replace(item, fate=Fate.SKIP, reason=NOT_YOURS)
    return replace(item, fate=Fate.UPDATE, reason=paper.group.reason)


def _doubtful(planning: Planning, grouped: GroupedEntries, item: Item, group: EntryGroup) -> Item | None:
    """Return the item with what it may be, if somebody has to say."""
    if group.doubt:
        papers, entries, reason = group.doubt.papers, group.doubt.entries, group.doubt.reason
    else:
        papers, entries = grouped.papers.get(group.first, ()), grouped.entries.get(group.first, ())
        reason = ASKS_PAPER.format(papers[0].likely.value) if papers else ""
        if entries and not papers:
            reason = ASKS_ENTRY.format(planning.read.names[entries[0]])
    if not papers and not entries:
        return None
    return replace(item, fate=Fate.DECIDE, reason=reason, candidates=papers, same_candidates=entries)


class StalePlan(Exception):
    """Since somebody looked at the plan the site has changed so that something else would happen."""

    def __init__(self, plan: Plan, items: list[Item]) -> None:
        named = "; ".join(f"{item.place} “{item.title}” is now: {item.fate.value}" for item in items[:MAX_NAMED])
        more = f"; and {len(items) - MAX_NAMED} more" if len(items) > MAX_NAMED else ""
        super().__init__(
            f"The site has changed meanwhile, so that something else would happen ({named}{more}). Look at it again."
        )
        self.plan = plan
        self.items = items


def outcome(item: Item) -> object:
    """Return all that is written because of an entry; why it is so may be said otherwise."""
    if item.fate not in (Fate.CREATE, Fate.UPDATE):
        return item.fate, item.publication, item.same_as
    taken = tuple(change for change in item.changes if change.is_taken)
    written = (item.record, item.earlier) if item.fate is Fate.CREATE else ()
    authors = tuple((author.person, author.key, author.new, author.marks) for author in item.authors)
    return item.fate, item.publication, item.same_as, taken, authors, item.venue.venue, item.venue.new, written


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
    return now
