"""Papers as references in a style, as rich text: one run of the engine for a whole list.

ACM, APA and IEEE are the site's own styles (publications.formats), as on the pages of papers. The others are styles of
CSL (https://citationstyles.org) that come with Typst; each is here because what it makes of every kind of paper was
compared with its manual (tests/data/cited_papers.toml).

Their engine is Typst's, Hayagriva, which takes YAML, and so JSON:
https://github.com/typst/hayagriva/blob/main/docs/file-format.md. A plain text in it may have formulas and braces;
every text of a record goes in as a verbatim chunk, in which nothing means anything and no letter changes case.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from itertools import zip_longest
from pathlib import Path
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.contrib.documents.parts import Paragraph, Span, Text, blocks_of, printable, stated, text, words
from people.models import Person
from publications import formats
from publications.citations.identifiers import doi_url
from publications.citations.record import NATIVE_LETTERS, Name, Record
from publications.citing import record_of
from publications.formats.styles import volume_number
from publications.models import Publication
from publications.templatetags.papers import with_links


@dataclass(frozen=True)
class CitationStyle:
    """A style of references: what people call it, and how it numbers them, as ``[{}]``, if it does.

    ``typst`` is the name that Typst knows it by, empty for one of the site's own; ``region`` is whose quotation marks
    it has, and ``quotes`` whether titles are in double ones, in which others become single ones. In China's style what
    is written in Chinese is said in Chinese. A kind of paper may have to pass for another of Hayagriva's types
    (``types``), such as a paper in proceedings for a chapter. ``forthcoming`` is said of what is accepted and hasn't
    appeared. ``mends`` are what the engine says of a kind and would mislead, with what stands in its place.
    ``articles`` say an article number in place of pages, in a periodical and in proceedings; empty if the engine has a
    place of its own for it. ``omits`` are the numbers that the style wants and the engine leaves out: the issue of a
    periodical, the volume of proceedings, the number of a report, or all DOIs. With ``volume_alone`` the style has no
    issues; one without a volume is said in its place.
    """

    label: str | Promise
    number: str = ""
    typst: str = ""
    region: str = "US"
    quotes: bool = False
    types: dict[str, str] = field(default_factory=dict)
    forthcoming: str = "Forthcoming"
    mends: Sequence[Sequence[str]] = ()
    articles: Sequence[str] = ("{}", "Article {}")
    omits: Sequence[str] = ()
    volume_alone: bool = False


# By the names that addresses have, and choices are saved under.
LABELS: dict[str, str | Promise] = {
    "acm": "ACM",
    "apa": _("APA (7th edition)"),
    "ieee": "IEEE",
    "chicago": _("Chicago (author and date)"),
    "chicago-notes": _("Chicago (notes)"),
    "mla": _("MLA (9th edition)"),
    "harvard": _("Harvard"),
    "vancouver": _("Vancouver"),
    "nature": "Nature",
    "lncs": "Springer LNCS",
    "acs": _("ACS (chemistry)"),
    "aps": _("APS (physics)"),
    "gb-7714": "GB/T 7714—2015",
}
# What each of them is stands in a table beside this.
TABLE: dict[str, Any] = tomllib.loads(Path(__file__).with_name("styles.toml").read_text(encoding="utf-8"))
STYLES = {name: CitationStyle(label, **TABLE[name]) for name, label in LABELS.items()}

Entry = dict[str, Any]

# Around the family name of a person, so that their name is found in what an engine makes of it; of no other use.
BEGIN, END = "\ue000", "\ue001"
# Before the others: else particles such as "van" would be cut off and put elsewhere, where it isn't known to be one.
OTHER = "\ue002"
# In the place of an address and of a DOI, which the engine would rewrite.
ADDRESS, DOI = "https://address.invalid/", "10.0000/doi"
SINGLE_QUOTES = str.maketrans("“”", "‘’")
SUBMITTED = "Manuscript submitted for publication"
# Kinds that appear by themselves: their types in Hayagriva, and what is said of their kind.
ALONE = {
    "thesis": ("thesis", "Thesis"),
    "report": ("report", ""),
    "book": ("book", ""),
    "software": ("repository", ""),
    "dataset": ("misc", "Data set"),
}
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
NO_LETTER = re.compile(r"\W+")
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
    Queries nothing if the papers come from ``with_authors()`` or ``as_rows()``.
    """
    papers = list(papers)
    records = [record_of(paper, lambda path: f"{site}{path}", with_abstract=False) for paper in papers]
    own = person.pk if person else None
    authors = ([row.person_id for row in paper.authorships.all()] for paper in papers)
    theirs = [[index for index, key in enumerate(keys) if key == own] for keys in authors]
    return list(cited(records, style, theirs))


