"""What entries that nothing identifies may be all the same: papers on the site, earlier entries of the source."""

from collections.abc import Sequence

from publications.reconcile import Duplicate, Likely, find_duplicates
from publications.reconcile.duplicates import KnownPapers, told

from .grouping import Group
from .progress import Tally
from .reading import Reading
from .sketch import Sketch


def on_site(groups: Sequence[Group], read: Reading) -> list[tuple[Duplicate, ...]]:
    """Return for each group the papers that one of its entries may be: three queries."""
    places = [(number, place) for number, group in enumerate(groups) for place in group.members]
    found: list[dict[int, Duplicate]] = [{} for _ in groups]
    alike = find_duplicates([read.record(place) for _, place in places])
    for (number, _), duplicates in zip(places, alike, strict=True):
        for duplicate in duplicates:
            found[number].setdefault(duplicate.publication, duplicate)
    ranks = list(Likely)
    return [tuple(sorted(each.values(), key=lambda one: ranks.index(one.likely))) for each in found]


def in_source(groups: Sequence[Group], read: Reading, tally: Tally) -> dict[int, tuple[int, ...]]:
    """Return for each group, by its first entry, the first entries of earlier groups that it may be the same as."""
    places = [place for group in groups for place in group.members]
    of = {place: group for group in groups for place in group.members}
    papers = [told(read.record(place)) for place in places]
    by_told = {id(paper): place for paper, place in zip(papers, places, strict=True)}
    known = KnownPapers(papers)
    found: dict[int, dict[int, None]] = {}
    for place, paper in zip(places, papers, strict=True):
        tally.one_more()
        for other in known.like(paper):
            first, earlier = of[place].first, of[by_told[id(other)]].first
            if earlier < first and _are_alike(read, place, by_told[id(other)]):
                found.setdefault(first, {})[earlier] = None
    return {first: tuple(sorted(others)) for first, others in found.items()}


def _are_alike(read: Reading, place: int, other_place: int) -> bool:
    """Whether two that one source lists may be the same: then more than a system's name must agree."""
    one, other = read.sketches[place], read.sketches[other_place]
    return bool(one and other) and are_alike(one, other)  # type: ignore[arg-type]


def are_alike(one: Sketch, other: Sketch) -> bool:
    if one.families and other.families and not one.families & other.families:
        return False
    if one.year and other.year and abs(one.year - other.year) > 3:
        return False
    if one.folded == other.folded:
        return bool(one.families & other.families) or len(one.words) > 4
    are_titled_alike = len(one.words & other.words) >= 0.75 * len(one.words | other.words)
    return are_titled_alike and bool(one.families & other.families) and not have_other_ids(one, other)


def have_other_ids(one: Sketch, other: Sketch) -> bool:
    """Whether both are out under DOIs of their own: a mistyped one aside, that is two papers."""
    ours, theirs = one.ids_by("doi"), other.ids_by("doi")
    return bool(ours and theirs and not ours & theirs) and not (one.is_preprint or other.is_preprint)
