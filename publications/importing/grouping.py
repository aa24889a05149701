"""Which entries of a source say the same paper, which paper of the site that is, and what else they may be."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.contrib.auth.models import AbstractUser

from publications.matching.candidates import Duplicate, Index, KnownPapers, paper_keys
from publications.matching.papers import (
    IDS_IN_WORDS,
    Likely,
    PaperFingerprint,
    are_one_paper,
    are_versions,
    is_contradicted,
    likeness_of,
)

from .import_log import ImportLog
from .plan import Decided
from .read import ProgressTally, ReadEntries

TWO_PAPERS = "Its identifiers lead to two different papers."
IMPORTED = "was imported before"
DECIDED = "as decided"


@dataclass
class Doubt:
    """Why it isn't clear which paper an entry is, and which it may be."""

    reason: str
    papers: tuple[Duplicate, ...] = ()
    entries: tuple[int, ...] = ()


@dataclass(eq=False)
class EntryGroup:
    """Entries, by their places, that say one paper; ``reason`` is how the paper on the site was found."""

    members: list[int] = field(default_factory=list)
    publication: int | None = None
    reason: str = ""
    doubt: Doubt | None = None

    @property
    def first(self) -> int:
        return self.members[0]


@dataclass(frozen=True)
class Planning:
    """What a plan is made from: the entries, what the site and the log know of them, and what somebody decided."""

    read: ReadEntries
    known: KnownPapers
    log: ImportLog
    decided: Decided
    source: str
    user: AbstractUser | None
    tally: ProgressTally


@dataclass(frozen=True)
class GroupedEntries:
    """The groups of entries in their order, what those may be that nothing identifies, and what was left out before.

    ``papers`` and ``entries`` are by the first entry of each group.
    """

    groups: Sequence[EntryGroup]
    papers: dict[int, tuple[Duplicate, ...]]
    entries: dict[int, tuple[int, ...]]
    left_out: frozenset[int]


def group_entries(planning: Planning) -> GroupedEntries:
    """Return which paper each entry is: identity first, then likeness."""
    read, log, decided = planning.read, planning.log, planning.decided
    left_out = frozenset(
        place
        for place in log.by_place
        if not log.publication_of(place) and decided.choice(place).fate not in ("create", "same")
    )
    grouping = Grouping(planning)
    for place, fingerprint in enumerate(read.fingerprints):
        planning.tally.one_more()
        if fingerprint:
            grouping.of(place, fingerprint)
    planning.tally.end_pass()
    groups = sorted({id(group): group for group in grouping.groups.values()}.values(), key=lambda group: group.first)
    compared = [group for group in groups if group.first not in left_out]
    undecided = {
        group.first: group
        for group in compared
        if not group.publication and not group.doubt and group.reason != DECIDED
    }
    papers = {first: _papers_alike(group, planning) for first, group in undecided.items()}
    entries = {first: alike for first, alike in _entries_alike(compared, planning).items() if first in undecided}
    planning.tally.end_pass()
    return GroupedEntries(groups, {first: alike for first, alike in papers.items() if alike}, entries, left_out)


