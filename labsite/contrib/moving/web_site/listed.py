"""News and papers on pages: entries that begin with a date, and lists of references."""

import re
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from labsite.contrib.moving.site import SiteFile, SiteNews, SitePaper
from labsite.contrib.moving.words import shapes
from labsite.contrib.reading.typed_papers import looks_like_reference, read_reference
from labsite.modelling.periods import MONTH, PartialDate, partial_date
from publications.citations.containers import in_parts
from publications.citations.dates import YEAR_FORM, years_in_words
from publications.citations.entry import Entry
from publications.citations.identifiers import doi_in
from publications.citations.names import NATIVE, in_order, inverted, listed_names
from publications.citations.record import Record, RecordLink, link_kind, status_of
from publications.formats import read

from .lines import PageLine, markdown_of
from .pages import YEAR, HtmlPage

NAMED_MONTH = MONTH.replace("?P<word>", "?:")
DAY = r"\d{1,2}(?:st|nd|rd|th)?"
DATE = re.compile(
    rf"[\s\[(【]*(?P<date>{YEAR_FORM}\s*[-/.·年년]\s*\d{{1,2}}(?:\s*[-/.·月월]\s*\d{{1,2}}(?!\d)\s*[日일]?|\s*[月월])?"
    rf"|{NAMED_MONTH}\s+{DAY},?\s+{YEAR_FORM}|{DAY}\.?\s+{NAMED_MONTH},?\s+{YEAR_FORM}|{NAMED_MONTH},?\s+{YEAR_FORM}"
    rf"|\d{{1,2}}[/.]\d{{1,2}}[/.]{YEAR_FORM}|\d{{1,2}}[/.]{YEAR_FORM}"
    rf"|{NAMED_MONTH}(?:\s+{DAY})?(?=\W)|{DAY}\s+{NAMED_MONTH}(?=\W)|\d{{1,2}}\s*[月월](?:\s*\d{{1,2}}\s*[日일])?"
    rf"|{YEAR_FORM}(?=\s*(?:[:：–—\])】|]|-\s|$)(?!\s*\d)))(?!\d)",
    re.IGNORECASE,
)
NAME_WITH_BARS, BAR = re.compile(r"[*_]([^*_]+ \| [^*_]+?)[*_.]"), "\0"  # of a journal: G3: Genes | Genomes | Genetics
BEHIND = re.compile(r"[\\*\])】_]*[\s:：.,;|·–—-]*")
PUBLISHED = ("article:published_time", "dcterms.date", "DC.date", "date")
POST = re.compile(rf"(?:^|/)(?:news|blog|posts?)/[^/]+(?:/index)?\.\w+$|(?:^|/){YEAR_FORM}/\d", re.IGNORECASE)
LISTING = re.compile(
    r"(?:^|/)(?:(?:news|blog|posts?)/index\.\w+$|(?:tags?|categor\w+|archives?|page)/)", re.IGNORECASE
)
LABELS = {
    kind: re.compile(rf"\W*(?:{words.pattern})(?: (?:page|file|link|here))?\W*", re.IGNORECASE)
    for kind, words in shapes("link_buttons").items()
}
NUMBER = re.compile(r"^\W*(?:\[?[A-Z]{0,2}\d{1,3}[\].):]+\s+|\[\d{1,3}\]\s*|\d{1,3}\W*$)")  # of an entry
AUTHOR = re.compile(r"(?:[A-Z][\w.’'-]*(?:\s+(?:[a-z]{2,3}\s+)?[A-Z][\w.’'-]*){0,4}|et al|\w{2,4})[^\w\s]*")
SEPARATED = re.compile(r"\s*(?:[,;，、]|\band\b|&)\s*")
ASIDE = re.compile(
    r"\d citations?\b|\bcover\b|highlighted|impact factor|^(?:published|(?:lead|first) author|new!?)$|\bIF\s*[=:]",
    re.IGNORECASE,
)
AWARDS = re.compile(r"\b(?:awards?|hono(?:u?)rs?|prizes?)\b|获奖|奖项|受賞|수상", re.IGNORECASE)
# What a page says of the signs behind its authors: “* marks corresponding authors”.
CORRESPONDING = re.compile(r"([*†‡#§])\W*(?:\w+ ){0,2}(?:co-?)?correspond", re.IGNORECASE)
DOCUMENT = re.compile(r"\.(?:pdf|pptx?|docx?|zip|key|txt)$", re.IGNORECASE)
STAND_IN = "A. Quill"
MIN_NAMES = 0.7  # of the parts of a line of authors: so many look like names


