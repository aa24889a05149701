"""Who wrote a paper: usernames of profiles and names as printed, with the notes about them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from labsite.moving.plain_values import line_of, lines_in, mapping_in, mappings_in
from labsite.moving.site import SiteFile
from labsite.texts.folding import fold
from publications.citations.entry import Entry
from publications.citations.names import Likeness, likeness, parts_of
from publications.citations.record import MEETINGS, Name, RecordLink, acronym_of
from publications.formats.bibtex.names import names_of

from .content import HugoContent, HugoPage

OTHERS = re.compile(r"(?:and\s+)?(?:others|et\.?\s*al\.?|…|\.\.\.)\.?", re.IGNORECASE)
ENDS_WITH_OTHERS = re.compile(r"[,\s]+(?:and\s+)?(?:others|et\.?\s*al)\.?$", re.IGNORECASE)
USERNAME = re.compile(r"[a-z]+(?:[-_][a-z]+)+")
MARKS = (
    (re.compile(r"equal|co-?first|joint first|shared first", re.IGNORECASE), "*"),
    (re.compile(r"correspond", re.IGNORECASE), "✉"),
)

# Names of people by what stands for them: the folded name of their folder, their name and other spellings of it.
Usernames = Mapping[str, str]


@dataclass(frozen=True)
class PaperAuthors:
    """The authors of a paper in order; ``differences`` are words about what front matter and BibTeX don't agree on."""

    authors: tuple[Name, ...] = ()
    are_all: bool = True
    differences: tuple[str, ...] = ()


def authors_of(fields: Mapping[str, Any], entry: Entry | None, usernames: Usernames) -> PaperAuthors:
    """Return the authors that front matter names, or else those of the BibTeX."""
    cited = entry.record.authors if entry and entry.record else ()
    cites_all = bool(entry and entry.names_all_authors)
    given = fields.get("authors") or fields.get("author")
    if isinstance(given, str):
        given = re.split(r"\s*(?:,|;|\band\b)\s*", given)
    # Older versions give an author as a mapping.
    named_or_mapped = given if isinstance(given, list) else []
    listed = [
        line_of(each.get("name") if isinstance(each, dict) else each or "").strip("*_ ") for each in named_or_mapped
    ]
    named = [ENDS_WITH_OTHERS.sub("", each) for each in listed if each and not OTHERS.fullmatch(each)]
    printed = [one for each in named for one in _one_by_one(each, usernames)]
    if not printed:
        return PaperAuthors(cited, cites_all)
    beside: list[Name | None] = list(cited) if len(cited) == len(printed) else [None] * len(printed)
    names = [_name(text, other, usernames) for text, other in zip(printed, beside, strict=True)]
    marked = _marked(names, lines_with_gaps(fields.get("author_notes")))
    are_all = not any(OTHERS.fullmatch(each) or ENDS_WITH_OTHERS.search(each) for each in listed)
    return PaperAuthors(tuple(marked), are_all, tuple(_differences(names, cited if cites_all else (), fields)))


def lines_with_gaps(value: Any) -> list[str]:
    """Return a list's texts, empty ones included, so that notes line up with authors."""
    return [line_of(each) for each in value] if isinstance(value, list) else lines_in(value)


def _one_by_one(text: str, usernames: Usernames) -> list[str]:
    """Return the names in a text that should hold one and may hold a whole list."""
    names = [] if fold(text) in usernames else list(names_of(text))
    return [str(name) for name in names] if len(names) > 1 else [text]


def _name(text: str, cited: Name | None, usernames: Usernames) -> Name:
    """Return the name of an author, in the parts that the BibTeX gives it where that prints the same."""
    person = usernames.get(fold(text), "")
    if USERNAME.fullmatch(text) or (person and fold(person) != fold(text)):
        text = person or (str(cited) if cited else text.replace("-", " ").replace("_", " ").title())
    name = next(names_of(text), Name(literal=text))
    return cited if cited and _is_same(name, cited, usernames) else name


def _is_same(name: Name, cited: Name, usernames: Usernames) -> bool:
    """Return whether the BibTeX prints the same name, or another spelling in the same person's profile."""
    known, other = usernames.get(fold(str(name))), usernames.get(fold(str(cited)))
    return (known is not None and known == other) or parts_of(cited).whole == parts_of(name).whole


def _marked(names: list[Name], notes: list[str]) -> list[Name]:
    """Put the signs for what notes say behind the names, as copied lists of authors have them."""
    return [_with_sign(name, _signs(note)) for name, note in zip(names, notes, strict=False)] + names[len(notes) :]


