"""Whether two papers are the same, alike or different: the one answer for every page, import and command.

- *same*: an identifier says so and nothing contradicts it, or title and authors do and one is the other's preprint.
- *alike*: somebody is asked, and told why.
- *different*: nothing is said.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from enum import Enum
from functools import lru_cache

from labsite.texts.stored import gettext_noop
from publications.citations.identifiers import arxiv_in, doi_in, plain_id
from publications.citations.names import in_both_scripts, without_marks
from publications.citations.record import UNSTATED, Name, Record, fold, remembered

from . import Alike

# The thresholds for papers. Each is tried from both sides in tests/publications/matching/test_thresholds.py.
MAX_YEARS_APART = 3  # between a preprint and what it became; later, the same title is a new edition or another paper
MAX_COMMON_TITLE_WORDS = 4  # titles as short as Introduction are given to several papers: authors must agree as well
MIN_TITLE_OVERLAP = 0.75  # of all words of two titles, those in both: one word of a usual title is another
MIN_TITLE_RATIO = 0.85  # of the letters of two titles, those in the same order: a slip or another form of a word
MIN_CONTAINED_WORDS = 4  # a title of fewer words begins or ends too many others for being the same without a subtitle
MAX_SYSTEM_WORDS = 3  # before a colon; more are no name that a preprint keeps when it comes out otherwise titled
MIN_DOUBT_OVERLAP = 0.5  # of the words of the shorter title and the shorter list of authors, under one identifier

# Ranks, for ordering what is alike. Other DOIs put the same title behind a similar one.
SAME_TITLE, SIMILAR_TITLE, SAME_SYSTEM = 600, 300, 200
SHARED_AUTHOR, MAX_RANKED_AUTHORS = 10, 10
OTHER_DOIS = -350

NOT_OUT = ("preprint", "submitted")  # of the words for kind and status, those for what hasn't come out
SMALL_WORDS = {
    *("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or"),
    *("over", "the", "to", "towards", "under", "via", "with"),
}
# British and American spelling of folded words come to the same.
SPELLINGS = (
    (re.compile(r"(?<=[iy])s(?=e|ing|ation)"), "z"),  # characterise
    (re.compile(r"(?<=[bt])re(?=s?$)"), "er"),  # centre
    (re.compile(r"(?<=\w\w)our"), "or"),  # behaviour
    (re.compile(r"(?<=[aeo])ll(?=ed|er|ing)"), "l"),  # modelling
)

WHOLE_BOOK = "book"  # the only kind whose ISBN is its own; a paper has its proceedings' one
RESOLVERS = ("doi.org/", "arxiv.org/")  # whose addresses name a paper
IDS_IN_WORDS = {
    "doi": "DOI",
    "arxiv": gettext_noop("arXiv id"),
    "dblp": gettext_noop("dblp key"),
    "isbn": "ISBN",
    "pmid": gettext_noop("PubMed id"),
    "pmcid": gettext_noop("PubMed Central id"),
    "openalex": gettext_noop("OpenAlex id"),
    "hal": gettext_noop("HAL id"),
}

# What archives list beside papers: supplements, such as "Figure S3 from Quokka", and front matter of volumes.
NUMBER = r"[A-Z]{0,2}\d+[A-Z]?(?:[–-][A-Z]{0,2}\d+[A-Z]?)?"
SUPPLEMENT = re.compile(
    r"(?:"
    r"Supplement(?:ary|al)? (?:Fig(?:ure|\.)|Table|Data(?:set)?|Material|Information|Method|File|Movie|Video)s?\b.*?"
    rf"|(?:Additional files?|Data ?(?:set|sheet|file)|Fig(?:ure|\.)|Table|Movie|Video)s? {NUMBER}"
    r"|MOESM\d+|Supporting Information|Additional (?:file|material|data)s?|(?:Replication )?Data(?= (?:from|for):)"
    r")(?:\s+(?:from|of|for|to)\b:?\s+|\Z)",
    re.IGNORECASE | re.DOTALL,
)
FRONT_MATTER = re.compile(
    r"(?:(?:Front|Back)[ -]?(?:Matter|Cover)|Table of Contents|Contents|(?:Author|Subject|Keyword) Index|Title Pages?"
    r"|Copyright(?: Page| Notice)?|Editorial Board|Masthead|Issue Information)\s*(?:[:;,.(\[–—-].*)?",
    re.IGNORECASE | re.DOTALL,
)

SAME_ID = gettext_noop("the same {scheme}, {value}")
ONCE_CALLED = gettext_noop("one was once called “{title}”")
SAME_AUTHORS = gettext_noop("{number} of the same authors")

Id = tuple[str, str]  # scheme and value, in the one form in which they are compared
Author = frozenset[tuple[str, str]]  # every (family, first letter of the given name) that one is known by


class Likely(Enum):
    """Why a paper may be the same, the surest first; the value is what the pages say of it."""

    DOI = gettext_noop("has the same DOI")
    ARXIV = gettext_noop("has the same arXiv id")
    ID = gettext_noop("has the same identifier")
    TITLE = gettext_noop("has the same title")
    ALIKE = gettext_noop("has a similar title and shares authors")

    @property
    def is_certain(self) -> bool:
        """Whether it can't be another paper, unless an identifier was mistyped."""
        return self in (Likely.DOI, Likely.ARXIV, Likely.ID)


