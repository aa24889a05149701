"""Papers: what the template's program found out about them, and the lists that it began with.

``_data/citations.yaml`` holds each paper with all that ``sources.yaml`` says of it; what has no citation there, for
example because nothing was found, stands in the lists alone.
"""

import posixpath
from collections.abc import Iterator
from typing import Any

from labsite.moving.fates import Fates
from labsite.moving.plain_values import is_set, line_of, lines_in, mappings_in, text_of
from labsite.moving.site import SitePaper, SitePerson
from labsite.moving.source import Source
from labsite.texts.folding import fold
from publications.citations.entry import Entry

from . import demo
from .records import record_of

CITATIONS = "_data/citations.yaml"
LISTS = ("_data/sources", "_data/manual")
QUESTIONS = ("_data/orcid", "_data/pubmed", "_data/google-scholar")


def read_papers(source: Source, fates: Fates, people: list[SitePerson]) -> list[SitePaper]:
    """Return the papers, the template's own left out."""
    return [*_cited(source, fates, people), *_listed(source, fates, people)]


def _cited(source: Source, fates: Fates, people: list[SitePerson]) -> Iterator[SitePaper]:
    for number, fields in enumerate(_entries(source, fates, CITATIONS), 1):
        if _is_demo(fields, people):
            fates.left_out(CITATIONS, f"item {number}: {demo.WHY}")
        else:
            yield _paper(source, fates, CITATIONS, number, fields)


def _is_demo(fields: dict[str, Any], people: list[SitePerson]) -> bool:
    """Whether it is one of the template's own papers, which its authors may have on their site all the same."""
    if demo.is_unwritten(text_of(fields.get("description"))):
        return True
    is_keepers = line_of(fields.get("orcid")) == demo.KEEPERS_ORCID or _key(fields) in demo.PAPERS
    names = {fold(name) for name in lines_in(fields.get("authors"))}
    return is_keepers and not any(
        person.orcid == demo.KEEPERS_ORCID or fold(person.name) in names for person in people
    )


def _listed(source: Source, fates: Fates, people: list[SitePerson]) -> Iterator[SitePaper]:
    """Yield what the lists name and the citations don't have."""
    known = {_key(fields) for fields in _entries(source, fates, CITATIONS)}
    for path in source.files("_data", ".yaml", ".yml"):
        if path.startswith(QUESTIONS):
            fates.not_needed(path, "whose papers the template looks for; here it is said in people’s profiles")
        elif path.startswith(LISTS):
            fates.brought(path, "what it says of papers")
            for number, fields in enumerate(_entries(source, fates, path), 1):
                if is_set(fields.get("remove")) or _is_demo(fields, people):
                    fates.left_out(path, f"item {number}: left out of that site too, or {demo.WHY}")
                elif _key(fields) not in known and _key(fields):
                    yield _paper(source, fates, path, number, fields)


def _entries(source: Source, fates: Fates, path: str) -> list[dict[str, Any]]:
    with fates.reading(path):
        return mappings_in(source.yaml(path)) if source.exists(path) else []
    return []


def _key(fields: dict[str, Any]) -> str:
    """Return what tells whether two lists mean one paper."""
    return (line_of(fields.get("id")) or line_of(fields.get("title"))).casefold()


def _paper(source: Source, fates: Fates, path: str, number: int, fields: dict[str, Any]) -> SitePaper:
    place = f"{path}, item {number}"
    record = record_of(fields)
    if not record.title:
        problem = f"{place}: nothing but “{line_of(fields.get('id'))}” is known of this paper. Import it by that."
        return SitePaper(Entry(place, problem=problem), path=path)
    picture = line_of(fields.get("image"))
    teaser = source.resolve(picture, base=path)
    if picture and not teaser:
        fates.left_out(
            path, f"item {number}: its picture at {posixpath.dirname(picture) or picture}, which is elsewhere"
        )
    return SitePaper(
        Entry(place, record),
        teaser=teaser,
        is_selected=line_of(fields.get("group")) == "featured",
        path=path,
    )
