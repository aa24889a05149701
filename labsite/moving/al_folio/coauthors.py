"""Co-authors, of whom ``_data/coauthors.yml`` knows spellings and addresses."""

import re
from collections.abc import Iterable, Iterator

from labsite.moving.fates import Fates
from labsite.moving.plain_values import line_of, lines_in, mapping_in, mappings_in
from labsite.moving.site import SiteLink, SitePerson
from labsite.moving.source import Source
from labsite.texts.folding import fold

from .people import People
from .settings import spelling_of


def coauthors(source: Source, fates: Fates) -> Iterator[tuple[str, list[str], str]]:
    """Yield the name, the spellings of the given name and the address of each entry of ``_data/coauthors.yml``."""
    for path in source.files("_data", "coauthors.yml", "coauthors.yaml"):
        with fates.reading(path):
            for family, held in mapping_in(source.yaml(path)).items():
                for each in mappings_in(held):
                    yield line_of(family), lines_in(each.get("firstname")), line_of(each.get("url"))


def add_coauthors(people: People, authors: Iterable[tuple[str, str]]) -> None:
    """Add the spellings and addresses of co-authors: to members, and as people without a role for those on papers."""
    named = {fold(f"{given} {family}") for given, family in authors}
    left = 0
    for family, given_names, address in coauthors(people.source, people.fates):
        spellings = list(dict.fromkeys(spelling_of(given, _cased(family, authors)) for given in given_names))
        member = next((person for each in spellings if (person := people.found.get(fold(each)))), None)
        is_author = any(fold(each) in named for each in spellings)
        if member:
            member.other_spellings += [
                each for each in spellings if each not in (member.name, *member.other_spellings)
            ]
            _add_address(member, address)
        elif is_author:
            _add_coauthor(people, spellings, address)
        else:
            left += 1
    _report(people, left)


def _cased(family: str, authors: Iterable[tuple[str, str]]) -> str:
    """Return a family name as papers print it: the file may have it in small letters."""
    return next((each for _, each in authors if fold(each) == fold(family)), family)


def _add_coauthor(people: People, spellings: list[str], address: str) -> None:
    name = max(spellings, key=lambda each: (not re.search(r"\b\w\.?\s", each), len(each)))
    person = SitePerson(name, other_spellings=[each for each in spellings if each != name], path="_data/coauthors.yml")
    _add_address(person, address)
    people.add(person)


def _add_address(person: SitePerson, address: str) -> None:
    known = [link.url.rstrip("/") for link in person.links]
    if address.startswith(("http://", "https://")) and address.rstrip("/") not in known:
        person.links.append(SiteLink(address, kind="homepage" if not person.links else ""))


def _report(people: People, left: int) -> None:
    for path in people.source.files("_data", "coauthors.yml", "coauthors.yaml"):
        people.fates.brought(path, "spellings of names and addresses of co-authors")
        if left:
            people.fates.left_out(path, f"co-authors who are on no paper, {left} of them")
