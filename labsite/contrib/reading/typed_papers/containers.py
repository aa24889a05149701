"""What follows the title of a reference: where it appeared, with numbers, dates, editors and publishers."""

import re
from dataclasses import dataclass, field
from typing import Any

from labsite.contrib.reading.words import first_in, shapes
from publications.citations.containers import cut_numbers
from publications.citations.record import MEETINGS, UNSTATED, acronym_of, gettext_noop
from publications.formats.entries import PRINTED

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
INSIDE = re.compile(r"\s*[(（]([A-Z][\w&/+-]{1,14}(?:\s?[’']?\d{2,4})?)[)）]\s*$")
ACRONYM = r"(?=[^A-Z\s]*[A-Z][^A-Z\s]*[A-Z])[A-Z][\w+-]*"
SHORT = re.compile(rf"{ACRONYM}(?:[-/ ]{ACRONYM})?(?! )")
KINDS = shapes("kinds")
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
    return first_in(KINDS, text)


def container_in(text: str, kind: str = "") -> PrintedContainer:
    """Part what follows a title; ``kind`` is what else is known to be one."""
    text = text.lstrip(LEFT_EDGE)
    within = IN.match(text)
    text = text[within.end() :] if within else text
    editors = EDITORS.search(text)
    printed, text, unmarked = cut_numbers(text[: editors.start()] + text[editors.end() :] if editors else text)
    if editors:
        printed["editors"] = (editors["editors"] or editors["behind"]).strip(" ,")
    # Is it an issue or a page?
    is_ambiguous = unmarked == {"volume", "pages"} and re.fullmatch(r"\d{1,2}", printed.get("pages", ""))
    name, *more = re.split(r"\0+", text.strip("".join(set(LEFT_EDGE) - {"."})))
    name, publisher = _named(name.strip(EDGES.replace(".", "")))
    rest = " ".join(filter(None, [publisher, *(part.strip(EDGES) for part in more)]))
    if not printed.get("publisher") and is_imprint(rest):
        printed["publisher"], rest = rest.strip(EDGES), ""
    kind = kind or kind_in(name)
    if not (kind or within) and printed.get("volume") and {"number", "pages", "article"} & printed.keys():
        kind = "journal"
    unsure = gettext_noop("page numbers") if is_ambiguous else ""
    return PrintedContainer(printed | _placed(name, kind, printed.get("year")), kind, rest, unsure)


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
    if kind in ("thesis", "report", "book"):
        return {"publisher": name if kind == "book" else THESIS.sub("", name)}
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
