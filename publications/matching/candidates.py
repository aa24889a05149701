"""Candidates: only rows that have a key in common are compared, so that thousands cost no more than thousands."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil
from typing import Any, Generic, TypeVar

from django.db.models import Q

from publications.citations.names import loosely, split_printed
from publications.citations.record import Name, Record, RecordLink
from publications.models import Authorship, EarlierVersion, Identifier, Link, Publication

from . import Alike
from .papers import MIN_TITLE_OVERLAP, SMALL_WORDS, Author, Id, Likely, PaperFingerprint, author_key, likeness_of
from .people import PersonFingerprint, likeness_of as people_likeness
from .venues import MIN_NAME_OVERLAP, VenueFingerprint

Row = TypeVar("Row", bound=PaperFingerprint | PersonFingerprint | VenueFingerprint)
Frequency = Counter[str]

MAX_SHARING = 60  # others with the same key; a key of more says nothing, and would cost their square
# Beyond this a query asks for all rows and leaves out the others here: a database takes only so many parameters.
MAX_KEYS = 5000
COLUMNS = (
    *("title", "kind", "status", "year", "doi", "arxiv_id", "volume", "number", "article", "pages", "proceedings"),
)


class Index(Generic[Row]):
    """Rows by their keys, in the order in which they were given; ``frequency`` says how many names have a word."""

    def __init__(self, rows: Sequence[Row], keys: Callable[[Row, Frequency], Iterable[Hashable]]) -> None:
        self.rows = rows
        self.frequency = Counter(word for row in rows for words in row.words for word in set(words))
        self.keys = keys
        self.positions: dict[Hashable, list[int]] = defaultdict(list)
        for position, row in enumerate(rows):
            for key in set(keys(row, self.frequency)):
                self.positions[key].append(position)

    def sharing_a_key(self, row: Row) -> list[Row]:
        """Return the rows that have a key in common with ``row``, which is none of them."""
        blocks = (self.positions.get(key, ()) for key in set(self.keys(row, self.frequency)))
        sharing = {each for block in blocks if len(block) <= MAX_SHARING for each in block}
        return [self.rows[each] for each in sorted(sharing)]

    def pairs(self) -> Iterator[tuple[Row, Row]]:
        """Yield each two of the rows that have a key in common, once."""
        partners: list[set[int]] = [set() for _ in self.rows]
        for block in self.positions.values():
            if len(block) <= MAX_SHARING + 1:
                for one, other in combinations(block, 2):
                    partners[one].add(other)
        for row, others in zip(self.rows, partners, strict=True):
            yield from ((row, self.rows[other]) for other in sorted(others))


def paper_keys(paper: PaperFingerprint, frequency: Frequency) -> Iterator[Hashable]:
    """Yield what two papers that are alike have in common.

    Titles that are alike by their words are all found, those that are so by their letters if they begin or end alike.
    """
    yield from paper.ids | paper.linked_ids
    yield from (("system", system) for system in paper.systems)
    yield from (("title", title) for title in paper.folded)
    for words in paper.words:
        yield "words", *sorted(set(words))
        yield from word_pairs(set(words), frequency, MIN_TITLE_OVERLAP)
        telling = [word for word in words if word not in SMALL_WORDS]
        yield "letters", "".join(telling)
        yield "first words", *telling[:3]
        yield "last words", *telling[-3:]


def person_keys(person: PersonFingerprint, frequency: Frequency) -> Iterator[Hashable]:
    """Yield what two people who may be one have in common."""
    if person.orcid:
        yield person.orcid
    yield from (("words", *words) for words in person.words)
    yield from (("whole", loosely(name)) for name in person.wholes)
    if person.initial[1]:
        yield initial_key(person)


def initial_key(person: PersonFingerprint) -> Hashable:
    """Return the key of the family name and initial, by which several people may be meant."""
    return "initial", *person.initial


def venue_keys(venue: VenueFingerprint, frequency: Frequency) -> Iterator[Hashable]:
    """Yield what two venues that may be one have in common."""
    yield from (("letters", letters) for letters in venue.letters)
    yield from (("core", core) for core in venue.cores)
    for words in venue.words:
        yield "initials", "".join(word[0] for word in words)
        yield "words", *sorted(set(words))
        yield from word_pairs(set(words), frequency, MIN_NAME_OVERLAP)


def word_pairs(words: set[str], frequency: Frequency, overlap: float) -> Iterator[tuple[str, str]]:
    """Return pairs of words of which two texts have one in common if they share so many of all their words.

    These are the rarest words of a text, in whatever order of rarity: see prefix filtering in Bayardo, Ma and
    Srikant, Scaling up all pairs similarity search (2007). There are none of a single word.
    """
    ordered = sorted(words, key=lambda word: (frequency[word], word))
    return combinations(ordered[: len(words) - ceil(overlap * len(words)) + 2], 2)


def people_alike(people: Sequence[PersonFingerprint]) -> Iterator[tuple[PersonFingerprint, PersonFingerprint, Alike]]:
    """Yield each two people who may be one, and why."""
    bearers = Counter(person.initial for person in people)
    for one, other in Index(people, person_keys).pairs():
        if likeness := people_likeness(one, other, bearers[one.initial]):
            yield one, other, likeness


@dataclass(frozen=True)
class Duplicate:
    """A paper on the site, by its primary key, and why a record may be the same."""

    publication: int
    likely: Likely


@dataclass(frozen=True)
class KnownPapers:
    """The papers of the site, and for each fingerprint that was asked about those that it may be.

    ``fingerprints`` has the authors of the papers that may be meant; ``by_id`` and ``by_title`` name no others.
    """

    fingerprints: dict[int, PaperFingerprint]
    candidates: dict[int, list[int]]
    by_id: dict[Id, set[int]]
    by_title: dict[str, set[int]]
    all_keys: Collection[int] = ()

    def duplicates(self, index: int, paper: PaperFingerprint) -> list[Duplicate]:
        """Return the papers that are the same as, or like, what was asked about there, the likeliest first."""
        scored = [(likeness_of(paper, self.fingerprints[pk]), pk) for pk in self.candidates[index]]
        ranked = sorted((-likeness.rank, pk, likeness.likely) for likeness, pk in scored if likeness)
        return [Duplicate(pk, likely) for _, pk, likely in ranked]


def find_duplicates(records: Sequence[Record]) -> list[list[Duplicate]]:
    """Return for each record the papers of the site that it may be, the likeliest first: five queries."""
    papers = dict(enumerate(map(PaperFingerprint.of_record, records)))
    known = known_papers(papers)
    return [known.duplicates(index, paper) for index, paper in papers.items()]


def known_papers(incoming: Mapping[int, PaperFingerprint]) -> KnownPapers:
    """Return the papers of the site for those who ask about these fingerprints, by their places: five queries."""
    papers = papers_without_authors()
    index = Index(list(papers.values()), paper_keys)
    candidates = {number: [each.pk for each in index.sharing_a_key(paper)] for number, paper in incoming.items()}
    ids = {each for paper in incoming.values() for each in paper.ids}
    titles = {title for paper in incoming.values() for title in paper.folded}
    by_id: dict[Id, set[int]] = defaultdict(set)
    by_title: dict[str, set[int]] = defaultdict(set)
    for pk, paper in papers.items():
        for identifier in paper.ids & ids:
            by_id[identifier].add(pk)
        for title in titles.intersection(paper.folded):
            by_title[title].add(pk)
    met = set().union(*by_id.values(), *by_title.values(), *candidates.values())
    return KnownPapers(with_authors(papers, met), candidates, dict(by_id), dict(by_title), frozenset(papers))


def within(rows: Any, lookup: str, keys: Collection[Any]) -> Any:
    """Narrow a queryset to those with one of the keys; of very many keys it stays as it is."""
    return rows.filter(**{f"{lookup}__in": keys}) if len(keys) <= MAX_KEYS else rows


def papers_without_authors() -> dict[int, PaperFingerprint]:
    """Return all papers, by their primary keys, without their authors: four queries."""
    titles, pairs, addresses = defaultdict(list), defaultdict(list), defaultdict(list)
    versions = EarlierVersion.objects.order_by("pk")
    for pk, title, arxiv_id in versions.values_list("publication", "title", "arxiv_id"):
        titles[pk].append(title)
        pairs[pk].append(("arxiv", arxiv_id))
    identifiers = Identifier.objects.order_by()
    for pk, scheme, value in identifiers.values_list("publication", "scheme", "value"):
        pairs[pk].append((scheme, value))
    of_papers = Q(url__icontains="doi.org/") | Q(url__icontains="arxiv.org/")
    for pk, url in Link.objects.filter(of_papers).order_by().values_list("publication", "url"):
        addresses[pk].append(url)
    papers = {}
    columns = ("pk", "venue__acronym", "venue__name", *COLUMNS)
    for pk, acronym, venue, *values in Publication.objects.order_by("pk").values_list(*columns):
        record = Record(
            key="",
            **dict(zip(COLUMNS, values, strict=True)),
            venue=venue or "",
            acronym=acronym or "",
            ids=tuple(pairs[pk]),
            links=tuple(RecordLink("page", url) for url in addresses[pk]),
        )
        papers[pk] = PaperFingerprint.of_record(record, pk=pk, earlier_titles=titles[pk])
    return papers


def with_authors(papers: Mapping[int, PaperFingerprint], keys: Collection[int]) -> dict[int, PaperFingerprint]:
    """Return the papers with these primary keys, with their authors under every name of theirs: one query."""
    rows = within(Authorship.objects.order_by("publication", "order", "pk"), "publication", keys)
    person = ("person__name", "person__given_name", "person__family_name")
    authors: dict[int, list[Author]] = defaultdict(list)
    for pk, printed, name, given, family in rows.values_list("publication", "printed_name", *person):
        if pk in keys:
            names = [Name(given, family) if family else Name(literal=name)]
            names += [split_printed(printed, family)] if printed else []
            authors[pk].append(frozenset(map(author_key, names)))
    return {pk: replace(papers[pk], authors=tuple(authors[pk])) for pk in keys if pk in papers}
