"""What the readers of all formats do alike with an entry."""

import re
from collections.abc import Iterable

from publications.citations.entry import Entry
from publications.citations.record import Record, Unreadable, one_line

MAX_AUTHORS = 1000
PRINTED = re.compile(r"\bProc\b|\bProceedings\b|\d")  # the name of one edition, rather than of the series
ARXIV_AS_VENUE = re.compile(r"(?:arxiv(?: e-?prints?| preprint)?|corr)\b[\s,:]*(.*)", re.IGNORECASE)
NOTICE = re.compile(
    r"""(?:publisher['’]?s?\s|author['’]?s?\s)?(?:
    (?:corrections?|corrigend(?:um|a)|errat(?:um|a)|addend(?:um|a)|retraction(?:\s(?:note|notice))?)(?:\s(?:to|for|of))?
    \s*(?::|["“«]|$)
    |(?:corrigend(?:um|a)|errat(?:um|a)|retraction\s(?:note|notice))\s(?:to|for|of)\b)""",
    re.IGNORECASE | re.VERBOSE,
)
MARKUP = re.compile(r"</?(?:i|b|em|strong|sub|sup|sc|scp|span|jats:\w+)\b[^<>]*>", re.IGNORECASE)
TAKEN_BACK = re.compile(r"(?:retracted|withdrawn)(?:\s(?:article|paper))?\s*[:.]", re.IGNORECASE)


def entry_of(place: str, record: Record, names_all_authors: bool = True) -> Entry:
    """Return an entry with its record, or what is wrong with it if that can't be a paper on the site."""
    if not record.title:
        return broken(place, "this entry has no title.")
    if len(record.authors) > MAX_AUTHORS:
        return broken(place, f"this entry has more than {MAX_AUTHORS:,} authors. Keep those that matter here.")
    return Entry(place, record, names_all_authors=names_all_authors)


def notice(title: str) -> str:
    """Return what a publisher's notice is in place of a paper, as its title tells; empty for all other titles."""
    if TAKEN_BACK.match(title):
        return "a paper that was taken back."
    return "a notice about another paper, no paper of its own." if NOTICE.match(title) else ""


def without_markup(text: str) -> str:
    """Return a text without its markup, unless taking that out would make other markup of what stands around it."""
    plain = one_line(MARKUP.sub("", text))
    return text if MARKUP.search(plain) else plain


def broken(place: str, problem: str) -> Entry:
    """Return an entry that can't be read, whose problem begins with its place."""
    return Entry(place, problem=f"{place[:1].upper()}{place[1:]}: {problem}")


def records_of(entries: Iterable[Entry]) -> list[Record]:
    """Return the records of entries. Raises Unreadable if one of them can't be read."""
    entries = list(entries)
    for entry in entries:
        if entry.problem:
            raise Unreadable(entry.problem)
    return [entry.record for entry in entries if entry.record]
