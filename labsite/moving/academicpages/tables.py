"""The tables that the template makes the files of papers and talks from: they count where it hasn't been done."""

import csv
from io import StringIO

from labsite.moving.fates import Fates
from labsite.moving.site import SitePaper
from labsite.moving.source import Source
from labsite.texts.folding import fold

from . import demo
from .papers import paper_of

PUBLICATIONS = "markdown_generator/publications.tsv"
TALKS = "markdown_generator/talks.tsv"


def read_tables(source: Source, fates: Fates, papers: list[SitePaper]) -> list[SitePaper]:
    """Return the papers that only a table tells of, if the site has no files of papers; else say so."""
    _settle_talks(source, fates)
    if not source.exists(PUBLICATIONS):
        return []
    rows = [row for row in _rows(source, fates) if not demo.is_demo_title(row.get("title"))]
    if not rows:
        fates.left_out(PUBLICATIONS, demo.WORDS)
    elif papers:
        known = {fold(paper.entry.record.title) for paper in papers if paper.entry.record}
        missing = [row["title"] for row in rows if fold(row["title"]) not in known]
        fates.not_needed(PUBLICATIONS, "the files of papers were made of it")
        for title in missing:
            fates.left_out(PUBLICATIONS, f"a row that the site doesn’t show: {title}")
        return []
    return [_paper(source, fates, row, number) for number, row in enumerate(rows, start=2)]


def _rows(source: Source, fates: Fates) -> list[dict[str, str]]:
    with fates.reading(PUBLICATIONS):
        rows = csv.DictReader(StringIO(source.text(PUBLICATIONS)), delimiter="\t")
        return [{str(name): str(value or "") for name, value in row.items()} for row in rows if row.get("title")]
    return []


def _paper(source: Source, fates: Fates, row: dict[str, str], number: int) -> SitePaper:
    fields = {**row, "date": row.get("pub_date"), "paperurl": row.get("paper_url"), "slidesurl": row.get("slides_url")}
    paper = paper_of(source, fates, PUBLICATIONS, fields, "")
    return SitePaper(paper.entry, files=paper.files, path=f"{PUBLICATIONS}")


def _settle_talks(source: Source, fates: Fates) -> None:
    if source.exists(TALKS):
        fates.not_needed(TALKS, "the files of talks were made of it")
