"""Authors as BibTeX writes them: ``Family, Given and {A Collaboration} and others``."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from bibtexparser.middlewares import names as bibtex_names

from publications.citations.identifiers import ORCID_FORM
from publications.citations.record import Name
from publications.formats.latex import plain

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
    """Yield the authors of a field, with the iDs that ``orcids`` (``Quill, Ada/0000-…``) gives them."""
    known = {_key(_name(name.strip())): orcid for name, orcid in ORCID.findall(orcids)}
    for author in (STRAY_AND.sub("", each) for each in _split(authors)):
        if author not in OTHERS and (name := _name(ET_AL.sub("", author))) != NOBODY:
            yield replace(name, orcid=known.get(_key(name), ""))


def ends_with_others(authors: str) -> bool:
    """Say whether the list of authors isn't complete."""
    last = _split(authors)[-1:]
    return bool(last) and (last[0] in OTHERS or bool(ET_AL.search(last[0])))


@lru_cache(maxsize=1024)
def _split(authors: str) -> tuple[str, ...]:
    """Return the authors one by one; where somebody wrote ``Ada Quill, Zoë Lindqvist, Ivo Brandt``, these three."""
    joined = " ".join(authors.split())
    found = bibtex_names.split_multiple_persons_names(joined)
    if len(found) != 1 or joined.startswith("{") or EXTENDED.match(joined):
        return tuple(found)
    pieces = [piece.strip() for piece in re.split(r"\s*;\s*" if ";" in joined else r"\s*,\s*", joined)]
    is_list = ";" in joined or (
        len(pieces) > 2 and all(" " in piece and not WHOLE.fullmatch(piece) for piece in pieces)
    )
    return tuple(piece for piece in pieces if piece) if is_list else tuple(found)


@lru_cache(maxsize=4096)  # the same people write one paper after the other
def _name(author: str) -> Name:
    if EXTENDED.match(author):
        return _extended(author)
    parts = bibtex_names.parse_single_name_into_parts(author, strict=False)
    return _named(*(" ".join(words) for words in (parts.first, parts.von + parts.last, parts.jr)))


def _extended(author: str) -> Name:
    """Return a name such as ``family=Berg, given=Anna, prefix=van der``."""
    found = (EXTENDED_PART.search(piece) for piece in PARTS_OF_NAME.findall(author))
    parts = {part[1]: part[2].strip('"') for part in found if part}
    family = " ".join(filter(None, [parts.get("prefix", ""), parts.get("family", "")]))
    return _named(parts.get("given", ""), family, parts.get("suffix", ""))


def _named(given: str, family: str, suffix: str) -> Name:
    given, family, suffix = plain(given), plain(family), plain(suffix)
    return Name(given, family, suffix) if given and family else Name(literal=family or given)


def _key(name: Name) -> tuple[str, ...]:
    return name.given, name.family, name.literal
