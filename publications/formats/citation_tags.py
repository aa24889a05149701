"""One publication as the ``citation_…`` tags that Google Scholar and reference managers read in a page's head.

https://scholar.google.com/intl/en/scholar/inclusion.html#indexing
"""

from publications.citations.record import Name, Record

from .ris import PAGE_RANGE

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
    date = [f"{record.year:04}" if record.year else "", f"{record.month:02}" if record.year and record.month else ""]
    first, last = page_range(record)
    tags = [
        ("citation_title", record.title),
        *(("citation_author", author_name(author)) for author in record.authors),
        ("citation_publication_date", "/".join(filter(None, date))),
        (CONTAINERS.get(record.kind, ""), record.container),
        (INSTITUTIONS.get(record.kind, ""), record.publisher or record.venue),
        ("citation_volume", record.volume),
        ("citation_technical_report_number" if record.kind == "report" else "citation_issue", record.number),
        ("citation_firstpage", first or record.article),
        ("citation_lastpage", last),
        ("citation_doi", record.doi),
        ("citation_arxiv_id", record.arxiv_id),
        ("citation_publisher", record.publisher if record.kind not in INSTITUTIONS else ""),
        ("citation_language", language),
        ("citation_pdf_url", pdf_url),
    ]
    return [(name, content) for name, content in tags if name and content]


def author_name(name: Name) -> str:
    """Return a name with its family name first."""
    given = " ".join(filter(None, [name.given, name.suffix]))
    return name.literal or ", ".join(filter(None, [name.family, given]))


def page_range(record: Record) -> Tag:
    """Return the first and the last page; a single one is only the first."""
    pages = PAGE_RANGE.fullmatch(record.pages.strip())
    return (pages[1], pages[2]) if pages else (record.pages, "")
