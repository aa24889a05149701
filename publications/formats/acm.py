"""References as the ACM prints them: https://www.acm.org/publications/authors/reference-formatting"""

from collections.abc import Iterable

from publications.citations.record import MEETINGS, Record
from publications.formats.prose import (
    address,
    edition,
    given_first,
    joined,
    listed,
    month_year,
    sentences,
)


def render(records: Iterable[Record]) -> str:
    """Return the records as references, one a line."""
    return "".join(f"{_reference(record)}\n" for record in records)


def _reference(record: Record) -> str:
    authors = listed([given_first(name, name.given) for name in record.authors], "and")
    text = sentences(authors, str(record.year or "[n. d.]"), record.title, *_source(record))
    found = address(record)  # which no full stop may follow
    return joined((text, f"Retrieved from {found}" if found and not record.doi else found), " ")


def _source(record: Record) -> tuple[str, ...]:
    """Return what follows the title, sentence by sentence."""
    if not record.is_out:
        if record.arxiv_id:
            return (f"arXiv:{record.arxiv_id}",)
        is_submitted = record.status == "submitted"
        return ("Manuscript submitted for publication" if is_submitted else joined(("Preprint", record.venue)),)
    if record.kind == "journal":
        return (_journal(record),)
    if record.kind == "thesis":
        return "Thesis", record.publisher or record.venue
    if record.kind == "report":
        return joined(("Technical Report", record.number), " "), record.publisher or record.venue
    if not record.container:
        return (joined((record.publisher, record.pages)),)
    imprint = joined((record.publisher, _article(record), record.pages))
    where = f"{'To appear in' if record.status == 'accepted' else 'In'} {_proceedings(record)}"
    return (where, imprint) if record.publisher else (joined((where, imprint)),)


def _journal(record: Record) -> str:
    """Return as ``Transactions on Patience 7, 3, Article 12 (March 2019), 12:1–12:25``."""
    issue = joined((record.volume, record.number, _article(record)))
    date = "to appear" if record.status == "accepted" else month_year(record)
    return joined((joined((record.container, issue, date and f"({date})"), " "), record.pages))


def _article(record: Record) -> str:
    return f"Article {record.article}" if record.article else ""


def _proceedings(record: Record) -> str:
    series = edition(record)
    name = f"{record.container} ({series})" if series else record.container
    return joined((name, month_year(record) if record.month and record.kind in MEETINGS else ""))
