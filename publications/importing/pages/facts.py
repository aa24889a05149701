"""All that an entry says, as pairs of label and words, so that nothing of it is out of sight."""

from collections.abc import Iterable

from publications.citations.record import MONTHS, Record
from publications.models import Identifier, Link, Publication

KINDS = dict(Publication.Kind.choices)
STATUSES = dict(Publication.Status.choices)
SCHEMES = dict(Identifier.Scheme.choices)
LINKS = dict(Link.Kind.choices)
PLAIN = ("proceedings", "volume", "number", "article", "pages", "publisher", "doi", "arxiv_id", "url", "note")
LABELS = {"doi": "DOI", "arxiv_id": "arXiv", "url": "Address"}


def facts(record: Record) -> list[tuple[str, str]]:
    """Return what a record says beside its title and its authors."""
    return [(label, words) for label, words in _all(record) if words]


def _all(record: Record) -> Iterable[tuple[str, str]]:
    yield "Kind", str(KINDS.get(record.kind, record.kind))
    yield "Status", str(STATUSES.get(record.status, record.status))
    yield "Date", " ".join(filter(None, [MONTHS[record.month - 1] if record.month else "", str(record.year or "")]))
    yield "Venue", " – ".join(dict.fromkeys(filter(None, [record.acronym, record.venue])))
    for name in PLAIN:
        yield LABELS.get(name, name.capitalize()), getattr(record, name)
    for scheme, value in record.ids:
        yield str(SCHEMES.get(scheme, scheme)), value
    for link in record.links:
        yield link.label or str(LINKS.get(link.kind, link.kind)), link.url
    yield "Kind of entry", record.entry_type
    yield from record.extra
    yield "Abstract", record.abstract
