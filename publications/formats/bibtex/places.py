"""Where an entry appeared and who published it."""

import re
from typing import NamedTuple

from publications.citations.record import MEETINGS, acronym_of

from .identities import ARXIV
from .source import Source, address_in

PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\d")  # of one edition, rather than of the series
ADDRESS = re.compile(r"\s*\(\s*(https?://[^\s()]+)\s*\)|[\s,;:.]*(https?://\S+)")
# All that may say where something appeared, the surest first; for some kinds in another order.
CONTAINERS = ("booktitle", "journal", "journaltitle", "howpublished")
CONTAINERS_OF = {
    **dict.fromkeys(("journal", "preprint"), ("journal", "journaltitle", "booktitle", "howpublished")),
    **dict.fromkeys(("thesis", "report", "book", "dataset"), ()),
}
PUBLISHERS = ("publisher", "institution", "school", "organization")
PUBLISHERS_OF = {
    "journal": ("publisher",),
    "thesis": ("school", "institution", "publisher", "organization"),
    "report": ("institution", "school", "publisher", "organization"),
}
# Of software, where it appeared and its publisher are one.
SOFTWARE_FIELDS = {*CONTAINERS, *PUBLISHERS}
SHORT = re.compile(r"[\w&+/-]{2,20}")


class Place(NamedTuple):
    """The fields of a record that say where something appeared."""

    venue: str = ""
    acronym: str = ""
    proceedings: str = ""
    publisher: str = ""


def placed(source: Source, kind: str, year: int | None, url: str) -> Place:
    """Return where an entry of a kind appeared; what says more than that isn't taken."""
    if kind == "preprint":
        return _served(source, url)
    names = (name for name in PUBLISHERS_OF.get(kind, PUBLISHERS) if not ADDRESS.search(source.text(name)))
    publisher = source.take(*names)
    if kind == "software":
        return Place(publisher=publisher or _container(source, CONTAINERS, url))
    container = _container(source, CONTAINERS_OF.get(kind, CONTAINERS), url)
    if kind in MEETINGS:
        is_printed = PRINTED.search(container)
        acronym = _series(source, "" if is_printed else container, year) or _abbreviation(source, year)
        return Place("" if is_printed else container, acronym, container if is_printed else "", publisher)
    return Place(container, _abbreviation(source, year) if kind == "journal" else "", publisher=publisher)


def address_of(source: Source) -> str:
    """Return where to read it, and take the field that says so."""
    url, inside = source.address("url"), ADDRESS.search(source.text("howpublished"))
    if url:
        source.drop("url")
    return url or (_bare(inside) if inside else "")


def _served(source: Source, url: str) -> Place:
    """Return the server of a preprint."""
    if ARXIV.match(source.text("publisher")):
        source.drop("publisher")
    container = _container(source, CONTAINERS_OF["preprint"], url)
    return Place("arXiv", "arXiv") if not container or ARXIV.match(container) else Place(container)


def _container(source: Source, names: tuple[str, ...], url: str) -> str:
    """Return what something appeared in. Its field is left where that has an address, unless it is the record's."""
    for name in (name for name in names if name not in source.taken):
        text = source.text(name)
        address, container = ADDRESS.search(text), ADDRESS.sub("", text).strip()
        if not address or _bare(address) == url:
            source.drop(name)
        if container:
            return container
    return ""


def _bare(address: re.Match[str]) -> str:
    return address_in(address[1] or address[2])


def _series(source: Source, venue: str, year: int | None) -> str:
    """Return the acronym in the series, if that is one and isn't the venue's whole name."""
    series = source.text("series")
    acronym = series if series and series == source.text("abbr") else acronym_of(series, year)
    if not acronym or acronym == venue:
        return ""
    source.drop("series")
    return acronym


def _abbreviation(source: Source, year: int | None) -> str:
    """Return what the sites that show it call the venue for short; the field stays, for it has other uses there."""
    short = source.text("shortjournal", "abbr")
    acronym = (acronym_of(short, year) if year else "") or short
    return acronym if SHORT.fullmatch(acronym) else ""
