"""Authors in one cell of a table, however they are parted there."""

import re

from publications.citations.record import Name
from publications.formats.names import OTHERS, in_order, inverted, told

AND = re.compile(r"\s*,?\s+(?:and|&|und|et|y|e)\s+(?!al\b)", re.IGNORECASE)
NUMBER = re.compile(r"\s*\(\d{6,}\)")  # by which Scopus tells people apart
SURNAME_FIRST = re.compile(r"(\S.*?),? ((?:[A-Z]\.?-?){1,4})(?: (Jr\.?|Sr\.?|II|III))?")
COMMA = re.compile(r"\s*,\s*")


class Ambiguous(ValueError):
    """A list of authors that can be read in several ways."""


def authors_in(cell: str) -> tuple[list[Name], bool]:
    """Return the authors in a cell, and whether these are all. Raises Ambiguous where nobody can tell them apart."""
    names, is_whole = told(NUMBER.sub("", piece) for piece in _pieces(" ".join(cell.split())))
    is_shortened = all(SURNAME_FIRST.fullmatch(name) for name in names)
    is_inverted = any("," in name for name in names)
    return [_name(name, is_shortened, is_inverted) for name in names], is_whole


def _pieces(cell: str) -> list[str]:
    """Return the authors one by one: parted by ``;`` or ``|``, by ``and``, or by commas that part nothing else."""
    for mark in (";", "|"):
        if mark in cell:
            return cell.split(mark)
    pieces = AND.split(cell)
    if len(pieces) > 1 and ("," in pieces[-1] or not any("," in piece for piece in pieces)):
        return pieces  # Quill, Ada and Hale, Max
    *listed, last = pieces
    return [*_parted_by_commas(", ".join(listed)), last] if listed else _parted_by_commas(last)


def _parted_by_commas(text: str) -> list[str]:
    parts = [part for part in COMMA.split(text) if part]
    if len(parts) < 2 or all(" " in part for part in parts):
        return parts  # Ada Quill, Max Hale
    if OTHERS.fullmatch(parts[-1]):
        return [*_parted_by_commas(", ".join(parts[:-1])), parts[-1]]
    if len(parts) % 2 == 0:
        return [", ".join(pair) for pair in zip(parts[::2], parts[1::2], strict=True)]  # Quill, Ada, Hale, Max
    if all(" " not in part for part in parts):
        return parts
    raise Ambiguous(f"who wrote this can be read in several ways: “{text}”. Put “;” between the authors.")


def _name(text: str, is_shortened: bool, is_inverted: bool) -> Name:
    """Return the name in ``Ada Quill``, or in ``Quill, Ada`` or ``Quill A.`` where all others are written so, too."""
    if is_shortened and (found := SURNAME_FIRST.fullmatch(text)):
        return Name(found[2], found[1], found[3] or "")
    return inverted(text) if is_inverted else in_order(text)
