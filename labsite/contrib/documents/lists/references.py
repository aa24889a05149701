"""Papers as references in a style, as rich text: one run of the engine for a whole list."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from html import escape
from itertools import zip_longest
from typing import Any

import typst

from labsite.contrib.documents.from_html import blocks_of
from labsite.contrib.documents.lists.hayagriva import ADDRESS, BEGIN, DOI, END, OTHER, SUBMITTED, entry
from labsite.contrib.documents.lists.styles import STYLES, CitationStyle
from labsite.contrib.documents.parts import Paragraph, Span, Text, printable, text
from people.models import Person
from publications import formats
from publications.citations.identifiers import doi_url
from publications.citations.record import NATIVE_LETTERS, Record
from publications.citing import record_of
from publications.models import Publication
from publications.templatetags.papers import with_links

MAX_KEPT = 8  # lists
AT_ONCE = 50  # references that the engine makes at once, as it remembers its last runs: about 40 MB then
# Each paper has a bibliography of its own: in one together names would be cut or written out, and years get letters,
# so that citations in a text can be told apart.
SOURCE = b"""#for (lang, entry) in json(bytes(sys.inputs.entries)) {
  set text(lang: lang, region: sys.inputs.region)
  bibliography(bytes(json.encode((paper: entry))), style: sys.inputs.style, full: true, title: none)
}"""
REFERENCE = re.compile(r"<li>(.*?)</li>", re.DOTALL)
NUMBER = re.compile(r'<span class="prefix">.*?</span>')
SPACES = re.compile(r'<span style="white-space: pre-wrap">\s*</span>')
# What is left of parts that a paper doesn't have, and the full stop after a question.
LEFT_OVER = re.compile(r"[,;](?=(?:</?\w+>)*[.)](?:\s|<|$))|(?<=[?!])\.(?=[”’\s<]|$)|(?<=[.?!]”)\.(?=\s|$)")
MARKED = re.compile(f"{BEGIN}(.*?){END}")
MARKS = re.compile(f"[{BEGIN}{END}{OTHER}]")
# What the engine puts before an article number as if it were a page.
PAGE_MARKS, ARTICLE = ("p.", "p", "pp.", "pp"), ("Article", "article")
# Kinds whose titles the site's own styles print as those of books.
BOOKS = {"acm": {"book", "thesis", "report"}, "ieee": {"book", "software"}}


def references_of(
    papers: Iterable[Publication], style: str, person: Person | None = None, site: str = ""
) -> list[Text]:
    """Return papers as references in one of STYLES, in their order and without numbers.

    The name of ``person`` is strong, wherever the style names them; ``site`` completes addresses within the site.
    Queries nothing if the papers come from ``with_authors()`` or ``papers_of()``.
    """
    papers = list(papers)
    records = [record_of(paper, lambda path: f"{site}{path}", with_abstract=False) for paper in papers]
    slug = person.slug if person else None
    theirs = [
        [index for index, row in enumerate(paper.authorships.all()) if row.person.slug == slug] for paper in papers
    ]
    return list(made(records, style, theirs))


def made(records: Iterable[Record], style: str, theirs: Iterable[Sequence[int]] = ()) -> tuple[Text, ...]:
    """Return records as references; ``theirs`` are the places of those authors of each whose names are strong."""
    places = zip_longest(records, theirs, fillvalue=())
    return _made(tuple(_marked(printable(record), each) for record, each in places), style)


@lru_cache(MAX_KEPT)
def _made(records: tuple[Record, ...], style: str) -> tuple[Text, ...]:
    is_typst = STYLES[style].typst
    references = _by_typst(records, STYLES[style]) if is_typst else (_by_us(record, style) for record in records)
    return tuple(_strong(record, reference) for record, reference in zip(records, references, strict=True))


def _marked(record: Record, places: Sequence[int]) -> Record:
    """Return a record with marks around the family names of some authors."""
    authors = list(record.authors)
    for index in places:
        name = authors[index]
        if name.given and name.family:
            authors[index] = replace(name, family=f"{BEGIN}{name.family}{END}")
        else:
            authors[index] = replace(name, literal=f"{BEGIN}{name}{END}")
    return replace(record, authors=tuple(authors))


def _by_typst(records: Sequence[Record], style: CitationStyle) -> Iterator[Text]:
    for first in range(0, len(records), AT_ONCE):
        yield from _some_by_typst(records[first : first + AT_ONCE], style)


def _some_by_typst(records: Sequence[Record], style: CitationStyle) -> Iterator[Text]:
    entries = [(_language(record, style), entry(record, style)) for record in records]
    inputs = {"entries": json.dumps(entries), "style": style.typst, "region": style.region}
    page: Any = typst.compile(SOURCE, format="html", sys_inputs=inputs, ignore_system_fonts=True)
    rendered = REFERENCE.findall(page.decode().partition("<body>")[2])
    for number, (record, html) in enumerate(zip(records, rendered, strict=True), start=1):
        reference = LEFT_OVER.sub("", SPACES.sub(" ", NUMBER.sub("", html))).strip()
        yield _mended(record, _text(reference.removeprefix(style.number.format(number)).lstrip()), style)


def _language(record: Record, style: CitationStyle) -> str:
    return "zh" if style.region == "CN" and re.search(f"[{NATIVE_LETTERS}]", record.title) else "en"


def _mended(record: Record, reference: Text, style: CitationStyle) -> Text:
    """Return what the engine said with what it can't know: the address as it is written, and how far a paper is."""
    pages = record.pages if "–" in record.pages else ""
    server = f"at {record.server} " if record.server else ""
    kind = record.kind if record.is_out else "preprint"
    mends = [(old, new.format(server=server)) for of, old, new in style.mends if of == kind]
    mends += [(f"https://doi.org/{DOI}", doi_url(record.doi)), (DOI, record.doi), (ADDRESS, record.url)]
    mends += [(f"ArXiv:{record.arxiv_id}", f"arXiv:{record.arxiv_id}"), (f"{record.volume} : ", f"{record.volume}: ")]
    mends += [(f" {one} {pages}", f" {many} {pages}") for one, many in (("p.", "pp."), ("p", "pp")) if pages]
    mends += [
        (f" {mark} {word} {record.article}", f" {word} {record.article}") for mark in PAGE_MARKS for word in ARTICLE
    ]
    spans = [_mended_span(span, mends) for span in reference]
    plain = "".join(span.text for span in spans)
    if _letters(record.title) not in _letters(plain):  # Chicago's notes have none of what nobody wrote
        spans.insert(0, Span(f"“{record.title}.” "))
    address = _only_address(record, style)
    if address and (record.doi or address) not in plain:
        spans += [Span(" "), Span(address, address)]
    remark = {"accepted": style.forthcoming, "submitted": SUBMITTED}.get(record.status, "")
    if remark and remark.casefold() not in plain.casefold() and not record.arxiv_id:
        spans.append(Span(f" {remark}."))
    return text(*spans)