def _year_above(line: PageLine) -> str:
    return next((year[1] for heading in reversed(line.headings) if (year := YEAR.fullmatch(heading))), "")


def date_at(line: PageLine) -> tuple[PartialDate, int]:
    """Return the date with which a line begins, and where it ends; the year may stand in a heading above."""
    match = DATE.match(line.text)
    if not match:
        return partial_date(line.date), 0
    words = re.sub(r"(?<=\d)\s*[.·/年년月월]\s*(?=\d)", "-", match["date"]).rstrip(" 日일月월.")
    if day := re.fullmatch(rf"(\d{{1,2}})-(\d{{1,2}})-({YEAR_FORM})", words):
        one, other = sorted(map(int, day.groups()[:2]))
        words = f"{day[3]}-{one}-{other}" if other > 12 else day[3]  # which is the month isn't certain
    elif not years_in_words(words):
        words = f"{_year_above(line)}-{words}" if re.match(r"\d+(?:-|$)", words) else words
        words = words if years_in_words(words) else f"{words} {_year_above(line)}"
    words = re.sub(rf"^(\d{{1,2}})-({YEAR_FORM})$", r"\2-\1", words)
    date = partial_date(words)
    return date, match.end() if date else 0


def news_on(page: HtmlPage, posts: Container[str]) -> Iterator[SiteNews]:
    """Yield the dated entries below headings of news, marking their lines as used; not those of ``posts``."""
    lines = [line for line in page.lines if line.topic == "news" and not (line.is_used or line.is_heading)]
    for line in lines:  # what only leads to a post, which comes with all of its words
        inner = [page.source.resolve(address, page.path) for _, address in line.links]
        line.is_used = bool(inner) and all(path in posts for path in inner)
    starts = [at for at, line in enumerate(lines) if date_at(line)[0]]
    inside = Counter(item for at in starts for item in lines[at].items)
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=False):
        line = lines[at]
        date, length = date_at(line)
        item = next((each for each in line.items if inside[each] == 1), 0)
        entry = [each for each in lines[at + 1 : end] if not item or item in each.items]
        before = [each for each in lines[max(at - 3, 0) : at] if item in each.items and not each.is_used]
        if not item and line.text[length:].strip(" :–-.])】"):
            entry = []
        rest = replace(line, markdown=_without_date(line, length), bullet="")
        words = [*before, *([rest] if rest.markdown else []), *entry]
        title = words[0] if words and (words[0].level or (words[0].is_strong and words[1:])) else None
        text = markdown_of(replace(each, row=None) for each in words if each is not title)
        if (text or title) and not any(each.is_used for each in (line, *words)):
            yield SiteNews(date, text, title.text if title else "", path=page.path)
        for each in (line, *before, *entry) if text or title else ():
            each.is_used = True


def _without_date(line: PageLine, length: int) -> str:
    date = line.text[:length].strip(" [(【")
    bare = line.markdown.lstrip("\\")
    start = bare.find(date) if date else -1
    if not 0 <= start <= 4:
        return line.markdown if date or not partial_date(line.text) else ""
    bare = bare[start + len(date) :]
    return bare[len(BEHIND.match(bare)[0]) :]  # type: ignore[index]