def _signs(note: str) -> str:
    return "".join(sign for shape, sign in MARKS if shape.search(note))


def _with_sign(name: Name, signs: str) -> Name:
    if name.literal:
        return replace(name, literal=name.literal + signs)
    return replace(name, family=name.family + signs)


def _differences(names: list[Name], cited: tuple[Name, ...], fields: Mapping[str, Any]) -> list[str]:
    notes = [note for note in lines_with_gaps(fields.get("author_notes")) if note and not _signs(note)]
    words = [f"a note about an author: {note}" for note in notes]
    words += [f"the author “{name}”, who has no profile" for name in names if str(name) in ("admin", "me")]
    if cited and len(cited) != len(names):
        words.append(f"{len(names)} authors on the page, {len(cited)} in its BibTeX; those of the page are taken")
    elif cited:
        words += [
            f"the author “{one}” on the page is “{other}” in its BibTeX; that of the page is taken"
            for one, other in zip(names, cited, strict=True)
            if likeness(parts_of(one), parts_of(other)) is Likeness.NONE
        ]
    return words


LINK_KINDS = {
    "pdf": "pdf",
    "preprint": "pdf",
    "code": "code",
    "dataset": "data",
    "data": "data",
    "poster": "poster",
    "project": "project",
    "slides": "slides",
    "video": "video",
    "url": "page",
    "website": "project",
    "site": "project",
    "publisher": "page",
}
LABELS = {"source": "Source", "preprint": "Preprint"}
FIELDS = ("pdf", "preprint", "code", "dataset", "poster", "project", "slides", "source", "video")
IDENTIFIERS = ("doi", "arxiv", "pmid", "isbn", "dblp", "openalex")
MAX_IN_ADDRESS = 500  # characters


@dataclass
class PageLinks:
    """Where a paper's links lead; ``ids`` by their schemes."""

    elsewhere: tuple[RecordLink, ...] = ()
    files: list[SiteFile] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)


def links_of(content: HugoContent, page: HugoPage) -> PageLinks:
    """Return where the links of a page lead, reporting those that lead nowhere."""
    found = PageLinks()
    addresses = [(name, line_of(page.fields.get(f"url_{name}")), "") for name in FIELDS]
    for held in mappings_in(page.fields.get("links")) + mappings_in(page.fields.get("url_custom")):
        label = line_of(held.get("label") or held.get("name"))
        kind = line_of(held.get("type")).casefold() or label.casefold()
        address = line_of(held.get("url") or held.get("link"))
        if identifier := _identifier(kind, held.get("provider"), held.get("id"), address):
            found.ids.setdefault(*identifier)
        else:
            addresses.append((kind, address, label))
    for kind, address, label in addresses:
        _add(found, content, page, kind, address, label)
    return found


def _identifier(kind: str, provider: object, value: object, address: str) -> tuple[str, str] | None:
    """Return the scheme and value of a link that is an identifier rather than a URL."""
    scheme = next((each for each in (line_of(provider).casefold(), kind) if each in IDENTIFIERS), "")
    held = line_of(value) or address
    return (scheme, held) if scheme and held else None


def _add(found: PageLinks, content: HugoContent, page: HugoPage, name: str, address: str, label: str) -> None:
    if not address.strip("#"):
        return
    kind = LINK_KINDS.get(name, "other")
    label = LABELS.get(name, "") or (label if kind == "other" else "")
    if path := content.resolve(address, page):
        found.files.append(SiteFile(kind, path, label))
    elif (full := _full(content, address)) and len(full) <= MAX_IN_ADDRESS:
        found.elsewhere = (*found.elsewhere, RecordLink(kind, full, label))
    else:
        content.outcomes.not_understood(page.path, f"a link to “{address[:100]}”, which is not in the source")


def _full(content: HugoContent, address: str) -> str:
    """Return an address in full: from the top of the old site it leads there still."""
    own = content.source.own_address.rstrip("/")
    full = f"{own}{address}" if own and address.startswith("/") else address
    return full if full.startswith(("http://", "https://")) else ""