def cited(records: Iterable[Record], style: str, theirs: Iterable[Sequence[int]] = ()) -> tuple[Text, ...]:
    """Return records as references; ``theirs`` are the places of those authors of each whose names are strong."""
    places = zip_longest(records, theirs, fillvalue=())
    return _cited(tuple(_marked(printable(record), each) for record, each in places), style)


@lru_cache(MAX_KEPT)
def _cited(records: tuple[Record, ...], style: str) -> tuple[Text, ...]:
    references: Iterable[Text] = (_by_us(record, style) for record in records)
    if STYLES[style].typst:
        parts = (records[first : first + AT_ONCE] for first in range(0, len(records), AT_ONCE))
        references = (reference for part in parts for reference in _by_typst(part, STYLES[style]))
    strong = []
    for record, reference in zip(records, references, strict=True):
        given = next((name.given for name in record.authors if BEGIN in name.family), "")
        strong.append(text(*(part for span in reference for part in _parts(span, given))))
    return tuple(strong)


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
    import typst  # takes 7 MB, which a worker need not have

    entries = []
    for record in records:
        is_chinese = style.region == "CN" and re.search(f"[{NATIVE_LETTERS}]", record.title)
        entries.append(("zh" if is_chinese else "en", _entry(record, style)))
    inputs = {"entries": json.dumps(entries), "style": style.typst, "region": style.region}
    page: Any = typst.compile(SOURCE, format="html", sys_inputs=inputs, ignore_system_fonts=True)
    rendered = REFERENCE.findall(page.decode().partition("<body>")[2])
    for number, (record, html) in enumerate(zip(records, rendered, strict=True), start=1):
        reference = LEFT_OVER.sub("", SPACES.sub(" ", NUMBER.sub("", html))).strip()
        yield _mended(record, _text(reference.removeprefix(style.number.format(number)).lstrip()), style)


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
    spans = []
    for span in reference:
        for old, new in mends:
            span = replace(span, text=span.text.replace(old, new), href=span.href.replace(old, new))
        spans.append(span)
    plain = words(tuple(spans))
    # Chicago's notes have no title of what nobody wrote.
    if NO_LETTER.sub("", record.title) not in NO_LETTER.sub("", plain):
        spans.insert(0, Span(f"“{record.title}.” "))
    # The DOI or address of what nothing else says where it is, which some styles leave out.
    is_placed = "doi" in style.omits or record.pages or record.article
    is_online = record.kind in ("software", "dataset") and record.url.startswith("http")
    address = ("" if is_placed else doi_url(record.doi)) if record.doi else record.url if is_online else ""
    if address and (record.doi or address) not in plain:
        spans += [Span(" "), Span(address, address)]
    remark = {"accepted": style.forthcoming, "submitted": SUBMITTED}.get(record.status, "")
    if remark and remark.casefold() not in plain.casefold() and not record.arxiv_id:
        spans.append(Span(f" {remark}."))
    return text(*spans)


def _by_us(record: Record, style: str) -> Text:
    """Return a reference in one of the site's own styles, with what these print in italics, and links."""
    reference = formats.STYLES[style.upper()](record)
    title = reference.find(record.title)
    # What the paper appeared in is in italics, or its own title.
    is_presented = style == "apa" and record.kind == "poster"  # at a conference, rather than in its proceedings
    if record.is_out and record.container and (record.is_article or (record.is_part and not is_presented)):
        has_volume = style == "apa" and record.is_article and record.volume
        printed = f"{record.container}, {record.volume}" if has_volume else record.container
        begin = reference.find(printed, title + len(record.title))
    else:
        begin, printed = (title, record.title) if style == "apa" or record.kind in BOOKS[style] else (-1, "")
    html: str = with_links(reference)
    if printed and begin >= 0:
        before, after = reference[:begin], reference[begin + len(printed) :]
        html = f"{with_links(before)}<em>{escape(printed)}</em>{with_links(after)}"
    if style == "ieee" and record.doi:
        doi = escape(record.doi)
        html = html.replace(f"doi: {doi}", f'doi: <a href="{doi_url(record.doi)}">{doi}</a>')
    return _text(html)


