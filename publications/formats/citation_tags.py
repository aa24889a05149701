"""One publication as the ``citation_…`` tags that Google Scholar and reference managers read in a page's head.

https://scholar.google.com/intl/en/scholar/inclusion.html#indexing
"""

from collections.abc import Iterator

from publications.citations.record import Name, Record
from publications.formats.ris import PAGE_RANGE

Tag = tuple[str, str]

CONTAINERS = {
    "conference": "citation_conference_title",
    "workshop": "citation_conference_title",
    "poster": "citation_conference_title",
    "journal": "citation_journal_title",
    "chapter": "citation_inbook_title",
}
INSTITUTIONS = {
    "thesis": "citation_dissertation_institution",
    "report": "citation_technical_report_institution",
}


def citation_tags(record: Record, pdf_url: str = "", language: str = "") -> list[Tag]:
    """Return names and contents in the order of the guidelines, without those that nothing is known for."""
    tags = [
        ("citation_title", record.title),
        *(("citation_author", author_name(author)) for author in record.authors),
        ("citation_publication_date", _date(record)),
        *_appeared_in(record),
        ("citation_doi", record.doi),
        ("citation_arxiv_id", record.arxiv_id),
        ("citation_publisher", record.publisher if record.kind not in INSTITUTIONS else ""),
        ("citation_language", language),
        ("citation_pdf_url", pdf_url),
    ]
    return [(name, content) for name, content in tags if content]


def author_name(name: Name) -> str:
    """Return a name with its family name first."""
    given = " ".join(filter(None, [name.given, name.suffix]))
    return name.literal or ", ".join(filter(None, [name.family, given]))


def page_range(record: Record) -> Tag:
    """Return the first and the last page; a single one is only the first."""
    pages = PAGE_RANGE.fullmatch(record.pages.strip())
    return (pages[1], pages[2]) if pages else (record.pages, "")


def _date(record: Record) -> str:
    if not record.year:
        return ""
    return f"{record.year:04}/{record.month:02}" if record.month else f"{record.year:04}"


def _appeared_in(record: Record) -> Iterator[Tag]:
    """The venue by what it is, and the place in it."""
    first, last = page_range(record)
    if record.kind in CONTAINERS:
        yield CONTAINERS[record.kind], record.container
    if record.kind in INSTITUTIONS:
        yield INSTITUTIONS[record.kind], record.publisher or record.venue
    yield "citation_volume", record.volume
    yield "citation_technical_report_number" if record.kind == "report" else "citation_issue", record.number
    yield "citation_firstpage", first or record.article
    yield "citation_lastpage", last
