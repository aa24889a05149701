"""Which two papers may be one: by what identifies them, else by their titles, the more so with the same authors."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cached_property

from labsite.texts.folding import fold

from .alike import Candidate, candidates

SAME_DOI, SAME_ARXIV, SAME_ID, SAME_TITLE, SIMILAR_TITLE = 1000, 900, 850, 600, 300
SHARED_AUTHOR = 10
MAX_SHARED = 10
OTHER_DOI, OTHER_YEARS = -250, -200
YEARS_NEAR = 2
ALIKE = 0.85  # of 1: how much of two titles is the same
SMALL_WORDS = {
    *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or"),
    *("over", "the", "to", "towards", "under", "via", "with"),
}


@dataclass(frozen=True)
class Titled:
    """A paper, as far as its identifiers, titles and authors tell."""

    pk: int
    titles: tuple[str, ...]  # the title of today first
    year: int | None = None
    dois: frozenset[str] = frozenset()
    arxiv_ids: frozenset[str] = frozenset()
    authors: frozenset[int] = frozenset()
    ids: frozenset[tuple[str, str]] = frozenset()  # others: what each is called, and its value

    @cached_property
    def folded(self) -> list[str]:
        return [fold(title) for title in self.titles]


def alike(papers: Iterable[Titled]) -> list[Candidate]:
    """Return the pairs of papers that may be one, the likeliest first."""
    return candidates(papers, _keys, _judge)


def _keys(paper: Titled) -> Iterator[tuple[str, str]]:
    yield from (("doi", each) for each in paper.dois)
    yield from (("arxiv", each) for each in paper.arxiv_ids)
    yield from paper.ids
    for title, folded in zip(paper.titles, paper.folded, strict=True):
        words = [word for word in folded.split() if word not in SMALL_WORDS]
        yield "title", "".join(words)
        yield "first words", " ".join(words[:3])
        yield "last words", " ".join(words[-3:])
        name, colon, _ = title.partition(":")
        if colon and len(name.split()) <= 3:
            yield "name", fold(name)


def _judge(one: Titled, other: Titled) -> tuple[int, tuple[str, ...]] | None:
    if same := sorted(one.dois & other.dois):
        return SAME_DOI, (f"the same DOI, {same[0]}",)
    if same := sorted(one.arxiv_ids & other.arxiv_ids):
        return SAME_ARXIV, (f"the same arXiv id, {same[0]}",)
    if shared := sorted(one.ids & other.ids):
        return SAME_ID, (f"the same {shared[0][0]}, {shared[0][1]}",)
    return _by_title(one, other)


def _by_title(one: Titled, other: Titled) -> tuple[int, tuple[str, ...]] | None:
    rank, reason = _likeness(one, other)
    shared = len(one.authors & other.authors)
    years_apart = abs(one.year - other.year) if one.year and other.year else 0
    if not reason or (one.authors and other.authors and not shared):
        return None
    if rank == SIMILAR_TITLE and (years_apart > YEARS_NEAR or not shared):
        return None
    reasons = [reason]
    if shared:
        rank += SHARED_AUTHOR * min(shared, MAX_SHARED)
        reasons.append(f"{shared} of the same authors" if shared > 1 else "one author in common")
    if one.dois and other.dois:
        rank += OTHER_DOI
        reasons.append("but different DOIs")
    if years_apart > YEARS_NEAR:
        rank += OTHER_YEARS
        reasons.append(f"but {years_apart} years apart")
    return rank, tuple(reasons)


def _likeness(one: Titled, other: Titled) -> tuple[int, str]:
    ours, theirs = one.folded, other.folded
    if ours[0] == theirs[0]:
        return SAME_TITLE, "the same title"
    if same := set(ours) & set(theirs):
        title = next(title for title in (*one.titles, *other.titles) if fold(title) in same)
        return SAME_TITLE, f"one was once called “{title}”"
    if any(similar(a, b) for a in ours for b in theirs):
        return SIMILAR_TITLE, "similar titles"
    return 0, ""


def similar(one: str, other: str) -> bool:
    """Say whether two folded titles are nearly the same, or one is the other without its first or last part."""
    short, long = sorted((one, other), key=len)
    if len(short.split()) >= 4 and (long.startswith(f"{short} ") or long.endswith(f" {short}")):
        return True
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE
