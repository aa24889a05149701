"""Papers that a record may already be on the site as: by DOI or arXiv id first, then by title, year and authors."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from labsite.folding import fold
from publications.models import Authorship, EarlierVersion, Publication
from publications.names import split_printed
from publications.record import Name, Record

YEARS_APART = 3  # a preprint and what it became
ALIKE = 0.75  # of the words of two titles are in both
FEW_WORDS = 4  # shorter titles, such as Introduction, are given twice
LONGEST_SYSTEM = 3  # words of the name before a colon


class Likely(Enum):
    """Why a paper may be the same; the value is what the page says of it."""

    DOI = "has the same DOI"
    ARXIV = "has the same arXiv id"
    TITLE = "has the same title"
    ALIKE = "has a similar title and shares authors"

    @property
    def is_certain(self) -> bool:
        """Whether it can't be another paper, unless an id was mistyped."""
        return self in (Likely.DOI, Likely.ARXIV)


@dataclass(frozen=True)
class Duplicate:
    """A paper on the site, by its key, and why it may be the one."""

    publication: int
    likely: Likely


@dataclass(frozen=True)
class KnownPaper:
    """A paper, or an earlier version of one, as far as it tells papers apart."""

    pk: int
    title: str
    year: int | None = None
    doi: str = ""
    arxiv_id: str = ""


def find_duplicates(records: Sequence[Record]) -> list[list[Duplicate]]:
    """Return for each record the papers that it may be, the likeliest first: three queries."""
    papers = list(known_papers())
    found = [dict(_resembling(record, papers)) for record in records]
    families = _families({pk for each in found for pk in each})
    return [_settled(record, each, families) for record, each in zip(records, found, strict=True)]


def known_papers() -> Iterable[KnownPaper]:
    """Return all papers and what they were before."""
    columns = ("pk", "title", "year", "doi", "arxiv_id")
    papers = {row[0]: KnownPaper(*row) for row in Publication.objects.order_by().values_list(*columns)}
    yield from papers.values()
    for pk, title, arxiv_id in EarlierVersion.objects.order_by().values_list("publication", "title", "arxiv_id"):
        yield KnownPaper(pk, title, papers[pk].year, arxiv_id=arxiv_id)


def _resembling(record: Record, papers: list[KnownPaper]) -> Iterable[tuple[int, Likely]]:
    """Yield what may be the same, the surest reason for a paper last."""
    found = [(likely, paper.pk) for paper in papers if (likely := _likeness(record, paper))]
    for likely, pk in sorted(found, key=lambda pair: _rank(pair[0]), reverse=True):
        yield pk, likely


def _likeness(record: Record, paper: KnownPaper) -> Likely | None:
    if record.doi and record.doi.casefold() == paper.doi.casefold():
        return Likely.DOI
    if record.arxiv_id and record.arxiv_id == paper.arxiv_id:
        return Likely.ARXIV
    if not record.title or not _near(record.year, paper.year):
        return None
    title, other = fold(record.title) or record.title, fold(paper.title) or paper.title
    if title == other:
        return Likely.TITLE
    return Likely.ALIKE if _alike(title, other) or _one_system(record.title, paper.title) else None


def _near(year: int | None, other: int | None) -> bool:
    return year is None or other is None or abs(year - other) <= YEARS_APART


def _alike(title: str, other: str) -> bool:
    words, others = set(title.split()), set(other.split())
    return len(words & others) >= ALIKE * len(words | others)


def _one_system(title: str, other: str) -> bool:
    """Whether both titles begin with the same name before a colon."""
    names = [fold(text.partition(":")[0]) if ":" in text else "" for text in (title, other)]
    return names[0] == names[1] and 0 < len(names[0].split()) <= LONGEST_SYSTEM


def _families(publications: set[int]) -> dict[int, set[str]]:
    """Return the folded family names of the authors of each paper: one query."""
    rows = Authorship.objects.order_by().filter(publication__in=publications)
    found: dict[int, set[str]] = defaultdict(set)
    for pk, printed, name, family in rows.values_list(
        "publication", "printed_name", "person__name", "person__family_name"
    ):
        found[pk] |= {fold(family or name), _family(split_printed(printed, family)) if printed else ""} - {""}
    return found


def _family(name: Name) -> str:
    return fold(name.family or name.literal)


def _settled(record: Record, found: dict[int, Likely], families: dict[int, set[str]]) -> list[Duplicate]:
    own = {_family(name) for name in record.authors}
    kept = [
        Duplicate(pk, likely)
        for pk, likely in found.items()
        if likely.is_certain or _by_the_same(likely, record, own, families.get(pk, set()))
    ]
    return sorted(kept, key=lambda duplicate: _rank(duplicate.likely))


def _by_the_same(likely: Likely, record: Record, own: set[str], theirs: set[str]) -> bool:
    """Whether authors speak for it; a long title that is the same says enough, whoever is named."""
    if own & theirs:
        return True
    return likely is Likely.TITLE and (not (own and theirs) or len(record.title.split()) > FEW_WORDS)


def _rank(likely: Likely) -> int:
    return list(Likely).index(likely)
