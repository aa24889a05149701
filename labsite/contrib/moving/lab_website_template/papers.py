"""Papers: what the template's program found out about them, and the lists that it began with.

``_data/citations.yaml`` holds each paper with all that ``sources.yaml`` says of it; what has no citation there, for
example because nothing was found, stands in the lists alone.
"""

import html
import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from labsite.contrib.moving.citations import placed
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading
from labsite.contrib.moving.site import SitePaper, SitePerson
from labsite.contrib.moving.texts.liquid import fields_of
from labsite.contrib.moving.words import WORDS, by_name
from labsite.contrib.reading.front_matter import PageFields, line_of, mappings_in
from labsite.texts.folding import fold
from publications.citations.containers import in_parts
from publications.citations.dates import YEAR_FORM
from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, doi_in, find_arxiv_ids, is_resolver, isbn_in
from publications.citations.names import listed_names, split_printed
from publications.citations.record import Name, Record, RecordLink, one_line, status_of
from publications.matching.venue_names import strict_form
from publications.matching.venues import venues_by_form
from publications.matching.well_known import PUBLISHERS

from .template import DEMO, KEEPERS_ORCID, LabTemplateReading, is_unwritten

CITATIONS = "_data/citations.yaml"
LISTS = ("_data/sources", "_data/manual")
QUESTIONS = ("_data/orcid", "_data/pubmed", "_data/google-scholar")
LIST = re.compile(r"\{%-?\s*include\s+list\.html(?P<fields>.*?)-?%\}", re.DOTALL)
CONDITION = re.compile(r"\s*(?P<name>\w+)\s*(?P<sign>[!=]=)\s*(?P<quote>['\"])(?P<value>.*?)(?P=quote)\s*")

Shown = Callable[[PageFields], bool]


def read_papers(site: LabTemplateReading, people: list[SitePerson]) -> list[SitePaper]:
    """Return the papers, the template's own left out: the citations, and what the lists name beyond them."""
    papers = []
    cited, is_shown = mappings_in(site.values(CITATIONS)), shown_by_pages(site, "citations")
    for number, fields in enumerate(cited, 1):
        if _is_demo(fields, people):
            site.left_out(CITATIONS, f"item {number}: {DEMO_CONTENT}")
        else:
            paper = paper_of_item(site, CITATIONS, number, fields)
            papers.append(replace(paper, is_hidden=not is_shown(fields)))
    known = {"", *map(_key, cited)}
    for path in site.source.files("_data", ".yaml", ".yml"):
        if path.startswith(QUESTIONS):
            site.not_needed(path, "whose papers the template looks up; here people’s profiles say so")
        elif path.startswith(LISTS):
            site.brought(path, "what it says about papers")
            for number, fields in enumerate(mappings_in(site.values(path)), 1):
                if fields.is_set("remove") or _is_demo(fields, people):
                    site.left_out(path, f"item {number}: left out of that site too, or {DEMO_CONTENT}")
                elif _key(fields) not in known:
                    papers.append(paper_of_item(site, path, number, fields))
    return papers


def _is_demo(fields: PageFields, people: list[SitePerson]) -> bool:
    """Return whether an item is one of the template's own papers, unless its authors are among the people."""
    if is_unwritten(fields.text("description")):
        return True
    is_keepers = fields.line("orcid") == KEEPERS_ORCID or _key(fields) in DEMO["papers"]
    names = {fold(name) for name in fields.lines("authors")}
    return is_keepers and not any(person.orcid == KEEPERS_ORCID or fold(person.name) in names for person in people)


def _key(fields: PageFields) -> str:
    """Return the key by which two lists name the same paper."""
    return fields.line("id", "title").casefold()


def paper_of_item(site: SiteReading, path: str, number: int, fields: PageFields) -> SitePaper:
    """Return the paper that an item of a list describes."""
    location, picture, record = f"item {number}", fields.line("image"), record_of(fields)
    if not record.title:
        problem = f"{location}: nothing but “{fields.line('id')}” is known of this paper. Import it by that."
        return SitePaper(Entry(location, problem=problem), path=path)
    teaser = site.source.resolve(picture, base=path)
    if picture and not teaser:
        host = posixpath.dirname(picture) or picture
        site.left_out(path, f"item {number}: its picture, which is on {host}")
    _, are_all = listed_names(fields.lines("authors"))
    return SitePaper(
        Entry(location, record, names_all_authors=are_all),
        teaser,
        is_selected=fields.line("group") == "featured",
        path=path,
    )


TAG = re.compile(r"</?\w[^<>]*>")
ID = re.compile(r"\s*(?P<scheme>[a-z]+)\s*:\s*(?!//)(?P<value>\S+)\s*", re.IGNORECASE)
SCHEMES = {"pmid": "pmid", "pubmed": "pmid", "pmcid": "pmcid", "pmc": "pmcid", "isbn": "isbn"}

SERVERS = re.compile(
    r"\b(?:bio|med|ar|chem|psyar|eartha?r|socar|tech)x?iv\b|preprint|research square|ssrn", re.IGNORECASE
)
COLD_SPRING = "cold spring harbor laboratory"
MEETING = re.compile(
    r"\b(?:proceedings|proc\.|conference|congress|symposium|workshop|annual meeting)\b", re.IGNORECASE
)
# Series of books, in which proceedings appear as well as books: their name doesn't say of what kind a paper is.
SERIES = re.compile(r"^(?:lecture notes in|communications in computer and information science$)", re.IGNORECASE)
YEAR = re.compile(rf"\b{YEAR_FORM}$")
JOURNAL = re.compile(r"\bproceedings of the (?:national|royal|ieee$|vldb|acm on)", re.IGNORECASE)
KINDS = by_name("kinds", "lab_website_template")
LINKS = by_name("links", "lab_website_template")


