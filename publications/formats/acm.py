"""References as the ACM prints them: https://www.acm.org/publications/authors/reference-formatting"""

from publications.citations.record import MEETINGS, Record

from .prose import address, edition, given_first, joined, listed, month_year, sentences, volume_number


def reference(record: Record) -> str:
    """Return the record as a reference."""
    authors = listed([given_first(name, name.given) for name in record.authors], "and")
    text = sentences(authors, str(record.year or "[n. d.]"), record.title, *_source(record))
    url = address(record)  # which no full stop may follow
    return joined((text, f"Retrieved from {url}" if url and not record.doi else url), " ")


def _source(record: Record) -> tuple[str, ...]:
    """Return what follows the title, sentence by sentence."""
    article = f"Article {record.article}" if record.article else ""
    if not record.is_out:
        if record.arxiv_id:
            return (f"arXiv:{record.arxiv_id}",)
        is_submitted = record.status == "submitted"
        return ("Manuscript submitted for publication" if is_submitted else joined(("Preprint", record.server)),)
    if record.is_article:  # as in ``Transactions on Patience 7, 3, Article 12 (March 2019), 12:1–12:25``
        issue = joined((record.volume, record.number, article))
        date = "to appear" if record.status == "accepted" else month_year(record)
        return (joined((joined((record.container, issue, date and f"({date})"), " "), record.pages)),)
    if record.kind == "thesis":
        return "Thesis", record.issuer
    if record.kind == "report":
        return joined(("Technical Report", record.number), " "), record.issuer
    if not record.is_part:
        return (joined((record.issuer, article, record.pages)),)
    series = edition(record)
    name = f"{record.container} ({series})" if series else record.container
    date = month_year(record) if record.month and record.kind in MEETINGS else ""
    proceedings = joined((name, *volume_number(record), date))
    imprint = joined((record.publisher, article, record.pages))
    where = f"{'To appear in' if record.status == 'accepted' else 'In'} {proceedings}"
    return (where, imprint) if record.publisher else (joined((where, imprint)),)
