"""What entries of a source said when they were last taken in, or that they are left out for good."""

from typing import Any

from django.utils import timezone

from publications.citations.entry import Entry, packed
from publications.models import ImportedEntry

from .newcomers import add, in_batches
from .plan import Decisions, Fate, Item, Plan


def remember(plan: Plan, publications: dict[int, int], decisions: Decisions | None) -> None:
    """Write down what each entry said of which paper; ``publications`` are those by the index of their entries."""
    left_out = {
        identity for identity, said in (decisions or {}).get("items", {}).items() if said.get("fate") == "skip"
    }
    told = (item for item in plan.items if item.index in publications or _is_left_out(item, left_out))
    for items in in_batches(told):
        there = _there(plan.source, items)
        add([row for item in items if (row := _written(plan.source, item, publications, there)) is not None])


def _is_left_out(item: Item, left_out: set[str]) -> bool:
    return item.fate is Fate.SKIP and item.identity in left_out


def _there(source: str, items: list[Item]) -> dict[str, list[ImportedEntry]]:
    found: dict[str, list[ImportedEntry]] = {}
    identities = [item.identity for item in items]
    for row in ImportedEntry.objects.filter(source=source, identity__in=identities).order_by("pk"):
        found.setdefault(row.identity, []).append(row)
    return found


def _written(
    source: str, item: Item, publications: dict[int, int], there: dict[str, list[ImportedEntry]]
) -> ImportedEntry | None:
    """Bring what is known of an entry up to date; return a new row where nothing is."""
    publication, said = publications.get(item.index), said_by(item.entry)
    rows = there.get(item.identity, [])
    row = next((each for each in rows if each.publication_id == publication), rows[-1] if rows else None)
    if row is None:
        return ImportedEntry(source=source, identity=item.identity, publication_id=publication, said=said)
    if (row.publication_id, row.said) != (publication, said):
        values = {"publication": publication, "said": said, "imported_at": timezone.now()}
        ImportedEntry.objects.filter(pk=row.pk).update(**values)
    return None


def said_by(entry: Entry) -> dict[str, Any]:
    """Return the record of an entry as plain data for JSON."""
    return packed(entry)["record"]
