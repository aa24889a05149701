"""Works of an ORCID record as its API gives them: summaries in groups, or works in full, one or many.

Model: https://github.com/ORCID/orcid-model/tree/master/src/main/resources/record_3.0 and, of types and identifiers,
https://info.orcid.org/documentation/integration-guide/work-types/
"""

import html
import re
from dataclasses import replace
from typing import Any

from publications.citations.entry import Entry
from publications.citations.identifiers import arxiv_in, orcid_in
from publications.citations.names import in_order, inverted
from publications.citations.record import MEETINGS, Name, Record, Unreadable, gettext_noop, one_line, status_of

from . import bibtex
from .entries import IS_NO_PAPER, PRINTED, Located, SourceFields, at_arxiv, broken, entry_of, notice, without_markup
from .safe_parsing import entries_in

TYPES = {
    "journal-article": "journal",
    "conference-paper": "conference",
    "conference-poster": "poster",
    "preprint": "preprint",
    "dissertation": "thesis",
    "dissertation-thesis": "thesis",
    "book": "book",
    "book-chapter": "chapter",
    "report": "report",
    "software": "software",
    "data-set": "dataset",
}
# With types that are narrower than our kinds and are kept as extra fields.
KINDS = TYPES | {
    **dict.fromkeys(("conference-abstract", "conference-proceedings"), "conference"),
    **dict.fromkeys(("working-paper", "research-technique", "technical-standard"), "report"),
    **dict.fromkeys(("magazine-article", "review", "book-review"), "journal"),
    **dict.fromkeys(("dictionary-entry", "encyclopedia-entry"), "chapter"),
}
NO_PAPERS = {
    "edited-book": gettext_noop("an edited volume, not a paper."),
    "journal-issue": gettext_noop("an issue of a journal, not a paper."),
    **dict.fromkeys(
        ("lecture-speech", "conference-presentation", "conference-output"), gettext_noop("a talk, not a paper.")
    ),
}
PUBLISHED_BY = ("thesis", "report", "software", "dataset")  # kinds whose journal title is the publisher
NO_AUTHORS = ("editor", "chair-or-translator", "translator", "assignee", "support-staff")
SCHEMES = {"dblp": "dblp", "pmid": "pmid", "pmc": "pmcid", "hal": "hal"}
PREFIX = "ORCID "  # of extra fields, because some names mean something else in other formats

Work = dict[str, Any]

NOT_GIVEN = gettext_noop("ORCID doesn’t give this work: {}")


def read(text: str, *, most: int | None = None) -> list[Entry]:
    """Return an entry for each work, made from all its versions; a bad one doesn't affect the others."""
    return entries_in(text, most, _works, _entry)


def _works(value: Any) -> list[Any]:
    for name in ("activities-summary", "works"):
        value = value[name] if isinstance(value, dict) and isinstance(value.get(name), dict) else value
    if isinstance(value, dict):
        value = next((value[name] for name in ("group", "bulk") if isinstance(value.get(name), list)), [value])
    if not isinstance(value, list):
        raise Unreadable(gettext_noop("These aren’t the works of an ORCID record, which would be in a list."))
    return value


def _entry(location: str, work: Any) -> Entry:
    if error := _said(work, "error", "developer-message"):
        return broken(location, NOT_GIVEN.format(error))
    versions = _versions(work)
    if not versions:
        return broken(location, gettext_noop("this isn’t a work of an ORCID record."))
    best = next((version for version in versions if _said(version, "title", "title")), {})
    titles = (_said(best, "title", "title"), _said(best, "title", "subtitle"))
    title = without_markup(html.unescape(": ".join(filter(None, titles))))
    if reason := NO_PAPERS.get(_first(versions, "type"), "") or notice(title):
        return Entry(location, no_paper=IS_NO_PAPER.format(title=title, why=reason))
    # The record in the work's BibTeX citation has authors and pages.
    citations = [version for version in versions if _said(version, "citation", "citation-type").casefold() == "bibtex"]
    read_citations = (bibtex.read(_said(version, "citation", "citation-value")) for version in citations)
    cited = next((each.record for entries in read_citations for each in entries if each.record), Record("", ""))
    authors = _authors(versions, cited)
    record = replace(_record(versions, cited), title=title, authors=tuple(authors))
    return entry_of(location, record, names_all_authors=len(authors) > 1 or bool(cited.authors))


def _versions(work: Any) -> list[Work]:
    """Return the versions of a work: the one that its owner prefers first, what all have in common last."""
    work = work["work"] if isinstance(work, dict) and isinstance(work.get("work"), dict) else work
    if not isinstance(work, dict):
        return []
    summaries = work.get("work-summary")
    if not isinstance(summaries, list):
        return [work]
    indexed = [(_said(each, "display-index"), each) for each in summaries if isinstance(each, dict)]
    indexed.sort(key=lambda pair: int(pair[0]) if pair[0].isdecimal() else 0, reverse=True)
    return [*(version for _, version in indexed), {"external-ids": work.get("external-ids")}]


