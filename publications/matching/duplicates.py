"""Papers that a record may already be on the site as: by DOI or arXiv id first, then by title, year and authors."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache
from itertools import combinations
from math import ceil

from labsite.texts.folding import fold
from publications.citations.names import split_printed
from publications.citations.record import Name, Record
from publications.models import Authorship, EarlierVersion, Publication

YEARS_APART = 3  # a preprint and what it became
ALIKE = 0.75  # of the words of two titles are in both
FEW_WORDS = 4  # shorter titles, such as Introduction, are given twice
MAX_SYSTEM_LENGTH = 3  # words of the name before a colon
MAX_KEYS = 5000  # that a query asks for by name; a database takes only so many parameters


class Likely(Enum):
    """Why a paper may be the same; the value is what the page says of it."""

    DOI = "has the same DOI"
    ARXIV = "has the same arXiv id"
    ID = "has the same identifier"
    TITLE = "has the same title"
    ALIKE = "has a similar title and shares authors"

    @property
    def is_certain(self) -> bool:
        """Whether it can't be another paper, unless an id was mistyped."""
        return self in (Likely.DOI, Likely.ARXIV, Likely.ID)


@dataclass(frozen=True)
class Duplicate:
    """A paper on the site, by its key, and why it may be the one."""

    publication: int
    likely: Likely


@dataclass(frozen=True)
class Told:
    """A paper, or an earlier version of one, as far as it tells papers apart."""

    pk: int | None
    title: str
    year: int | None = None
    doi: str = ""
    arxiv_id: str = ""

    @cached_property
    def folded(self) -> str:
        return fold(self.title) or self.title

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(self.folded.split())

    @cached_property
    def system(self) -> str:
        """The name before a colon, if that is short enough for one."""
        name = fold(self.title.partition(":")[0]) if ":" in self.title else ""
        return name if len(name.split()) <= MAX_SYSTEM_LENGTH else ""


def find_duplicates(records: Sequence[Record]) -> list[list[Duplicate]]:
    """Return for each record the papers that it may be, the likeliest first: three queries."""
    papers = KnownPapers(list(known_papers()))
    found = [dict(_resembling(each, papers.like(each))) for each in map(told, records)]
    families = _families({pk for each in found for pk in each})
    return [_settled(record, each, families) for record, each in zip(records, found, strict=True)]


def told(record: Record, pk: int | None = None) -> Told:
    """Return a record as far as it tells papers apart."""
    return Told(pk, record.title, record.year, record.doi.casefold(), record.arxiv_id)


class KnownPapers:
    """Papers by what those have in common that may be the same, so that few are compared.

    Of two titles alike so many words are the same that two of the rarest words of each are, in whatever order of
    rarity: see prefix filtering in Bayardo, Ma and Srikant, Scaling up all pairs similarity search (2007).
    """

    def __init__(self, papers: Sequence[Told]) -> None:
        self.papers = papers
        self.frequency = Counter(word for paper in papers for word in paper.words)
        self.places: dict[tuple[str, ...], list[int]] = defaultdict(list)
        for place, paper in enumerate(papers):
            for key in self._keys(paper):
                self.places[key].append(place)

    def like(self, new: Told) -> list[Told]:
        """Return the papers that may be the same, in their order."""
        found = {place for key in self._keys(new) for place in self.places.get(key, ())}
        return [self.papers[place] for place in sorted(found)]

    def _keys(self, paper: Told) -> Iterator[tuple[str, ...]]:
        said = (("doi", paper.doi), ("arxiv", paper.arxiv_id), ("system", paper.system))
        yield from (key for key in said if key[1])
        yield "title", paper.folded
        if len(paper.words) < 2:
            yield "words", *paper.words
        yield from combinations(self._rarest(paper.words), 2)

    def _rarest(self, words: frozenset[str]) -> list[str]:
        """Return of a title's words so many that two of them are in every other title alike; nothing of a word."""
        ordered = sorted(words, key=lambda word: (self.frequency[word], word))
        return ordered[: len(words) - ceil(ALIKE * len(words)) + 2]


def known_papers() -> Iterable[Told]:
    """Return all papers and what they were before."""
    columns = ("pk", "title", "year", "doi", "arxiv_id")
    years = {}
    for pk, title, year, doi, arxiv_id in Publication.objects.order_by().values_list(*columns):
        years[pk] = year
        yield Told(pk, title, year, doi.casefold(), arxiv_id)
    for pk, title, arxiv_id in EarlierVersion.objects.order_by().values_list("publication", "title", "arxiv_id"):
        yield Told(pk, title, years.get(pk), arxiv_id=arxiv_id)


def _resembling(new: Told, papers: Iterable[Told]) -> Iterable[tuple[int, Likely]]:
    """Yield what may be the same, the surest reason for a paper last."""
    found = [(likely, paper.pk) for paper in papers if paper.pk and (likely := _likeness(new, paper))]
    for likely, pk in sorted(found, key=lambda pair: _rank(pair[0]), reverse=True):
        yield pk, likely


def _likeness(new: Told, paper: Told) -> Likely | None:
    if new.doi and new.doi == paper.doi:
        return Likely.DOI
    if new.arxiv_id and new.arxiv_id == paper.arxiv_id:
        return Likely.ARXIV
    if not new.title or not _near(new.year, paper.year):
        return None
    if new.folded == paper.folded:
        return Likely.TITLE
    alike = len(new.words & paper.words) >= ALIKE * len(new.words | paper.words)
    return Likely.ALIKE if alike or (new.system and new.system == paper.system) else None


def _near(year: int | None, other: int | None) -> bool:
    return year is None or other is None or abs(year - other) <= YEARS_APART


def _families(publications: set[int]) -> dict[int, set[str]]:
    """Return the folded family names of the authors of each paper: one query."""
    rows = Authorship.objects.order_by()
    if len(publications) <= MAX_KEYS:
        rows = rows.filter(publication__in=publications)
    found: dict[int, set[str]] = defaultdict(set)
    for pk, printed, name, family in rows.values_list(
        "publication", "printed_name", "person__name", "person__family_name"
    ):
        if pk in publications:
            found[pk] |= {_folded(family or name), _family(split_printed(printed, family)) if printed else ""} - {""}
    return found


def _families_of(record: Record) -> set[str]:
    return {_family(name) for name in record.authors}


def _family(name: Name) -> str:
    return _folded(name.family or name.literal)


_folded = lru_cache(maxsize=4096)(fold)


def _settled(record: Record, found: dict[int, Likely], families: dict[int, set[str]]) -> list[Duplicate]:
    own = _families_of(record)
    kept = [
        Duplicate(pk, likely)
        for pk, likely in found.items()
        if likely.is_certain or _by_the_same(likely, record, own, families.get(pk, set()))
    ]
    return sorted(kept, key=lambda duplicate: (_rank(duplicate.likely), duplicate.publication))


def _by_the_same(likely: Likely, record: Record, own: set[str], theirs: set[str]) -> bool:
    """Whether authors speak for it; a long title that is the same says enough, whoever is named."""
    if own & theirs:
        return True
    return likely is Likely.TITLE and (not (own and theirs) or len(record.title.split()) > FEW_WORDS)


def _rank(likely: Likely) -> int:
    return list(Likely).index(likely)
