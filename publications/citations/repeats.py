"""Which names are surely one person's, as where one list of authors prints them twice."""

from dataclasses import replace
from pathlib import Path

from publications.citations.names import GROUP, Marks, parts_of, whole_of
from publications.citations.record import Name

# Under which extra field a paper keeps who is named twice, with the places.
NAMED_TWICE = "named_twice"

# Family names, folded, of which two people with one given name write together again and again.
COMMON = frozenset(Path(__file__).with_name("common_family_names.txt").read_text(encoding="ascii").split())


def is_ones_own(name: Name) -> bool:
    """Whether a name is a group's, or spelled out in Latin letters so that hardly two who write together have it."""
    parts = parts_of(name)
    is_spelled = any(len(word) > 1 for word in parts.given) and parts.whole.isascii()
    is_rare = parts.family not in COMMON or any(len(word) == 1 for word in parts.given)
    return (is_spelled and is_rare) or bool(GROUP.search(name.literal))


def may_be_anybodys(name: Name) -> bool:
    """Whether a name is nothing but initials with a common family name."""
    parts = parts_of(name)
    return parts.is_initials and parts.family in COMMON


def named_once(
    names: tuple[Name, ...], marks: tuple[Marks, ...]
) -> tuple[tuple[Name, ...], tuple[Marks, ...], tuple[str, ...]]:
    """Return names and marks with everybody at their first place, and who is named in which place again.

    Two ORCID iDs are two people; of initials, of names in their own script and of common ones nobody knows.
    """
    first: dict[str, int] = {}
    once: list[tuple[Name, Marks]] = []
    again = []
    for number, (name, signs) in enumerate(zip(names, marks, strict=True), start=1):
        at = first.setdefault(whole_of(name), len(once))
        if at == len(once) or not is_ones_own(name) or len({name.orcid, once[at][0].orcid} - {""}) > 1:
            once.append((name, signs))
            continue
        known, known_signs = once[at]
        both = (one or other for one, other in zip(vars(known_signs).values(), vars(signs).values(), strict=True))
        once[at] = replace(known, orcid=known.orcid or name.orcid), Marks(*both)
        again.append(f"{name} ({number})")
    return tuple(name for name, _ in once), tuple(signs for _, signs in once), tuple(again)
