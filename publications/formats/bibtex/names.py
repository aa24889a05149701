"""Authors as BibTeX writes them: ``Family, Given and {A Collaboration} and others``."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from publications.citations.identifiers import ORCID_FORM
from publications.citations.names import (
    NATIVE,
    SUFFIX,
    WIDE_SEMICOLONS,
    are_native,
    may_hide_family,
    plain_signs,
    without_html,
)
from publications.citations.record import Name
from publications.formats.latex import plain, without_styling

AND = re.compile(r"\s+and\s+(?=\S)", re.IGNORECASE)
AMPERSAND = re.compile(r"\s+&\s+(?=\S)")
COMMA = re.compile(",")
BLANK = re.compile(r"[\s~,]+")
BRACES = re.compile(r"\\.|[{}]|[^\\{}]+|\\", re.DOTALL)
# The first letter determines the case of a word; those in braces count only if a command prints them.
LETTER = re.compile(
    r"(?P<printed>\{\\(?:[^{}]|\{[^{}]*\})*\}|\\\W\s*\{[^{}]*\}|\\[A-Za-z]|[^\W\d_])|\{(?:[^{}]|\{[^{}]*\})*\}"
)

MAY_HAVE_MARKUP = re.compile(r"<|&[#\w]|\\&|\\[a-z]{2}")
OTHERS = ("others", "et al.", "et al")
ET_AL = re.compile(r"[,\s]+et\.? al\.?$", re.IGNORECASE)
STRAY_AND = re.compile(r"^(?:and(?:\s+|$))+", re.IGNORECASE)
ORCID = re.compile(rf"([^\n;/]+)/({ORCID_FORM})")
# As biblatex writes them: https://ctan.org/pkg/biblatex, section "Extended Name Format".
EXTENDED = re.compile(r"\s*\"?(?:family|given|prefix|suffix)(?:-i)?\s*=")
PARTS_OF_NAME = re.compile(r"(?:[^,{}]|\{[^{}]*\})+")
EXTENDED_PART = re.compile(r"(family|given|prefix|suffix)\s*=\s*(.*?)\"?\s*$", re.DOTALL)

WHOLE = re.compile(r"\{.*\}")
NOBODY = Name()


def names_of(authors: str, orcids: str = "") -> Iterator[Name]:
    """Yield the authors in a field, with their ORCID iDs from ``orcids``: ``Quill, Ada/0000-…``."""
    known = {_key(_name(name.strip())): orcid for name, orcid in ORCID.findall(orcids)}
    for author in (STRAY_AND.sub("", each) for each in _split(authors)):
        if author.casefold() not in OTHERS and (name := _name(ET_AL.sub("", author))) != NOBODY:
            orcid = known.get(_key(name), "")
            yield replace(name, orcid=orcid) if orcid else name


def ends_with_others(authors: str) -> bool:
    """Return whether the list of authors ends with “and others”, “et al.” or the like."""
    last = _split(authors)[-1:]
    return bool(last) and (last[0].casefold() in OTHERS or bool(ET_AL.search(last[0])))


@lru_cache(maxsize=1024)
def _split(authors: str) -> tuple[str, ...]:
    """Split a field into authors, also one with commas between them: ``Ada Quill, Zoë Lindqvist, Ivo Brandt``."""
    joined = " ".join(plain_signs(authors).split())
    if MAY_HAVE_MARKUP.search(joined):
        joined = without_styling(plain_signs(without_html(joined)).replace(r" \& ", " & "))
    authors_found = _split_at(AND, joined) if joined else []
    if EXTENDED.match(joined):
        return tuple(authors_found)
    if not WIDE_SEMICOLONS.isdisjoint(authors):
        authors_found = [each.strip() for piece in authors_found for each in piece.split(";") if each.strip()]
    parted = []
    for piece in authors_found:  # a single word beside the sign belongs to one name with it
        parts = _split_at(AMPERSAND, piece) if " & " in piece else [piece]
        parted += parts if all(" " in part for part in parts) else [piece]
    authors_found = [each for part in parted for each in _paired(part)]
    if len(authors_found) != 1 or joined.startswith("{"):
        return tuple(authors_found)
    pieces = [piece.strip() for piece in re.split(r"\s*;\s*" if ";" in joined else r"\s*,\s*", joined)]
    is_list = ";" in joined or (
        len(pieces) > 2 and all(" " in piece and not WHOLE.fullmatch(piece) for piece in pieces)
    )
    return tuple(piece for piece in pieces if piece) if is_list else tuple(authors_found)


def _paired(piece: str) -> list[str]:
    """Return the authors of ``Quill, Ada, Row, Ben, et al.``: a name has three parts at the most."""
    if piece.count(",") < 2:
        return [piece]
    parts = [part.strip() for part in _split_at(COMMA, piece)]
    ending = [parts.pop()] if parts[-1].casefold() in OTHERS else []
    if are_native(parts):
        return [*parts, *ending]
    is_one = len(parts) < 4 or len(parts) % 2 or any(map(SUFFIX.fullmatch, parts))
    families = [part for part in parts[::2] if " " not in part or part[0].islower()]
    if is_one or 2 * len(families) <= len(parts[::2]):  # which are no family names then
        return [piece]
    return [*map(", ".join, zip(parts[::2], parts[1::2], strict=True)), *ending]


@lru_cache(maxsize=4096)  # the same people write many papers
def _name(author: str) -> Name:
    if EXTENDED.match(author):  # such as ``family=Berg, given=Anna, prefix=van der``
        matches = (EXTENDED_PART.search(piece) for piece in PARTS_OF_NAME.findall(author))
        parts = {part[1]: part[2].strip('"') for part in matches if part}
        names = [
            parts.get("given", ""),
            f"{parts.get('prefix', '')} {parts.get('family', '')}",
            parts.get("suffix", ""),
        ]
    else:
        names = [" ".join(words) for words in _parts(author)]
    given, family, suffix = ("", author, "") if NATIVE.fullmatch(author) else map(plain, names)
    is_guess = "," not in author and "=" not in author and " " not in family and may_hide_family(given)
    return Name(given, family, suffix, is_guess=is_guess) if given and family else Name(literal=family or given)


def _parts(author: str) -> tuple[list[str], list[str], list[str]]:
    """Return the words of the given name, of the family name with its particles and of the suffix.

    As BibTeX finds them in ``Given von Family``, ``von Family, Given`` and ``von Family, Suffix, Given``:
    https://ctan.org/pkg/tamethebeast, section 11.
    """
    words, *behind = ([*filter(None, _split_at(BLANK, part))] for part in _split_at(COMMA, author, 2))
    while behind and not behind[-1]:
        behind.pop()
    if behind:
        return behind[-1], words, behind[0] if len(behind) > 1 else []
    particle = next((at for at, word in enumerate(words) if _is_in_lower_case(word)), len(words))
    start = min(particle, len(words) - 1) if len(words) > 2 else len(words) - 1
    return words[: max(start, 0)], words[max(start, 0) :], []


def _is_in_lower_case(word: str) -> bool:
    printed = (plain(match["printed"]) for match in LETTER.finditer(word) if match["printed"])
    return next((letter for text in printed for letter in text if letter.isalpha()), "").islower()


def _split_at(separator: re.Pattern[str], text: str, most: int | None = None) -> list[str]:
    """Split a text at separators outside braces."""
    depth, masked = 0, []  # with x for every character in braces or after a backslash
    for part in BRACES.findall(text):
        depth = max(0, depth + {"{": 1, "}": -1}.get(part, 0))
        masked.append("x" * len(part) if depth or part[0] in "\\}" else part)
    pieces, start = [], 0
    for match in islice(separator.finditer("".join(masked)), most):
        pieces.append(text[start : match.start()])
        start = match.end()
    return [*pieces, text[start:]]


def _key(name: Name) -> tuple[str, ...]:
    return name.given, name.family, name.literal