# By the numbers of older versions and the words of CSL that newer ones use.
# https://docs.citationstyles.org/en/stable/specification.html#appendix-iii-types
PUBLICATION_KINDS = {
    **dict.fromkeys(("1", "paper-conference", "conference-paper"), "conference"),
    **dict.fromkeys(("2", "article-journal", "journal-article", "review"), "journal"),
    **dict.fromkeys(("3", "article", "preprint", "manuscript", "working-paper"), "preprint"),
    **dict.fromkeys(("4", "report"), "report"),
    **dict.fromkeys(("5", "book"), "book"),
    **dict.fromkeys(("6", "chapter", "book-section"), "chapter"),
    **dict.fromkeys(("7", "thesis"), "thesis"),
    **dict.fromkeys(("software",), "software"),
    **dict.fromkeys(("dataset",), "dataset"),
    **dict.fromkeys(("poster",), "poster"),
}
EMPHASIS = re.compile(r"(?<![\\\w])([*_]{1,3})(\S(?:.*?\S)?)\1(?!\w)")
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
# The end of "Nature Physics, 12(3), pp. 4–5" or "Nature Physics *12*, 4-5".
NUMBERS = re.compile(
    r"[,.]?\s+(?:vol(?:ume|\.)?\s*)?(?P<volume>\d{1,4})\s*(?:\((?P<number>[\w–-]{1,10})\))?"
    r"(?:\s*[,:]\s*(?:pp?\.?\s*)?(?P<pages>[A-Za-z]?\d+(?:\s*[-–—]+\s*[A-Za-z]?\d+)?))?\s*\.?$",
    re.IGNORECASE,
)
ACRONYM = re.compile(r"(?=(?:[^A-Z]*[A-Z]){2})[A-Z][\w&+/-]*(?: [A-Z][\w&+/-]*){0,2}")
ARXIV = re.compile(r"\barxiv\b|\bcorr\b", re.IGNORECASE)
PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\b(?:19|20)\d\d\b|\d+(?:st|nd|rd|th)\b")


def kind_of(types: list[str]) -> str:
    """Return the kind that the types of a paper name; "other" for none."""
    return next(
        (PUBLICATION_KINDS[each] for each in (one.strip().casefold() for one in types) if each in PUBLICATION_KINDS),
        "other",
    )


def placed(fields: dict[str, Any], kind: str, year: int | None) -> dict[str, str]:
    """Return the fields of a record that say where a paper appeared."""
    said = fields.get("publication")
    if isinstance(said, dict):
        return _placed_in_parts(mapping_in(said), kind, year)
    name, numbers = _numbered(_bare(line_of(said))) if kind == "journal" else (_bare(line_of(said)), {})
    return _place(name, kind) | numbers | _acronym(line_of(fields.get("publication_short")), year)


def _placed_in_parts(said: dict[str, Any], kind: str, year: int | None) -> dict[str, str]:
    numbers = {
        "volume": line_of(said.get("volume")),
        "number": line_of(said.get("issue")),
        "pages": re.sub(r"\s*[-–—]+\s*", "–", line_of(said.get("page") or said.get("pages"))),
        "publisher": line_of(said.get("publisher")),
    }
    place = _place(_bare(line_of(said.get("name"))), kind) | _acronym(line_of(said.get("short_name")), year)
    return place | {name: value for name, value in numbers.items() if value}


def _place(name: str, kind: str) -> dict[str, str]:
    if not name:
        return {}
    if kind == "preprint" and ARXIV.search(name):
        return {"venue": "arXiv", "acronym": "arXiv"}
    if kind == "thesis":
        return {"publisher": name}
    return {"proceedings" if kind in MEETINGS and PRINTED.search(name) else "venue": name}


def _acronym(short: str, year: int | None) -> dict[str, str]:
    bare = _bare(short)
    bare = acronym_of(bare, year) or re.sub(r"\s*(?:['’]?\d{2}|\d{4})$", "", bare)
    return {"acronym": bare} if len(bare) <= 20 and ACRONYM.fullmatch(bare) else {}


def _numbered(name: str) -> tuple[str, dict[str, str]]:
    """Part the volume, the number and the pages from the end of a journal's name."""
    found = NUMBERS.search(name)
    if not found or not name[: found.start()].strip():
        return name, {}
    if not (found["number"] or found["pages"] or found[0].startswith(",") or "vol" in found[0].lower()):
        return name, {}  # a number that belongs to the name, as in "Graphics 2019"
    numbers = {key: re.sub(r"\s*[-–—]+\s*", "–", value) for key, value in found.groupdict().items() if value}
    return name[: found.start()].strip(" ,"), numbers


def _bare(text: str) -> str:
    """Return a line of Markdown without emphasis, links and the word "In" before a venue."""
    bare = LINK.sub(r"\1", text)
    while (cut := EMPHASIS.sub(r"\2", bare)) != bare:
        bare = cut
    return re.sub(r"^In:?\s+", "", bare.strip(" .,")).strip()
