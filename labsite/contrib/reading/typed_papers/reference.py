"""One reference, parted into authors, year, title and where it appeared, each as surely as its signs show it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from publications.citations.containers import MONTH
from publications.citations.dates import YEAR_FORM
from publications.citations.entry import Entry
from publications.citations.record import Record, gettext_noop, one_line, status_of
from publications.formats.entries import Located

from .asides import STATUSES, without_addresses, without_links, without_notes, without_status
from .authors import AuthorList, authors_at
from .containers import ABBREVIATED, SHORT, PrintedContainer, container_in, kind_in

# What GB/T 7714 puts behind a title, in brackets, and the kinds that it means.
TYPE = re.compile(
    r"\s*[\[［](?P<type>[JCDMRNSPZAG]|EB|DB|CP|DS)(?:[/+]?(?:OL|CD|MT|DK))?[\]］](?P<within>\s*//)?\s*[.。．,:]?\s*"
)
TYPES = {"J": "journal", "C": "conference", "D": "thesis", "M": "book", "R": "report", "CP": "software"}
TYPES |= {"DB": "dataset", "DS": "dataset", **dict.fromkeys("PNS", "other")}
REMARKS = {"Computer software": "software", "Data set": "dataset"}  # of APA, behind titles
BEFORE, BEHIND = r"(?:(?<=[\s,.:;，。：、)）\]*])|^)", r"(?=[\s,.;:，。；()（\[*]|$)"
QUOTED = [
    re.compile(rf"{BEFORE}{first}(?P<title>\S.{{3,400}}?){last}{BEHIND}")
    for first, last in ("“”", "„“", '""', "«»", "‘’", "「」", "《》", ("``", "''"), ("``", '"'))
]
YEAR = re.compile(
    rf"[\s,.:;（]*(?:[(\[（]\s*(?P<bracketed>{YEAR_FORM}|n\.\s?d\.|no date|{'|'.join(STATUSES.values())})[a-d]?"
    rf"(?:[,/\s-][^()\[\]]{{0,20}})?[)\]）]|(?P<bare>{YEAR_FORM})[a-d]?(?=[\s.,:：。．]|$)|n\.d\.)[\s.,:：。．;]*",
    re.IGNORECASE,
)
BADGE = re.compile(
    rf"^\W*[\[【](?P<badge>[^\[\]【】]{{2,80}}?\W{YEAR_FORM})[\]】]\s*(?P<rest>.*?)[\s.。]*$", re.DOTALL
)
YEAR_FIRST = re.compile(rf"^[\s(\[（]*(?P<year>{YEAR_FORM})[)\]）]?\s*[.,:：-]?\s+")
NUMBER = re.compile(
    rf"^\s*(?!\W?{YEAR_FORM}\W)"
    r"(?:[\[(（【]\s*[A-Z]{0,2}[-.]?\d{1,4}\s*[\])）】]\.?|\d{1,4}\s*[.)、．](?!\d)|[-*+–]\s|[•·●○◦▪■►➢✓]|[①-⑳])\s*"
)
QUESTIONS = ("?", "!", "？", "！")
STOP = re.compile(r"(?<=[.?!。．？！])[”\"’]?(?=\s|$|[《『])|(?<=[。．？！])|\n")
WHERE = re.compile(r"\s*(?:in:?\s|in:|proc(?:\.|eedings)\b|journal\b|arxiv|《|『|\[)", re.IGNORECASE)
IN_CAPITALS = re.compile(r"(?:(?:[^\W\d_a-z]\S*|of|on|in|for|the|and|de|der|&)\s*){1,9}")
NUMBERED_NAME = re.compile(
    rf"[(\[]?(?:[A-Z][a-z]{{2,8}}\.? )?{YEAR_FORM}\b|[^,.;]{{2,80}}?\s\d+\s*(?:[(,:]|$)"
    rf"|[A-Z][^,.;]{{2,80}}?,?\s*\(?{YEAR_FORM}\)?\W*$"
)
NUMBERS = re.compile(rf"[.\s]*(?:{MONTH}\s*)?[\d(]")  # or a day, behind where something appeared
MIN_TITLE_LENGTH, MAX_LENGTH = 4, 5000  # characters
RUN = re.compile(r"([^\w\n]{12})[^\w\n]+")  # of signs, in which nothing is to be found and much to look at
WHOLE = "typed as"  # the extra field of a reference that wasn't read with certainty


@dataclass
class PartedReference:
    """The parts of a reference, and those of which it isn't certain where they begin or end."""

    authors: AuthorList
    title: str = ""
    behind: str = ""
    year: int | None = None
    status: str = ""
    kind: str = ""
    unsure: list[str] = field(default_factory=list)


