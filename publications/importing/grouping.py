"""Which entries of a source say the same paper, and which paper of the site that is."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from publications.matching import Duplicate, Likely

from .deciding import Decided
from .site import Imported, Known
from .sketch import Sketch, are_one_paper, are_versions, is_contradicted

IDS_IN_WORDS = {
    "doi": "DOI",
    "arxiv": "arXiv id",
    "dblp": "dblp key",
    "isbn": "ISBN",
    "pmid": "PubMed id",
    "pmcid": "PubMed Central id",
    "openalex": "OpenAlex id",
    "hal": "HAL id",
}
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
        self, sketches: Sequence[Sketch | None], known: Known, imported: dict[int, Imported], decided: Decided
    ) -> None:
        self.sketches = sketches
        self.known = known
        self.imported = imported
        self.decided = decided
        self.groups: dict[int, Group] = {}  # by the place of the entry
        self.by_id: dict[tuple[str, str], list[Group]] = defaultdict(list)
        self.by_title: dict[str, list[Group]] = defaultdict(list)
        self.by_publication: dict[int, Group] = {}

    def of(self, place: int, sketch: Sketch) -> Group:
        """Return the group that an entry belongs to, which may be new."""
        group = self._found(place, sketch)
        group.members.append(place)
        self.groups[place] = group
        if group.publication:
            self.by_publication.setdefault(group.publication, group)
        if not group.doubt:
            self._register(group, sketch)
        return group

    def _register(self, group: Group, sketch: Sketch) -> None:
        for index, keys in self._indexes(sketch):
            for key in keys:
                index[key] = _once([*index[key], group])

    def _indexes(self, sketch: Sketch) -> tuple[tuple[dict[Any, list[Group]], Iterable[Any]], ...]:
        return (self.by_id, sketch.ids), (self.by_title, (sketch.folded,))

    def _found(self, place: int, sketch: Sketch) -> Group:
        choice = self.decided.choice(place)
        if choice.fate == "create":
            return Group(reason=DECIDED)
        if choice.publication:
            return self._joined(choice.publication, DECIDED)
        for other in self.decided.said_same.get(place, ()):
            if other in self.groups:
                return self.groups[other]
        return self._on_site(place, sketch) or self._in_source(sketch) or Group()

    def _joined(self, publication: int, reason: str) -> Group:
        return self.by_publication.get(publication) or Group(publication=publication, reason=reason)

    def _on_site(self, place: int, sketch: Sketch) -> Group | None:
        """Return the group of the paper on the site that an entry is for sure, or one in doubt."""
        met = set().union(*(self.known.by_id.get(each, ()) for each in sketch.ids))
        sound = {pk for pk in met if not is_contradicted(sketch, self.known.sketches[pk])}
        before = self.imported.get(place)
        if len(met) == 1 and sound:
            return self._settled(min(sound), f"has the same {self._shared(sketch, sound)}", sketch)
        if before and before.publication:
            return self._settled(before.publication, IMPORTED, sketch)
        if met:
            return Group(doubt=Doubt(self._why(sketch, met), self._candidates(sketch, met)))
        return self._as_version(sketch)

    def _settled(self, publication: int, reason: str, sketch: Sketch) -> Group:
        """Put an entry to a paper of the site, with the entries of the source that turn out to be the same."""
        if publication in self.by_publication:
            return self.by_publication[publication]
        group = self._in_source(sketch)
        if group and not group.publication and not group.doubt:
            group.publication, group.reason = publication, reason
            return group
        return self._joined(publication, reason)

    def _shared(self, sketch: Sketch, publications: Iterable[int]) -> str:
        shared = {scheme for pk in publications for scheme, _ in sketch.ids & self.known.sketches[pk].ids}
        return next(words for scheme, words in IDS_IN_WORDS.items() if scheme in shared)

    def _candidates(self, sketch: Sketch, publications: Iterable[int]) -> tuple[Duplicate, ...]:
        return tuple(Duplicate(pk, self._likely(sketch, pk)) for pk in sorted(publications))

    def _likely(self, sketch: Sketch, publication: int) -> Likely:
        """Return which identifier speaks for a paper, which may do so by way of another entry."""
        paper = self.known.sketches.get(publication)
        shared = {scheme for scheme, _ in sketch.ids & paper.ids} if paper else set()
        return Likely.DOI if "doi" in shared else Likely.ARXIV if "arxiv" in shared else Likely.ID

    def _why(self, sketch: Sketch, met: set[int]) -> str:
        if len(met) > 1:
            return f"{TWO_PAPERS[:-1]} on the site."
        return f"It has the same {self._shared(sketch, met)} as a paper on the site, but looks like another paper."

    def _as_version(self, sketch: Sketch) -> Group | None:
        """Return the group of a paper of which an entry is the preprint, or which is the preprint of it."""
        found = [pk for pk in sorted(self.known.by_title.get(sketch.folded, ())) if self._is_version(sketch, pk)]
        if len(found) != 1:
            return None
        what = "a preprint of it is" if not sketch.is_preprint else "it is the preprint of a paper"
        return self._settled(found[0], f"{what} on the site", sketch)

    def _is_version(self, sketch: Sketch, pk: int) -> bool:
        paper = self.known.under(sketch.title, pk)
        return are_versions(sketch, paper) and are_one_paper(sketch, paper)

    def _in_source(self, sketch: Sketch) -> Group | None:
        """Return the group of earlier entries that say the same paper, or one in doubt."""
        sharing = _once(group for each in sorted(sketch.ids) for group in self.by_id.get(each, ()))
        sound = [group for group in sharing if not self._any(is_contradicted, sketch, group)]
        if len({group.publication for group in sound} - {None}) > 1:
            papers = {group.publication for group in sound if group.publication}
            return Group(doubt=Doubt(TWO_PAPERS, self._candidates(sketch, papers)))
        if sound:
            return self._merged(sound)
        if sharing:
            why = "It has the same {} as {}, but looks like another paper."
            scheme = min(scheme for scheme, value in sketch.ids if (scheme, value) in self.by_id)
            first = sharing[0].first
            words = IDS_IN_WORDS.get(scheme, scheme)
            return Group(doubt=Doubt(why.format(words, self.decided.name_of(first)), entries=(first,)))
        return next((group for group in self.by_title.get(sketch.folded, ()) if self._repeats(sketch, group)), None)

    def _any(self, judge: Callable[[Sketch, Sketch], bool], sketch: Sketch, group: Group) -> bool:
        others = (self.sketches[place] for place in group.members)
        return any(judge(sketch, other) for other in others if other and sketch.ids & other.ids)

    def _repeats(self, sketch: Sketch, group: Group) -> bool:
        others = [other for place in group.members if (other := self.sketches[place])]
        return all(are_one_paper(sketch, other) for other in others if other.folded == sketch.folded)

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
            sketch = self.sketches[place]
            if sketch:
                for index, keys in self._indexes(sketch):
                    for key in keys:
                        index[key] = _once(kept if group is gone else group for group in index[key])


def _once(groups: Iterable[Group]) -> list[Group]:
    return list({id(group): group for group in groups}.values())
