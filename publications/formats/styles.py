"""References in words, as the ACM, the APA in its seventh edition and the IEEE print them.

https://www.acm.org/publications/authors/reference-formatting,
https://apastyle.apa.org/style-grammar-guidelines/references and https://journals.ieeeauthorcenter.ieee.org (IEEE
Reference Guide), which gives a DOI as ``doi: 10.1109/…`` rather than as an address.
"""

import re
from collections.abc import Iterable

from publications.citations.identifiers import arxiv_url, doi_url
from publications.citations.record import MEETINGS, MONTHS, Name, Record

# Of more authors the IEEE names the first alone, and the APA leaves out some before the last.
MAX_AUTHORS_OF_IEEE, MAX_AUTHORS_OF_APA = 6, 20
# What APA says in brackets of works that are not texts, or not in print.
BRACKETS = {"poster": "Poster presentation", "software": "Computer software", "dataset": "Data set"}
QUOTED_ENDS = ("?”", "!”")


def initials(given: str) -> str:
    """Return a given name's initials, as ``J.-P. M.``; a name in a script without capitals has none and stays."""
    if given.upper() == given.lower():
        return given
    parts = re.findall(r"([-‐])?\s*(\w)[\w'’]*\.?", given)
    return "".join(f"{'-' if hyphen else ' '}{letter.upper()}." for hyphen, letter in parts).strip()


def given_first(name: Name, given: str) -> str:
    """Return the name in the order in which it is spoken, with this form of the given name."""
    if name.family.upper() == name.family.lower():
        return name.in_one_piece or name.family + name.given
    return name.in_one_piece or joined((given, name.family, name.suffix), " ")


def listed(names: list[str]) -> str:
    """Return ``A``, ``A and B`` or ``A, B, and C``."""
    return f"{', '.join(names[:-1])}, and {names[-1]}" if len(names) > 2 else " and ".join(names)


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    return separator.join(filter(None, parts))


def sentences(*texts: str) -> str:
    """Return the texts, without the empty ones, each with a full stop unless it has a mark of its own."""
    return " ".join(text if text.endswith((".", "?", "!", *QUOTED_ENDS)) else f"{text}." for text in texts if text)


def marked_pages(pages: str) -> str:
    """Return ``pp. 1–9`` or ``p. 3``; what may be no page, such as e2506170122, as it is."""
    if any(sign in pages for sign in "–-,"):
        return f"pp. {pages}"
    return f"p. {pages}" if pages.isdecimal() else pages


def volume_number(record: Record, volume: str = "Vol.", number: str = "No.") -> tuple[str, ...]:
    """Return volume and number, as far as there are any, each with its mark before it."""
    marked = ((volume, record.volume), (number, record.number))
    return tuple(f"{mark} {value}" for mark, value in marked if value)


def month_of(record: Record) -> str:
    return MONTHS[record.month - 1] if record.year and record.month else ""


def year_of(record: Record) -> str:
    return str(record.year or "")


def address(record: Record) -> str:
    """Return where to read it: the DOI as an address, or else the page."""
    return doi_url(record.doi) or record.url or arxiv_url(record.arxiv_id)


def acm(record: Record) -> str:
    """Return the record as a reference of the ACM."""
    authors = listed([given_first(name, name.given) for name in record.authors])
    text = sentences(authors, str(record.year or "[n. d.]"), record.title, *_source_of_acm(record))
    url = address(record)  # which no full stop may follow
    return joined((text, f"Retrieved from {url}" if url and not record.doi else url), " ")


def _source_of_acm(record: Record) -> tuple[str, ...]:
    """Return what follows the title, sentence by sentence."""
    article = f"Article {record.article}" if record.article else ""
    date = joined((month_of(record), year_of(record)), " ")
    if not record.is_out:
        if record.arxiv_id:
            return (f"arXiv:{record.arxiv_id}",)
        is_submitted = record.status == "submitted"
        return ("Manuscript submitted for publication" if is_submitted else joined(("Preprint", record.server)),)
    if record.is_article:  # as in ``Transactions on Patience 7, 3, Article 12 (March 2019), 12:1–12:25``
        issue = joined((record.volume, record.number, article))
        date = "to appear" if record.status == "accepted" else date
        return (joined((joined((record.container, issue, date and f"({date})"), " "), record.pages)),)
    if record.kind == "thesis":
        return "Thesis", record.issuer
    if record.kind == "report":
        return joined(("Technical Report", record.number), " "), record.issuer
    if not record.is_part:
        return (joined((record.issuer, article, record.pages)),)
    # The edition as ``SUS ’24``, unless the name of the proceedings says the acronym already.
    is_said = re.search(rf"\b{re.escape(record.acronym)}\b", record.container)
    series = "" if is_said else record.series.replace("'", "’")
    name = f"{record.container} ({series})" if series else record.container
    proceedings = joined((name, *volume_number(record), date if record.month and record.kind in MEETINGS else ""))
    imprint = joined((record.publisher, article, record.pages))
    where = f"{'To appear in' if record.status == 'accepted' else 'In'} {proceedings}"
    return (where, imprint) if record.publisher else (joined((where, imprint)),)


