"""Papers: what the template's program found out about them, and the lists that it began with.

``_data/citations.yaml`` holds each paper with all that ``sources.yaml`` says of it; what has no citation there, for
example because nothing was found, stands in the lists alone.
"""

import html
import posixpath
import re
from collections.abc import Iterator
from typing import Any

from labsite.moving.outcomes import DEMO_CONTENT, FileOutcomes
from labsite.moving.plain_values import is_set, line_of, lines_in, mappings_in, partial_date, text_of, words_in
from labsite.moving.site import SitePaper, SitePerson
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in, is_resolver
from publications.citations.names import split_printed
from publications.citations.record import Name, Record, RecordLink, one_line

from .template import KEEPERS_ORCID, PAPERS, is_unwritten

CITATIONS = "_data/citations.yaml"
LISTS = ("_data/sources", "_data/manual")
QUESTIONS = ("_data/orcid", "_data/pubmed", "_data/google-scholar")


def read_papers(source: SiteSource, outcomes: FileOutcomes, people: list[SitePerson]) -> list[SitePaper]:
    """Return the papers, the template's own left out."""
    return [*_cited(source, outcomes, people), *_listed(source, outcomes, people)]


def _cited(source: SiteSource, outcomes: FileOutcomes, people: list[SitePerson]) -> Iterator[SitePaper]:
    for number, fields in enumerate(_entries(source, outcomes, CITATIONS), 1):
        if _is_demo(fields, people):
            outcomes.left_out(CITATIONS, f"item {number}: {DEMO_CONTENT}")
        else:
            yield _paper(source, outcomes, CITATIONS, number, fields)


def _is_demo(fields: dict[str, Any], people: list[SitePerson]) -> bool:
    """Return whether an item is one of the template's own papers, unless its authors are among the people."""
    if is_unwritten(text_of(fields.get("description"))):
        return True
    is_keepers = line_of(fields.get("orcid")) == KEEPERS_ORCID or _key(fields) in PAPERS
    names = {fold(name) for name in lines_in(fields.get("authors"))}
    return is_keepers and not any(person.orcid == KEEPERS_ORCID or fold(person.name) in names for person in people)


def _listed(source: SiteSource, outcomes: FileOutcomes, people: list[SitePerson]) -> Iterator[SitePaper]:
    """Yield what the lists name and the citations don't have."""
    known = {_key(fields) for fields in _entries(source, outcomes, CITATIONS)}
    for path in source.files("_data", ".yaml", ".yml"):
        if path.startswith(QUESTIONS):
            outcomes.not_needed(path, "whose papers the template looks for; here it is said in people’s profiles")
        elif path.startswith(LISTS):
            outcomes.brought(path, "what it says of papers")
            for number, fields in enumerate(_entries(source, outcomes, path), 1):
                if is_set(fields.get("remove")) or _is_demo(fields, people):
                    outcomes.left_out(path, f"item {number}: left out of that site too, or {DEMO_CONTENT}")
                elif _key(fields) not in known and _key(fields):
                    yield _paper(source, outcomes, path, number, fields)


def _entries(source: SiteSource, outcomes: FileOutcomes, path: str) -> list[dict[str, Any]]:
    with outcomes.reading(path):
        return mappings_in(source.yaml(path)) if source.exists(path) else []
    return []


def _key(fields: dict[str, Any]) -> str:
    """Return the key by which two lists name the same paper."""
    return (line_of(fields.get("id")) or line_of(fields.get("title"))).casefold()


def _paper(source: SiteSource, outcomes: FileOutcomes, path: str, number: int, fields: dict[str, Any]) -> SitePaper:
    place = f"{path}, item {number}"
    record = record_of(fields)
    if not record.title:
        problem = f"{place}: nothing but “{line_of(fields.get('id'))}” is known of this paper. Import it by that."
        return SitePaper(Entry(place, problem=problem), path=path)
    picture = line_of(fields.get("image"))
    teaser = source.resolve(picture, base=path)
    if picture and not teaser:
        outcomes.left_out(
            path, f"item {number}: its picture at {posixpath.dirname(picture) or picture}, which is elsewhere"
        )
    return SitePaper(
        Entry(place, record),
        teaser=teaser,
        is_selected=line_of(fields.get("group")) == "featured",
        path=path,
    )


TAG = re.compile(r"</?\w[^<>]*>")
ID = re.compile(r"\s*(?P<scheme>[a-z]+)\s*:\s*(?!//)(?P<value>\S+)\s*", re.IGNORECASE)
SCHEMES = {"pmid": "pmid", "pubmed": "pmid", "pmcid": "pmcid", "pmc": "pmcid", "isbn": "isbn"}

