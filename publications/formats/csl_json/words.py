"""What CSL-JSON calls things: what writing and reading share."""

from typing import Any

from publications.citations.record import KIND_NAMES, Record

TYPES = {
    "conference": "paper-conference",
    "workshop": "paper-conference",
    "poster": "paper-conference",
    "journal": "article-journal",
    "preprint": "article",
    "thesis": "thesis",
    "book": "book",
    "chapter": "chapter",
    "report": "report",
    "software": "software",
    "dataset": "dataset",
    "other": "document",
}
# Beside them the types that Crossref hands out as CSL-JSON.
KINDS = {csl_type: kind for kind, csl_type in reversed(TYPES.items())} | {
    "article-magazine": "journal",
    "journal-article": "journal",
    "proceedings-article": "conference",
    "book-chapter": "chapter",
    "monograph": "book",
    "edited-book": "book",
    "posted-content": "preprint",
    "dissertation": "thesis",
}
STANDARD = {
    *TYPES.values(),
    *("article-magazine", "article-newspaper", "bill", "broadcast", "classic", "collection", "entry"),
    *("entry-dictionary", "entry-encyclopedia", "event", "figure", "graphic", "hearing", "interview", "legal_case"),
    *("legislation", "manuscript", "map", "motion_picture", "musical_score", "pamphlet", "patent", "performance"),
    *("periodical", "personal_communication", "post", "post-weblog", "regulation", "review", "review-book", "song"),
    *("speech", "standard", "treaty", "webpage"),
}
NAMED_KINDS = {name.casefold(): kind for kind, name in KIND_NAMES.items() if name}
STATUSES = {"accepted": "in press", "submitted": "submitted", "preprint": "preprint"}

# Identifiers that have a variable of their own; the others stand with what else CSL has no word for, under ``custom``.
ID_VARIABLES = {"isbn": "ISBN", "pmid": "PMID", "pmcid": "PMCID"}

Item = dict[str, Any]


def printed_type(record: Record) -> str:
    """Return the type that the record was read with, as long as that says the kind which the record has."""
    is_told = record.entry_type in STANDARD and KINDS.get(record.entry_type, "other") == record.kind
    return record.entry_type if is_told else TYPES.get(record.kind, "document")
