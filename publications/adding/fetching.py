"""What a source says of the one paper that somebody named: as the text that they might have pasted instead."""

from publications.citations.identifiers import recognise
from publications.formats import bibtex
from publications.sources import lookup
from publications.sources.client import Unavailable

OF_SOMEBODY = "This names an author, not a paper. To bring in all that they wrote, choose “Import papers”."
MAX_IDENTIFIER_LENGTH = 300  # characters


def names_a_paper(text: str) -> bool:
    """Whether a text is no citation and no title, but the identifier or the address of a paper that a source knows."""
    return len(text) <= MAX_IDENTIFIER_LENGTH and "\n" not in text.strip() and recognise(text) is not None


def fetched(text: str) -> str:
    """Return the paper that an identifier names, in BibTeX. Raises Unavailable, in words for people."""
    found = recognise(text)
    if found and lookup.is_of_somebody(*found):
        raise Unavailable(OF_SOMEBODY)
    entries = lookup.find(text).entries
    records = [entry.record for entry in entries if entry.record]
    if not records:
        raise Unavailable(entries[0].no_paper or entries[0].problem)
    return bibtex.render(records)