# Servers of preprints by the beginning of their DOIs; the template calls what published it "publisher".
PREPRINTS = {
    "10.1101/20": "bioRxiv",
    "10.1101/": "bioRxiv",
    "10.64898/": "bioRxiv",
    "10.48550/": "arXiv",
    "10.21203/rs": "Research Square",
    "10.26434/": "ChemRxiv",
    "10.31234/": "PsyArXiv",
    "10.31219/": "OSF",
    "10.20944/": "Preprints.org",
    "10.36227/": "TechRxiv",
    "10.2139/ssrn": "SSRN",
}
SERVERS = re.compile(
    r"\b(?:bio|med|ar|chem|psyar|eartha?r|socar|tech)x?iv\b|preprint|research square|ssrn", re.IGNORECASE
)
COLD_SPRING = "cold spring harbor laboratory"
MEETING = re.compile(r"\b(?:proceedings|proc\.|conference|symposium|workshop|annual meeting)\b", re.IGNORECASE)
JOURNAL = re.compile(r"\bproceedings of the (?:national|royal|ieee$|vldb|acm on)", re.IGNORECASE)
KINDS = {
    "dataset": "dataset",
    "data": "dataset",
    "package": "software",
    "software": "software",
    "source": "software",
    "app": "software",
    "server": "software",
    "book": "book",
    "preprint": "preprint",
    "thesis": "thesis",
}
LINKS = {
    "source": "code",
    "code": "code",
    "github": "code",
    "package": "code",
    "data": "data",
    "dataset": "data",
    "pdf": "pdf",
    "video": "video",
    "youtube": "video",
    "slides": "slides",
    "poster": "poster",
    "website": "project",
    "paper": "page",
    "manubot": "page",
}


def record_of(fields: dict[str, Any]) -> Record:
    """Return what an item says."""
    date, ids = partial_date(fields.get("date")), dict(_ids(fields))
    doi, arxiv_id = ids.pop("doi", ""), ids.pop("arxiv", "")
    title, container = _plain(fields.get("title")), _plain(fields.get("publisher"))
    kind, tags = _kind(fields, container, doi, arxiv_id), words_in(fields.get("tags"))
    return Record(
        key="",
        title=title.removesuffix(".") if "pmid" in ids else title,  # PubMed ends each with a full stop
        kind=kind,
        status="preprint" if kind == "preprint" else "published",
        authors=tuple(
            split_printed(name, name.split()[-1]) if " " in name else Name(literal=name)
            for name in filter(None, map(_plain, lines_in(fields.get("authors"))))
        ),
        year=int(date[:4]) if date else None,
        month=int(date[5:7]) if len(date) > 4 else None,
        doi=doi,
        arxiv_id=arxiv_id,
        url="" if doi else line_of(fields.get("link")),
        note=one_line(text_of(fields.get("description"))),
        ids=tuple(ids.items()),
        links=tuple({link.url: link for link in _links(fields, bool(doi))}.values()),
        extra=(("keywords", ", ".join(tags)),) if tags else (),
        **_placed(kind, container, doi),
    )


def _plain(value: Any) -> str:
    """Return a text in one line, without the tags and entities that publishers' titles have."""
    return one_line(html.unescape(TAG.sub("", line_of(value))))


def _ids(fields: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the identifiers of a paper: its id is ``doi:…``, ``arxiv:…``, ``pubmed:…``, ``url:…`` or an address."""
    written, link = line_of(fields.get("id")), line_of(fields.get("link"))
    found = ID.fullmatch(written)
    scheme = SCHEMES.get(found["scheme"].casefold(), "") if found else ""
    if found and scheme:
        yield scheme, found["value"]
    for text in (written, found["value"] if found else "", link):
        if doi := doi_in(text):
            yield "doi", doi
            break
    for text in (written, link):
        if arxiv_id := arxiv_in(text):
            yield "arxiv", arxiv_id
            break


def _kind(fields: dict[str, Any], container: str, doi: str, arxiv_id: str) -> str:
    said = KINDS.get(line_of(fields.get("type")).casefold(), "")
    if said:
        return said
    is_server = container.casefold() == COLD_SPRING or bool(SERVERS.search(container))
    if is_server or (not container and arxiv_id) or (doi and _server(doi) and container in ("", _server(doi))):
        return "preprint"
    if MEETING.search(container) and not JOURNAL.search(container):
        return "workshop" if "workshop" in container.casefold() else "conference"
    return "journal" if container else "other"


def _server(doi: str) -> str:
    return next((name for prefix, name in PREPRINTS.items() if doi.casefold().startswith(prefix)), "")


def _placed(kind: str, container: str, doi: str) -> dict[str, Any]:
    """Return the venue under its field of a record; for a preprint its server, often given as publisher."""
    if kind == "preprint":
        server = re.sub(r"\s*[:(].*", "", container) if container.casefold() != COLD_SPRING else ""
        return {"venue": server or _server(doi)}
    if kind in ("conference", "workshop"):
        return {"proceedings": container}
    return {"publisher": container} if kind in ("book", "software", "dataset") else {"venue": container}


def _links(fields: dict[str, Any], has_doi: bool) -> Iterator[RecordLink]:
    for button in mappings_in(fields.get("buttons")):
        address, kind = line_of(button.get("link")), line_of(button.get("type")).casefold()
        if "://" in address:
            label = line_of(button.get("text")) or (
                kind.capitalize() if kind not in LINKS or kind == "manubot" else ""
            )
            yield RecordLink(LINKS.get(kind, "other"), address, label)
    repo = line_of(fields.get("repo"))
    if re.fullmatch(r"[\w.-]+/[\w.-]+", repo):
        yield RecordLink("code", f"https://github.com/{repo}")
    link = line_of(fields.get("link"))
    if has_doi and "://" in link and not is_resolver(link) and not doi_in(link):
        yield RecordLink("page", link)
