"""What somebody pasted: papers in BibTeX or another format of citations, or just a title and perhaps its authors."""

import re
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from publications import elsewhere, formats
from publications.citations.containers import with_numbers
from publications.citations.identifiers import doi_in, is_of_somebody, recognise
from publications.citations.names import Marks, without_marks
from publications.citations.record import Name, Record, one_line
from publications.citations.repeats import NAMED_TWICE, named_once
from publications.elsewhere import Unavailable
from publications.formats import bibtex
from publications.formats.bibtex.names import names_of
from publications.importing.read import where_it_appeared

MAX_TEXT_LENGTH = 100_000  # characters, which is more than a hundred entries
ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
EMPTY_LINE = re.compile(r"\n\s*\n")

NO_TITLE = _(
    "This is an address, not a title, and it doesn’t say which paper is meant. Open it, look for “Cite” or "
    "“BibTeX”, and paste what you find there; or type the paper’s DOI or title."
)
NO_ENTRY = _("There is no paper in this text. Paste an entry such as @inproceedings{…}, or type the paper’s title.")
OF_SOMEBODY = _("This is an author, not a paper. To import everything they wrote, choose “Import papers”.")
MAX_IDENTIFIER_LENGTH = 300  # characters


class NoPaper(Unavailable):
    """What a source knows by an identifier is no paper."""


@dataclass(frozen=True)
class Pasted:
    """One paper of the text: what it says, what the signs behind its authors mean, and what couldn't be taken over."""

    record: Record
    marks: tuple[Marks, ...] = ()
    left_over: tuple[tuple[str, str], ...] = ()
    names_all_authors: bool = True


@dataclass(frozen=True)
class Reading:
    """All that a text says: its papers, and its problems, each with its line and what to do."""

    papers: tuple[Pasted, ...] = ()
    problems: tuple[str | Promise, ...] = ()


def read(text: str) -> Reading:
    """Return what a text says, whatever it is.

    What is no citation is the identifier of a paper of which nothing else is known, or a title, with the authors
    behind an empty line.
    """
    text = text.replace("\r\n", "\n").lstrip("\ufeff")
    if form := formats.detect(text):
        entries = formats.read(text, form)
        records = ((entry.record, entry.names_all_authors) for entry in entries)
        papers = tuple(_pasted(record, record.extra, names_all) for record, names_all in records if record)
        problems = tuple(entry.problem for entry in entries if entry.problem)
        return Reading(papers, problems or (() if papers else (NO_ENTRY,)))
    if names_a_paper(text):
        source, identifier = recognise(text) or ("", "")
        doi, arxiv_id = (identifier if source == kind else "" for kind in ("doi", "arxiv"))
        bare = Record(key="", title="", doi=doi, arxiv_id=arxiv_id)
        return Reading((_pasted(bare),) if doi or arxiv_id else (), (NO_TITLE,))
    title, *rest = (part.strip() for part in EMPTY_LINE.split(text.strip(), maxsplit=1))
    if not title or ADDRESS.fullmatch(title) or doi_in(title):
        return Reading(problems=(NO_TITLE if title else NO_ENTRY,))
    return Reading((_pasted(Record(key="", title=one_line(title), authors=read_authors("\n".join(rest)))),))


def read_authors(text: str) -> tuple[Name, ...]:
    """Return the authors of a list as people type it: one a line, or with "and" or semicolons between them."""
    lines = " and ".join(line.strip(" \t;,") for line in text.splitlines() if line.strip(" \t;,"))
    return tuple(names_of(lines))


def _pasted(record: Record, left_over: tuple[tuple[str, str], ...] = (), names_all_authors: bool = True) -> Pasted:
    names, marks, again = named_once(*without_marks(record.authors))
    record = record if record.known_venue else with_numbers(record)
    venue, overflow = where_it_appeared(record)
    bare = Record(**{**vars(record), **venue, "authors": names})
    left_over = (*left_over, *overflow, *([(NAMED_TWICE, "; ".join(again))] if again else []))
    return Pasted(bare, marks, left_over, names_all_authors)


def names_a_paper(text: str) -> bool:
    """Whether a text is no citation and no title, but the identifier or the address of a paper that a source knows."""
    return len(text) <= MAX_IDENTIFIER_LENGTH and "\n" not in text.strip() and recognise(text) is not None


def fetched(text: str) -> str:
    """Return the paper that an identifier names, in BibTeX. Raises Unavailable, in words for people, and NoPaper."""
    source = recognise(text)
    if source and is_of_somebody(*source):
        raise NoPaper(OF_SOMEBODY)
    entries = elsewhere.find(text).entries
    records = [entry.record for entry in entries if entry.record]
    if not records:
        raise NoPaper(entries[0].no_paper or entries[0].problem)
    return bibtex.render(records)
