"""Finding what somebody named: which source is asked, and what it knows."""

from dataclasses import dataclass

from publications.entry import Entry
from publications.identifiers import mistyped_orcid, recognise

from .asking import Unavailable


@dataclass(frozen=True)
class Found:
    """What a source knows. ``source`` names place and identifier for programs, as in "dblp:65/9612"."""

    source: str
    label: str
    entries: tuple[Entry, ...]


def find(text: str) -> Found:
    """Return what the source knows that a text names. Raises Unavailable if that is nothing, whyever."""
    found = recognise(text)
    if not found:
        raise Unavailable(_not_recognised(text))
    raise Unavailable("No source can be asked yet.")


def _not_recognised(text: str) -> str:
    if orcid := mistyped_orcid(text):
        return f"{orcid} isn’t an ORCID iD: its last character doesn’t fit the others. Look for a slip in it."
    return (
        "This names no paper and nobody that a source knows. Type a DOI, an arXiv id, an ORCID iD, "
        "or the identifier or address of an author at dblp or OpenAlex."
    )