def post_of(page: HtmlPage) -> SiteNews | None:
    """Return a page that is a post of a blog: one below its folder with the time at which it was published."""
    time = page.document.query_one("article time[datetime], main time[datetime], time[itemprop=datePublished]")
    in_path = re.search(rf"(?:^|/)({YEAR_FORM})[/-](\d\d)[/-](\d\d)", page.path)
    published = map(page.metas.get, PUBLISHED)
    stated = (*published, time and time.attrs.get("datetime"), in_path and "-".join(in_path.groups()))
    date = next(filter(None, map(partial_date, filter(None, stated))), PartialDate(""))
    if not date or not POST.search(page.path) or LISTING.search(page.path):
        return None
    lines = [line for line in page.rest() if not partial_date(line.text)]
    for line in page.lines:
        line.is_used = True
    return SiteNews(date, markdown_of(lines), page.title, path=page.path)


def papers_on(page: HtmlPage) -> Iterator[SitePaper]:
    """Yield the papers of a page, marking their lines as used."""
    if page.metas["citation_title"]:
        yield SitePaper(Entry(page.path, _tagged(page)), path=page.path)
        for line in page.lines:
            line.is_used = True
        return
    lines = [line for line in page.lines if line.topic == "papers" and not (line.is_used or line.is_heading)]
    lines = [line for line in lines if not AWARDS.search(" ".join(line.headings[-1:]))]
    signs = "".join(re.escape(match[1]) for line in page.lines for match in CORRESPONDING.finditer(line.text))
    for line in lines if signs else ():
        line.text = re.sub(rf"(?<=[\w.)*†‡#])[{signs}](?!\w)", "✉", line.text)
    blocks = [list(group) for _, group in groupby(lines, lambda line: line.items[-1:] or id(line))]
    for number, block in enumerate(blocks, 1):
        if block[0].text.startswith("@"):
            entries = [entry for entry in read(block[0].text, "bib") if entry.record]
            papers = [SitePaper(entry, path=page.path) for entry in entries]
        else:
            papers = [paper] if (paper := _paper(page, block, f"entry {number}")) else []
        for line in block if papers else ():
            line.is_used = True
        yield from papers


def _paper(page: HtmlPage, block: list[PageLine], location: str) -> SitePaper | None:
    title, authors, text = _reference(block)
    year = next(iter(years_in_words(text.rpartition("**. ")[2])), None) or int(_year_above(block[0]) or 0) or None
    entry = read_reference(text, location, year=year)
    record = entry.record if entry else None
    if not record or not entry:
        return None
    # Authors who have given names are no words of something else.
    are_names = bool(_names(", ".join(map(str, record.authors))))
    are_people = are_names and all(name.given or name.literal for name in record.authors)
    if not (authors or (are_people and looks_like_reference(text))):
        return None
    container, numbers, _ = in_parts(re.sub(rf"[\s,;.]*\(?{year}\W*$", "", text.rpartition("**. ")[2]))
    if not (record.year or record.doi or record.arxiv_id or record.status in ("accepted", "submitted")):
        return None
    # An abbreviation may look like the end of a sentence.
    if authors and container.startswith(record.container) and not years_in_words(container):
        values: dict[str, Any] = {"proceedings" if record.proceedings else "venue": container, **numbers}
        record = replace(record, **values)
    if authors:
        names, are_all = listed_names(_names(authors))
        extra = tuple((name, value.replace(STAND_IN, authors, 1)) for name, value in record.extra)
        record = replace(record, title=title, authors=tuple(map(in_order, names)), extra=extra)
        entry = replace(entry, names_all_authors=are_all)
    links, files = [], []
    for words, address in (link for line in block for link in line.links):
        kind, inner = _label(words), page.source.resolve(address, page.path)
        if inner and DOCUMENT.search(inner):
            files.append(SiteFile(kind or ("pdf" if inner.lower().endswith(".pdf") else "other"), inner))
        elif address.startswith(("http://", "https://")):
            links.append(RecordLink(link_kind(address) if kind in ("", "pdf") else kind, address))
    doi = record.doi or next(filter(None, (doi_in(link.url) for link in links)), "")
    links = [link for link in {link.url: link for link in (*record.links, *links)}.values() if not doi_in(link.url)]
    teaser = next((page.source.resolve(source, page.path) for line in block for _, source in line.pictures), "")
    entry = replace(entry, record=replace(record, doi=doi, links=tuple(links)))
    return SitePaper(entry, teaser, files=files, path=page.path)


