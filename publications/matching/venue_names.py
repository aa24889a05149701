"""Names of venues as they are printed: what names the venue in a container, and what a name comes down to."""

import re
from itertools import chain

from publications.citations.dates import YEAR_FORM
from publications.citations.record import MONTHS, fold, remembered

from .well_known import looks_like_acronym

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth"
    "|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth"
)
# Third World Quarterly isn't the third edition of anything.
_MEETING = (
    "conf|symp|meeting|workshop|wksp|congress|colloquium|forum|joint|annual|int['’]?l|international|acm|ieee|aaai"
)
MEETING = re.compile(rf"\b(?:{_MEETING})", re.IGNORECASE)
EDITION = re.compile(
    rf"\b(?:\d+(?:st|nd|rd|th)|(?-i:[IVX]{{2,}})(?:th|rd)|(?:{_TENS})[- ](?:{_ORDINALS})"
    rf"|(?:{_ORDINALS})(?=.*\b(?:{_MEETING}))|annual(?! (?:reviews?|reports?) (?:of|in|on) ))\b\s*",
    re.IGNORECASE,
)
YEAR = re.compile(rf"\s*(?:['’`]\s?\d{{2}}\b|(?:(?<=[A-Za-z])-)?\b{YEAR_FORM}\b)\s*")
_OPENERS = r"proceedings|proc\.?|conference record|record|poster session"
OPENING, ADVANCES_OR_OPENING = (
    re.compile(rf"^\W*(?:(?:{words})\s+(?:(?:of|in)\s+)?|(?:in|of|the)\s+)+", re.IGNORECASE)
    for words in (_OPENERS, rf"advances|{_OPENERS}")
)
# What a meeting's name is followed by, behind a comma: its year, place and days.
TAIL = re.compile(rf"(?<=[^\W\d_])\s*,[^,]*\b(?:{YEAR_FORM}|{'|'.join(MONTHS)})\b.*$", re.DOTALL)
# Behind a meeting's name that says what it is: the town and the country where it was held, in America with the state.
_STATES = r"USA|U\.S\.A|United States|Canada|Mexico|Brazil|India|Australia"
_COUNTRIES = (
    rf"{_STATES}|UK|United Kingdom|England|Scotland|Ireland|France|Germany|Italy|Spain|Portugal|Greece|Austria"
    "|Switzerland|Belgium|(?:The )?Netherlands|Luxembourg|Denmark|Sweden|Norway|Finland|Iceland|Poland|Czech Republic"
    "|Czechia|Hungary|Slovenia|Croatia|Serbia|Romania|Bulgaria|Turkey|Cyprus|Malta|Estonia|Latvia|Lithuania|Israel"
    "|Egypt|Morocco|South Africa|Rwanda|UAE|United Arab Emirates|Qatar|Chile|Argentina|Sri Lanka|Thailand|Viet ?nam"
    "|Malaysia|Indonesia|Philippines|Singapore|China|Hong Kong|Macao|Taiwan|Japan|(?:South )?Korea|New Zealand"
)
_TOWN = r"(?:,(?!\s*and\b)\s*[A-Z][^,]*)"
TOWN = re.compile(
    r"^(.*\b(?:[Cc]onference|[Ss]ymposium|[Ww]orkshop|[Mm]eeting|[Cc]ongress)\b[^,]*)"
    rf"(?:{_TOWN}?,\s*(?:{_COUNTRIES})|{_TOWN}{{2}},\s*(?:{_STATES}))\W*$"
)
HOST = re.compile(r"\s*,?\s*\b(?:co-?located|in conjunction|held|collocated|(?:on )?CD-ROM)\b.*$", re.IGNORECASE)
# Behind a journal's name in PubMed and elsewhere: whose journal it is.
OFFICIAL = re.compile(r"[:;,.(–—-]\s*(?:(?:an|the)\s)?official (?:journal|organ|publication) of\b.*", re.IGNORECASE)
BRACKETS = re.compile(r"\((?![^()]*(?:[版辑輯]\)|\bJournal of\b))([^()]*)\)|\[([^\[\]]*)\]")  # not 学报 (理学版)
PIECE_END = re.compile(r"\s*[:;|]\s*|\s+[–—-]+\s+|(?<=\d{4})\.\s+")
ENUMERATION = re.compile(r"[^,]*(?:,[^,\d]*)*,(?:[^,\d]*\s)?(?:and|&)\s")  # Learning, Optimization, and
ISSUE = re.compile(r"\b(?:vol(?:ume|\.)?|no\.?|part|issue|series)\s*[A-Z]?\d+\b|\b\d+(?:\s*\(\d+\))?$", re.IGNORECASE)
# Those of one paper, such as volume and pages; not the one number of an edition or a volume.
SEVERAL_NUMBERS = re.compile(r"\b\d+\b(?:\s*\([^()]*\))?\s*[,:]\s*[a-z]{0,4}\d")
ACRONYM = re.compile(r"[A-Z][\w&/+-]*[A-Z][\w&/+-]*|[A-Z]{2,}")
# What is set in capitals and is no acronym of a venue: lists that rank it, series that print it, countries.
NO_ACRONYM = re.compile(r"(?:CCF|CORE|JCR|SCIE?|SSCI|EI|CAS|LN[A-Z]{1,2}|CCIS|USA|UK|UAE|PRC)\b.*")
ABBREVIATION = re.compile(r"[A-Za-z]\.(?:\s|$)")
GLUED_YEAR = re.compile(rf"(?<=[A-Za-z]{{2}})(?:{YEAR_FORM}|\d\d)$")

