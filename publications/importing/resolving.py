"""Which paper each entry of a source is, and which may be what else: identity first, then likeness."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from publications.matching import Duplicate, KnownPapers

from .deciding import Decided
from .grouping import DECIDED, Group, Grouping, entries_alike, papers_alike
from .progress import Tally
from .reading import Reading
from .site import Imported


@dataclass(frozen=True)
class Resolved:
    """The groups of entries in their order, what those may be that nothing identifies, and what was left out."""

    groups: Sequence[Group]
    papers: dict[int, tuple[Duplicate, ...]]
    entries: dict[int, tuple[int, ...]]
    left_out: frozenset[int]
    rows: dict[int, list[Imported]]


def resolved(
    read: Reading, known: KnownPapers, rows: dict[int, list[Imported]], decided: Decided, tally: Tally
) -> Resolved:
    """Return which paper each entry is; ``rows`` say by its place what was imported of it before. Three queries."""
    taken_in = {place: [row for row in each if row.publication] for place, each in rows.items()}
    before = {place: each[0] for place, each in taken_in.items() if each}
    left_out = frozenset(
        place for place in rows if place not in before and decided.choice(place).fate not in ("create", "same")
    )
    grouping = Grouping(read.fingerprints, known, before, decided)
    for place, fingerprint in enumerate(read.fingerprints):
        tally.one_more()
        if fingerprint:
            grouping.of(place, fingerprint)
    tally.end_pass()
    groups = sorted({id(group): group for group in grouping.groups.values()}.values(), key=lambda group: group.first)
    return Resolved(groups, *_likenesses(groups, read, known, left_out, tally), left_out, rows)


def _likenesses(
    groups: Sequence[Group], read: Reading, known: KnownPapers, left_out: frozenset[int], tally: Tally
) -> tuple[Any, Any]:
    """Return, by the first entry of each group, the papers and the earlier entries that it may be."""
    open_groups = [group for group in groups if _is_open(group) and group.first not in left_out]
    papers = papers_alike(open_groups, read, known)
    entries = entries_alike([group for group in groups if group.first not in left_out], read, tally)
    tally.end_pass()
    is_open = {group.first for group in open_groups}
    return (
        {group.first: found for group, found in zip(open_groups, papers, strict=True) if found},
        {first: found for first, found in entries.items() if first in is_open},
    )


def _is_open(group: Group) -> bool:
    return not group.publication and not group.doubt and group.reason != DECIDED