LIKELY_BY_SCHEME = {"doi": (Likely.DOI, 1000), "arxiv": (Likely.ARXIV, 900)}
BY_OTHER_ID = Likely.ID, 850


@dataclass(frozen=True)
class PaperLikeness(Alike):
    """How alike two papers are."""

    likely: Likely = Likely.ALIKE


@dataclass(eq=False)
class PaperFingerprint:
    """All by which a paper is told from others, whether it is a row, a record or an entry of an import.

    ``titles`` begins with today's; earlier versions had the others. ``linked_ids`` are those in addresses of links.
    Of a truncated list of authors ``names_all`` is false: more may follow. ``issue`` is what tells papers of one
    series apart: volume, number, article, first page. ``pk`` is the primary key of a row, or the place of an entry in
    its source. The rest follows: titles folded and as words that are spelt alike, the names of systems before colons,
    the authors' family names, and whether it has come out.
    """

    titles: tuple[str, ...]
    kind: str = UNSTATED
    status: str = "published"
    year: int | None = None
    ids: frozenset[Id] = frozenset()
    linked_ids: frozenset[Id] = frozenset()
    authors: tuple[Author, ...] = ()
    names_all: bool = True
    venues: frozenset[str] = frozenset()
    issue: tuple[tuple[str, str], ...] = ()
    pk: int = 0
    folded: tuple[str, ...] = field(init=False)
    words: tuple[tuple[str, ...], ...] = field(init=False)
    systems: frozenset[str] = field(init=False)
    families: frozenset[str] = field(init=False)
    is_preprint: bool = field(init=False)

    def __post_init__(self) -> None:
        self.kind = self.kind or UNSTATED
        self.folded = tuple(map(folded, self.titles))
        self.words = tuple(map(spelt_words, self.folded))
        names = [fold(title.partition(":")[0]) for title in self.titles if ":" in title]
        self.systems = frozenset(name for name in names if 0 < len(name.split()) <= MAX_SYSTEM_WORDS)
        self.families = frozenset(family for author in self.authors for family, _ in author)
        self.is_preprint = self.kind in NOT_OUT or self.status in NOT_OUT

    @classmethod
    def of_record(
        cls, record: Record, names_all: bool = True, pk: int = 0, earlier_titles: Iterable[str] = ()
    ) -> "PaperFingerprint":
        """Return the fingerprint of a record, whether of a row or of an entry of an import."""
        pairs = [("doi", record.doi), ("arxiv", record.arxiv_id), *record.ids]
        ids = [plain_id(scheme, value) for scheme, value in pairs if value]
        is_book = record.kind == WHOLE_BOOK
        addresses = [record.url, *(link.url for link in record.links)]
        telling = [each.strip() for each in addresses if any(resolver in each.casefold() for resolver in RESOLVERS)]
        linked = [("arxiv", arxiv_in(each)) for each in telling] + [("doi", doi_in(each)) for each in telling]
        issue = {name: fold(getattr(record, name)) for name in ("volume", "number", "article")}
        first_page = re.match(r"\w+", record.pages)
        issue["page"] = first_page[0] if first_page else ""
        return cls(
            (record.title, *earlier_titles),
            record.kind,
            record.status,
            record.year,
            frozenset((scheme, value) for scheme, value in ids if value and (is_book or scheme != "isbn")),
            frozenset(plain_id(scheme, value) for scheme, value in linked if value),
            tuple(frozenset([author_key(author)]) for author in record.authors),
            names_all,
            frozenset(fold(name) for name in (record.venue, record.acronym, record.proceedings) if name),
            tuple((name, text) for name, text in issue.items() if text),
            pk,
        )


@remembered
def folded(title: str) -> str:
    """Return a title for comparing; one of signs only as it stands."""
    return fold(title) or title.strip()


