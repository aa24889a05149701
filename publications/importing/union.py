"""Several entries that say one paper as one record: what the published version says goes before its preprint's."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from publications.citations.identifiers import arxiv_in
from publications.citations.record import Name, Record, RecordLink
from publications.matching.identity import folded
from publications.matching.papers import NOT_OUT

from .fitting import free_label
from .plan import PlannedVersion

# What a preprint says beside where and when it appeared; the rest is of that version alone.
OF_ANY_VERSION = ("abstract", "note", "arxiv_id")
FILLED = (
    *("venue", "acronym", "proceedings", "volume", "number", "article", "pages", "publisher", "year", "doi"),
    *("arxiv_id", "note", "abstract", "entry_type"),
)


def is_preprint(record: Record) -> bool:
    return record.kind in NOT_OUT or record.status in NOT_OUT


def union_of(records: Sequence[Record], complete: Sequence[bool] = ()) -> Record:
    """Return what all of them say of the paper; ``complete`` says of each whether it names all authors."""
    known = dict(zip(map(id, records), complete, strict=False))
    ordered = sorted(records, key=is_preprint)
    first, *others = ordered
    for other in others:
        first = _filled(first, other)
    authors = next((each.authors for each in ordered if each.authors and known.get(id(each), True)), first.authors)
    return replace(first, authors=authors or first.authors)


def _filled(one: Record, other: Record) -> Record:
    was_before = is_preprint(other) and not is_preprint(one)
    names = OF_ANY_VERSION if was_before else FILLED
    values = {name: getattr(one, name) or getattr(other, name) for name in names}
    if one.kind == "other" and not was_before:
        values["kind"] = other.kind
    if one.year == other.year and not was_before:
        values["month"] = one.month or other.month
    return replace(
        one,
        **values,
        authors=one.authors or other.authors,
        ids=tuple(dict.fromkeys([*one.ids, *other.ids, *_other_doi(one, other)])),
        links=_links(one, other, "Preprint" if was_before else ""),
        extra=_extra(one, other),
    )


def _other_doi(one: Record, other: Record) -> list[tuple[str, str]]:
    is_other = other.doi and one.doi and other.doi.casefold() != one.doi.casefold()
    was_before = is_preprint(other) and not is_preprint(one)
    if not (is_other or (other.doi and was_before and not one.doi)) or arxiv_in(other.doi):
        return []
    return [("doi", other.doi)]


def _links(one: Record, other: Record, label: str) -> tuple[RecordLink, ...]:
    """Return the links of both, those of one kind under labels of their own."""
    addresses = {link.url for link in one.links}
    taken = {(link.kind, link.label) for link in one.links}
    more = [link for link in other.links if link.url not in addresses]
    named = (replace(link, label=link.label or (label if (link.kind, "") in taken else "")) for link in more)
    return (*one.links, *(replace(link, label=free_label(link.label, link.kind, taken)) for link in named))


def _extra(one: Record, other: Record) -> tuple[tuple[str, str], ...]:
    names = {name for name, _ in one.extra}
    return (*one.extra, *(pair for pair in other.extra if pair[0] not in names))


def versions_in(records: Iterable[Record], whole: Record) -> tuple[PlannedVersion, ...]:
    """Return the preprints among the records of a paper that has come out; none of one that hasn't."""
    if is_preprint(whole):
        return ()
    found = {folded(record.title): version(record, whole.authors) for record in records if is_preprint(record)}
    return tuple(found.values())


def version(record: Record, authors: tuple[Name, ...]) -> PlannedVersion:
    """Return a preprint as the site keeps it beside what it became."""
    printed, now = (", ".join(map(str, names)) for names in (record.authors, authors))
    status = ", ".join(filter(None, ["Preprint", str(record.year or "")]))
    return PlannedVersion(record.title, "" if printed == now else printed, status, record.arxiv_id)
