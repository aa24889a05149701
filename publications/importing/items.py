"""The items of a plan: of each entry its fate with the reason, and of each paper all that it gets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from publications.citations.record import Record
from publications.matching import Duplicate

from .deciding import Decided
from .grouping import Group
from .plan import Fate, Item
from .progress import Tally
from .reading import Reading
from .resolving import Resolved
from .site import Imported
from .subjects import Subject, Subjects
from .union import is_preprint

NEW = "isn’t on the site yet"
LEFT_OUT = "left out before"
CHOSEN_OUT = "left out, as decided"
NOT_YOURS = "only its authors and editors may change it"
HIDDEN = "somebody is adding this paper already, and it isn’t public yet: ask an editor"
ASKS_PAPER = "A paper on the site may be the same: it {}."
ASKS_ENTRY = "It may be the same paper as {}."


class Items:
    """Makes the items of a plan, in the order of the entries."""

    def __init__(
        self,
        read: Reading,
        found: Resolved,
        imported: Sequence[Imported],
        decided: Decided,
        source: str,
        user: Any,
        tally: Tally,
    ) -> None:
        self.read = read
        self.found = found
        self.decided = decided
        self.tally = tally
        chosen_out = {place for place, choice in decided.choices.items() if choice.fate == "skip"}
        self.left_out = found.left_out | chosen_out
        self.subjects = Subjects(read, found, decided, imported, source, user, tally)
        self.by_group = self.subjects.of(found.groups, self.left_out)
        self.group_of = {place: group for group in found.groups for place in group.members}

    def all(self) -> Iterator[Item]:
        """Yield an item for each entry."""
        leaders: dict[int, Item] = {}
        for place in range(len(self.read.entries)):
            yield self._item(place, leaders)
        self.tally.end_pass()

    def _item(self, place: int, leaders: dict[int, Item]) -> Item:
        item = Item(place, self.read.entries[place], Fate.FAIL, "", self.read.identities[place])
        if item.entry.problem:
            return replace(item, reason=item.entry.problem)
        if not item.entry.record:
            return replace(item, fate=Fate.SKIP, reason=item.entry.no_paper or "This is no paper.")
        if place in self.left_out:
            return replace(item, fate=Fate.SKIP, reason=LEFT_OUT if place in self.found.left_out else CHOSEN_OUT)
        group = self.group_of[place]
        subject = self.by_group.get(group.first)
        if not subject:
            return self._after(item, group.first, Fate.SKIP, ", which is left out")
        if subject.first != place:
            return self._follower(item, subject, leaders[subject.first])
        leaders[place] = self._leader(item, subject)
        return leaders[place]

    def _follower(self, item: Item, subject: Subject, leader: Item) -> Item:
        """Return an entry that says the same paper as an earlier one."""
        if leader.fate is Fate.DECIDE:
            return self._after(item, leader.index, Fate.DECIDE, ", which needs a decision")
        if leader.fate is Fate.SKIP:
            return self._after(item, leader.index, Fate.SKIP, f": {leader.reason}")
        return replace(self._after(item, leader.index, Fate.MATCH, ""), publication=leader.publication)

    def _after(self, item: Item, first: int, fate: Fate, tail: str) -> Item:
        ours, theirs = (is_preprint(self.read.record(place)) for place in (item.index, first))
        what = "the same paper as" if ours == theirs else "the preprint of" if ours else "the published version of"
        return replace(item, fate=fate, reason=f"{what} {self.read.names[first]}{tail}", same_as=first)

    def _leader(self, item: Item, subject: Subject) -> Item:
        item = replace(
            item,
            publication=subject.publication,
            changes=subject.changes,
            authors=subject.authors,
            venue=subject.venue,
            record=_with_place(subject),
            earlier=subject.versions,
        )
        if subject.publication:
            return self._on_site(item, subject)
        return self._doubtful(item, subject.group) or replace(item, fate=Fate.CREATE, reason=NEW)

    def _on_site(self, item: Item, subject: Subject) -> Item:
        publication, rights = subject.publication or 0, self.subjects.rights
        if not rights.may_see(publication):
            bare = Item(item.index, item.entry, Fate.SKIP, HIDDEN, item.identity)
            return replace(bare, record=item.record)
        reason = subject.group.reason
        if not any(change.is_taken for change in item.changes):
            return replace(item, fate=Fate.MATCH, reason=reason)
        if not rights.may_change(publication):
            return replace(item, fate=Fate.SKIP, reason=NOT_YOURS)
        return replace(item, fate=Fate.UPDATE, reason=reason)

    def _doubtful(self, item: Item, group: Group) -> Item | None:
        """Return the item with what it may be, if somebody has to say."""
        papers = self.found.papers.get(group.first, ())
        entries = self.found.entries.get(group.first, ())
        if group.doubt:
            papers, entries = group.doubt.papers, group.doubt.entries
        if not papers and not entries:
            return None
        reason = group.doubt.reason if group.doubt else self._question(papers, entries)
        return replace(item, fate=Fate.DECIDE, reason=reason, candidates=papers, same_candidates=entries)

    def _question(self, papers: Sequence[Duplicate], entries: Sequence[int]) -> str:
        if papers:
            return ASKS_PAPER.format(papers[0].likely.value)
        return ASKS_ENTRY.format(self.read.names[entries[0]])


def _with_place(subject: Subject) -> Record:
    """Return the record; where its venue isn't settled, what is printed stays with the paper."""
    record, venue = subject.record, subject.venue
    if venue.printed and not (venue.venue or venue.new or record.proceedings):
        return replace(record, proceedings=venue.printed)
    return record
