"""Which paper each entry of a source is, and which may be what else: identity first, then likeness."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from publications.entry import packed
from publications.reconcile import Duplicate

from .deciding import Decided
from .grouping import DECIDED, Group, Grouping
from .likenesses import in_source, on_site
from .progress import Tally
from .reading import Reading
from .site import Imported, Known


@dataclass(frozen=True)
class Resolved:
    """The groups of entries in their order, what those may be that nothing identifies, and what was left out."""

    groups: Sequence[Group]
    papers: dict[int, tuple[Duplicate, ...]]
    entries: dict[int, tuple[int, ...]]
    left_out: frozenset[int]


def resolved(read: Reading, known: Known, imported: Sequence[Imported], decided: Decided, tally: Tally) -> Resolved:
    """Return which paper each entry is. Three queries."""
    by_identity = _by_identity(imported)
    before = _before(read, by_identity)
    left_out = frozenset(_left_out(read, by_identity, before, decided))
    grouping = Grouping(read.sketches, known, before, decided)
    for place, sketch in enumerate(read.sketches):
        tally.one_more()
        if sketch:
            grouping.of(place, sketch)
    tally.end_pass()
    groups = sorted({id(group): group for group in grouping.groups.values()}.values(), key=lambda group: group.first)
    return Resolved(groups, *_likenesses(groups, read, left_out, tally), left_out)


def _by_identity(imported: Iterable[Imported]) -> dict[str, list[Imported]]:
    found: dict[str, list[Imported]] = defaultdict(list)
    for row in imported:
        found[row.identity].append(row)
    return found


def _before(read: Reading, by_identity: dict[str, list[Imported]]) -> dict[int, Imported]:
    """Return what was imported before of each entry: of several of one identity, what says most of the same."""
    found = {}
    for place, identity in enumerate(read.identities):
        base = identity.partition("-")[0]
        rows = [row for each in _variants(base, by_identity) for row in by_identity[each] if row.publication]
        if identity and rows:
            found[place] = rows[0] if len(rows) == 1 else _nearest(read, place, rows)
    return found


def _variants(base: str, by_identity: dict[str, list[Imported]]) -> list[str]:
    """Return the identities that share title, year and authors."""
    found = [base] if base in by_identity else []
    number = 2
    while f"{base}-{number}" in by_identity:
        found.append(f"{base}-{number}")
        number += 1
    return found


def _nearest(read: Reading, place: int, rows: list[Imported]) -> Imported:
    said = packed(read.entries[place])["record"]

    def agreement(row: Imported) -> tuple[int, bool, int]:
        same = sum(row.said.get(name) == value for name, value in said.items())
        return same, row.identity == read.identities[place], -rows.index(row)

    return max(rows, key=agreement)


def _left_out(
    read: Reading, by_identity: dict[str, list[Imported]], before: dict[int, Imported], decided: Decided
) -> Iterable[int]:
    """Yield the entries that somebody left out for good, and doesn't want now."""
    for place, identity in enumerate(read.identities):
        is_out = any(row.publication is None for row in by_identity.get(identity.partition("-")[0], ()))
        if identity and is_out and place not in before and decided.choice(place).fate not in ("create", "same"):
            yield place


def _likenesses(groups: Sequence[Group], read: Reading, left_out: frozenset[int], tally: Tally) -> tuple[Any, Any]:
    """Return, by the first entry of each group, the papers and the earlier entries that it may be."""
    open_groups = [group for group in groups if _is_open(group) and group.first not in left_out]
    papers = on_site(open_groups, read)
    entries = in_source([group for group in groups if group.first not in left_out], read, tally)
    tally.end_pass()
    is_open = {group.first for group in open_groups}
    return (
        {group.first: found for group, found in zip(open_groups, papers, strict=True) if found},
        {first: found for first, found in entries.items() if first in is_open},
    )


def _is_open(group: Group) -> bool:
    return not group.publication and not group.doubt and group.reason != DECIDED
