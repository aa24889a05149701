"""References in running words, as homepages print them, by the reader of typed lists; with the tags of pages."""

import html
import re
from dataclasses import replace
from typing import Any

from labsite.contrib.reading.typed_papers import authors_at, read_reference
from labsite.contrib.reading.typed_papers.containers import INSIDE, SHORT
from labsite.texts.folding import fold, trace
from publications.citations.entry import Entry
from publications.citations.identifiers import doi_in, find_arxiv_ids, find_dois
from publications.citations.names import in_order
from publications.citations.record import MEETINGS, Name, Record, acronym_of
from publications.formats import latex
from publications.formats.entries import PRINTED

TAG = re.compile(r"<[^<>]*>")
BOLD = re.compile(r"\*\*|__")
NO_NAME = re.compile(r"\d{3}|https?:|@")
BETWEEN = re.compile(r"\s*(?:[,，;]\s*(?:and|&)?\s+|\s+(?:and|&)\s+|[,，;、])\s*")
ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[\w&+/@-]+(?: [\w&+/@-]+){0,2}")
MAX_ACRONYM_LENGTH = 20  # characters
ARXIV = re.compile(r"(?:arxiv|corr)\b", re.IGNORECASE)
OF_KIND = dict.fromkeys(("thesis", "software", "dataset"), "publisher")
NUMBERS = ("volume", "number", "article", "pages")
WITHIN = re.compile(r"^in:?\s+(?:the proceedings of\s+(?:the\s+)?(?=\d{4}\s|[A-Z]))?", re.IGNORECASE)
LATEX = re.compile(
    r"\\(?:[\"'`^~=.]|[uvHckr](?=\{))\s*(?:\{\\?\w\}|\w)|\{\\(?:ss|ae|oe|AE|OE|aa|AA|o|O|l|L)\}|\\ss\{\}"
)


def read_citation(text: str, title: str = "") -> Entry:
    """Parse a printed citation; a known ``title`` marks where the authors end."""
    plain = plain_words(text)
    wanted, traced = fold(title), trace(plain)  # without case, accents and punctuation
    at = f" {traced.folded} ".find(f" {wanted} ") if wanted else -1
    printed = plain[traced.starts[at] : traced.ends[at + len(wanted) - 1]] if at >= 0 else ""
    entry = read_reference(plain, title=printed)
    record = entry.record if entry else None
    if not record or (title and not printed):  # a reference may leave out the title
        read = authors_at(plain)
        record = Record("", title, authors=read.names, year=record.year if record else None)
        entry = Entry(names_all_authors=read.are_all)
    return replace(entry or Entry(), record=replace(record, doi=doi_of(text), arxiv_id=arxiv_of(text)))


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


def names_in(text: str) -> tuple[tuple[Name, ...], bool]:
    """Return the authors in a printed list of any style, and whether it is complete."""
    read = authors_at(text)
    left = [piece.strip(" .:") for piece in BETWEEN.split(text[read.end :])] if read.are_all else []
    more = (in_order(piece) for piece in left if piece and not NO_NAME.search(piece))
    return (*read.names, *more), read.are_all


def placed(container: str, kind: str, year: int | None, **stated: str) -> dict[str, Any]:
    """Return where a paper appeared under the fields of a record that it belongs in; ``stated`` are some of them."""
    name, shown = WITHIN.sub("", container), {field: text for field, text in stated.items() if text}
    if kind == "preprint" and ARXIV.match(name):
        return {"venue": "arXiv", "acronym": "arXiv"} | shown
    if kind in MEETINGS and SHORT.fullmatch(short := acronym_of(name, year) or name):
        return {"acronym": short} | shown
    if kind in MEETINGS and (inside := INSIDE.search(name)):
        shown.setdefault("acronym", re.sub(r"\s?[’']?\d{2,4}$", "", inside[1]))
    field = "proceedings" if kind in MEETINGS and PRINTED.search(name) else OF_KIND.get(kind, "venue")
    return ({field: name} if name else {}) | shown


def acronym_in(badge: str, year: int | None) -> str:
    """Return the acronym of a venue in a badge such as "CVPR 2021", which may say anything else too."""
    bare = acronym_of(badge, year) or re.sub(r"\s*['’]?\d{2,4}$", "", badge)
    return bare if len(bare) <= MAX_ACRONYM_LENGTH and ACRONYM.fullmatch(bare) else ""
