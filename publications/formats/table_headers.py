"""The headers of tables and what their columns hold, and the words for kinds of papers."""

import re

from publications.citations.record import KIND_NAMES

# The fields that a column may hold, with their names for people.
FIELDS = {
    "title": "Title",
    "authors": "Authors",
    "year": "Year",
    "date": "Date",
    "month": "Month",
    "kind": "Kind of paper",
    "status": "Status",
    "venue": "Where it appeared",
    "journal": "Journal",
    "meeting": "Conference",
    "proceedings": "Proceedings",
    "acronym": "Abbreviation of where it appeared",
    "volume": "Volume",
    "number": "Number or issue",
    "pages": "Pages",
    "first_page": "First page",
    "last_page": "Last page",
    "article": "Article number",
    "publisher": "Publisher",
    "doi": "DOI",
    "arxiv": "arXiv",
    "isbn": "ISBN",
    "pmid": "PubMed",
    "pmcid": "PubMed Central",
    "dblp": "dblp",
    "openalex": "OpenAlex",
    "url": "Address",
    "pdf": "PDF",
    "code": "Code",
    "data": "Data",
    "slides": "Slides",
    "poster": "Poster",
    "video": "Video",
    "project": "Project page",
    "note": "Note",
    "abstract": "Abstract",
    "key": "Key",
}
# Headers of each field without spaces and signs, the most specific first: it wins where a table has several.
_HEADER_WORDS = {
    "title": "title articletitle documenttitle papertitle worktitle displayname",
    "authors": "authorfullnames authorfullname authorsfull authors author authornames authorlist firstauthors "
    "creators authorshipsauthordisplayname",
    "year": "year publicationyear pubyear publishedyear yearpublished issuedyear py",
    "date": "date pubdate publicationdate datepublished published issued",
    "month": "month publicationmonth",
    "kind": "documenttype itemtype entrytype publicationtype papertype type kind category worktype "
    "reftype typeofreference",
    "status": "status publicationstage publicationstatus",
    "venue": "venue publication publicationtitle sourcetitle source journalbook publishedin container containertitle "
    "venuename outlet where primarylocationsourcedisplayname",
    "journal": "journal journaltitle journalname fulljournalname",
    "meeting": "conference conferencename conferencetitle meeting event eventtitle meetingname",
    "proceedings": "booktitle proceedings proceedingstitle book",
    "acronym": "journalabbreviation abbreviatedsourcetitle journaliso venueabbreviation acronym abbr abbreviation "
    "venueacronym journalisoabbreviation",
    "volume": "volume vol bibliovolume",
    "number": "issue number issuenumber num no biblioissue",
    "pages": "pages page pagerange pp",
    "first_page": "pagestart startpage firstpage bibliofirstpage",
    "last_page": "pageend endpage lastpage bibliolastpage",
    "article": "artno articlenumber articleno articleid",
    "publisher": "publisher school institution university organization",
    "doi": "doi doilink doiurl digitalobjectidentifier",
    "arxiv": "arxiv arxivid eprint arxivnumber",
    "isbn": "isbn isbns isbn13",
    "pmid": "pmid pubmedid idspmid",
    "pmcid": "pmcid pmc idspmcid",
    "dblp": "dblp dblpkey",
    "openalex": "openalex openalexid",
    "url": "paperurl url link website articleurl weblink links web address publisherurl",
    "pdf": "pdf pdflink pdfurl paper fulltext bestoalocationpdfurl",
    "code": "code codeurl github repository repo software",
    "data": "data dataset dataurl",
    "slides": "slides slidesurl presentation",
    "poster": "poster posterurl",
    "video": "video videourl talkurl recording",
    "project": "project projecturl projectpage homepage",
    "note": "note notes comment comments remarks",
    "abstract": "abstract abstractnote summary",
    "key": "key citationkey citekey bibtexkey id",
}
# Tags that are headers: in Web of Science's tab-delimited files, and the tags of RIS in those of some programs.
_TAGS = {
    **{"TI": "title", "AF": "authors", "AU": "authors", "PY": "year", "PD": "month", "DT": "kind", "SO": "venue"},
    **{"CT": "meeting", "JI": "acronym", "VL": "volume", "IS": "number", "BP": "first_page", "EP": "last_page"},
    **{"AR": "article", "PU": "publisher", "DI": "doi", "BN": "isbn", "PM": "pmid", "AB": "abstract"},
    **{"TY": "kind", "DA": "date", "JO": "venue", "SP": "first_page", "DO": "doi", "UR": "url", "year": "year"},
}
RANKS = {header: rank for words in _HEADER_WORDS.values() for rank, header in enumerate(words.split())}
HEADERS = {header: field for field, words in _HEADER_WORDS.items() for header in words.split()}
NOT_A_LETTER = re.compile(r"[\W_]+")
# Words for kinds without spaces and signs: of Zotero, Scopus, Web of Science, OpenAlex, BibTeX and people.
_KIND_WORDS = {
    "conference": "conferencepaper proceedingspaper inproceedings conference conferencearticle proceedings cpaper",
    "journal": "journalarticle article journal review jour articlejournal letter magazinearticle editorial j",
    "workshop": "workshoppaper workshop",
    "poster": "poster posterabstract",
    "preprint": "preprint arxiv postedcontent workingpaper",
    "thesis": "thesis dissertation phdthesis mastersthesis phd doctoralthesis",
    "book": "book monograph b",
    "chapter": "bookchapter chapter booksection incollection inbook",
    "report": "report techreport technicalreport",
    "software": "software computerprogram code",
    "dataset": "dataset data",
    "other": "misc other document webpage online",
}
KINDS_OF_VENUES = {
    "workshop": re.compile(r"\bworkshops?\b", re.IGNORECASE),
    "conference": re.compile(r"\b(?:conference|proceedings|proc|symposium|meeting|congress)\b", re.IGNORECASE),
    "journal": re.compile(r"\b(?:journal|transactions|trans|letters|magazine|annals|acta|review)\b", re.IGNORECASE),
    "thesis": re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE),
}


def plain_header(header: str) -> str:
    """Return a header in lower case without spaces and signs."""
    return NOT_A_LETTER.sub("", header).casefold()


KINDS = {word: kind for kind, words in _KIND_WORDS.items() for word in words.split()} | {
    plain_header(name): kind for kind, name in KIND_NAMES.items() if name
}


def fields_of(headers: list[str]) -> list[str]:
    """Return the field of each column, each field once; an empty string for unrecognised columns."""
    tags = [header.strip() for header in headers]
    if {"AU", "TI"} <= set(tags):
        found = [_TAGS.get(tag, "") for tag in tags]
        ranks = [list(_TAGS).index(tag) if tag in _TAGS else 0 for tag in tags]
    else:
        plain = list(map(plain_header, headers))
        found = [HEADERS.get(header, "") for header in plain]
        ranks = [RANKS.get(header, 0) for header in plain]
    best: dict[str, int] = {}
    for place, field in enumerate(found):
        if field and (field not in best or ranks[place] < ranks[best[field]]):
            best[field] = place
    return [field if best.get(field) == place else "" for place, field in enumerate(found)]


def kind_named(said: str) -> str:
    """Return the kind of paper that a cell names; an empty string if it names none."""
    return KINDS.get(plain_header(said), "")


def kind_by_place(place: str) -> str:
    """Return the kind of paper that the name of a venue suggests; an empty string if it suggests none."""
    return next((kind for kind, pattern in KINDS_OF_VENUES.items() if pattern.search(place)), "")
