"""What RIS calls things: what writing and reading share."""

import re

from publications.citations.record import KIND_NAMES, Record

TAG = r"[A-Z][A-Z0-9]"
UNPUBLISHED = "UNPB"
TYPES = {
    "conference": "CPAPER",
    "workshop": "CPAPER",
    "poster": "CPAPER",
    "journal": "JOUR",
    "preprint": UNPUBLISHED,
    "thesis": "THES",
    "book": "BOOK",
    "chapter": "CHAP",
    "report": "RPRT",
    "software": "COMP",
    "dataset": "DATA",
    "other": "GEN",
}
KINDS = {ris_type: kind for kind, ris_type in reversed(TYPES.items())} | {
    "CONF": "conference",
    "EJOUR": "journal",
    "MGZN": "journal",
    "INPR": "journal",
    "ECHAP": "chapter",
    "EBOOK": "book",
    "EDBOOK": "book",
    "DBASE": "dataset",
    "AGGR": "dataset",
}
OTHER = "Other"
NAMED_KINDS = {(name or OTHER).casefold(): kind for kind, name in KIND_NAMES.items()}
IN_PRESS = "INPR"

# Where links stand by their kind; what a tag doesn't say of one stands behind it, as in ``… [code: on GitHub]``.
LINK_TAGS = {"L1": "pdf", "L2": "page", "L3": "other", "L4": "figure"}

PAGE_RANGE = re.compile(r"([^\s–—,]+?)\s*(?:[–—]|(?<=\d)-+(?=\w*[\d:]))\s*([^\s–—,-]+)")
ARXIV = "arXiv:"


def type_of(record: Record) -> str:
    """Return the type of a record's kind; what hasn't appeared is unpublished."""
    return TYPES.get(record.kind, "GEN") if record.is_out else UNPUBLISHED


def printed_type(record: Record) -> str:
    """Return the type that the record was read with, as long as that says the kind which the record has."""
    said, kind = record.entry_type, record.kind if record.is_out else "preprint"
    is_told = re.fullmatch(r"[A-Z][A-Z0-9 _-]*", said) and KINDS.get(said, "other") == kind
    return said if is_told else type_of(record)
