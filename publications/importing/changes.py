"""What a source says of a paper on the site beside what the site says itself and what the source said before."""

import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import override

from labsite.modelling.values_in_words import in_words
from labsite.texts.folding import fold
from labsite.texts.plain_text import as_markdown, lines_of, without_escapes
from labsite.texts.stored import gettext_noop
from publications.citations.identifiers import plain_id
from publications.citations.names import likeness, parts_of
from publications.citations.record import UNSTATED, Record
from publications.citing import authors_of
from publications.matching.papers import folded
from publications.matching.venue_names import keys
from publications.models import Identifier, Link, Publication

from .grouping import EntryGroup
from .plan import FieldChange, PlannedAuthor, PlannedVenue, PlannedVersion, VenueHere, Verdict
from .read import is_preprint, version

OF_THE_RECORD = (
    *("title", "kind", "status", "year", "month", "volume", "number", "article", "pages"),
    *("proceedings", "publisher", "doi", "arxiv_id"),
)
OF_ANY_VERSION = ("arxiv_id", "abstract", "notes")
# What belongs to a preprint server alone and not to where the paper came out.
OF_THE_SERVER = ("proceedings", "volume", "number", "article", "pages", "publisher")
LINK = gettext_noop("Link: {what}")
EXTRA_FIELD = gettext_noop("Field “{name}”")
# What else is kept of a change: what columns, kinds and months are called.
with override(None):
    for text in (
        *(field.verbose_name for field in Publication._meta.fields),
        *(*Publication.Kind.labels, *Publication.Status.labels, *Identifier.Scheme.labels, *Link.Kind.labels),
    ):
        gettext_noop(str(text))


def columns_of(record: Record) -> dict[str, Any]:
    """Return what a normalised record says, by the columns of a paper; all but its venue."""
    columns = {name: getattr(record, name) for name in OF_THE_RECORD}
    columns["kind"] = "" if record.kind == UNSTATED else record.kind
    return columns | {"abstract": as_markdown(record.abstract), "notes": record.note}


def _folded(one: str, other: str) -> bool:
    return (fold(one) or one.strip()) == (fold(other) or other.strip())


def _page_numbers(pages: str) -> list[str]:
    """Return the numbers without what parts them; ``123–9`` is short for ``123–129``."""
    numbers = re.findall(r"\w+", pages.casefold())
    if len(numbers) == 2 and numbers[1].isdigit() and len(numbers[1]) < len(numbers[0]):
        numbers[1] = numbers[0][: len(numbers[0]) - len(numbers[1])] + numbers[1]
    return numbers[:1] if len(numbers) == 2 and numbers[0] == numbers[1] else numbers


def _notes(here: str, there: str) -> bool:
    """Whether the notes of the one that has more say all that the other does."""
    one, other = ({fold(line) for line in lines_of(text)} for text in (here, there))
    return one >= other or (bool(one) and fold(there) in fold(here))


# When two values of a column are the same to people.
IS_SAME: dict[str, Callable[[Any, Any], bool]] = {
    "title": _folded,
    "kind": operator.eq,
    "status": operator.eq,
    "year": operator.eq,
    "month": operator.eq,
    "volume": _folded,
    "number": _folded,
    "article": _folded,
    "pages": lambda one, other: _page_numbers(one) == _page_numbers(other),
    "proceedings": lambda one, other: _folded(one, other) or bool(set(keys(one)[:1]) & set(keys(other)[:1])),
    "publisher": _folded,
    "doi": lambda one, other: plain_id("doi", one) == plain_id("doi", other),
    "arxiv_id": lambda one, other: plain_id("arxiv", one) == plain_id("arxiv", other),
    "abstract": lambda one, other: _folded(without_escapes(one), without_escapes(other)),
    "notes": _notes,
}


@dataclass
class IncomingPaper:
    """A paper that the source tells of, in the ``members`` of a group that nobody left out.

    ``record`` is all that they say of it; ``said`` is what this source said of it before, ``ever_said`` what any did.
    ``here`` is the paper on the site, if there is one, with where it appeared, on the site and as said before.
    """

    group: EntryGroup
    members: tuple[int, ...]
    record: Record
    names_all_authors: bool
    versions: tuple[PlannedVersion, ...]
    said: Record | None = None
    ever_said: tuple[Record, ...] = ()
    here: Any = None
    venue_here: VenueHere = VenueHere()
    venue_said: int | None = None
    venue: PlannedVenue = PlannedVenue()
    changes: tuple[FieldChange, ...] = ()
    authors: tuple[PlannedAuthor, ...] = ()

    @property
    def comes_out(self) -> bool:
        """Whether the site has the preprint of what the source knows to have come out."""
        return is_preprint(self.here) and not is_preprint(self.record)

    @property
    def is_older(self) -> bool:
        """Whether the source tells of the preprint of what has come out."""
        return is_preprint(self.record) and not is_preprint(self.here)