def identities(records: Sequence[Record | None]) -> list[str]:
    """Return which paper each entry of a source means by what everyone sees: title, year, families of the authors.

    An entry that means the same as earlier ones has a number behind; what is no paper has none.
    """
    met: Counter[str] = Counter()
    keys = [""] * len(records)
    for index, record in enumerate(records):
        if record:
            names, _ = without_marks(record.authors)
            seen = (folded(record.title), str(record.year or ""), *(family_of(name) for name in names))
            identity = hashlib.sha256("\n".join(seen).encode()).hexdigest()[:32]
            met[identity] += 1
            keys[index] = f"{identity}-{met[identity]}" if met[identity] > 1 else identity
    return keys


@lru_cache(maxsize=65536)
def family_of(name: Name) -> str:
    """Return the family name folded; of a collaboration, all of it."""
    return fold(name.family or name.literal) or str(name)


@lru_cache(maxsize=32768)
def author_key(name: Name) -> tuple[str, str]:
    """Return the folded family name and the first letter of the given name, in Latin letters where they are there."""
    name, _ = in_both_scripts(name)
    return family_of(name), fold(name.given)[:1]


@lru_cache(maxsize=32768)
def spelt_words(text: str) -> tuple[str, ...]:
    """Return the words of a folded title, British and American spellings the same."""
    words = text.split()
    for pattern, replacement in SPELLINGS:
        words = [pattern.sub(replacement, word) for word in words]
    return tuple(words)


def likeness_of(one: PaperFingerprint, other: PaperFingerprint) -> PaperLikeness | None:
    """Return how alike two papers are and why, whether or not they are the same for sure; None if they are two."""
    own = one.ids & other.ids
    shared = own or (one.ids | one.linked_ids) & (other.ids | other.linked_ids)
    if not shared or (not own and looks_like_another(one, other)):
        return _likeness_by_title(one, other)
    ranked = [(*LIKELY_BY_SCHEME.get(scheme, BY_OTHER_ID), scheme, value) for scheme, value in shared]
    likely, rank, scheme, value = min(ranked, key=lambda each: (-each[1], each[2:]))
    reasons = [SAME_ID.format(scheme=IDS_IN_WORDS.get(scheme, scheme), value=value)]
    if is_contradicted(one, other):
        reasons.append(gettext_noop("but it looks like another paper"))
    return PaperLikeness(rank, tuple(reasons), likely)


def _likeness_by_title(one: PaperFingerprint, other: PaperFingerprint) -> PaperLikeness | None:
    shared = len(one.families & other.families)
    same_title = next((title for title in one.folded if title and title in other.folded), "")
    if not (shared or same_title) or years_apart(one, other) > MAX_YEARS_APART:
        return None
    is_one_series = one.kind == other.kind and one.venues & other.venues and not (one.is_preprint or other.is_preprint)
    if is_one_series and are_in_other_places(one, other):
        return None  # two of its pieces, as those of a column are
    if same_title:
        is_common = len(same_title.split()) <= MAX_COMMON_TITLE_WORDS
        if is_common and not shared and ((one.families and other.families) or have_other_dois(one, other)):
            return None
        titles = zip(one.folded + other.folded, one.titles + other.titles, strict=True)
        once = next(title for each, title in titles if each == same_title)
        is_today = one.folded[0] == other.folded[0]
        rank, reason = SAME_TITLE, gettext_noop("the same title") if is_today else ONCE_CALLED.format(title=once)
    elif have_other_dois(one, other):
        return None
    elif any(similar(ours, theirs) for ours in one.words for theirs in other.words):
        rank, reason = SIMILAR_TITLE, gettext_noop("similar titles")
    elif one.systems & other.systems and one.is_preprint != other.is_preprint:
        rank, reason = SAME_SYSTEM, gettext_noop("a preprint of the same system")
    else:
        return None
    reasons = [reason]
    if shared:
        rank += SHARED_AUTHOR * min(shared, MAX_RANKED_AUTHORS)
        reasons.append(SAME_AUTHORS.format(number=shared) if shared > 1 else gettext_noop("one author in common"))
    if have_other_dois(one, other):
        rank += OTHER_DOIS
        reasons.append(gettext_noop("but different DOIs"))
    return PaperLikeness(rank, tuple(reasons), Likely.TITLE if same_title else Likely.ALIKE)


def years_apart(one: PaperFingerprint, other: PaperFingerprint) -> int:
    """Return how many years lie between two papers; none where a year isn't known."""
    return abs(one.year - other.year) if one.year and other.year else 0


