"""Authors as BibTeX writes them: ``Family, Given and {A Collaboration} and others``."""

import re
from collections.abc import Iterator

from bibtexparser.middlewares import names as bibtex_names

from publications.formats.latex import plain
from publications.record import Name

OTHERS = "others"
ORCID = re.compile(r"([^\n;/]+)/(\d{4}-\d{4}-\d{4}-\d{3}[\dX])")


def names_of(authors: str, orcids: str = "") -> Iterator[Name]:
    """Yield the authors of a field, with the iDs that ``orcids`` (``Quill, Ada/0000-…``) gives them."""
    known = {_key(_name(name.strip())): orcid for name, orcid in ORCID.findall(orcids)}
    for author in _split(authors):
        if author != OTHERS:
            name = _name(author)
            yield Name(name.given, name.family, name.suffix, name.literal, known.get(_key(name), ""))


def ends_with_others(authors: str) -> bool:
    """Say whether the list of authors isn't complete."""
    return _split(authors)[-1:] == [OTHERS]


def _split(authors: str) -> list[str]:
    """Return the authors one by one; where somebody wrote ``Ada Quill, Zoë Lindqvist, Ivo Brandt``, these three."""
    joined = " ".join(authors.split())
    found = bibtex_names.split_multiple_persons_names(joined)
    if len(found) != 1 or joined.startswith("{"):
        return found
    pieces = [piece.strip() for piece in re.split(r"\s*;\s*" if ";" in joined else r"\s*,\s*", joined)]
    is_list = ";" in joined or (len(pieces) > 2 and all(" " in piece for piece in pieces))
    return [piece for piece in pieces if piece] if is_list else found


def _name(author: str) -> Name:
    parts = bibtex_names.parse_single_name_into_parts(author, strict=False)
    given, suffix = plain(" ".join(parts.first)), plain(" ".join(parts.jr))
    family = plain(" ".join(parts.von + parts.last))
    return Name(given, family, suffix) if given and family else Name(literal=family or given)


def _key(name: Name) -> tuple[str, ...]:
    return name.given, name.family, name.literal