def apa(record: Record) -> str:
    """Return the record as a reference of the APA."""
    title = joined((record.title, *_remarks(record)), " ")
    names = [_family_first(name) for name in record.authors]
    if len(names) > MAX_AUTHORS_OF_APA:
        authors = f"{', '.join(names[: MAX_AUTHORS_OF_APA - 1])}, … {names[-1]}"
    else:
        authors = joined((", ".join(names[:-1]), *names[-1:]), ", & ")
    date = f"({'in press' if record.status == 'accepted' else record.year or 'n.d.'})"
    head = (authors, date, title) if authors else (title, date)
    return joined((sentences(*head, *_source_of_apa(record)), address(record)), " ")


def _family_first(name: Name) -> str:
    if name.given.upper() == name.given.lower():
        return name.in_one_piece or name.family + name.given
    return name.in_one_piece or joined((name.family, initials(name.given), name.suffix))


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


def _source_of_apa(record: Record) -> tuple[str, ...]:
    """Return what follows the title, sentence by sentence."""
    article = f"Article {record.article}" if record.article else ""
    if not record.is_out:
        return () if record.status == "submitted" and not record.arxiv_id else (record.server,)
    if record.is_article:
        issue = record.volume + (f"({record.number})" if record.number else "")
        return (joined((record.container, issue, article or record.pages)),)
    if record.kind == "thesis":
        return ()
    if not record.is_part:
        return (record.issuer,)
    within = "" if record.kind == "poster" else "In "
    parts = joined((*volume_number(record), article or marked_pages(record.pages)))
    return joined((f"{within}{record.container}", parts and f"({parts})"), " "), record.publisher


def ieee(record: Record) -> str:
    """Return the record as a reference of the IEEE."""
    names = [given_first(name, initials(name.given)) for name in record.authors]
    authors = listed(names) if len(names) <= MAX_AUTHORS_OF_IEEE else f"{names[0]} et al."
    doi = f"doi: {record.doi}" if record.doi else ""
    if record.kind == "book":
        imprint = joined((record.issuer, year_of(record), _pages_of_ieee(record), doi))
        rest = f"{record.title}. {imprint}"
    elif record.kind == "software":
        imprint = joined((f"({record.year})" if record.year else "", record.issuer), ". ")
        rest = f"{record.title}. {joined((imprint, doi))}"
    else:
        # The title in quotation marks, with a comma inside them unless it ends with a mark of its own.
        before = f"{record.year}, " if record.year and record.kind == "dataset" else ""
        source = joined((*_source_of_ieee(record), doi))
        mark = "" if record.title.endswith(("?", "!")) else "," if source else "."
        rest = joined((f"{before}“{record.title}{mark}”", source), " ")
    text = joined((authors, rest)).rstrip(",. ")
    ended = text if text.endswith((".”", *QUOTED_ENDS)) else f"{text}."
    if record.doi or not address(record) or _is_on_arxiv(record):
        return ended
    return f"{ended} [Online]. Available: {address(record)}"


def _source_of_ieee(record: Record) -> tuple[str, ...]:
    """Return what follows the title, part by part."""
    year, pages = year_of(record), _pages_of_ieee(record)
    if record.kind == "dataset":
        return (f"distributed by {record.issuer}" if record.issuer else "",)
    if _is_on_arxiv(record):
        return year, f"arXiv:{record.arxiv_id}"
    if not record.is_out:
        is_submitted = record.status == "submitted"
        return "submitted for publication" if is_submitted else joined(("preprint", record.server)), year
    if record.kind == "thesis":
        return "Thesis", record.issuer, year
    month = month_of(record)  # cut to three letters; an accepted paper has the words that it will appear
    date = joined((f"{month[:3]}." if len(month) > 3 else month, year), " ")
    date = joined((date, "to be published")) if record.status == "accepted" else date
    if record.kind == "report":
        return record.issuer, joined(("Tech. Rep.", record.number), " "), date
    numbers = volume_number(record, "vol.", "no.")
    if record.kind == "chapter":
        book = joined((record.container, *numbers))
        return f"in {joined((book, record.publisher), '. ')}", year, pages
    if record.is_article and record.kind not in MEETINGS:
        return record.container, *numbers, pages, date
    container = f"in {record.container}" if record.container else record.publisher
    return container, *numbers, date, pages


def _is_on_arxiv(record: Record) -> bool:
    return bool(record.arxiv_id) and not record.is_out


def _pages_of_ieee(record: Record) -> str:
    return f"Art. no. {record.article}" if record.article else marked_pages(record.pages)
