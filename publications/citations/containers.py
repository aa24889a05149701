"""Where a paper appeared as a line prints it, with its numbers and its date: ``Applied Tides 598, 153715``.

So write exports of Google Scholar and typed lists.
"""

import re
from collections.abc import Set
from dataclasses import replace
from typing import Any

from publications.citations.dates import YEAR_FORM, month_of
from publications.citations.identifiers import find_arxiv_ids
from publications.citations.record import MONTHS, Record

MONTH = rf"(?:{'|'.join(month[:3] for month in MONTHS)})[a-z]*\.?"
DAY = r"(?:[12]?\d|3[01])"
DAYS = rf"{DAY}\s*[-–]\s*{DAY}"
DATE = (
    rf"(?:(?:{DAYS}\s+)?{MONTH}(?:\s*[-–/]\s*{MONTH})?,?\s+(?:\d{{1,2}}(?:\s*[-–]\s*\d{{1,2}})?,?\s+)?(?P<year>{YEAR_FORM})"
    rf"|(?:\d{{1,2}}\s+{MONTH}\s+)?(?P<year_>{YEAR_FORM})"
    rf"(?:年(?:\d{{1,2}}月)?|[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?(?!\d)|\s+{MONTH}(?:\s+\d{{1,2}}\b)?)?)"
)
BEFORE = r"[(,;.:，、\s]*"
PAGE = r"[A-Za-z]{0,4}\d[\d.:A-Za-z]*(?:\([A-Z]\))?"  # 241115(R) is a rapid communication
RANGE = rf"{PAGE}(?:\s*[-–—~～]+\s*{PAGE})?"
# In this order; each is cut out of the text where it is found. Groups are fields of a record, some of them twice.
MARKED = {
    name: re.compile(BEFORE + pattern, re.IGNORECASE)
    for name, pattern in {
        "article": r"\bart(?:icle|\.)?\s*(?:no\.?|number|id)?\s*:?\s*(?P<article>[A-Za-z]{0,3}\d[\w.]*\w|\d)",
        "issue": rf"(?:\bvol(?:ume|s?\.)?\s*|第)?(?<![\w/'’-])"
        rf"(?:(?P<year>{YEAR_FORM})|(?P<volume>(?:[A-Z]{{1,3}}-?)?\d{{1,4}}))卷?\s*"
        rf"[(（](?!{YEAR_FORM}[)）]|{MONTH})(?P<number>[\w./–-]{{1,12}}(?:\s*[A-Za-z]\w*)?(?:\s\d{{1,2}})?)[)）]"
        rf"(?:\s*[,:：;，]\s*(?:pp?\.?\s*|pages\s+)?(?!{YEAR_FORM}\b(?!\s*[-–]))(?P<pages>{RANGE})(?![\w/]))?",
        "volume": r"(?:\bvol(?:ume|s?\.)?\s*(?P<volume>[A-Za-z]{0,3}\d+[A-Za-z]?(?:[-–/]\d+)?|[IVXL]+)\b"
        r"|[第제]\s*(?P<volume_>\d+)\s*[卷巻권])",
        "number": r"(?:(?:\b(?:no|nos|num|nr|iss)\b\.?\s*|\bissue\s+|\bnumber\s+)(?P<number>[\w/–-]+)"
        r"|[第제]\s*(?P<number_>\d+(?:[-–]\d+)?)\s*[期号호])",
        "pages": rf"(?:\b(?:(?:pp|p|pages?)\b\.?|S\.)\s*(?P<pages>{RANGE})"
        r"|第?\s*(?P<pages_>\d+(?:\s*[-–~～]\s*\d+)?)\s*[页頁])\)?",
        # Behind an acronym and the year of a meeting stands a page, as there is no volume: "Alt.Vis 2022: 9".
        "edition": rf"(?<=\w)\s(?P<year>{YEAR_FORM})\s*:\s*(?P<pages>{RANGE})(?=[\s.]*$)",
        "date": rf"[\[（]?(?<![\w'’-]){DATE}(?=\s*(?:$|[),.;:，。）\]\0]|\d+\s*[(,:]))[a-d]?"
        r"[)\]）]?(?:\s*[:;,]?\s*(?=\d))?",
        "month": rf"(?<=[(,;.\s\0])(?:ahead of print,\s*)?(?:{DAYS}\s+)?{MONTH}(?:\s+(?:{DAYS}\b|{DAY}(?=\))))?"
        rf"(?:\)\s*:\s*(?P<pages>{RANGE})(?=[\s.]*$)|\)?(?=[\s.,;:)]*(?:$|\0|\d+\s*[-–]|:)))",
    }.items()
}
# What stands by itself once all that is marked has gone: volume, issue and pages, by their order.
BARE = re.compile(
    rf"(?!(?<=\d)\.\d)[,.:;，\s\0]+(?P<volume>(?!{YEAR_FORM}\b)[A-Z]?\d{{1,4}})"
    rf"(?:(?:\s*,\s*|\s+)(?P<number>\d{{1,4}}[A-Z]?)(?=\s*[,:\0]+\s*{RANGE}))?"
    rf"(?:\s*[,:;，：\0]+\s*(?P<pages>{RANGE}))?(?=[\s.,;)\0，。]*(?:$|\0|[.,;]\s*\D))"
)
BARE_PAGES = re.compile(r"[,.:;，：\s\0]+(?P<pages>\d+\s*[-–—~]+\s*\d+)(?=[\s.,;\0。]*(?:$|\0|[,.;]))")
PATENT = re.compile(r"\bpatent\b|专利|特許|특허", re.IGNORECASE)  # whose numbers are its own
# Behind whose name alone a number may be that of the edition, or anything.
EDITED = re.compile(r"\b(?:conference(?! series)|symposium|workshop|congress|meeting|patent)\b", re.IGNORECASE)
MAX_LENGTH = 500  # characters of a container, which has no numbers if it is longer
MIN_ARTICLE_LENGTH = 5  # digits of a single number, which else is a page