SMALL = {"a", "an", "and", "at", "for", "in", "of", "on", "the", "to", "with"}
SPONSORS = {
    *("aaai", "acm", "acl", "cvf", "embs", "iapr", "ieee", "ifac", "ifip", "ras", "rsj", "siam", "springer"),
    *("usenix", "international", "intl", "int"),
}
PRINTED = {"proceedings", "proc", "main", "track", "volume", "vol"}
GENERIC = {
    *("conference", "posters", "poster", "session", "papers", "paper", "short", "long", "full", "online", "virtual"),
    *("event", "technical", "program", *PRINTED),
}
# Words of what is held or printed beside a meeting, which isn't the meeting, and those that stand with them.
BESIDE = {
    *("workshop", "workshops", "companion", "adjunct", "findings", "abstracts", "ea", "supplement", "supplementary"),
    *("demo", "demos", "demonstration", "demonstrations", "tutorial", "tutorials", "industry", "industrial"),
    *("student", "srw", "doctoral", "consortium", "phd", "challenge", "competition"),
    *("breaking", "satellite", "panels"),
}
WITH_BESIDE = {"research", "results", "reports", "late", "extended", "system", "tool", "publication", "forum"}
SHORT = {
    **{"conf": "conference", "int": "international", "intl": "international", "symp": "symposium"},
    **{"trans": "transactions", "wksp": "workshop", "j": "journal", "proc": "proceedings"},
}
SORTS = {"conference", "symposium", "meeting"}  # words that tell one name from another only as the last resort
MAX_NAME_LENGTH = 300  # characters
MIN_LETTERS = 3  # of what looks like a made-up acronym


@remembered
def pieces(text: str, is_meeting: bool = True) -> tuple[str, ...]:
    """Return what in a container as printed may name the venue: all of it, what is in brackets, what commas part."""
    inside = chain.from_iterable(map(PIECE_END.split, inside_brackets(text)))
    named = inside if is_meeting else filter(ACRONYM.fullmatch, inside)
    return (text, *chain.from_iterable(segments(text, is_meeting)), *named)


@remembered
def segments(text: str, is_meeting: bool = True) -> tuple[tuple[str, ...], ...]:
    """Return the parts of a container outside its brackets, each as all that it may name, from the longest.

    Only meetings are printed with places and titles of proceedings around them: a colon or a comma is part of a
    journal's name, and in brackets only an acronym names it.
    """
    outside = BRACKETS.sub(" ", HOST.sub("", text[:MAX_NAME_LENGTH]))
    if not is_meeting:
        return ((outside,),)
    parts = []
    for part in PIECE_END.split(outside):
        words, enumerated = part.split(","), ENUMERATION.match(part)
        ends = range(len(words), enumerated[0].count(",") if enumerated else 0, -1)
        named = (",".join(words[:end]) for end in ends)
        parts.append(tuple(dict.fromkeys(each for one in named for each in (one, ADVANCES_OR_OPENING.sub("", one)))))
    return tuple(parts)


@remembered
def strict_form(name: str) -> str:
    """Return a name without case, punctuation, edition, year, a first "Proceedings of" and words such as "of"."""
    words = [SHORT.get(word, word) for word in fold(_without_edition(name)).split()]
    words = _without(words, PRINTED - {"proceedings"} | SMALL - {"a"}) or words
    return " ".join(words[1:] if words[:1] == ["proceedings"] and len(words) > 2 else words)


@remembered
def keys(name: str) -> tuple[str, ...]:
    """Return what a name comes down to, from the strict form to the loosest: the same for all its editions."""
    strict = strict_form(name).split()
    core = list(unsponsored(name)) or strict
    bare = [word for word in core if not re.fullmatch("sig[a-z]+", word)] or core
    loose = _without(bare, SORTS) or bare
    acronym = _without(loose, {"workshop"})
    forms = (strict, core, bare, loose, acronym if len(acronym) == 1 else ())
    return tuple(dict.fromkeys(" ".join(form) for form in forms if form))


@remembered
def unsponsored(name: str) -> tuple[str, ...]:
    """Return the words of a name that stand in its abbreviation, too, without who sponsors it."""
    words = _without(strict_form(name).split(), {"a"})
    return tuple(_without(words, SPONSORS) or words)