def _only_address(record: Record, style: CitationStyle) -> str:
    """Return the DOI or address of what nothing else says where it is, which some styles leave out."""
    if record.doi:
        return "" if "doi" in style.omits or record.pages or record.article else doi_url(record.doi)
    return record.url if record.kind in ("software", "dataset") and record.url.startswith("http") else ""


def _letters(words: str) -> str:
    return re.sub(r"\W+", "", words)


def _mended_span(span: Span, mends: Iterable[tuple[str, str]]) -> Span:
    for old, new in mends:
        span = replace(span, text=span.text.replace(old, new), href=span.href.replace(old, new))
    return span


def _by_us(record: Record, style: str) -> Text:
    """Return a reference in one of the site's own styles, with what these print in italics, and links."""
    reference = formats.STYLES[style.upper()](record)
    title = reference.find(record.title)
    begin, printed = _emphasised(record, style, reference, title)
    html: str = with_links(reference)
    if printed and begin >= 0:
        before, after = reference[:begin], reference[begin + len(printed) :]
        html = f"{with_links(before)}<em>{escape(printed)}</em>{with_links(after)}"
    if style == "ieee" and record.doi:
        doi = escape(record.doi)
        html = html.replace(f"doi: {doi}", f'doi: <a href="{doi_url(record.doi)}">{doi}</a>')
    return _text(html)


def _emphasised(record: Record, style: str, reference: str, title: int) -> tuple[int, str]:
    """Return what of a reference is in italics, and where it begins: what the paper appeared in, or its own title."""
    is_presented = style == "apa" and record.kind == "poster"  # at a conference, rather than in its proceedings
    if record.is_out and record.container and (record.is_article or (record.is_part and not is_presented)):
        printed = record.container
        if style == "apa" and record.is_article and record.volume:
            printed += f", {record.volume}"
        return reference.find(printed, title + len(record.title)), printed
    return (title, record.title) if style == "apa" or record.kind in BOOKS[style] else (-1, "")


def _text(html: str) -> Text:
    """Return a reference's HTML as rich text."""
    block = next(iter(blocks_of(f"<p>{html}</p>")), None)
    return block.text if isinstance(block, Paragraph) else ()


def _strong(record: Record, reference: Text) -> Text:
    """Make the marked names strong, with the given names beside them."""
    given = [name.given for name in record.authors if BEGIN in name.family]
    spans: list[Span] = []
    for span in reference:
        spans += _parts(span, given)
    return text(*spans)


def _parts(span: Span, given: list[str]) -> Iterator[Span]:
    """Yield the parts of a span, those that are a marked name strong."""
    end = 0
    for match in MARKED.finditer(span.text):
        first, last = _whole_name(span.text, match, next(iter(given), ""))
        yield replace(span, text=MARKS.sub("", span.text[end:first]))
        yield replace(span, text=MARKS.sub("", span.text[first:last]), is_strong=True)
        end = last
    yield replace(span, text=MARKS.sub("", span.text[end:]))


def _whole_name(reference: str, match: re.Match[str], given: str) -> tuple[int, int]:
    """Return where a name begins and ends whose family name was found: given names stand before it, or behind it."""
    if not given:
        return match.span()
    parts = [f"(?:{re.escape(part)}|{re.escape(part[0])}\\.?)" for part in re.findall(r"[^\s.\-‐]+", given)]
    written = r"[\s.\-‐]*".join(parts)
    before = re.search(rf"(?<!\w){written}[ \xa0]$", reference[: match.start()], re.IGNORECASE)
    behind = re.compile(rf",?[ \xa0]*{written}(?!\w)", re.IGNORECASE).match(reference, match.end())
    if before:
        return before.start(), match.end()
    return match.start(), behind.end() if behind else match.end()