def _label(words: str) -> str:
    """Return the kind of the link that words of a button such as [PDF] name; nothing for others."""
    return next((kind for kind, shape in LABELS.items() if shape.fullmatch(words)), "")


def _reference(block: list[PageLine]) -> tuple[str, str, str]:
    """Return the title and the authors of an entry if they stand apart, and its words without buttons.

    Authors who stand apart are stood in for in its words.
    """
    title, parts = "", list[str]()
    for line in block:
        text = line.text
        for words, _ in line.links:
            if _label(words):
                text = re.sub(rf"\W*(?<!\w){re.escape(words)}(?!\w)[\])|\s,;/]*", " ", text, count=1)
        lead = line.lead if len(line.lead.split()) > 3 and not _names(line.lead) else ""
        start = len(text) if line.level or "title" in line.style else len(lead) * text.startswith(lead)
        if start and not title and not _label(text):
            title, text = NUMBER.sub("", text[:start]).strip(" .,"), text[start:]
            parts = [part for part in parts if _names(part) or years_in_words(part)]  # others before it are labels
        for name in NAME_WITH_BARS.findall(line.markdown):
            text = text.replace(name, name.replace(" | ", BAR))
        parts += [part for part in re.split(r"\s+[·|•↗/]+\s*|\s*[·|•↗]+\s+", text) if not _label(part)]
    parts = [NUMBER.sub("", part).replace(BAR, " | ").strip(" |/·,.") for part in parts]
    parts = [part for part in parts if re.search(r"\w\w", part)]
    authors = max(parts, key=lambda part: len(_names(part)), default="") if title else ""
    if not title or not _names(authors):
        return title, "", ". ".join([f"**{title}**", *parts] if title else parts)
    rest = [part for part in parts if part != authors and not ASIDE.search(part)]
    years = {year for part in rest if not YEAR.fullmatch(part) for year in years_in_words(part)}
    rest = [part for part in rest if not (YEAR.fullmatch(part) and years.issuperset(years_in_words(part)))]
    rest.sort(key=lambda part: bool(YEAR.fullmatch(part)))
    return title, authors, f"{STAND_IN}. **{title}**. {', '.join(rest)}"


def _names(words: str) -> list[str]:
    """Return the authors that words name; none for what may as well be a journal."""
    names = [name for name in SEPARATED.split(words) if name]
    are_two = len(names) > 1 and all(" " in name or name.startswith("et al") for name in names)
    is_sure = are_two or bool(re.search(r"\b[A-Z]\.", words) or NATIVE.search(words))
    return names if is_sure and sum(map(bool, map(AUTHOR.fullmatch, names))) >= MIN_NAMES * len(names) else []


def _tagged(page: HtmlPage) -> Record:
    """Return what the ``citation_…`` tags of a paper's own page say."""
    tags = page.document.query('meta[name="citation_author"]')
    names = [" ".join(str(tag.attrs.get("content") or "").split()) for tag in tags]
    date = partial_date((page.metas["citation_publication_date"] or page.metas["citation_date"]).replace("/", "-"))
    kind = "conference" if page.metas["citation_conference_title"] else "journal"
    return Record(
        key="",
        title=page.metas["citation_title"],
        kind=kind,
        status=status_of("", kind),
        authors=tuple(inverted(name) if "," in name else in_order(name) for name in names),
        year=int(date[:4]) if date else None,
        month=int(date[5:7]) if len(date) > 4 else None,
        venue=page.metas["citation_conference_title"] or page.metas["citation_journal_title"],
        volume=page.metas["citation_volume"],
        number=page.metas["citation_issue"],
        pages="–".join(filter(None, (page.metas["citation_firstpage"], page.metas["citation_lastpage"]))),
        doi=page.metas["citation_doi"],
    )
