"""Which entries of a source say the same paper, and which paper of the site that is."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from publications.matching import Duplicate, KnownPapers, Likely, PaperFingerprint, PaperIndex
from publications.matching.identity import IDS_IN_WORDS
from publications.matching.papers import are_one_paper, are_versions, is_contradicted, likeness_of

from .deciding import Decided
from .progress import Tally
from .reading import Reading
from .site import Imported

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
class Group:
    """Entries, by their places, that say one paper; ``reason`` is how the paper on the site was found."""

    members: list[int] = field(default_factory=list)
    publication: int | None = None
    reason: str = ""
    doubt: Doubt | None = None

    @property
    def first(self) -> int:
        return self.members[0]


class Grouping:
    """Puts one entry after another to the paper that it says."""

    def __init__(
        self,
        fingerprints: Sequence[PaperFingerprint | None],
        known: KnownPapers,
        imported: dict[int, Imported],
        decided: Decided,
    ) -> None:
        self.fingerprints = fingerprints
        self.known = known
        self.imported = imported
        self.decided = decided
        self.groups: dict[int, Group] = {}  # by the place of the entry
        self.by_id: dict[tuple[str, str], list[Group]] = defaultdict(list)
        self.by_title: dict[str, list[Group]] = defaultdict(list)
        self.by_publication: dict[int, Group] = {}

    def of(self, place: int, paper: PaperFingerprint) -> Group:
        """Return the group that an entry belongs to, which may be new."""
        group = self._found(place, paper)
        group.members.append(place)
        self.groups[place] = group
        if group.publication:
            self.by_publication.setdefault(group.publication, group)
        if not group.doubt:
            self._register(group, paper)
        return group

    def _register(self, group: Group, paper: PaperFingerprint) -> None:
        for index, keys in self._indexes(paper):
            for key in keys:
                index[key] = _once([*index[key], group])

    def _indexes(self, paper: PaperFingerprint) -> tuple[tuple[dict[Any, list[Group]], Iterable[Any]], ...]:
        return (self.by_id, paper.ids), (self.by_title, paper.folded)

    def _found(self, place: int, paper: PaperFingerprint) -> Group:
        choice = self.decided.choice(place)
        if choice.fate == "create":
            return Group(reason=DECIDED)
        if choice.publication:
            return self._joined(choice.publication, DECIDED)
        for other in self.decided.said_same.get(place, ()):
            if other in self.groups:
                return self.groups[other]
        return self._on_site(place, paper) or self._in_source(paper) or Group()

    def _joined(self, publication: int, reason: str) -> Group:
        return self.by_publication.get(publication) or Group(publication=publication, reason=reason)

    def _on_site(self, place: int, paper: PaperFingerprint) -> Group | None:
        """Return the group of the paper on the site that an entry is for sure, or one in doubt."""
        met = set().union(*(self.known.by_id.get(each, ()) for each in paper.ids))
        sound = {pk for pk in met if not is_contradicted(paper, self.known.fingerprints[pk])}
        before = self.imported.get(place)
        if len(met) == 1 and sound:
            return self._settled(min(sound), f"has the same {self._shared(paper, sound)}", paper)
        if before and before.publication:
            return self._settled(before.publication, IMPORTED, paper)
        if met:
            return Group(doubt=Doubt(self._why(paper, met), self._candidates(paper, met)))
        return self._as_version(paper)

    def _settled(self, publication: int, reason: str, paper: PaperFingerprint) -> Group:
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

    def _as_version(self, paper: PaperFingerprint) -> Group | None:
        """Return the group of a paper of which an entry is the preprint, or which is the preprint of it."""
        titled = set().union(*(self.known.by_title.get(title, ()) for title in paper.folded))
        found = [pk for pk in sorted(titled) if self._is_version(paper, self.known.fingerprints[pk])]
        if len(found) != 1:
            return None
        what = "a preprint of it is" if not paper.is_preprint else "it is the preprint of a paper"
        return self._settled(found[0], f"{what} on the site", paper)

    def _is_version(self, paper: PaperFingerprint, other: PaperFingerprint) -> bool:
        return are_versions(paper, other) and are_one_paper(paper, other)

    def _in_source(self, paper: PaperFingerprint) -> Group | None:
        """Return the group of earlier entries that say the same paper, or one in doubt."""
        sharing = _once(group for each in sorted(paper.ids) for group in self.by_id.get(each, ()))
        sound = [group for group in sharing if not self._any(is_contradicted, paper, group)]
        if len({group.publication for group in sound} - {None}) > 1:
            papers = {group.publication for group in sound if group.publication}
            return Group(doubt=Doubt(TWO_PAPERS, self._candidates(paper, papers)))
        if sound:
            return self._merged(sound)
        if sharing:
            why = "It has the same {} as {}, but looks like another paper."
            scheme = min(scheme for scheme, value in paper.ids if (scheme, value) in self.by_id)
            first = sharing[0].first
            words = IDS_IN_WORDS.get(scheme, scheme)
            return Group(doubt=Doubt(why.format(words, self.decided.name_of(first)), entries=(first,)))
        titled = (group for title in paper.folded for group in self.by_title.get(title, ()))
        return next((group for group in titled if self._repeats(paper, group)), None)

    def _any(
        self, judge: Callable[[PaperFingerprint, PaperFingerprint], bool], paper: PaperFingerprint, group: Group
    ) -> bool:
        others = (self.fingerprints[place] for place in group.members)
        return any(judge(paper, other) for other in others if other and paper.ids & other.ids)

    def _repeats(self, paper: PaperFingerprint, group: Group) -> bool:
        others = [other for place in group.members if (other := self.fingerprints[place])]
        return all(are_one_paper(paper, other) for other in others if set(other.folded) & set(paper.folded))

    def _merged(self, groups: list[Group]) -> Group:
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

    def _replace(self, gone: Group, kept: Group) -> None:
        self.groups |= dict.fromkeys(gone.members, kept)
        for place in gone.members:
            paper = self.fingerprints[place]
            if paper:
                for index, keys in self._indexes(paper):
                    for key in keys:
                        index[key] = _once(kept if group is gone else group for group in index[key])


def _once(groups: Iterable[Group]) -> list[Group]:
    return list({id(group): group for group in groups}.values())


def papers_alike(groups: Sequence[Group], read: Reading, known: KnownPapers) -> list[tuple[Duplicate, ...]]:
    """Return for each group the papers of the site that one of its entries may be, the likeliest first."""
    ranks = list(Likely)
    found = []
    for group in groups:
        alike: dict[int, Duplicate] = {}
        for place in group.members:
            for duplicate in known.duplicates(place, read.fingerprint(place)):
                alike.setdefault(duplicate.publication, duplicate)
        found.append(tuple(sorted(alike.values(), key=lambda duplicate: ranks.index(duplicate.likely))))
    return found


def entries_alike(groups: Sequence[Group], read: Reading, tally: Tally) -> dict[int, tuple[int, ...]]:
    """Return for each group, by its first entry, the first entries of earlier groups that it may be the same as."""
    first = {place: group.first for group in groups for place in group.members}
    index = PaperIndex([replace(read.fingerprint(place), pk=place) for place in first])
    found: dict[int, set[int]] = defaultdict(set)
    for _ in index.rows:
        tally.one_more()
    for one, other in index.pairs():
        earlier, later = sorted((first[one.pk], first[other.pk]))
        if earlier != later and likeness_of(one, other):
            found[later].add(earlier)
    return {place: tuple(sorted(others)) for place, others in found.items()}