def changes(paper: IncomingPaper) -> Iterator[FieldChange]:
    """Yield every difference, in the order of the form, with what becomes of it."""
    for part in (_columns, _venue, _authors, _links, _identifiers, _extra, _earlier):
        yield from part(paper)


def with_choices(
    changes: Iterable[FieldChange], take: Collection[str], leave: Collection[str]
) -> tuple[FieldChange, ...]:
    """Return the changes as somebody chose them: some that stay as they are taken, some that would be taken left."""
    chosen = []
    for change in changes:
        if change.name in leave:
            change = replace(change, verdict=Verdict.KEEP)
        elif change.name in take and not change.is_taken:
            change = replace(change, verdict=Verdict.UPDATE)
        chosen.append(change)
    return tuple(chosen)


def _verdict(here: Any, incoming: Any, ever_said: Iterable[Any], is_same: Any) -> Verdict:
    """Say what becomes of a value that differs, which isn't empty at the source."""
    if not here:
        return Verdict.KEEP if any(ever_said) else Verdict.FILL
    return Verdict.UPDATE if incoming and is_same(here, incoming) else Verdict.KEEP


def _columns(paper: IncomingPaper) -> Iterator[FieldChange]:
    there, before = columns_of(paper.record), columns_of(paper.said) if paper.said else {}
    ever = [columns_of(record) for record in paper.ever_said]
    for name, is_same in IS_SAME.items():
        here, value = getattr(paper.here, name), there[name]
        if paper.comes_out and name not in OF_ANY_VERSION:
            verdict = _verdict_coming_out(paper, name, value, ever)
        elif _says_nothing(paper, name, value) or is_same(here, value):
            verdict = None
        else:
            verdict = _verdict(here, before.get(name), [each[name] for each in ever], is_same)
        if verdict:
            field: Any = Publication._meta.get_field(name)
            shown, shown_there = (in_words(each, field.choices) for each in (here, value))
            yield FieldChange(name, capfirst(str(field.verbose_name)), shown, shown_there, verdict, value)


def _says_nothing(paper: IncomingPaper, name: str, there: Any) -> bool:
    """Whether a source's value is no news of what the site has."""
    here = paper.here
    if not there:
        return True
    if paper.is_older and name not in OF_ANY_VERSION:
        return True
    if name == "status":
        return here.status == "published" and there == "accepted"
    if name == "publisher":
        return not here.publisher and bool(paper.venue_here.publisher or paper.venue.new)
    if name != "doi":
        return False
    return plain_id("doi", there) in {plain_id("arxiv", here.arxiv_id), *identifiers_of(here)}


def _verdict_coming_out(paper: IncomingPaper, name: str, there: Any, ever: list[dict[str, Any]]) -> Verdict | None:
    """Let what has come out replace what its preprint said, but nothing that somebody wrote here since."""
    here, is_same = getattr(paper.here, name), IS_SAME[name]
    if (name == "kind" and not there) or is_same(here, there):
        return None
    if not there:  # what would be wrong of the published version goes
        is_older_month = name == "month" and paper.record.year not in (None, paper.here.year)
        if not (is_older_month or (name in OF_THE_SERVER and paper.venue_here.is_server)):
            return None
    if not here:
        return _verdict(here, None, [each[name] for each in ever], is_same)
    is_as_imported = not ever or any(is_same(here, each[name]) for each in ever)
    return Verdict.UPDATE if is_as_imported else Verdict.KEEP


def _venue(paper: IncomingPaper) -> Iterator[FieldChange]:
    here, there = paper.venue_here, paper.venue
    record, said = paper.record, paper.said
    is_known, where = bool(there.venue or there.new), attrgetter("venue", "acronym", "proceedings")
    if not there.printed or paper.is_older or (there.venue and there.venue == here.pk):
        return
    if not here.pk:
        was_said = any(any(where(each)) for each in paper.ever_said)
        verdict = Verdict.FILL if is_known and not was_said else Verdict.KEEP
    elif paper.comes_out and paper.venue_here.is_server and is_known:
        verdict = Verdict.UPDATE
    elif not there.venue and here.pk in there.candidates:
        return  # it may well be this one
    elif said and not there.venue and where(said) == where(record):
        return  # the source says what it said when somebody settled which venue that is
    else:
        verdict = Verdict.UPDATE if there.venue and paper.venue_said == here.pk else Verdict.KEEP
    name = there.new.name or there.new.acronym if there.new else there.printed
    yield FieldChange("venue", gettext_noop("Venue"), here.name, name, verdict)


def _authors(paper: IncomingPaper) -> Iterator[FieldChange]:
    here, there = authors_of(paper.here), paper.record.authors
    shown, shown_there = (", ".join(map(str, names)) for names in (here, there))
    if not there or paper.is_older:
        return
    if len(here) < len(there):  # whoever is named twice stands here once
        there = tuple({parts_of(name).whole: name for name in there}.values())
    are_all_named = len(here) == len(there) or (not paper.names_all_authors and len(here) > len(there))
    pairs = zip(map(parts_of, here), map(parts_of, there), strict=False)
    if are_all_named and all(ours.whole == theirs.whole or likeness(ours, theirs) for ours, theirs in pairs):
        return
    was_said = any(record.authors for record in paper.ever_said)
    verdict = Verdict.KEEP if here or was_said else Verdict.FILL
    yield FieldChange("authors", gettext_noop("Authors"), shown, shown_there, verdict)


