"""Who wrote a paper: usernames of profiles and names as printed, with the notes about them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from labsite.moving.plain_values import line_of, lines_in
from labsite.texts.folding import fold
from publications.citations.entry import Entry
from publications.citations.names import Likeness, likeness, parts_of
from publications.citations.record import Name
from publications.formats.bibtex.names import names_of

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
class Authors:
    """The authors of a paper in order; ``differences`` are words about what front matter and BibTeX don't agree on."""

    authors: tuple[Name, ...] = ()
    are_all: bool = True
    differences: tuple[str, ...] = ()


def authors_of(fields: Mapping[str, Any], entry: Entry | None, usernames: Usernames) -> Authors:
    """Return the authors that front matter names, or else those of the BibTeX."""
    cited = entry.record.authors if entry and entry.record else ()
    cites_all = bool(entry and entry.names_all_authors)
    listed = [_text(each) for each in _listed(fields.get("authors") or fields.get("author"))]
    named = [ENDS_WITH_OTHERS.sub("", each) for each in listed if each and not OTHERS.fullmatch(each)]
    printed = [one for each in named for one in _one_by_one(each, usernames)]
    if not printed:
        return Authors(cited, cites_all)
    beside: list[Name | None] = list(cited) if len(cited) == len(printed) else [None] * len(printed)
    names = [_name(text, other, usernames) for text, other in zip(printed, beside, strict=True)]
    marked = _marked(names, lines_with_gaps(fields.get("author_notes")))
    are_all = not any(OTHERS.fullmatch(each) or ENDS_WITH_OTHERS.search(each) for each in listed)
    return Authors(tuple(marked), are_all, tuple(_differences(names, cited if cites_all else (), fields)))


def lines_with_gaps(value: Any) -> list[str]:
    """Return a list's texts where an empty one keeps its place: notes stand beside authors."""
    return [line_of(each) for each in value] if isinstance(value, list) else lines_in(value)


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str):
        return re.split(r"\s*(?:,|;|\band\b)\s*", value)
    return value if isinstance(value, list) else []


def _one_by_one(text: str, usernames: Usernames) -> list[str]:
    """Return the names in a text that should hold one and may hold a whole list."""
    names = [] if fold(text) in usernames else list(names_of(text))
    return [str(name) for name in names] if len(names) > 1 else [text]


def _text(value: Any) -> str:
    """Return an author in words, whom older versions give as a mapping."""
    return line_of(value.get("name")) if isinstance(value, dict) else line_of(value).strip("*_ ") if value else ""


def _name(text: str, cited: Name | None, usernames: Usernames) -> Name:
    """Return the name of an author, in the parts that the BibTeX gives it where that prints the same."""
    person = usernames.get(fold(text), "")
    if USERNAME.fullmatch(text) or (person and fold(person) != fold(text)):
        text = person or (str(cited) if cited else text.replace("-", " ").replace("_", " ").title())
    name = next(names_of(text), Name(literal=text))
    return cited if cited and _is_same(name, cited, usernames) else name


def _is_same(name: Name, cited: Name, usernames: Usernames) -> bool:
    """Whether the BibTeX prints the same name, or another spelling that the same person's profile has."""
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
