"""The entries of a typed list."""

from publications.citations.entry import Entry
from publications.citations.texts import gettext_noop
from publications.formats.entries import LINE, broken

from .lists import references_in
from .reference import is_reference, read_reference

UNREAD = gettext_noop("this reference can’t be parted into authors, title and the rest: “{text}”.")
BESIDE = gettext_noop("“{text}” is before or behind the list of papers.")
MAX_QUOTED_LENGTH = 300  # characters


def typed_entries(text: str, place: str = "") -> list[Entry]:
    """Return the entries of a typed list; none where a text is no list of references.

    Each says its line, behind ``place`` if that is given.
    """
    references = references_in(text)
    surely = [index for index, each in enumerate(references) if is_reference(each.text)]
    if not surely or 2 * len(surely) <= surely[-1] - surely[0]:
        return []
    entries = []
    for index, each in enumerate(references):
        location = LINE.format(number=each.line)
        location = f"{place}, {location}" if place else location
        quoted = " ".join(each.text.split())[:MAX_QUOTED_LENGTH]
        entry = read_reference(each.text, location, year=each.year, kind=each.kind)
        if entry is None and not surely[0] <= index <= surely[-1]:
            entry = Entry(location, no_paper=BESIDE.format(text=quoted))
        entries.append(entry or broken(location, UNREAD.format(text=quoted)))
    return entries


def looks_like_reference(text: str) -> bool:
    """Whether a text is surely one reference."""
    return is_reference(text.strip())