def _links(paper: IncomingPaper) -> Iterator[FieldChange]:
    links = paper.here.links.all()
    addresses, here = {_address(link.url) for link in links}, {(link.kind, link.label): link for link in links}
    before, *ever = (
        {(link.kind, link.label): link.url for link in record.links} if record else {}
        for record in (paper.said, *paper.ever_said)
    )
    for link in paper.record.links:
        name, known = (link.kind, link.label), here.get((link.kind, link.label))
        own = (known.url or known.file.name) if known else ""
        if _address(link.url) not in addresses:
            said = [each.get(name) for each in ever]
            verdict = _verdict(own, before.get(name), said, lambda one, other: _address(one) == _address(other))
            label = link.label or str(Link.Kind(link.kind).label)
            row, tail = {**vars(link), "file": ""}, f":{link.label}" if link.label else ""
            yield FieldChange(f"link:{link.kind}{tail}", LINK.format(what=label), own, link.url, verdict, row)


def _address(url: str) -> str:
    return url.rstrip("/").partition("://")[2].removeprefix("www.")


def identifiers_of(publication: Any) -> set[tuple[str, str]]:
    """Return the further identifiers of a paper of the site as they are compared."""
    return {plain_id(row.scheme, row.value) for row in publication.identifiers.all()}


def _identifiers(paper: IncomingPaper) -> Iterator[FieldChange]:
    """Yield the identifiers of the record; of two versions, the DOI of the one that isn't the paper's own, too."""
    ids, old, new = [*paper.record.ids], paper.here.doi, paper.record.doi
    other = new if paper.is_older else old if paper.comes_out and new else ""
    if other and plain_id("doi", old) != plain_id("doi", new) and plain_id("doi", other)[0] == "doi":
        ids.append(("doi", other))
    own = {("doi", (new if paper.comes_out else "") or old), ("arxiv", paper.here.arxiv_id)}
    own |= {("arxiv", each.arxiv_id) for each in paper.here.earlier_versions.all()}
    here = {plain_id(*pair) for pair in own} | identifiers_of(paper.here)
    ever = {plain_id(*pair) for record in paper.ever_said for pair in record.ids}
    for scheme, value in ids:
        if plain_id(scheme, value) not in here:
            verdict = Verdict.KEEP if plain_id(scheme, value) in ever else Verdict.FILL
            label, row = str(Identifier.Scheme(scheme).label), {"scheme": scheme, "value": value}
            yield FieldChange(f"identifier:{scheme}:{value}", label, "", value, verdict, row)


def _extra(paper: IncomingPaper) -> Iterator[FieldChange]:
    before = dict(paper.said.extra) if paper.said else {}
    ever = [dict(record.extra) for record in paper.ever_said]
    fields = {row.name: row.value for row in paper.here.extra_fields.all()}
    for name, there in paper.record.extra:
        here = fields.get(name, "")
        if not _folded(here, there):
            verdict = _verdict(here, before.get(name), [each.get(name) for each in ever], _folded)
            row = {"name": name, "value": there}
            yield FieldChange(f"extra:{name}", EXTRA_FIELD.format(name=name), here, there, verdict, row)


def _earlier(paper: IncomingPaper) -> Iterator[FieldChange]:
    """Yield what the paper was before and the site doesn't remember yet; not what it says itself to be on arXiv."""
    authors, versions = authors_of(paper.here), []
    if paper.comes_out:
        was = {name: getattr(paper.here, name) for name in ("title", "year", "arxiv_id", "kind", "status")}
        versions.append(version(Record(key="", **was, authors=authors), authors))
    if not is_preprint(paper.record) or paper.is_older:
        own = plain_id("arxiv", paper.here.arxiv_id), folded(paper.here.title)
        record, others = paper.record, paper.versions
        if is_preprint(record):
            others = (version(record, authors),)
        versions += [each for each in others if (plain_id("arxiv", each.arxiv_id), folded(each.title)) != own]
    known = {folded(each.title) for each in paper.here.earlier_versions.all()}
    titles = {folded(record.title) for record in paper.ever_said if is_preprint(record)}
    for each in versions:
        title = folded(each.title)
        if title not in known:
            known.add(title)
            verdict = Verdict.KEEP if title in titles and not paper.comes_out else Verdict.FILL
            there = ", ".join(filter(None, [each.title, each.status]))
            row = {name: text for name, text in vars(each).items() if text}
            yield FieldChange(f"earlier:{each.title}", gettext_noop("Earlier version"), "", there, verdict, row)
