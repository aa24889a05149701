"""Typed lists of papers, as labs and people write them in any style: parted into entries."""

from publications.citations.entry import Entry

from .authors import authors_at, with_marks
from .containers import kind_in
from .lists import references_in
from .reference import is_reference, read_reference

__all__ = ["authors_at", "kind_in", "looks_like_reference", "read_reference", "typed_entries", "with_marks"]

UNREAD = "this reference can’t be parted into its authors, title and the rest: “{text}”."


def typed_entries(text: str, place: str = "") -> list[Entry]:
    """Return the entries of a typed list; none where a text is no list of references.

    Each says its line, behind ``place`` if that is given.
    """
    references = references_in(text)
    if not references or 2 * sum(is_reference(each.text) for each in references) < len(references):
        return []
    entries = []
    for each in references:
        location = f"{place}, line {each.line}" if place else f"line {each.line}"
        entry = read_reference(each.text, location, year=each.year, kind=each.kind)
        problem = UNREAD.format(text=" ".join(each.text.split())[:300])
        entries.append(entry or Entry(location, problem=f"{location[:1].upper()}{location[1:]}: {problem}"))
    return entries


def looks_like_reference(text: str) -> bool:
    """Whether a text is surely one reference."""
    return is_reference(text.strip())