def cut_numbers(text: str) -> tuple[dict[str, Any], str, Set[str]]:
    """Take the numbers and the date out of a container, each with a mark in its place.

    Of the numbers, those named in the last set are known by their order alone.
    """
    printed: dict[str, Any] = {}
    unmarked: Set[str] = frozenset()
    is_patent = bool(PATENT.search(text))
    for name in ("date",) if is_patent else MARKED:
        matches = list(MARKED[name].finditer(text))
        if not matches:
            continue
        match = matches[-1 if name == "date" else 0]
        values: dict[str, Any] = {part.rstrip("_"): value for part, value in match.groupdict().items() if value}
        if name in ("date", "month") and re.search(MONTH, match[0]):
            values["month"] = month_of(re.sub(YEAR_FORM, "", match[0]))
        printed = printed | values if name == "date" else values | printed
        text = f"{text[: match.start()]}\0{text[match.end() :]}"
    if not printed.get("volume") and not is_patent and (bare := BARE.search(text)):
        parts = {part: value for part, value in bare.groupdict().items() if value}
        if len(parts) > 1 or "\0" in text:
            if "article" in printed and "number" not in parts and parts.get("pages", "").isdigit():
                parts["number"] = parts.pop("pages")
            is_at_end = parts.get("pages", "").endswith(".")  # where no issue stands
            unmarked = parts.keys() - printed.keys() - ({"pages"} if is_at_end else set())
            printed = parts | printed
            text = f"{text[: bare.start()]}\0{text[bare.end() :]}"
    if not printed.get("pages") and not is_patent and (bare := BARE_PAGES.search(text)):
        printed["pages"], text = bare["pages"], f"{text[: bare.start()]}\0{text[bare.end() :]}"
    if pages := printed.pop("pages", ""):
        pages = in_full(re.sub(r"\s*[~～—]+\s*", "–", pages).rstrip("."))
        is_page = "–" in pages or "article" in printed or (len(pages) < MIN_ARTICLE_LENGTH and pages.isdigit())
        printed["pages" if is_page else "article"] = pages
    return printed | ({"year": int(printed["year"])} if "year" in printed else {}), text, unmarked


def with_dash(pages: str) -> str:
    """Return a range of pages with a dash instead of its hyphens."""
    return re.sub(r"^([^-–]+?)\s*(?:-+|–)\s*([^-–]+)$", r"\1–\2", pages)


def in_full(pages: str) -> str:
    """Return a range of pages with a dash, and with all digits of its end: 120–125 of 120-5."""
    first, dash, last = (pages := with_dash(pages)).partition("–")
    is_cut = first.isdecimal() and last.isdecimal() and len(last) < len(first)
    return f"{first}{dash}{first[: -len(last)]}{last}" if is_cut else pages


def in_parts(text: str) -> tuple[str, dict[str, str], dict[str, int]]:
    """Part a container as printed into its name, its numbers and its date; only its name where anything is uncertain.

    The numbers and the date are named as the fields of a record.
    """
    if len(text) > MAX_LENGTH or not re.search(r"\d", text):
        return text, {}, {}
    printed, left, unmarked = cut_numbers(text)
    name, *more = left.split("\0")
    name = name.rstrip(" ,;:(（，")
    date = {part: printed.pop(part) for part in ("year", "month") if printed.get(part)}
    if "number" in printed and "volume" not in printed and not re.search(rf"\b{YEAR_FORM}\W*$", text):
        printed["volume"] = str(date.pop("year", ""))  # of a series that counts its volumes by years
    is_loose = (
        "volume" in unmarked
        and "number" not in printed
        and (EDITED.search(name) or len(printed) < 2 or re.search(r"\d,\d", text))
    )
    # Behind the year of an edition, or as years themselves, numbers may be anything.
    is_date = "volume" not in printed and re.search(rf"{YEAR_FORM}\W+(?:\d+\W+)?\d+\.?$", text)
    is_behind = re.search(r"[^\W\d_]\)?$", name) and re.match(r"\.?,?\s", text[len(name) :])
    is_other = re.search(r"\w", "".join(more)) or not all(re.search(r"\d", number) for number in printed.values())
    if not printed or is_loose or is_date or not is_behind or is_other:
        return text, {}, {}
    point = text[len(name)] == "." and ("." in name or " " not in name)
    return name + "." * point, printed, date


def with_numbers(record: Record) -> Record:
    """Return a record with the numbers that its container prints, unless it says others itself."""
    for field in ("venue", "proceedings"):
        text = getattr(record, field)
        if arxiv_ids := find_arxiv_ids(text, is_named=True):
            record = replace(record, arxiv_id=record.arxiv_id or arxiv_ids[0])
        name, numbers, date = in_parts(text)
        if numbers and all(getattr(record, part) in ("", number) for part, number in numbers.items()):
            values: dict[str, Any] = {field: name, **numbers, **{p: getattr(record, p) or date[p] for p in date}}
            record = replace(record, **values)
    return record