def _text(html: str) -> Text:
    """Return a reference's HTML as rich text."""
    block = next(iter(blocks_of(f"<p>{html}</p>")), None)
    return block.text if isinstance(block, Paragraph) else ()


def _parts(span: Span, given: str) -> Iterator[Span]:
    """Yield the parts of a span, those that are a marked name strong, with the given name beside it."""
    end = 0
    for match in MARKED.finditer(span.text):
        first, last = _full_name(span.text, match, given)
        yield replace(span, text=MARKS.sub("", span.text[end:first]))
        yield replace(span, text=MARKS.sub("", span.text[first:last]), is_strong=True)
        end = last
    yield replace(span, text=MARKS.sub("", span.text[end:]))


def _full_name(reference: str, match: re.Match[str], given: str) -> tuple[int, int]:
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


def _entry(record: Record, style: CitationStyle) -> Entry:
    """Return a record as an entry, of the types that a style takes kinds for."""
    month = f"-{record.month:02}" if record.month else ""
    general = {
        "title": _verbatim(record.title.translate(SINGLE_QUOTES) if style.quotes else record.title),
        "author": list(map(_person, record.authors)),
        "date": f"{record.year:04}{month}" if record.year else "",
        "page-range": record.pages.replace("–", "-"),
        "url": ADDRESS if record.url.startswith("http") and not record.doi else "",
    }
    return stated(general | _serial(record) | _placed(record, style))


def _placed(record: Record, style: CitationStyle) -> Entry:
    """Return the type, and where it appeared."""
    types = style.types
    if record.status == "submitted" and not record.arxiv_id:
        return {"type": types.get("manuscript", "manuscript"), "genre": _verbatim(SUBMITTED)}
    if not record.is_out:
        server = {"publisher": {"name": _verbatim(record.server)}}
        if record.arxiv_id:
            return {"type": "article"} | server | _serial(record, f"arXiv:{record.arxiv_id}")
        return {"type": types.get("preprint", "article")} | server
    if record.is_article:
        issue = {"volume": record.volume or (record.number if style.volume_alone else ""), "issue": record.number}
        if "issue" in style.omits:  # which the engine would leave out
            issue = {"volume": record.volume + (f"({record.number})" if record.number else "")}
        parent = {"type": "periodical", "title": _verbatim(record.container), **issue}
        return {"type": "article", "parent": parent} | _location(record, style.articles[0])
    if record.is_part:
        is_chapter = record.kind == "chapter"
        kind = "chapter" if is_chapter else types.get("meeting", "article")
        container = "proceedings" if kind == "article" else "book"
        title, volume = record.container, record.volume
        if record.number or "volume" in style.omits:  # the numbers that the engine would leave out stand in the name
            title, volume = ", ".join((title, *volume_number(record, "vol.", "no."))), ""
        imprint = {"type": container, "publisher": {"name": _verbatim(record.publisher)}, "volume": volume}
        parent = imprint | {"title": _verbatim(title)}
        return {"type": kind, "parent": parent} | _location(record, style.articles[1])
    usual, genre = ALONE.get(record.kind, ("misc", ""))
    number = record.number if record.kind == "report" else ""
    issuer = record.issuer
    if number and "report" in style.omits:
        number, issuer = "", ", ".join(filter(None, (f"Tech. Rep. {number}", issuer)))
    alone = {
        "type": types.get(record.kind) or types.get(usual, usual),
        "genre": _verbatim(genre),
        "publisher": {"name": _verbatim(issuer)},
    }
    return alone | _serial(record, number)


def _location(record: Record, form: str) -> Entry:
    """Return an article number as a style prints it, in place of pages unless these begin with it, as 12:1–12:25."""
    if not form:
        return _serial(record, record.article)
    is_in_pages = not record.article or record.pages.startswith(f"{record.article}:")
    return {} if is_in_pages else {"page-range": form.format(record.article)}


def _serial(record: Record, number: str = "") -> Entry:
    return {"serial-number": {"doi": DOI if record.doi else "", "serial": number}}


def _person(name: Name) -> Entry:
    """Return a name; one without parts, or in a script that has no initials, is one whole."""
    if not (name.given and name.family):
        return {"name": name.literal or name.family or name.given}
    if name.family.upper() == name.family.lower():
        return {"name": name.family + name.given}
    family = name.family if BEGIN in name.family else OTHER + name.family
    return {"name": family, "given-name": name.given.replace("‐", "-"), "suffix": name.suffix}


def _verbatim(text: str) -> Entry:
    return {"value": {"value": text, "verbatim": True}} if text else {}
