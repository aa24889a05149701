"""The papers of the site as fingerprints, and which of them a record may be: five queries, however many there are."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q

from publications.citations.names import split_printed
from publications.citations.record import Name, Record
from publications.models import Authorship, EarlierVersion, Identifier, Link, Publication

from .blocking import Blocks, word_pairs
from .identity import Id, ids_in, ids_in_addresses
from .papers import (
    MIN_TITLE_OVERLAP,
    SMALL_WORDS,
    Author,
    Likely,
    PaperFingerprint,
    author_key,
    folded_venues,
    issue_of,
    likeness_of,
)

MAX_KEYS = 5000  # that a query asks for by name; a database takes only so many parameters
COLUMNS = (
    *("pk", "title", "kind", "status", "year", "doi", "arxiv_id", "volume", "number", "article", "pages"),
    *("proceedings", "venue__acronym", "venue__name"),
)


@dataclass(frozen=True)
class Duplicate:
    """A paper on the site, by its primary key, and why a record may be the same."""

    publication: int
    likely: Likely


class PaperIndex(Blocks[PaperFingerprint]):
    """Papers by what two that are alike have in common, so that few are compared.

    Titles that are alike by their words are all found, those that are so by their letters if they begin or end alike.
    """

    def __init__(self, papers: Sequence[PaperFingerprint]) -> None:
        self.frequency = Counter(word for paper in papers for words in paper.words for word in set(words))
        super().__init__(papers, self._keys)

    def _keys(self, paper: PaperFingerprint) -> Iterator[Hashable]:
        yield from paper.ids
        yield from paper.linked_ids
        yield from (("system", system) for system in paper.systems)
        yield from (("title", title) for title in paper.folded)
        for words in paper.words:
            yield "words", *sorted(set(words))
            yield from word_pairs(set(words), self.frequency, MIN_TITLE_OVERLAP)
            telling = [word for word in words if word not in SMALL_WORDS]
            yield "letters", "".join(telling)
            yield "first words", *telling[:3]
            yield "last words", *telling[-3:]


@dataclass(frozen=True)
class KnownPapers:
    """The papers of the site, and for each fingerprint that was asked about those that it may be.

    ``fingerprints`` has the authors of the papers that may be meant; ``by_id`` and ``by_title`` name no others.
    """

    fingerprints: dict[int, PaperFingerprint]
    candidates: Sequence[tuple[int, ...]]
    by_id: dict[Id, set[int]]
    by_title: dict[str, set[int]]
    all_keys: Collection[int] = ()

    def duplicates(self, position: int, asked: PaperFingerprint) -> list[Duplicate]:
        """Return the papers that are the same as, or like, what was asked about there, the likeliest first."""
        found = []
        for pk in self.candidates[position]:
            if likeness := likeness_of(asked, self.fingerprints[pk]):
                found.append((-likeness.rank, pk, Duplicate(pk, likeness.likely)))
        return [duplicate for *_, duplicate in sorted(found, key=lambda each: each[:2])]


def find_duplicates(records: Sequence[Record]) -> list[list[Duplicate]]:
    """Return for each record the papers of the site that it may be, the likeliest first: five queries."""
    asked = [PaperFingerprint.of_record(record) for record in records]
    known = known_papers(asked)
    return [known.duplicates(position, paper) for position, paper in enumerate(asked)]


def known_papers(asked: Sequence[PaperFingerprint | None]) -> KnownPapers:
    """Return the papers of the site for those who ask about these fingerprints: five queries."""
    papers = papers_without_authors()
    index = PaperIndex(list(papers.values()))
    candidates = [tuple(each.pk for each in index.sharing_a_key(paper)) if paper else () for paper in asked]
    ids = {each for paper in asked if paper for each in paper.ids}
    titles = {title for paper in asked if paper for title in paper.folded}
    by_id: dict[Id, set[int]] = defaultdict(set)
    by_title: dict[str, set[int]] = defaultdict(set)
    for pk, paper in papers.items():
        for identifier in paper.ids & ids:
            by_id[identifier].add(pk)
        for title in titles.intersection(paper.folded):
            by_title[title].add(pk)
    met = set().union(*by_id.values(), *by_title.values(), *candidates)
    return KnownPapers(with_authors(papers, met), candidates, dict(by_id), dict(by_title), frozenset(papers))


def papers_without_authors() -> dict[int, PaperFingerprint]:
    """Return all papers of the site, without their authors: four queries."""
    titles, pairs, addresses = defaultdict(list), defaultdict(list), defaultdict(list)
    for pk, title, arxiv_id in EarlierVersion.objects.order_by("pk").values_list("publication", "title", "arxiv_id"):
        titles[pk].append(title)
        pairs[pk].append(("arxiv", arxiv_id))
    for pk, scheme, value in Identifier.objects.order_by().values_list("publication", "scheme", "value"):
        pairs[pk].append((scheme, value))
    of_papers = Q(url__icontains="doi.org/") | Q(url__icontains="arxiv.org/")
    for pk, url in Link.objects.filter(of_papers).order_by().values_list("publication", "url"):
        addresses[pk].append(url)
    return {
        pk: _fingerprint(row, titles[pk], pairs[pk], addresses[pk])
        for row in Publication.objects.order_by("pk").values(*COLUMNS)
        if (pk := row["pk"])
    }


def _fingerprint(
    row: Mapping[str, Any], earlier_titles: list[str], pairs: list[Id], addresses: list[str]
) -> PaperFingerprint:
    return PaperFingerprint(
        (row["title"], *earlier_titles),
        row["kind"],
        row["status"],
        row["year"],
        ids_in([("doi", row["doi"]), ("arxiv", row["arxiv_id"]), *pairs], row["kind"]),
        ids_in_addresses(addresses),
        venues=folded_venues(row["venue__acronym"], row["venue__name"], row["proceedings"]),
        issue=issue_of(row),
        pk=row["pk"],
    )


def with_authors(papers: Mapping[int, PaperFingerprint], keys: Collection[int]) -> dict[int, PaperFingerprint]:
    """Return the papers with these primary keys, with their authors under every name of theirs: one query."""
    rows = Authorship.objects.order_by("publication", "order", "pk")
    if len(keys) <= MAX_KEYS:
        rows = rows.filter(publication__in=keys)
    person = ("person__name", "person__given_name", "person__family_name")
    authors: dict[int, list[Author]] = defaultdict(list)
    for pk, printed, name, given, family in rows.values_list("publication", "printed_name", *person).iterator():
        if pk in keys:
            names = [Name(given, family) if family else Name(literal=name)]
            names += [split_printed(printed, family)] if printed else []
            authors[pk].append(frozenset(map(author_key, names)))
    return {pk: replace(papers[pk], authors=tuple(authors[pk])) for pk in keys if pk in papers}
