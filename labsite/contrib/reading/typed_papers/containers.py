"""What follows the title of a reference: where it appeared, with numbers, dates, editors and publishers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from publications.citations.dates import YEAR_FORM, month_of
from publications.citations.record import MEETINGS, MONTHS, UNSTATED, acronym_of
from publications.citations.texts import gettext_noop
from publications.formats.entries import PRINTED, with_dash

MONTH = rf"(?:{'|'.join(month[:3] for month in MONTHS)})[a-z]*\.?"
DATE = (
    rf"(?:{MONTH}(?:\s*[-–/]\s*{MONTH})?,?\s+(?:\d{{1,2}}(?:\s*[-–]\s*\d{{1,2}})?,?\s+)?(?P<year>{YEAR_FORM})"
    rf"|(?:\d{{1,2}}\s+{MONTH}\s+)?(?P<year_>{YEAR_FORM})"
    rf"(?:年(?:\d{{1,2}}月)?|[-/.]\d{{1,2}}(?:[-/.]\d{{1,2}})?(?!\d)|\s+{MONTH}(?:\s+\d{{1,2}}\b)?)?)"
)
BEFORE = r"[(,;.:，、\s]*"
PAGE = r"[A-Za-z]{0,4}\d[\d.:A-Za-z]*"
RANGE = rf"{PAGE}(?:\s*[-–—~～]+\s*{PAGE})?"
# In this order; each is cut out of the text where it is found.
MARKED = {
    name: re.compile(BEFORE + pattern, re.IGNORECASE)
    for name, pattern in {
        "article": r"\bart(?:icle|\.)?\s*(?:no\.?|number|id)?\s*:?\s*(?P<value>[A-Za-z]{0,3}\d[\w.]*\w|\d)",
        "issue": rf"(?:\bvol(?:ume|s?\.)?\s*|第)?(?<![\w/'’-])(?P<volume>(?:[A-Z]{{1,3}}-?)?\d{{1,4}})卷?\s*"
        rf"[(（](?!{YEAR_FORM}[)）]|{MONTH})(?P<number>[\w./–-]{{1,12}}(?:\s*[A-Za-z]\w*)?)[)）]"
        rf"(?:\s*[,:：;，]\s*(?:pp?\.?\s*|pages\s+)?(?!{YEAR_FORM}\b(?!\s*[-–]))(?P<pages>{RANGE})(?![\w/]))?",
        "volume": r"(?:\bvol(?:ume|s?\.)?\s*(?P<value>[A-Za-z]{0,3}\d+[A-Za-z]?(?:[-–/]\d+)?|[IVXL]+)\b"
        r"|[第제]\s*(?P<native>\d+)\s*[卷巻권])",
        "number": r"(?:(?:\b(?:no|nos|num|nr|iss)\b\.?\s*|\bissue\s+|\bnumber\s+)(?P<value>[\w/–-]+)"
        r"|[第제]\s*(?P<native>\d+(?:[-–]\d+)?)\s*[期号호])",
        "pages": rf"(?:\b(?:(?:pp|p|pages?)\b\.?|S\.)\s*(?P<value>{RANGE})"
        r"|第?\s*(?P<native>\d+(?:\s*[-–~～]\s*\d+)?)\s*[页頁])\)?",
        "date": rf"[\[（]?(?<![\w'’-]){DATE}(?=\s*(?:$|[),.;:，。）\]\0]|\d+\s*[(,:]))[a-d]?"
        r"[)\]）]?(?:\s*[:;,]?\s*(?=\d))?",
        "month": rf"(?<=[(,;.\s])(?:ahead of print,\s*)?(?P<value>{MONTH})\)?(?=[\s.,;:)]*(?:$|\0|\d+\s*[-–]|:))",
    }.items()
}
# What stands by itself once all that is marked has gone: volume, issue and pages, by their order.
BARE = re.compile(
    rf"[,.:;，\s\0]+(?P<volume>(?!{YEAR_FORM}\b)[A-Z]?\d{{1,4}})"
    rf"(?:(?:\s*,\s*|\s+)(?P<number>\d{{1,4}}[A-Z]?)(?=\s*[,:\0]+\s*{RANGE}))?"
    rf"(?:\s*[,:;，：\0]+\s*(?P<pages>{RANGE}))?(?=[\s.,;)\0，。]*(?:$|\0|[.,;]\s*\D))"
)
BARE_PAGES = re.compile(r"[,.:;，：\s\0]+(?P<pages>\d+\s*[-–—~]+\s*\d+)(?=[\s.,;\0。]*(?:$|\0|[,.;]))")
IN = re.compile(
    r"^(?:(?:to\s+appear|published|presented|accepted)\s+(?:in|at|by|for)\b|in:"
    r"|in\b(?!\s+(?:press|submission|preparation|review))|于|载)[:\s]*",
    re.IGNORECASE,
)
EDITORS = re.compile(
    r"^(?P<editors>[^()]{3,150}?)\s*[,(]\s*eds?\b[.,:)]*\s*|,?\s*(?:ed(?:ited)?\.?\s+by)\s+(?P<behind>[^,.]+(?:\.\s?[^,.]+)*)",
    re.IGNORECASE,
)
ABBREVIATED = re.compile(
    r"(?:\b(?:vs|e\.g|i\.e|cf|St|Dr|No|Mr|Mrs|approx|al|Fig|U\.S|Proc|Conf|Symp|Trans|Int|Univ|Lett|Sci|Rev|Res|Comput|Eng|Phys"
    r"|Chem|Adv|Appl|Syst|Netw|Mag|Ann|Med|Soc|Am|Nat|Nucl|Acad|Commun|Assoc|[A-Z])|\.\.)\.$"
)
PATENT = re.compile(r"\bpatent\b|专利|特許|특허", re.IGNORECASE)
INSIDE = re.compile(r"\s*[(（]([A-Z][\w&/+-]{1,14}(?:\s?[’']?\d{2,4})?)[)）]\s*$")
ACRONYM = r"(?=[^A-Z\s]*[A-Z][^A-Z\s]*[A-Z])[A-Z][\w+-]*"
SHORT = re.compile(rf"{ACRONYM}(?:[-/ ]{ACRONYM})?(?! )")
# The first that fits tells; values are those of the publication's kind.
JOURNAL = (
    r"\b(?:journal|transactions|trans|letters|lett|magazine|quarterly|annals|bulletin|plos|reviews?)\b|^frontiers in"
    r"|^j\. |proceedings of the acm on\b|\bproc\. acm\b (?!.*'\d\d)|proceedings of the national academy"
    r"|proceedings of the ieee$"
    r"|^nature\b|^science$|science advances|astrophysics$|学报|學報|期刊|论文誌|論文誌|학회지|논문지|杂志"
)
KINDS = {
    kind: re.compile(words, re.IGNORECASE)
    for kind, words in {
        "thesis": r"\bthesis\b|dissertation|学位论文|學位論文|博士论文|硕士论文|학위논문",
        "preprint": r"\w{2,8}xiv\b|\bpreprint\b|\bssrn\b|\bopenreview\b|research square|预印本",
        "workshop": r"\bworkshops?\b|研讨会",
        "poster": r"\bposter",
        "report": r"\b(?:technical report|tech\. rep|white\s?paper|working paper)|技术报告",
        "chapter": r"\bchapter\b|handbook|encyclop",
        "journal": JOURNAL,
        "conference": r"\b(?:proceedings|proc|conference|symposium|conf|meeting|congress|advances in neural)\b"
        r"|会议|大会|論文集|학술대회",
    }.items()
}
THESIS = re.compile(
    r"^(?:(?:ph\.?\s?d\.?|doctoral|master[’']?s?|m\.?sc\.?)?\s*(?:thesis|dissertation)"
    r"|technical report|tech\. rep\.)[,.:\s]*",
    re.IGNORECASE,
)
LEFT_EDGE, EDGES = " \0.,;:，。；：、", " \0.,;:，。；：、|–—-([（"


IMPRINT = re.compile(
    r"(?:[A-Z][\w. ]{2,20}(?:, [A-Z]\w+)?: ?)?[A-Z][\w&.,/ -]{0,60}|[^\W\d_]{2,8}: ?[^\W\d_]{2,14}出版社"
)
PUBLISHER = re.compile(
    r"\b(?:Press|Publish\w+|Verlag|Springer|Elsevier|Wiley|Association|USENIX|Curran|PMLR|Routledge|Sage|CRC|IOP|SPIE|SIAM)\b"
    r"|^(?:[A-Z]\w+: ?)?(?:IEEE|ACM)(?:, [A-Z][\w ,]+)?$|出版社"
)


def is_imprint(text: str) -> bool:
    """Whether a text is a publisher, with or without a place."""
    text = text.strip(EDGES + "]")
    return bool(PUBLISHER.search(text) and IMPRINT.fullmatch(text))


@dataclass
class PrintedContainer:
    """The fields of a record that a container fills, and the words in it that nothing was made of."""

    fields: dict[str, Any] = field(default_factory=dict)
    kind: str = ""
    rest: str = ""
    unsure: str = ""


def kind_in(text: str) -> str:
    """Return the kind of paper that words name; an empty string where they name none."""
    return next((kind for kind, words in KINDS.items() if words.search(text)), "")


def container_in(text: str, kind: str = "") -> PrintedContainer:
    """Part what follows a title; ``kind`` is what else is known to be one."""
    text = text.lstrip(LEFT_EDGE)
    within = IN.match(text)
    text = text[within.end() :] if within else text
    printed: dict[str, Any] = {}
    if editors := EDITORS.search(text):
        printed["editors"] = (editors["editors"] or editors["behind"]).strip(" ,")
        text = text[: editors.start()] + text[editors.end() :]
    text = _without_numbers(text, printed, ("date",) if PATENT.search(text) else tuple(MARKED))
    name, *more = re.split(r"\0+", text.strip("".join(set(LEFT_EDGE) - {"."})))
    name, publisher = _named(name.strip(EDGES.replace(".", "")))
    rest = " ".join(filter(None, [publisher, *(part.strip(EDGES) for part in more)]))
    if not printed.get("publisher") and is_imprint(rest):
        printed["publisher"], rest = rest.strip(EDGES), ""
    kind = kind or kind_in(name)
    if not (kind or within) and printed.get("volume") and {"number", "pages", "article"} & printed.keys():
        kind = "journal"
    unsure = gettext_noop("page numbers") if printed.pop("is_ambiguous", False) else ""
    return PrintedContainer(printed | _placed(name, kind, printed.get("year")), kind, rest, unsure)


def _without_numbers(text: str, printed: dict[str, Any], names: Sequence[str]) -> str:
    """Take the numbers and the date out of a container, each with a mark in its place."""
    for name in names:
        matches = list(MARKED[name].finditer(text))
        match = matches[-1] if name == "date" and matches else next(iter(matches), None)
        if not match:
            continue
        values = match.groupdict()
        if name == "issue":
            printed |= {part: value for part in ("volume", "number", "pages") if (value := values[part])}
            if re.fullmatch(YEAR_FORM, values["volume"]):  # 2015(9)
                printed["year"] = int(printed.pop("volume"))
        elif name == "date":
            printed["year"] = int(values["year"] or values["year_"])
            printed["month"] = _month(match[0])
        elif name == "month":
            printed["month"] = printed.get("month") or _month(match[0])
        elif not printed.get(name):
            printed[name] = values.get("value") or values.get("native") or ""
        text = f"{text[: match.start()]}\0{text[match.end() :]}"
    if (
        "volume" in names
        and not printed.get("volume")
        and (bare := BARE.search(text))
        and (bare["pages"] or bare["number"] or "\0" in text)
    ):
        parts = {part: value for part in ("volume", "number", "pages") if (value := bare[part])}
        if printed.get("article") and "number" not in parts and parts.get("pages", "").isdigit():
            parts["number"] = parts.pop("pages")
        elif "number" not in parts and re.fullmatch(r"\d{1,2}", parts.get("pages", "")):
            printed["is_ambiguous"] = True  # is it an issue or a page?
        printed |= {part: value for part, value in parts.items() if not printed.get(part)}
        text = f"{text[: bare.start()]}\0{text[bare.end() :]}"
    if "pages" in names and not printed.get("pages") and (bare := BARE_PAGES.search(text)):
        printed["pages"], text = bare["pages"], f"{text[: bare.start()]}\0{text[bare.end() :]}"
    if pages := printed.get("pages"):
        pages = with_dash(re.sub(r"\s*[~～—]+\s*", "–", pages).rstrip("."))
        is_article = "–" not in pages and not printed.get("article") and (len(pages) > 4 or not pages.isdigit())
        printed |= {"article": pages, "pages": ""} if is_article else {"pages": pages}
    return text


def _month(words: str) -> int | None:
    return month_of(re.sub(YEAR_FORM, "", words)) if re.search(MONTH, words) else None


def _named(name: str) -> tuple[str, str]:
    """Part the name of a container from a publisher behind it; the point of an abbreviation belongs to it."""
    name = re.sub(r"^[\s*_“\"《『]+|[\s*_”\"》』]+$", "", name)
    head, point, behind = name.partition(". ")
    is_cut = bool(ABBREVIATED.search(f"{head}."))
    if point and head and not is_cut and (is_imprint(behind) or (len(head.split()[-1]) > 3 and not kind_in(behind))):
        return head, behind.strip(EDGES)
    return (name if ABBREVIATED.search(name) else name.rstrip(" .")), ""


def _placed(name: str, kind: str, year: int | None) -> dict[str, Any]:
    """Return a container's name under the fields of a record that it belongs in."""
    if not name or re.fullmatch(r"\W*", name):
        return {}
    if kind in ("thesis", "report"):
        institution = THESIS.sub("", name)
        return {"publisher": institution}
    if kind == "book":
        return {"publisher": name}
    if kind == "preprint":
        name = re.sub(r"(?i)^preprint(?:\s+at)?[,:\s]+", "", name)
        server = re.search(r"\w*xiv\b", name, re.IGNORECASE)
        return {"venue": "arXiv", "acronym": "arXiv"} if server and server[0].lower() == "arxiv" else {"venue": name}
    if kind in MEETINGS or kind in ("", UNSTATED):
        short = acronym_of(name, year) if year else name
        if SHORT.fullmatch(short := short or name):
            return {"acronym": short}
        inside = INSIDE.search(name)
        acronym = re.sub(r"\s?[’']?\d{2,4}$", "", inside[1]) if inside else ""
        if inside and not PRINTED.search(name[: inside.start()]):
            name = name[: inside.start()]
        return {"proceedings" if kind in MEETINGS and PRINTED.search(name) else "venue": name, "acronym": acronym}
    return {"venue": name}