def abbreviates(short: tuple[str, ...], full: tuple[str, ...]) -> bool:
    """Whether each word of an abbreviated name begins the word of the whole name in its place."""
    return len(short) == len(full) > 1 and all(b.startswith(a) for a, b in zip(short, full, strict=True))


@remembered
def acronyms_in(text: str, is_meeting: bool = True) -> tuple[str, ...]:
    """Return the acronyms that a container gives itself: in brackets, or, of a meeting, before a colon or a year."""
    outside = PIECE_END.split(BRACKETS.sub(" ", text)) if is_meeting else []
    return tuple(filter(None, map(_acronym, (*inside_brackets(text), *(part.split(",")[0] for part in outside)))))


def _acronym(text: str) -> str:
    words = [word for word in _without_edition(text).split() if not set(fold(word).split()) <= SPONSORS]
    word = words[0].rstrip("-–") if len(words) == 1 and not NO_ACRONYM.fullmatch(text) else ""
    return word if ACRONYM.fullmatch(word) and fold(word).split()[0] not in PRINTED else ""


@remembered
def foreign_acronyms(text: str) -> tuple[str, ...]:
    """Return what in a meeting's container is an acronym, also behind a comma where a year follows it."""
    tails = [part for part in BRACKETS.sub(" ", text).split(",")[1:] if YEAR.search(part)]
    return (*acronyms_in(text), *filter(None, map(_acronym, tails)))


@remembered
def beside(text: str) -> frozenset[str]:
    """Return the words that say that a container isn't a meeting itself, but held or printed beside it."""
    return frozenset(BESIDE & {*fold(HOST.sub("", text)).split()})


def inside_brackets(text: str) -> list[str]:
    return [one or other for one, other in BRACKETS.findall(HOST.sub("", text[:MAX_NAME_LENGTH]))]


@remembered
def given_acronym(text: str, name: str) -> str:
    """Return what a source gives as the acronym of a name, unless it is a plain word or the name abbreviated."""
    return text if looks_like_acronym(text) and not abbreviates(unsponsored(text), unsponsored(name)) else ""


def are_initials(acronym: str, name: str) -> bool:
    """Whether an acronym is nothing but the first letter of each word of a name that counts."""
    words = [word for word in name.split() if word[0].isalpha() and fold(word) not in SMALL | SPONSORS]
    return len(acronym) >= MIN_LETTERS and acronym == "".join(word[0] for word in words).upper()


@remembered
def plain_name(text: str, is_journal: bool = False) -> str:
    """Return the longest name in a container, as a venue's own: without edition, year, acronym and place."""
    outside = BRACKETS.sub(" ", text)
    if is_journal:
        series = _without_edition(outside)
    else:
        parts = PIECE_END.split(HOST.sub("", outside))
        numbered = [part for part in parts if EDITION.match(OPENING.sub("", part.strip()))]
        if len(numbered) == 1 and not MEETING.search(parts[0]):  # behind the title of a book
            parts, outside = numbered, numbered[0]
        parts += filter(beside, inside_brackets(text))
        named = [OPENING.sub("", _without_edition(TAIL.sub("", part))).strip(" ,") for part in parts]
        named = [part for part in named if not {*fold(part).split()} <= GENERIC] or named
        telling = [part for part in named if not ACRONYM.fullmatch(part)]
        if len(telling) > 1 and not any(map(beside, telling)):  # a colon or a dash within the name itself
            named = [OPENING.sub("", _without_edition(TAIL.sub("", HOST.sub("", outside))))]
        series = max(named, key=lambda part: (bool(beside(part)), len(part)))
        of = max((part for part in named if not beside(part)), key=len, default="")
        if of and {*fold(series).split()} <= BESIDE | WITH_BESIDE | GENERIC | SMALL:
            series = f"{of}: {series}"  # Student Research Workshop
    name = re.sub(r"\s+(?=[:;,])", "", " ".join(series.split())).strip(" ,.;:*–—-'’")[:MAX_NAME_LENGTH]
    if not is_journal:
        name = TOWN.sub(r"\1", name).strip()
        bare, _, last = name.rpartition(" ")
        name = bare if bare and are_initials(last, bare) else name  # European Conference on Artificial Life ECAL
    return f"{name}." if ABBREVIATION.search(name) and f"{name}." in text else name  # ACM Trans. Inf. Syst.


def _without_edition(text: str) -> str:
    text = EDITION.sub(" ", YEAR.sub(" ", OFFICIAL.sub(" ", text)))
    words = (text if SEVERAL_NUMBERS.search(text) else ISSUE.sub(" ", text)).split()
    return " ".join(GLUED_YEAR.sub("", word) if word.isupper() or word[:1].isupper() else word for word in words)


def _without(words: list[str], dropped: set[str]) -> list[str]:
    """Return words without some of them, and without a number, which is an edition's; several tell names apart."""
    is_edition = sum(map(str.isdigit, words)) < 2
    return [word for word in words if word not in dropped and not (is_edition and word.isdigit())]
