"""Papers of a curriculum vitae as entries of a source, for the import of papers."""

from collections.abc import Callable

from labsite.contrib.reading.plain_values import PageFields
from labsite.modelling.periods import partial_date
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in
from publications.citations.names import in_order
from publications.citations.record import STATUS_NOTES, Record


def paper_in(held: PageFields, clean: Callable[[str], str], owner: str) -> Entry | None:
    """Return the paper of an entry; its owner is an author, also where nobody else is named. None without a title."""
    title = clean(held.line("title", "name"))
    if not title:
        return None
    venue = clean(held.line("journal", "publisher", "venue"))
    status = next((status for status, words in STATUS_NOTES.items() if words.casefold() in venue.casefold()), "")
    note = STATUS_NOTES.get(status, "")
    url, date = held.line("url", "website"), partial_date(held.line("releaseDate", "date", "year"))
    named = list(filter(None, map(clean, held.lines("authors"))))
    year, _, month = date.partition("-")
    record = Record(
        key="",
        title=title,
        status=status or "published",
        authors=tuple(map(in_order, named or filter(None, [owner]))),
        year=int(year) if year else None,
        month=int(month[:2]) if month else None,
        venue=venue.replace(note, "").strip(" ,") if note else venue,
        doi=doi_in(held.line("doi")) or doi_in(url),
        arxiv_id=arxiv_in(url) or arxiv_in(venue),
        url=url if url.startswith(("http://", "https://")) else "",
        note=note,
    )
    return Entry(place=title, record=record, names_all_authors=bool(named))