def read_reference(
    line: str, place: str = "", *, title: str = "", year: int | None = None, kind: str = ""
) -> Entry | None:
    """Return the entry of a reference; None of what is none. ``year`` and ``kind`` are what headings above it say.

    ``title`` is that of the paper, if it is known.
    """
    if len(line) > MAX_LENGTH:
        return None
    located, line = Located(), RUN.sub(r"\1", line)
    text, linked = without_links(NUMBER.sub("", line, count=1), located)
    text, note = without_notes(without_addresses(text, located))
    text, status = without_status(text)
    text = BADGE.sub(r"\g<rest>. \g<badge>", text, count=1)
    first = YEAR_FIRST.match(text)
    parted = _parted(text[first.end() :] if first else text, title or linked)
    if not parted or len(parted.title) < MIN_TITLE_LENGTH:
        return None
    is_on_arxiv = located.arxiv_id and not re.search(r"(?i)(?!arxiv|preprint|corr)\b[^\W\d_]{3}", parted.behind)
    printed = container_in(parted.behind, parted.kind or ("preprint" if is_on_arxiv else ""))
    record = _record(parted, printed, located, status or parted.status, kind)
    record = replace(record, year=record.year or (int(first["year"]) if first else year), note=note)
    rest = gettext_noop("the end of the reference") if re.search(r"[^\W\d_]{2}", printed.rest) else ""
    parted.unsure += filter(None, [printed.unsure, rest])
    if parted.unsure:
        record = replace(record, extra=(*record.extra, (WHOLE, one_line(line))))
    return Entry(
        place, record, names_all_authors=parted.authors.are_all, unsure=", ".join(dict.fromkeys(parted.unsure))
    )


def looks_like_reference(line: str) -> bool:
    """Whether a line is surely a reference: it names authors and a title, and when or where that appeared."""
    line = line.strip()
    if not 15 <= len(line) <= MAX_LENGTH:
        return False
    entry = read_reference(line)
    record = entry.record if entry else None
    if not record or not record.authors:
        return False
    is_placed = record.container or record.acronym or record.doi or record.arxiv_id or record.kind == "thesis"
    return bool(
        (record.year or record.status in ("accepted", "submitted") or is_placed)
        and len(record.title) > (8 if record.title.isascii() else 3)
    )


def _parted(text: str, title: str) -> PartedReference | None:
    """Part a reference by the surest of its signs: the type of GB/T 7714, quotes, else the ends of sentences."""
    if marker := TYPE.search(text):
        head, behind = text[: marker.start()].rstrip(), text[marker.end() :]
        head = re.sub(r"^([^\W\d_]+(?: [A-Z]){1,3})\. ", r"\1: ", head)  # whose family name comes first
        authors = authors_at(head)
        parted = PartedReference(authors, "", behind, kind=TYPES.get(marker["type"], ""))
        parted.kind = "chapter" if marker["within"] and parted.kind == "book" else parted.kind
        parted.title = _after_year(parted, head[authors.end :]).strip(" .．。,，:：\n")
        return parted
    quoted = sorted((match for pattern in QUOTED for match in pattern.finditer(text)), key=re.Match.start)
    spans = [(*match.span(), match["title"]) for match in quoted]
    if title and all(len(each) <= len(title) for _, _, each in spans) and (at := text.find(title)) >= 0:
        spans = [(at, at + len(title), title)]
    around = (_around(text, *span) for span in spans)
    read = next(filter(None, around), None) or _in_sentences(text)
    if read and not (read.authors.names and read.authors.is_sure):
        read.unsure.append(gettext_noop("authors"))
    return read


def _around(text: str, start: int, end: int, title: str) -> PartedReference | None:
    """Part a reference around its title; None where what stands before that isn't its authors alone."""
    before, behind = text[:start], text[end:]
    authors = authors_at(before)
    parted = PartedReference(authors, title.strip(" .,，。\n"), behind)
    rest = _after_year(parted, before[authors.end :])
    if re.search(r"\w", re.sub(rf"\W|{YEAR_FORM}", "", rest)):
        return None
    if not authors.names:
        parted.authors = authors_at(behind.lstrip(" .,:;，。：\n"))
        cut = len(behind) - len(behind.lstrip(" .,:;，。：\n"))
        parted.behind = behind[cut + parted.authors.end :]
        if not parted.year:
            parted.behind = _after_year(parted, parted.behind)
    return parted


def _after_year(parted: PartedReference, rest: str) -> str:
    """Take the year with which a text begins, or what stands in its place; return what follows."""
    match = YEAR.match(rest)
    if not match:
        return rest
    word = (match["bracketed"] or match["bare"] or "").lower()
    parted.year = int(word) if word.isdigit() else None
    parted.status = next((name for name, words in STATUSES.items() if re.fullmatch(words, word)), "")
    return rest[match.end() :]


