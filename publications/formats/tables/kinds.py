"""What kind of paper a row is: by what the table calls it, or else by where it appeared."""

import re

from publications.citations.record import KIND_NAMES

from .headers import plain_header

# Without spaces and signs, as Zotero, Scopus, Web of Science, OpenAlex, BibTeX and people say.
_WORDS = {
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
KINDS = {word: kind for kind, words in _WORDS.items() for word in words.split()} | {
    plain_header(name): kind for kind, name in KIND_NAMES.items() if name
}
PLACES = {
    "workshop": re.compile(r"\bworkshops?\b", re.IGNORECASE),
    "conference": re.compile(r"\b(?:conference|proceedings|proc|symposium|meeting|congress)\b", re.IGNORECASE),
    "journal": re.compile(r"\b(?:journal|transactions|trans|letters|magazine|annals|acta|review)\b", re.IGNORECASE),
    "thesis": re.compile(r"\b(?:thesis|dissertation)\b", re.IGNORECASE),
}


def kind_named(said: str) -> str:
    """Return the kind that a table says in its own words; an empty text for what it doesn't say."""
    return KINDS.get(plain_header(said), "")


def kind_by_place(place: str) -> str:
    """Return the kind that the name of a venue shows; an empty text where it doesn't."""
    return next((kind for kind, pattern in PLACES.items() if pattern.search(place)), "")