class Grouping:
    """Puts one entry after another into the group of the paper that it says."""

    def __init__(self, planning: Planning) -> None:
        self.fingerprints = planning.read.fingerprints
        self.known, self.log, self.decided = planning.known, planning.log, planning.decided
        self.names = planning.read.names
        self.groups: dict[int, EntryGroup] = {}  # by the place of the entry
        self.by_key: dict[Hashable, list[EntryGroup]] = defaultdict(list)  # by identifiers and folded titles
        self.by_publication: dict[int, EntryGroup] = {}

    def of(self, place: int, paper: PaperFingerprint) -> EntryGroup:
        """Return the group that an entry belongs to, which may be new."""
        group = self._found(place, paper)
        group.members.append(place)
        self.groups[place] = group
        if group.publication:
            self.by_publication.setdefault(group.publication, group)
        for key in () if group.doubt else _keys(paper):
            self.by_key[key] = _once([*self.by_key[key], group])
        return group

    def _found(self, place: int, paper: PaperFingerprint) -> EntryGroup:
        choice = self.decided.choice(place)
        if choice.fate == "create":
            return EntryGroup(reason=DECIDED)
        if choice.publication:
            return self._joined(choice.publication, DECIDED)
        for other in self.decided.said_same.get(place, ()):
            if other in self.groups:
                return self.groups[other]
        return self._on_site(place, paper) or self._in_source(paper) or EntryGroup()

    def _joined(self, publication: int, reason: str) -> EntryGroup:
        return self.by_publication.get(publication) or EntryGroup(publication=publication, reason=reason)

    def _on_site(self, place: int, paper: PaperFingerprint) -> EntryGroup | None:
        """Return the group of the paper on the site that an entry is for sure, or one in doubt."""
        met = set().union(*(self.known.by_id.get(each, ()) for each in paper.ids))
        sound = {pk for pk in met if not is_contradicted(paper, self.known.fingerprints[pk])}
        before = self.log.publication_of(place)
        if len(met) == 1 and sound:
            return self._settled(min(sound), f"has the same {self._shared(paper, sound)}", paper)
        if before:
            return self._settled(before, IMPORTED, paper)
        if met:
            return EntryGroup(doubt=Doubt(self._why(paper, met), self._candidates(paper, met)))
        return self._as_version(paper)

    def _settled(self, publication: int, reason: str, paper: PaperFingerprint) -> EntryGroup:
        """Put an entry to a paper of the site, with the entries of the source that turn out to be the same."""
        if publication in self.by_publication:
            return self.by_publication[publication]
        group = self._in_source(paper)
        if group and not group.publication and not group.doubt:
            group.publication, group.reason = publication, reason
            return group
        return self._joined(publication, reason)

    def _shared(self, paper: PaperFingerprint, publications: Iterable[int]) -> str:
        shared = {scheme for pk in publications for scheme, _ in paper.ids & self.known.fingerprints[pk].ids}
        return next(words for scheme, words in IDS_IN_WORDS.items() if scheme in shared)

    def _candidates(self, paper: PaperFingerprint, publications: Iterable[int]) -> tuple[Duplicate, ...]:
        return tuple(Duplicate(pk, self._likely(paper, pk)) for pk in sorted(publications))

    def _likely(self, paper: PaperFingerprint, publication: int) -> Likely:
        """Return which identifier speaks for a paper, which may do so by way of another entry."""
        known = self.known.fingerprints.get(publication)
        shared = {scheme for scheme, _ in paper.ids & known.ids} if known else set()
        return Likely.DOI if "doi" in shared else Likely.ARXIV if "arxiv" in shared else Likely.ID

    def _why(self, paper: PaperFingerprint, met: set[int]) -> str:
        if len(met) > 1:
            return f"{TWO_PAPERS[:-1]} on the site."
        return f"It has the same {self._shared(paper, met)} as a paper on the site, but looks like another paper."

    def _as_version(self, paper: PaperFingerprint) -> EntryGroup | None:
        """Return the group of a paper of which an entry is the preprint, or which is the preprint of it."""
        titled = set().union(*(self.known.by_title.get(title, ()) for title in paper.folded))
        papers = ((pk, self.known.fingerprints[pk]) for pk in sorted(titled))
        found = [pk for pk, known in papers if are_versions(paper, known) and are_one_paper(paper, known)]
        if len(found) != 1:
            return None
        what = "a preprint of it is" if not paper.is_preprint else "it is the preprint of a paper"
        return self._settled(found[0], f"{what} on the site", paper)

    def _in_source(self, paper: PaperFingerprint) -> EntryGroup | None:
        """Return the group of earlier entries that say the same paper, or one in doubt."""
        sharing = _once(group for each in sorted(paper.ids) for group in self.by_key.get(each, ()))
        sound = [group for group in sharing if not self._contradicts(group, paper)]
        if len({group.publication for group in sound} - {None}) > 1:
            papers = {group.publication for group in sound if group.publication}
            return EntryGroup(doubt=Doubt(TWO_PAPERS, self._candidates(paper, papers)))
        if sound:
            return self._merged(sound)
        if sharing:
            why = "It has the same {} as {}, but looks like another paper."
            scheme = min(scheme for scheme, value in paper.ids if (scheme, value) in self.by_key)
            first = sharing[0].first
            words = IDS_IN_WORDS.get(scheme, scheme)
            return EntryGroup(doubt=Doubt(why.format(words, self.names[first]), entries=(first,)))
        titled = (group for title in paper.folded for group in self.by_key.get(title, ()))
        return next((group for group in titled if self._repeats(paper, group)), None)

    def _contradicts(self, group: EntryGroup, paper: PaperFingerprint) -> bool:
        others = (self.fingerprints[place] for place in group.members)
        return any(is_contradicted(paper, other) for other in others if other and paper.ids & other.ids)

    def _repeats(self, paper: PaperFingerprint, group: EntryGroup) -> bool:
        others = [other for place in group.members if (other := self.fingerprints[place])]
        return all(are_one_paper(paper, other) for other in others if set(other.folded) & set(paper.folded))

    def _merged(self, groups: list[EntryGroup]) -> EntryGroup:
        """Make one group of those that an entry shows to be one paper."""
        kept = min(groups, key=lambda group: group.first)
        for group in groups:
            if group is not kept:
                kept.members = sorted([*kept.members, *group.members])
                kept.publication = kept.publication or group.publication
                kept.reason = kept.reason or group.reason
                self._replace(group, kept)
        if kept.publication:
            self.by_publication[kept.publication] = kept
        return kept

    def _replace(self, gone: EntryGroup, kept: EntryGroup) -> None:
        self.groups |= dict.fromkeys(gone.members, kept)
        papers = (self.fingerprints[place] for place in gone.members)
        for key in (key for paper in papers if paper for key in _keys(paper)):
            self.by_key[key] = _once(kept if group is gone else group for group in self.by_key[key])


def _keys(paper: PaperFingerprint) -> Iterator[Hashable]:
    yield from paper.ids
    yield from paper.folded


def _once(groups: Iterable[EntryGroup]) -> list[EntryGroup]:
    return list({id(group): group for group in groups}.values())


def _papers_alike(group: EntryGroup, planning: Planning) -> tuple[Duplicate, ...]:
    """Return the papers of the site that an entry of the group may be, the likeliest first."""
    alike: dict[int, Duplicate] = {}
    for place in group.members:
        for duplicate in planning.known.duplicates(place, planning.read.fingerprint(place)):
            alike.setdefault(duplicate.publication, duplicate)
    ranks = list(Likely)
    return tuple(sorted(alike.values(), key=lambda duplicate: ranks.index(duplicate.likely)))


def _entries_alike(groups: Sequence[EntryGroup], planning: Planning) -> dict[int, tuple[int, ...]]:
    """Return for each group, by its first entry, the first entries of earlier groups that it may be the same as."""
    first = {place: group.first for group in groups for place in group.members}
    index = Index([replace(planning.read.fingerprint(place), pk=place) for place in first], paper_keys)
    found: dict[int, set[int]] = defaultdict(set)
    for _ in index.rows:
        planning.tally.one_more()
    for one, other in index.pairs():
        earlier, later = sorted((first[one.pk], first[other.pk]))
        if earlier != later and likeness_of(one, other):
            found[later].add(earlier)
    return {place: tuple(sorted(others)) for place, others in found.items()}