def _in_sentences(text: str) -> PartedReference | None:
    """Part a reference in which nothing but points and commas parts authors, title and the rest."""
    authors = authors_at(text)
    rest = text[authors.end :]
    parted = PartedReference(authors)
    if (
        authors.names
        and not re.match(r"\s*(?:[^\w\s&]|$|\d|\n)", rest)
        and authors.are_all
        and "." not in text[: authors.end][-2:]
    ):
        return None
    if len(authors.names) == 1 and "\n" in rest[:2] and len(authors_at(rest).names) > 1:
        authors = AuthorList()
    if not authors.names:
        return _title_first(text)
    rest = rest if re.match(r"[\s.,:;]*\n", rest) else rest.replace("\n", " ")
    rest = _after_year(parted, rest).lstrip(" .,:;，。：．\n")
    parted.title, parted.behind, is_sure = _titled(rest)
    if not is_sure:
        parted.unsure.append(gettext_noop("title"))
    return parted


def _title_first(text: str) -> PartedReference | None:
    for end, start in _ends(text):
        authors = authors_at(text[start:])
        is_broken = "\n" in text[end:start]
        if len(authors.names) > 1 or (authors.names and (is_broken or not authors.are_all)):
            parted = PartedReference(authors, text[:end].strip(" .,，。"), text[start + authors.end :])
            if not (is_broken or re.search(YEAR_FORM, parted.behind)):
                parted.unsure.append(gettext_noop("title"))
            parted.behind = _after_year(parted, parted.behind)
            return parted
    return None


def _ends(text: str) -> Iterator[tuple[int, int]]:
    """Yield where sentences end, and where what follows begins."""
    for stop in STOP.finditer(text):
        before = text[: stop.start()]
        is_inside = before.count("[") > before.count("]") or before.count("(") > before.count(")")
        if not text[stop.end() :].strip() or not (is_inside or ABBREVIATED.search(before.rstrip('”"’'))):
            yield stop.start(), stop.end()


def _titled(rest: str) -> tuple[str, str, bool]:
    """Part a title from what follows; with whether it surely ends there."""
    ends = [each for each in _ends(rest) if each[0] >= MIN_TITLE_LENGTH] or [(len(rest), len(rest))]
    placed = next((each for each in ends if rest[each[1] :].strip() and _is_where(rest[each[1] :])), None)
    end, start = placed or next((each for each in ends if not rest.endswith(QUESTIONS, 0, each[0])), ends[-1])
    if not placed or placed != ends[0]:
        for comma in re.finditer(r"[,;]\s+|[，；]\s*", rest[: ends[0][0]]):
            if comma.start() >= MIN_TITLE_LENGTH and _is_where(rest[comma.end() :], is_strict=True):
                return rest[: comma.start()], rest[comma.end() :], True
    is_sure = (
        placed == ends[0]
        or bool(placed and rest.endswith(QUESTIONS, 0, ends[0][0]))
        or not re.search(r"\w", rest[start:])
    )
    return rest[:end].rstrip(" .。．"), rest[start:], is_sure


def _is_where(text: str, is_strict: bool = False) -> bool:
    """Whether a text begins with where something appeared, rather than with more of a title."""
    text = text.lstrip()
    if WHERE.match(text):
        return True
    end = next(_ends(text), (len(text), 0))[0]
    first = text[:end]
    if is_strict:
        first = re.split(r"[,，](?=\s|\D)", first)[0]
        return bool(kind_in(first) or NUMBERED_NAME.match(text))
    if not re.search(r"\w", text[end:]) and IN_CAPITALS.fullmatch(first.strip(" .,")):
        return True
    numbered = re.search(r"\d", first) and not re.match(r"(?:Part|Volume|Chapter)\b", first)
    return bool(kind_in(first) or numbered or SHORT.fullmatch(first.strip(" .,")) or NUMBERS.match(text[end:]))


def _record(parted: PartedReference, printed: PrintedContainer, located: Located, status: str, kind: str) -> Record:
    """Return the record of a reference; the kind of a heading counts where the reference names none."""
    fields: dict[str, Any] = dict(printed.fields)
    kind = printed.kind or kind or "other"
    editors = fields.pop("editors", "")
    year = parted.year or fields.pop("year", None)
    title, remark = parted.title, ""
    match = re.search(r"\s*[\[(]([^\[\]()]*)[\])]$", title)
    if match and (named := kind_in(match[1]) or REMARKS.get(match[1], "")):
        title, kind, remark = title[: match.start()], named, match[1].partition(", ")[2]
    if kind == "thesis" and not fields.get("publisher") and remark:
        fields["publisher"] = remark
    if kind == "preprint" and located.arxiv_id and not fields.get("venue"):
        fields |= {"venue": "arXiv", "acronym": "arXiv"}
    fields = {name: value for name, value in fields.items() if value and name != "year"}
    return Record(
        key="",
        title=one_line(title).strip(" .,。") if not title.endswith("...") else one_line(title),
        kind=kind,
        status=status or status_of("", kind),
        authors=parted.authors.names,
        year=year,
        extra=(("editor", editors),) if editors else (),
        **fields,
        **{name: value for name, value in located.fields().items() if value},
    )
