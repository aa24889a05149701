"""A paper that a page tells of, completed by the BibTeX beside it: what the page says wins."""

from collections.abc import Iterator
from dataclasses import fields, replace
from os.path import commonprefix

from labsite.texts.folding import fold
from publications.citations.entry import Entry
from publications.citations.record import MEETINGS, UNSTATED, Record
from publications.matching.venues import KnownVenues, VenueFingerprint, likeness_of

from .outcomes import FileOutcomes

KINDS = ("kind", "status", "entry_type")
PLACES = ("venue", "acronym", "proceedings")
OF_VERSION = (*PLACES, "volume", "number", "article", "pages", "publisher", "doi", "note", "url", "month")
MERGED = (*KINDS, "key", "authors", "links", "ids", "extra")
NO_VENUES = KnownVenues(())


def completed(
    entry: Entry, source: Entry | None, outcomes: FileOutcomes, path: str, guesses_kind: bool = True
) -> Entry:
    """Return the entry of a page with what it lacks from its BibTeX, which may be of another version of the paper.

    Where the page doesn't say of what kind it is but lets it be guessed, the BibTeX knows better. What they don't
    agree on is noted.
    """
    own, cited = entry.record, source and source.record
    if not own or not source or not cited:
        return entry
    for words in differences(own, cited):
        outcomes.left_out(path, words)
    gaps = {each.name for each in fields(Record) if each.name not in MERGED and not getattr(own, each.name)}
    if is_another_version(own, cited):
        gaps -= {*OF_VERSION}
    elif own.kind == UNSTATED or (guesses_kind and cited.kind != UNSTATED and is_same_place(own, cited)):
        gaps |= {*KINDS}
    if not is_same_place(own, cited):
        gaps -= {*PLACES}
    if own.year and own.year != cited.year:
        gaps -= {"month"}
    if not own.authors or (source.names_all_authors and not entry.names_all_authors):
        gaps |= {"authors"}
    if "kind" in gaps and cited.kind not in MEETINGS and not own.venue:
        own = replace(own, venue=own.proceedings, proceedings="")
        gaps -= {*PLACES} if own.venue else {""}
    record = replace(
        own,
        **{name: getattr(cited, name) for name in gaps},
        key=cited.key or own.key,
        links=tuple({(link.kind, link.url.rstrip("/")): link for link in (*cited.links, *own.links)}.values()),
        ids=tuple((dict(cited.ids) | dict(own.ids)).items()),
        extra=tuple((dict(cited.extra) | dict(own.extra)).items()),
    )
    return replace(entry, record=record, names_all_authors=(source if "authors" in gaps else entry).names_all_authors)


def is_another_version(own: Record, cited: Record) -> bool:
    """Return whether they are of two papers, as of a preprint and what became of it: in venues of different kinds."""
    if UNSTATED in (own.kind, cited.kind):
        return own.kind == UNSTATED and not is_same_place(own, cited)
    is_one_kind = own.kind == cited.kind or is_same_place(own, cited)
    return not is_one_kind or (own.kind == "preprint") != (cited.kind == "preprint")


def is_same_place(own: Record, cited: Record) -> bool:
    """Return whether both may mean one venue, as they do where one of them names none."""
    here, there = (NO_VENUES.match(record) for record in (own, cited))
    if not here.printed or not there.printed:
        return True
    if here.is_well_known and there.is_well_known:
        return here.new.acronym == there.new.acronym and here.new.name == there.new.name
    names = [(each.printed, each.new.name, each.new.acronym) for each in (here, there)]
    one, other = (VenueFingerprint(0, tuple(filter(None, each))) for each in names)
    shorts = (here.new.acronym or here.printed, there.printed), (there.new.acronym or there.printed, here.printed)
    return bool(likeness_of(one, other)) or any(_is_short_for(*pair) for pair in shorts)


def _is_short_for(acronym: str, name: str) -> bool:
    """Return whether an acronym consists of beginnings of a name's words, in their order."""
    letters, reached = fold(acronym).replace(" ", ""), {0}
    for word in fold(name).split():
        reached |= {at + n for at in reached for n in range(1, len(commonprefix([letters[at:], word])) + 1)}
    return len(acronym.split()) == 1 and len(letters) in reached


def differences(own: Record, cited: Record) -> Iterator[str]:
    """Yield in words what a page and its BibTeX don't agree on."""
    here, there = ("" if is_same_place(own, cited) else each.container or each.acronym for each in (own, cited))
    pairs = (
        ("title", own.title, cited.title),
        ("DOI", own.doi, cited.doi),
        ("year", str(own.year or ""), str(cited.year or "")),
        ("venue", here, there),
    )
    for name, here, there in pairs:
        if here and there and fold(here).replace(" ", "") != fold(there).replace(" ", ""):
            yield f"{name}: “{here}” on the page, “{there}” in its BibTeX; that of the page is used"
