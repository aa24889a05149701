"""Citation formats, one file each: text on one side, records on the other; no database, no request, no network."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pkgutil import resolve_name

from publications.citations.entry import TYPED_LISTS, Entry
from publications.citations.record import Record, Unreadable, gettext_noop
from publications.formats import bibtex, csl_json, dblp, nbib, orcid, ris, styles, tables
from publications.formats.detection import decode, detect, why_unread
from publications.formats.entries import at_most
from publications.formats.program_fields import with_own_fields

__all__ = ["FORMATS", "STYLES", "WRITTEN", "Format", "WrittenFormat", "decode", "detect", "read"]

UNKNOWN = gettext_noop(
    "This isn’t in a format that the site can read: {formats}. Save it in one of these, and import that."
)


@dataclass(frozen=True)
class Format:
    """A format that is read: what people call it, how a server announces it, and how to read it, entry by entry.

    Reading raises TooManyEntries where there are more than ``most``.
    """

    label: str
    media_type: str
    read: Callable[..., list[Entry]]


@dataclass(frozen=True)
class WrittenFormat(Format):
    """A format that is written too."""

    render: Callable[[Iterable[Record]], str]


# By the extension of their files. Those that the site offers.
WRITTEN = {
    "bib": WrittenFormat("BibTeX", "application/x-bibtex", bibtex.read, bibtex.render),
    "ris": WrittenFormat("RIS", "application/x-research-info-systems", ris.read, ris.render),
    "json": WrittenFormat("CSL-JSON", "application/vnd.citationstyles.csl+json", csl_json.read, csl_json.render),
}

# All that are read, by the names that ``detect`` gives them.
FORMATS: dict[str, Format] = {
    **WRITTEN,
    "dblp": Format("dblp XML", "application/xml", dblp.read),
    "nbib": Format("PubMed (.nbib)", "application/nbib", nbib.read),
    "orcid": Format("ORCID works", "application/vnd.orcid+json", orcid.read),
    "csv": Format("table (CSV, TSV)", "text/csv", tables.read),
}

# Styles of references in words, by what people call them.
STYLES: dict[str, Callable[[Record], str]] = {"ACM": styles.acm, "IEEE": styles.ieee, "APA": styles.apa}


def read(source: bytes | str, form: str = "", name: str = "", most: int | None = None) -> list[Entry]:
    """Return the entries of a text or a file, of which ``name`` is the name; ``form`` is a key of FORMATS if known.

    Raises TooManyEntries where there are more than ``most``, without reading on.
    """
    try:
        text = decode(source) if isinstance(source, bytes) else source.removeprefix("\ufeff").replace("\0", "")
        reason = "" if form else why_unread(text, name)
    except Unreadable as error:
        text, reason = name, str(error)
    form = form or detect(text, name)
    if form in FORMATS and not reason:
        entries = FORMATS[form].read(text, most=most)
        if written := WRITTEN.get(form):
            entries = [with_own_fields(each, written.read, written.render) for each in entries]
        return entries
    if typed := next(filter(None, (read_typed(source, name) for read_typed in map(resolve_name, TYPED_LISTS))), None):
        return list(at_most(typed, most))
    known = ", ".join(each.label for each in FORMATS.values())
    return [Entry(problem=reason or UNKNOWN.format(formats=known))] if text.strip() or reason else []
