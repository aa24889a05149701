"""References as the APA prints them, in its seventh edition: https://apastyle.apa.org/style-grammar-guidelines/references"""

from collections.abc import Iterable

from publications.citations.record import Name, Record

from .prose import address, initials, joined, marked_pages, sentences, volume_number

MAX_AUTHORS = 20
# What APA says in brackets of works that are not texts, or not in print.
BRACKETS = {"poster": "Poster presentation", "software": "Computer software", "dataset": "Data set"}


def reference(record: Record) -> str:
    """Return the record as a reference."""
    title = joined((record.title, *_remarks(record)), " ")
    names = [_author(name) for name in record.authors]
    if len(names) > MAX_AUTHORS:  # all but the last are cut to one less
        authors = f"{', '.join(names[: MAX_AUTHORS - 1])}, … {names[-1]}"
    else:
        authors = ", & ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))
    date = f"({'in press' if record.status == 'accepted' else record.year or 'n.d.'})"
    head = (authors, date, title) if authors else (title, date)
    return joined((sentences(*head, *_source(record)), address(record)), " ")


def _author(name: Name) -> str:
    if not (name.given and name.family):
        return name.literal or name.family or name.given
    if name.given.upper() == name.given.lower():
        return name.family + name.given
    return joined((name.family, initials(name.given), name.suffix))


def _remarks(record: Record) -> Iterable[str]:
    """Yield what stands behind the title in parentheses and brackets."""
    if record.arxiv_id and not record.is_out:
        yield f"(arXiv:{record.arxiv_id})"
    elif record.status == "submitted":
        yield "[Manuscript submitted for publication]"
    elif record.kind == "thesis":
        yield f"[{joined(('Thesis', record.issuer))}]"
    elif record.kind == "report" and record.number:
        yield f"(Report No. {record.number})"
    elif record.kind in BRACKETS:
        yield f"[{BRACKETS[record.kind]}]"


def _source(record: Record) -> tuple[str, ...]:
    """Return what follows the title, sentence by sentence."""
    if not record.is_out:
        return () if record.status == "submitted" and not record.arxiv_id else (record.server,)
    if record.is_article:
        issue = record.volume + (f"({record.number})" if record.number else "")
        pages = f"Article {record.article}" if record.article else record.pages
        return (joined((record.container, issue, pages)),)
    if record.kind == "thesis":
        return ()
    if not record.is_part:
        return (record.issuer,)
    within = "" if record.kind == "poster" else "In "
    pages = f"Article {record.article}" if record.article else marked_pages(record.pages)
    parts = joined((*volume_number(record), pages))
    return joined((f"{within}{record.container}", parts and f"({parts})"), " "), record.publisher