def record_of(fields: PageFields) -> Record:
    """Return what an item says."""
    date, ids = fields.date("date"), dict(_ids(fields))
    year = int(date[:4]) if date else None
    doi, arxiv_id = ids.pop("doi"), ids.pop("arxiv")
    server = next(
        (name for prefix, name in WORDS["preprint_servers"].items() if doi.casefold().startswith(prefix)), ""
    )
    title, container = _plain(fields.get("title")), _plain(fields.get("publisher"))
    kind, tags = _kind(fields, container, (doi, arxiv_id, *ids), server), fields.words("tags")
    if kind == "preprint":  # whose server is often given as publisher
        named = re.sub(r"\s*[:(].*", "", container) if container.casefold() != COLD_SPRING else ""
        container = named or server
    return Record(
        key="",
        title=title.removesuffix(".") if "pmid" in ids else title,  # PubMed ends each with a full stop
        kind=kind,
        status=status_of("", kind),
        authors=tuple(
            split_printed(name, name.split()[-1]) if " " in name else Name(literal=name)
            for name in listed_names(map(_plain, fields.lines("authors")))[0]
        ),
        year=year,
        month=int(date[5:7]) if len(date) > 4 else None,
        doi=doi,
        arxiv_id=arxiv_id,
        url="" if doi else fields.line("link"),
        note=one_line(fields.text("description")),
        ids=tuple(ids.items()),
        links=tuple({link.url: link for link in _links(fields, bool(doi))}.values()),
        extra=(("keywords", ", ".join(tags)),) if tags else (),
        **placed(container, kind, year) if kind != "book" else {"publisher": container},
    )


def _plain(value: Any) -> str:
    """Return a text in one line, without the tags and entities that publishers' titles have, some of them twice."""
    return one_line(html.unescape(html.unescape(TAG.sub("", line_of(value)))))


def _ids(fields: PageFields) -> Iterator[tuple[str, str]]:
    """Yield the identifiers of a paper: its id is ``doi:…``, ``arxiv:…``, ``pubmed:…``, ``url:…`` or an address."""
    written, link = fields.line("id"), fields.line("link")
    match = ID.fullmatch(written)
    scheme = SCHEMES.get(match["scheme"].casefold(), "") if match else ""
    if match and scheme:
        yield scheme, match["value"]
    texts = (written, match["value"] if match else "", link)
    yield "doi", next(filter(None, map(doi_in, texts)), "")
    printed = find_arxiv_ids(fields.line("publisher"), is_named=True)
    yield "arxiv", arxiv_in(written) or arxiv_in(link) or next(iter(printed), "")


def _kind(fields: PageFields, container: str, ids: tuple[str, ...], server: str) -> str:
    """Return the kind that an item names or shows; of its identifiers the first are a DOI and an arXiv id."""
    doi, arxiv_id, *_ = ids
    container, numbers, _ = in_parts(container)
    if named := KINDS.get(fields.line("type").casefold(), ""):
        return named
    is_server = container.casefold() == COLD_SPRING or bool(SERVERS.search(container))
    if is_server or (not container and arxiv_id) or (server and container in ("", server)):
        return "preprint"
    if MEETING.search(container) and not JOURNAL.search(container):
        return "workshop" if "workshop" in container.casefold() else "conference"
    if ("journal", strict_form(container)) in venues_by_form():
        return "journal"
    # A book has an ISBN in its DOI or a year in its name; without an identifier it may be anything.
    is_book = any(map(isbn_in, re.split(r"[/_]|\.(?!\d)", doi))) or YEAR.search(container)
    is_other = is_book or SERIES.match(container) or fold(container) in PUBLISHERS
    return "journal" if container and any((*ids, *numbers.values())) and not is_other else "other"


def _links(fields: PageFields, has_doi: bool) -> Iterator[RecordLink]:
    for button in fields.mappings("buttons"):
        address, kind = button.line("link"), button.line("type").casefold()
        if "://" in address:
            named = "" if kind in LINKS and kind != "manubot" else kind.capitalize()
            yield RecordLink(LINKS.get(kind, "other"), address, button.line("text") or named)
    repo, link = fields.line("repo"), fields.line("link")
    if re.fullmatch(r"[\w.-]+/[\w.-]+", repo):
        yield RecordLink("code", f"https://github.com/{repo}")
    if has_doi and "://" in link and not is_resolver(link) and not doi_in(link):
        yield RecordLink("page", link)


def shown_by_pages(site: LabTemplateReading, data: str) -> Shown:
    """Return whether some page lists an item of a data file; a filter that can't be read leaves nothing out."""
    lists = [
        fields_of(match["fields"])
        for page in site.pages(site.source.files("", ".md", ".html"))
        if not page.path.startswith("_")
        for match in LIST.finditer(page.body)
    ]
    # Such as ``publisher != 'Zenodo' and group == 'featured'``.
    filters = [fields.get("filter", "").split(" or ") for fields in lists if fields.get("data") == data]
    either = [each.split(" and ") for conditions in filters for each in conditions]
    return lambda item: not either or any(all(_holds(item, each) for each in together) for together in either)


def _holds(item: PageFields, condition: str) -> bool:
    match = CONDITION.fullmatch(condition)
    value = item.get(match["name"]) if match else None
    return not match or (value is not None and str(value) == match["value"]) == (match["sign"] == "==")