def similar(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the words of two titles are nearly the same, or one is the other without its first or last part."""
    ours, theirs = set(one), set(other)
    if not ours or not theirs:
        return False
    if len(ours & theirs) >= MIN_TITLE_OVERLAP * len(ours | theirs):
        return True
    short, long = sorted((one, other), key=len)
    if len(short) >= MIN_CONTAINED_WORDS and short in (long[: len(short)], long[-len(short) :]):
        return True
    numbers = [[word for word in words if re.search(r"\d|^[ivx]+$", word)] for words in (one, other)]
    if numbers[0] != numbers[1]:
        return False  # the second part of a paper has nearly the letters of the first
    matcher = SequenceMatcher(None, " ".join(one), " ".join(other), autojunk=False)
    ratios = (matcher.real_quick_ratio, matcher.quick_ratio, matcher.ratio)  # the cheap upper bounds first
    return all(ratio() >= MIN_TITLE_RATIO for ratio in ratios)


def schemes_at_odds(one: PaperFingerprint, other: PaperFingerprint) -> set[str]:
    """Return the schemes of which both have identifiers, and none in common."""
    ours, theirs = ({scheme for scheme, _ in paper.ids} for paper in (one, other))
    return ours & theirs - {scheme for scheme, _ in one.ids & other.ids}


def have_other_dois(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether both came out under DOIs of their own: a mistyped one aside, that is two papers."""
    return not (one.is_preprint or other.is_preprint) and "doi" in schemes_at_odds(one, other)


def looks_like_another(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether titles and authors, or titles and years, say that of two with one identifier one has it wrongly.

    An arXiv id keeps its paper whatever that is called and whenever it comes out.
    """
    titles = [(set(ours), set(theirs)) for ours in one.words for theirs in other.words]
    if any(len(ours & theirs) >= MIN_DOUBT_OVERLAP * min(len(ours), len(theirs)) for ours, theirs in titles):
        return False
    fewest = min(len(one.families), len(other.families))
    if len(one.families & other.families) < MIN_DOUBT_OVERLAP * fewest:
        return True
    schemes = {scheme for scheme, _ in one.ids & other.ids}
    return schemes != {"arxiv"} and years_apart(one, other) > 0


def is_contradicted(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether two that share an identifier may be two papers all the same."""
    return have_other_dois(one, other) or looks_like_another(one, other)


def are_in_other_places(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether volume, number, article or first page differ, as far as both are known."""
    theirs = dict(other.issue)
    return any(theirs.get(name, text) != text for name, text in one.issue)


def are_one_paper(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether title and authors say so, and nothing else contradicts."""
    if not set(one.folded) & set(other.folded) - {""} or not have_same_authors(one, other):
        return False
    return are_versions(one, other) or is_repeated(one, other)


def are_versions(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether one of two with the same title and authors is the preprint of the other."""
    if one.is_preprint == other.is_preprint or "arxiv" in schemes_at_odds(one, other):
        return False
    return years_apart(one, other) <= MAX_YEARS_APART


def is_repeated(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether one of two with the same title and authors says nothing that the other contradicts."""
    shortest = min(len(title.split()) for title in set(one.folded) & set(other.folded))
    if shortest <= MAX_COMMON_TITLE_WORDS and one.venues != other.venues and not one.venues & other.venues:
        return False
    if one.is_preprint != other.is_preprint or are_in_other_places(one, other) or schemes_at_odds(one, other):
        return False
    return len({one.kind, other.kind} - {UNSTATED}) < 2 and years_apart(one, other) == 0


def have_same_authors(one: PaperFingerprint, other: PaperFingerprint) -> bool:
    """Whether both name the same authors in whatever order; of a truncated list, those that it names.

    The same are those of one family name and initial; where an initial isn't known, of one family name.
    """
    ours, theirs = one.authors, other.authors
    if not (one.names_all and other.names_all):
        size = min(len(each.authors) for each in (one, other) if not each.names_all)
        ours, theirs = ours[:size], theirs[:size]
    if not ours or len(ours) != len(theirs):
        return False
    left = list(theirs)
    for author in ours:
        pairs = ((each, a, b) for each in left for a in author for b in each)
        same = next((each for each, a, b in pairs if a[0] == b[0] and (a[1] == b[1] or not (a[1] and b[1]))), None)
        if same is None:
            return False
        left.remove(same)
    return True


def is_called_like_a_part(title: str) -> bool:
    """Return whether a title is that of a supplement, or of front matter, rather than of a paper."""
    return bool(SUPPLEMENT.match(title) or FRONT_MATTER.fullmatch(title))


def supplemented_title(title: str) -> str:
    """Return the title of the paper that a supplement belongs to, if its own title names it; else the title."""
    return SUPPLEMENT.sub("", title, count=1) or title
