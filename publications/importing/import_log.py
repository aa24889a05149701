"""The import log: what each entry of a source said when it was last taken in, or that it is left out for good."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone

from publications.citations.entry import packed
from publications.models import ImportedEntry

from .new_rows import add, in_batches
from .plan import Decisions, Fate, Item, Plan
from .read import ReadEntries
from .site import within


@dataclass(frozen=True)
class LoggedEntry:
    """What an entry of a source said of a paper when it was last taken in; of None it was left out.

    Where entries of this source say the same word for word, ``places`` are theirs and ``said`` is left empty.
    """

    source: str
    identity: str
    publication: int | None
    said: dict[str, Any]
    places: tuple[int, ...] = ()


@dataclass(frozen=True)
class ImportLog:
    """What was logged of the entries of a source, by their places, and of the papers that they may be."""

    by_place: dict[int, list[LoggedEntry]]
    by_publication: dict[int, list[LoggedEntry]]

    def publication_of(self, place: int) -> int | None:
        """Return the paper that an entry was taken in as."""
        return next((row.publication for row in self.by_place.get(place, ()) if row.publication), None)


def import_log(read: ReadEntries, publications: Collection[int]) -> ImportLog:
    """Return what was logged of entries, of those alike in title, year and authors, and of papers: two queries."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, identity in enumerate(read.identities):
        if identity:
            places[_unnumbered(identity)].append(place)
    rows = _rows(read, places, publications)
    by_place: dict[int, list[LoggedEntry]] = defaultdict(list)
    by_publication: dict[int, list[LoggedEntry]] = defaultdict(list)
    for row in rows:
        for place in row.places:
            by_place[place].append(row)
        if row.publication:
            by_publication[row.publication].append(row)
    repeated = set(by_place)
    for row in rows:
        for place in () if row.places else places.get(_unnumbered(row.identity), ()):
            if read.identities[place] == row.identity and place not in repeated:
                by_place[place].append(row)
    return ImportLog(dict(by_place), dict(by_publication))


def _unnumbered(identity: str) -> str:
    """Return an identity without the number that tells entries alike in title, year and authors apart."""
    return identity.partition("-")[0]


def _rows(read: ReadEntries, places: dict[str, list[int]], publications: Collection[int]) -> list[LoggedEntry]:
    """Return the rows of entries, of papers and of the papers of the entries, in the order of their keys.

    What an entry says again is dropped as soon as it is read: there may be more of it than memory has room for.
    """
    columns = ("pk", "source", "identity", "publication", "said")
    papers = set(publications)
    found: dict[int, LoggedEntry] = {}
    for lookup, keys in (("identity", {*read.identities} - {""}), ("publication", papers)):
        for pk, *values in within(ImportedEntry.objects.order_by(), lookup, keys).values_list(*columns).iterator():
            row = LoggedEntry(*values)
            if getattr(row, lookup) in keys and pk not in found:
                alike = places.get(_unnumbered(row.identity), ())
                same = tuple(place for place in alike if packed(read.entries[place])["record"] == row.said)
                found[pk] = replace(row, said={}, places=same) if same else row
                papers |= {row.publication} if row.publication else set()
    return [found[pk] for pk in sorted(found)]


def log_entries(plan: Plan, publications: dict[int, int], decisions: Decisions | None) -> None:
    """Log what each entry said of which paper; ``publications`` are those by the index of their entries."""
    left_out = {
        identity for identity, decided in (decisions or {}).get("items", {}).items() if decided.get("fate") == "skip"
    }
    logged = (
        item
        for item in plan.items
        if item.index in publications or (item.fate is Fate.SKIP and item.identity in left_out)
    )
    for items in in_batches(logged):
        there: dict[str, list[ImportedEntry]] = defaultdict(list)
        identities = [item.identity for item in items]
        for row in ImportedEntry.objects.filter(source=plan.source, identity__in=identities).order_by("pk"):
            there[row.identity].append(row)
        new = [_logged(plan.source, item, publications.get(item.index), there[item.identity]) for item in items]
        add([row for row in new if row is not None])


def _logged(source: str, item: Item, publication: int | None, rows: list[ImportedEntry]) -> ImportedEntry | None:
    """Bring the row of an entry up to date; return a new row where there is none."""
    said = packed(item.entry)["record"]
    row = next((each for each in rows if each.publication_id == publication), rows[-1] if rows else None)
    if row is None:
        return ImportedEntry(source=source, identity=item.identity, publication_id=publication, said=said)
    if (row.publication_id, row.said) != (publication, said):
        values = {"publication": publication, "said": said, "imported_at": timezone.now()}
        ImportedEntry.objects.filter(pk=row.pk).update(**values)
    return None
