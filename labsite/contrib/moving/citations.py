"""References in running words, as homepages print them: who wrote what, and where it appeared.

Such as ``Quill, A., & Brandt, I. (2024). "Quokka." <i>Journal of Leisure</i>. 1(1).`` or, in other styles,
``A. Quill and Ivo Brandt, "Quokka," in Proc. SYSCON, 2024, pp. 1–9.``
"""

import html
import re
from dataclasses import dataclass, replace

from labsite.texts.folding import fold, trace
from publications.citations.dates import YEAR_FORM
from publications.citations.identifiers import doi_in, find_arxiv_ids, find_dois, without_papers
from publications.citations.names import PARTICLES
from publications.citations.record import Name, acronym_of
from publications.formats import latex

TAG = re.compile(r"<[^<>]*>")
BOLD = re.compile(r"\*\*|__")
QUOTED = re.compile(r"[\"“”„«]+(?P<title>.{8,}?)[,.?!]?[\"”“»]+(?=[\s.,)]|$)")
YEAR = re.compile(rf"\(?\b(?P<year>{YEAR_FORM})[a-z]?\b")
YEAR_BEFORE_AUTHORS = re.compile(rf"^\W*{YEAR_FORM}\W+")
YEAR_BEHIND_AUTHORS = re.compile(rf"[\s.,(]*\b{YEAR_FORM}[a-z]?\b.*$")
OTHERS = re.compile(r",?\s*(?:\band\s+)?\b(?:et\.?\s*al\b\.?|others\b\.?)", re.IGNORECASE)
BETWEEN = re.compile(r"\s*(?:[,，;]\s*(?:and|&|und|et|y)\s+|\s+(?:and|&|und)\s+|[,，;、]|\s+&\s+)\s*")
INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[\s-]?){1,4}")
ENDS_WITH_INITIALS = re.compile(
    r"(?P<family>[^\W\d_][\w'’ -]+?)\s+(?P<given>(?:[A-Z]\.[\s-]?){0,3}[A-Z]\.?|[A-Z]{1,3})"
)
SUFFIXES = {"jr", "sr", "ii", "iii", "iv"}
ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[\w&+/@-]+(?: [\w&+/@-]+){0,2}")
MAX_ACRONYM_LENGTH = 20  # characters
NO_NAME = re.compile(r"\d{3}|https?:|@")
LATEX = re.compile(
    r"\\(?:[\"'`^~=.]|[uvHckr](?=\{))\s*(?:\{\\?\w\}|\w)|\{\\(?:ss|ae|oe|AE|OE|aa|AA|o|O|l|L)\}|\\ss\{\}"
)
PAGES = re.compile(r"(?:\bpp?\.?\s*|pages\s+|[,:]\s*)(\d{1,5})\s*[-–—]+\s*(\d{1,5})(?=[\s.,;)]|$)", re.IGNORECASE)
VOLUME = re.compile(rf"(?:\bvol(?:ume)?\.?\s*)?(?<![\w.-])(\d{{1,4}})\s*\((?!{YEAR_FORM}\))(\d[\d\w/–-]{{0,8}})\)")
ARTICLE = re.compile(r"\barticle\s+(?:no\.?\s*)?([a-z]?\d+)", re.IGNORECASE)
VENUE_END = re.compile(
    rf"\s*(?:[.;]\s|,\s+(?=\(?\d|vol|pp|no\b|art)|\s\(?\d+\s*[(:,]|\s\(?{YEAR_FORM}\b(?!\s\w)|\s\d+\.?$|\(\D{{0,9}}\d|https?:|\bdoi\b|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class PrintedCitation:
    """What a reference says; empty is unknown. ``has_others`` after an "et al."."""

    authors: tuple[Name, ...] = ()
    has_others: bool = False
    title: str = ""
    year: int | None = None
    place: str = ""
    volume: str = ""
    number: str = ""
    article: str = ""
    pages: str = ""
    doi: str = ""
    arxiv_id: str = ""


def read_citation(text: str, title: str = "") -> PrintedCitation:
    """Parse a printed citation; a known ``title`` marks where the authors end."""
    plain = plain_words(text)
    before, own_title, behind = _parted(plain, title)
    authors, has_others = names_in(YEAR_BEHIND_AUTHORS.sub("", YEAR_BEFORE_AUTHORS.sub("", before)))
    years = YEAR.findall(before) or YEAR.findall(without_papers(behind))
    numbers = without_papers(re.sub(r"https?:\S+", "", behind))
    venue = re.sub(r"^(?:In:?|in:?|To appear in|Published in)\s+", "", behind.strip())
    venue = re.sub(r"^[^()]{3,80}\(eds?\.?\),?\s*", "", venue, flags=re.IGNORECASE)
    end = VENUE_END.search(venue)
    pages, volume, article = PAGES.search(numbers), VOLUME.search(numbers), ARTICLE.search(numbers)
    return PrintedCitation(
        authors,
        has_others,
        own_title,
        int(years[0]) if years else None,
        venue[: end.start() if end else None].strip(" ._,*;:()"),
        volume[1] if volume else "",
        volume[2] if volume else "",
        article[1] if article else "",
        f"{pages[1]}–{pages[2]}" if pages else "",
        doi_of(text),
        arxiv_of(text),
    )


def plain_words(text: str) -> str:
    """Return a text of HTML or Markdown on one line, without its tags, emphasis and backslashes."""
    text = html.unescape(TAG.sub(" ", re.sub(r"</?su[pb]>", "", text)))
    text = LATEX.sub(lambda accent: latex.plain(accent[0]), latex.without_styling(text))
    text = re.sub(r"\[([^\[\]]*)\]\([^()\s]*\)", r"\1", BOLD.sub("", text))
    return " ".join(re.sub(r"\\(?=\W)", "", text).split())


def doi_of(text: str) -> str:
    """Return the one DOI in a text, but arXiv's own; nothing if several papers' are in it."""
    dois = {doi.lower(): doi for doi in map(doi_in, find_dois(html.unescape(text))) if doi}
    return next(iter(dois.values())) if len(dois) == 1 else ""


def arxiv_of(text: str) -> str:
    """Return the one arXiv id in a text."""
    ids = set(find_arxiv_ids(text, is_named=True))
    return ids.pop() if len(ids) == 1 else ""


def _parted(text: str, title: str) -> tuple[str, str, str]:
    """Return the text before the title, the title, and the text after it."""
    quoted = QUOTED.search(text)
    span = quoted.span("title") if quoted else None
    wanted, traced = fold(title), trace(text)  # without case, accents and punctuation
    if wanted and (at := f" {traced.folded} ".find(f" {wanted} ")) >= 0:
        span = traced.starts[at], traced.ends[at + len(wanted) - 1]
    if span:
        return text[: span[0]].rstrip(" \"“”„«'‘_*"), text[slice(*span)], text[span[1] :].lstrip(" \"“”»'’.,?!)]")
    year = re.search(rf"\({YEAR_FORM}[^()]*\)\.?(?=\s+\w)", text) or re.search(rf"\.\s{YEAR_FORM}\.\s", text)
    if year:
        title, _, behind = text[year.end() :].strip().partition(". ")
        return text[: year.end()], title, behind
    # A reference without a title, such as ``A. Quill, I. Brandt, JoL, 12, A3 (2024)``, whose journal is no author.
    pieces = text.split(",")
    end = next((at for at, piece in enumerate(pieces) if re.search(r"\d", piece)), len(pieces))
    is_number_alone = end < len(pieces) and re.fullmatch(r"\W*[A-Z]?\d+\W*(?:\(\d+\))?\W*", pieces[end])
    return ",".join(pieces[: end - 1 if is_number_alone and end > 1 else end]), "", text


def names_in(text: str) -> tuple[tuple[Name, ...], bool]:
    """Return the authors in a printed list of any style, and whether it ends in “et al.”."""
    cut = OTHERS.search(text)
    text = text[: cut.start()] if cut else text
    if ";" in text:
        pieces = [" ".join(reversed(each.split(",", 1))) if each.count(",") == 1 else each for each in text.split(";")]
    else:
        pieces = BETWEEN.split(re.sub(r"^(?:and|&)\s+", "", text.strip()))
    pieces = [piece.strip(" .:") if len(piece.split()) > 1 else piece.strip(" :") for piece in pieces]
    pieces = [piece for piece in pieces if piece.strip(".") and not NO_NAME.search(piece)]
    names: list[Name] = []
    while pieces:
        piece, *pieces = pieces
        if piece.strip(".").lower() in SUFFIXES and names:
            names[-1] = replace(names[-1], suffix=piece)
        elif pieces and _is_family_before(piece, pieces[0]):
            names.append(Name(_given(pieces.pop(0)), piece.strip(".")))
        else:
            names.append(name_of(piece))
    return tuple(names), bool(cut)


def _is_family_before(piece: str, following: str) -> bool:
    """Return whether a piece is a family name whose given name follows after a comma."""
    if INITIALS.fullmatch(piece.strip(".")) and len(piece.strip(".")) < 3:
        return False
    if piece.lower() == piece.upper():
        return False  # scripts without capitals have no comma within a name
    words = piece.split()
    are_initials = INITIALS.fullmatch(following) and ("." in following or following.isupper())
    if are_initials and not ENDS_WITH_INITIALS.fullmatch(piece):
        return True
    is_family = len(words) == 1 or (words[0].lower() in PARTICLES and len(words) <= 3)
    return is_family and following.strip(".").lower() not in SUFFIXES


def _given(text: str) -> str:
    """Return a given name without the point that ends it, unless that belongs to an initial."""
    text = re.sub(r"(?<=[A-Z]\.)(?=[A-Z])", " ", text)
    ends_with_initial = re.search(r"(?:^|[\s.-])\w\.$", text)
    return text if ends_with_initial else re.sub(r"(?:(?<=[\s-])|^)([A-Z])$", r"\1.", text.rstrip("."))


def acronym_in(badge: str, year: int | None) -> str:
    """Return the acronym of a venue in a badge such as "CVPR 2021", which may say anything else too."""
    bare = acronym_of(badge, year) or re.sub(r"\s*['’]?\d{2,4}$", "", badge)
    return bare if len(bare) <= MAX_ACRONYM_LENGTH and ACRONYM.fullmatch(bare) else ""


def with_marks(name: Name, marks: str) -> Name:
    """Return a name with marks behind it, as lists of authors print them."""
    literal, family = name.literal and name.literal + marks, name.family and name.family + marks
    return replace(name, literal=literal, family=family)


def name_of(text: str) -> Name:
    """Return a name as printed in its parts: ``Ada M. Quill``, ``Jan van der Berg``, ``Quill A.``, or in one piece."""
    text = text.strip(" ,")
    turned = ENDS_WITH_INITIALS.fullmatch(text)
    if turned:
        return Name(_given(turned["given"]), turned["family"])
    words = text.rstrip(".").split() if not INITIALS.fullmatch(text) else text.split()
    first = next((at for at, word in enumerate(words) if at and word in PARTICLES), len(words) - 1)
    if len(words) < 2:
        return Name(literal=text)
    return Name(_given(" ".join(words[:first])), " ".join(words[first:]))