def _said(value: Any, *path: str) -> str:
    """Return the text at the end of a path of keys, whether or not it is wrapped in a ``value``."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    value = value.get("value") if isinstance(value, dict) else value
    return one_line(str(value)) if isinstance(value, str | int) else ""


def _first(versions: list[Work], *path: str) -> str:
    return next((value for version in versions if (value := _said(version, *path))), "")


def _authors(versions: list[Work], cited: Record) -> list[Name]:
    """Return the contributors, or the authors of the citation if it names more."""
    named: list[Name] = []
    for version in versions:
        group = version.get("contributors")
        contributors = group.get("contributor") if isinstance(group, dict) else None
        contributing: dict[Name, None] = {}
        for each in contributors if isinstance(contributors, list) else ():
            name = _said(each, "credit-name")
            if re.search(r"\w", name) and _said(each, "contributor-attributes", "contributor-role") not in NO_AUTHORS:
                orcid = orcid_in(_said(each, "contributor-orcid", "path"))
                contributing[replace(inverted(name) if "," in name else in_order(name), orcid=orcid)] = None
        named = max(named, [*contributing], key=len)
    if len(named) >= len(cited.authors):
        return named
    known = {str(name).casefold(): name.orcid for name in named}
    return [replace(name, orcid=name.orcid or known.get(str(name).casefold(), "")) for name in cited.authors]


def _record(versions: list[Work], cited: Record) -> Record:
    fields = SourceFields(
        [("put-code", _said(versions[0], "put-code")), ("language", _first(versions, "language-code"))]
    )
    work_type = _first(versions, "type").casefold().replace("_", "-")
    fields.add("type", "" if work_type in (*TYPES, "other") else work_type)
    # The first year among the versions, and the first month among those of that year.
    dates = [[_said(version, "publication-date", part) for part in ("year", "month")] for version in versions]
    year = next((year for year, _ in dates if re.fullmatch("[12][0-9]{3}", year)), "")
    months = (month for stated, month in dates if year and stated == year and re.fullmatch("0?[1-9]|1[0-2]", month))
    kind, venue = KINDS.get(work_type, "other"), html.unescape(_first(versions, "journal-title"))
    placed: dict[str, Any]
    if at_arxiv(venue, kind):
        kind, placed = "preprint", {"venue": "arXiv", "acronym": "arXiv"}
    elif kind in PUBLISHED_BY:
        placed = {"publisher": venue}
    else:
        kind = "workshop" if kind == "conference" and "workshop" in venue.casefold() else kind
        placed = {"proceedings" if kind in MEETINGS and PRINTED.search(venue) else "venue": venue}
    located = _located(versions, fields, kind)
    return Record(
        key="",
        title="",
        kind=kind,
        status=status_of("", kind),
        year=int(year) if year else None,
        month=next(map(int, months), None),
        volume=cited.volume,
        number=cited.number,
        pages=cited.pages,
        publisher=placed.pop("publisher", "") or cited.publisher,
        abstract=without_markup(_first(versions, "short-description")),
        **placed,
        **located.fields(),
        extra=fields.left(PREFIX),
    )


def _located(versions: list[Work], fields: SourceFields, kind: str) -> Located:
    located = Located()
    groups = [version.get("external-ids") for version in versions]
    lists = [group.get("external-id") for group in groups if isinstance(group, dict)]
    ids = [each for some in lists if isinstance(some, list) for each in some]
    # Of those that several versions have, each once, in the words of the first.
    names = [f"external-id-{name}" for name in ("type", "value", "relationship")]
    for each in list({tuple(_said(each, name) for name in names): each for each in reversed(ids)}.values())[::-1]:
        relation = _said(each, "external-id-relationship").casefold().replace("_", "-") or "self"
        name, value = _said(each, "external-id-type").casefold(), _said(each, "external-id-value")
        address = _said(each, "external-id-url")
        if relation != "self":
            fields.add(f"{relation} {name}", value)
        elif not _is_own(name, value, address, located, kind):
            fields.add(name, value)
    if kind != "preprint" and not located.arxiv_id:
        located.arxiv_id = next(filter(None, map(arxiv_in, fields.values("version-of arxiv", "version-of doi"))), "")
    for version in versions:
        located.visit(_said(version, "url"))
    return located


def _is_own(name: str, value: str, address: str, located: Located, kind: str) -> bool:
    """Record an identifier of the work itself; return whether it is one that the site knows."""
    if name in ("doi", "arxiv"):
        return located.know(f"arXiv:{value}" if name == "arxiv" else value) or located.know(address)
    if name in ("uri", "handle"):
        return located.visit(address or value)
    if name == "isbn":  # that of a chapter is always the book's
        return kind in ("book", "thesis") and located.identify("isbn", value)
    number = f"PMC{value}" if name == "pmc" and value.isdecimal() else value
    return name in SCHEMES and located.identify(SCHEMES[name], number)
