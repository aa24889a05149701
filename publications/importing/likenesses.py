"""What entries that nothing identifies may be all the same: papers on the site, earlier entries of the source."""

from collections import defaultdict
from collections.abc import Sequence

from publications.matching import Duplicate, Likely, find_duplicates
from publications.matching.duplicates import ALIKE, FEW_WORDS, YEARS_APART, KnownPapers, told

from .grouping import Group
from .progress import Tally
from .reading import Reading
from .site import Known
from .sketch import Sketch, are_told_apart, have_other_ids


def on_site(groups: Sequence[Group], read: Reading, known: Known) -> list[tuple[Duplicate, ...]]:
    """Return for each group the papers that one of its entries may be: three queries."""
    places = [(number, place) for number, group in enumerate(groups) for place in group.members]
    found: list[dict[int, Duplicate]] = [{} for _ in groups]
    alike = find_duplicates([read.record(place) for _, place in places])
    for (number, place), duplicates in zip(places, alike, strict=True):
        for duplicate in duplicates:
            if not _is_another(read.sketch(place), known.sketches.get(duplicate.publication)):
                found[number].setdefault(duplicate.publication, duplicate)
    ranks = list(Likely)
    return [tuple(sorted(each.values(), key=lambda one: ranks.index(one.likely))) for each in found]


def _is_another(one: Sketch, paper: Sketch | None) -> bool:
    """Whether a paper on the site is another one for sure, as far as it was looked at."""
    if not paper:
        return False
    return are_told_apart(one, paper) or (one.folded != paper.folded and have_other_ids(one, paper))


def in_source(groups: Sequence[Group], read: Reading, tally: Tally) -> dict[int, tuple[int, ...]]:
    """Return for each group, by its first entry, the first entries of earlier groups that it may be the same as."""
    first = {place: group.members[0] for group in groups for place in group.members}
    papers = [told(read.record(place), place + 1) for place in first]
    known = KnownPapers(papers)
    found: dict[int, set[int]] = defaultdict(set)
    for place, paper in zip(first, papers, strict=True):
        tally.one_more()
        for other in ((each.pk or 0) - 1 for each in known.like(paper)):
            if first[other] < first[place] and are_alike(read.sketch(place), read.sketch(other)):
                found[first[place]].add(first[other])
    return {place: tuple(sorted(others)) for place, others in found.items()}


def are_alike(one: Sketch, other: Sketch) -> bool:
    """Whether two that one source lists may be the same: then more than a system's name must agree."""
    if one.families and other.families and not one.families & other.families:
        return False
    if are_told_apart(one, other):
        return False
    if one.year and other.year and abs(one.year - other.year) > YEARS_APART:
        return False
    if one.folded == other.folded:
        return bool(one.families & other.families) or len(one.words) > FEW_WORDS
    are_titled_alike = len(one.words & other.words) >= ALIKE * len(one.words | other.words)
    return are_titled_alike and bool(one.families & other.families) and not have_other_ids(one, other)
