"""References as the IEEE prints them: https://journals.ieeeauthorcenter.ieee.org, IEEE Reference Guide.

The guide gives a DOI as ``doi: 10.1109/…`` rather than as an address, and shortens more than six authors to the first.
"""

from collections.abc import Iterable

from publications.citations.record import MEETINGS, MONTHS, Record

from .prose import address, given_first, initials, joined, listed, marked_pages, volume_number

MAX_AUTHORS = 6
TITLE_ENDS = (".”", "?”", "!”")


def reference(record: Record) -> str:
    """Return the record as a reference."""
    names = [given_first(name, initials(name.given)) for name in record.authors]
    authors = listed(names, "and") if len(names) <= MAX_AUTHORS else f"{names[0]} et al."
    text = joined((authors, _rest(record))).rstrip(",. ")
    ended = text if text.endswith(TITLE_ENDS) else f"{text}."
    if record.doi or not address(record) or _is_on_arxiv(record):
        return ended
    return f"{ended} [Online]. Available: {address(record)}"


def _rest(record: Record) -> str:
    """Return all that follows the authors."""
    doi = f"doi: {record.doi}" if record.doi else ""
    if record.kind == "book":
        return f"{record.title}. {joined((record.issuer, str(record.year or ''), _pages(record), doi))}"
    if record.kind == "software":
        imprint = joined((f"({record.year})" if record.year else "", record.issuer), ". ")
        return f"{record.title}. {joined((imprint, doi))}"
    if record.kind == "dataset":
        publisher = f"distributed by {record.issuer}" if record.issuer else ""
        return _spaced(f"{record.year}, " if record.year else "", record.title, (publisher, doi))
    return _spaced("", record.title, (*_source(record), doi))


def _spaced(before: str, title: str, after: Iterable[str]) -> str:
    """Return the title in quotation marks, with a comma inside them unless it ends with a mark of its own."""
    rest = joined(after)
    mark = "" if title.endswith(("?", "!")) else "," if rest else "."
    return joined((f"{before}“{title}{mark}”", rest), " ")


def _source(record: Record) -> tuple[str, ...]:
    """Return what follows the title, part by part."""
    year = str(record.year or "")
    if _is_on_arxiv(record):
        return year, f"arXiv:{record.arxiv_id}"
    if not record.is_out:
        is_submitted = record.status == "submitted"
        return "submitted for publication" if is_submitted else joined(("preprint", record.server)), year
    if record.kind == "thesis":
        return "Thesis", record.issuer, year
    if record.kind == "report":
        number = joined(("Tech. Rep.", record.number), " ")
        return record.issuer, number, _date(record)
    numbers = volume_number(record, "vol.", "no.")
    if record.kind == "chapter":
        book = joined((record.container, *numbers))
        return f"in {joined((book, record.publisher), '. ')}", year, _pages(record)
    if record.is_article and record.kind not in MEETINGS:
        return record.container, *numbers, _pages(record), _date(record)
    container = f"in {record.container}" if record.container else record.publisher
    return container, *numbers, _date(record), _pages(record)


def _is_on_arxiv(record: Record) -> bool:
    return bool(record.arxiv_id) and not record.is_out


def _pages(record: Record) -> str:
    return f"Art. no. {record.article}" if record.article else marked_pages(record.pages)


def _date(record: Record) -> str:
    """Return month and year with the months' names cut to three letters; of an accepted paper that it will appear."""
    month = MONTHS[record.month - 1] if record.year and record.month else ""
    short = f"{month[:3]}." if len(month) > 3 else month
    date = joined((short, str(record.year or "")), " ")
    return joined((date, "to be published")) if record.status == "accepted" else date
