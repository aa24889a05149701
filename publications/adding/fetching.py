"""What a source says of the one paper that somebody named: as the text that they might have pasted instead."""

from publications import sources
from publications.formats import bibtex
from publications.sources.finding import is_of_somebody

OF_SOMEBODY = "This names an author, not a paper. To bring in all that they wrote, choose “Import papers”."
MAX_IDENTIFIER_LENGTH = 300  # characters


def names_a_paper(text: str) -> bool:
    """Whether a text is no citation and no title, but the identifier or the address of a paper that a source knows."""
    return len(text) <= MAX_IDENTIFIER_LENGTH and "\n" not in text.strip() and sources.recognise(text) is not None


def fetched(text: str) -> str:
    """Return the paper that an identifier names, in BibTeX. Raises sources.Unavailable, in words for people."""
    found = sources.recognise(text)
    if found and is_of_somebody(*found):
        raise sources.Unavailable(OF_SOMEBODY)
    entries = sources.find(text).entries
    records = [entry.record for entry in entries if entry.record]
    if not records:
        raise sources.Unavailable(entries[0].no_paper or entries[0].problem)
    return bibtex.render(records)
