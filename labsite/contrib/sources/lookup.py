"""Looking up what somebody named: which source is asked, and what it knows."""

from types import ModuleType

from labsite.texts.stored import gettext_noop
from publications.citations.identifiers import is_of_somebody, mistyped_orcid, recognise
from publications.elsewhere import SourceEntries

from . import arxiv, crossref, dblp, openalex, orcid
from .client import MALFORMED, Get, NotKnown, Unavailable, client_for_pages

SOURCES: dict[str, ModuleType] = {
    "doi": crossref,
    "arxiv": arxiv,
    "orcid": orcid,
    "openalex": openalex,
    "dblp": dblp,
}
LISTS_NONE = gettext_noop("{} lists no papers.")
MAX_SOURCE_LENGTH = 200  # characters that are kept of where an entry comes from
UNREADABLE = gettext_noop(
    "{source} sent something that can’t be read. Try again later, or import the papers from a file."
)
# What people paste that no source can be asked for, and what to do instead.
INSTEAD = {
    "scholar.google.": gettext_noop(
        "Google Scholar gives no data to other sites. Export the papers there as BibTeX, and import that file."
    ),
    "dblp.": gettext_noop(
        "This isn’t the address of a person or a paper at dblp: open the person’s page there, and copy its "
        "address, which contains /pid/."
    ),
    "orcid.org": gettext_noop(
        "There is no ORCID iD in this address. It looks like https://orcid.org/0000-0002-1825-0097."
    ),
    "openalex.org": gettext_noop(
        "OpenAlex has an address for each author, such as https://openalex.org/A5023888391. Copy that."
    ),
}
MISTYPED_ORCID = gettext_noop(
    "{} isn’t an ORCID iD: its last character doesn’t fit the others. Check it for typing errors."
)
NOTHING_NAMED = gettext_noop(
    "No source recognises this as a paper or an author. Type a DOI, an arXiv id, an ORCID iD, or the identifier or "
    "address of an author at dblp or OpenAlex."
)


def find(text: str, get: Get | None = None) -> SourceEntries:
    """Return what a source knows of the paper or the author that a text names. Raises Unavailable if that is nothing.

    Without ``get``, which says how patiently to ask, somebody is taken to be waiting for a page.
    """
    identified = recognise(text)
    if not identified:
        if orcid_id := mistyped_orcid(text):
            raise Unavailable(MISTYPED_ORCID.format(orcid_id))
        raise Unavailable(next((words for part, words in INSTEAD.items() if part in text.casefold()), NOTHING_NAMED))
    answer = ask(*identified, get or client_for_pages().get)
    if not answer.entries:
        raise Unavailable(LISTS_NONE.format(answer.label))
    return answer


def ask(source: str, identifier: str, get: Get) -> SourceEntries:
    """Return what a source knows by an identifier. Raises Unavailable if that is nothing."""
    module = SOURCES[source]
    try:
        payload = module.fetch(identifier, get)
        entries = list(module.entries(payload))
        names = module.names(payload) if hasattr(module, "names") else ()
    except NotKnown as error:
        raise NotKnown(module.NOT_KNOWN.format(identifier)) from error
    except MALFORMED as error:
        raise Unavailable(UNREADABLE.format(source=module.PLACE)) from error
    if entries and not any(entry.place for entry in entries):
        raise Unavailable(UNREADABLE.format(source=module.PLACE))
    if not entries and not is_of_somebody(source, identifier):
        raise NotKnown(module.NOT_KNOWN.format(identifier))
    label = f"{module.PLACE} {identifier}" + (f" ({names[0]})" if names else "")
    return SourceEntries(entries, f"{source}:{identifier}"[:MAX_SOURCE_LENGTH], label, names=names)
