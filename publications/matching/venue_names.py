"""Names of venues as they are printed: what names the venue in a container, and what a name comes down to."""

import re
from itertools import chain

from labsite.texts.folding import fold, remembered
from publications.citations.record import MONTHS

from .well_known import looks_like_acronym

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth"
    "|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth"
)
EDITION = re.compile(
    rf"\b(?:\d+(?:st|nd|rd|th)|(?:{_TENS})[- ](?:{_ORDINALS})|{_ORDINALS}|annual(?! reviews? of ))\b\s*", re.IGNORECASE
)
YEAR = re.compile(r"\s*(?:['’`]\s?\d{2}\b|\b(?:19|20)\d{2}\b)\s*")
_OPENERS = r"companion|extended abstracts|proceedings|proc\.?|conference record|record|poster session"
OPENING, ADVANCES_OR_OPENING = (
    re.compile(rf"^\W*(?:(?:{words})\s+(?:(?:of|in)\s+)?|(?:in|of|the)\s+)+", re.IGNORECASE)
    for words in (_OPENERS, rf"advances|{_OPENERS}")
)
# What a meeting's name is followed by, behind a comma: its year, place and days.
TAIL = re.compile(r"(?<=[^\W\d_])\s*,[^,]*(?:\b(?:19|20)\d\d\b|\b(?:" + "|".join(MONTHS) + r")\b).*$", re.DOTALL)
HOST = re.compile(r"\s*,?\s*\b(?:co-?located|in conjunction|held|collocated)\b.*$", re.IGNORECASE)
BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
PIECE_END = re.compile(r"\s*[:;|]\s*|\s+[–—-]+\s+")
ENUMERATION = re.compile(r"[^,]*(?:,[^,\d]*)*,(?:[^,\d]*\s)?(?:and|&)\s")  # Learning, Optimization, and
ISSUE = re.compile(r"\b(?:vol(?:ume|\.)?|no\.?|part|issue|series)\s*[A-Z]?\d+\b|\b\d+(?:\s*\(\d+\))?$", re.IGNORECASE)
ACRONYM = re.compile(r"[A-Z][\w&/+-]*[A-Z][\w&/+-]*|[A-Z]{2,}")
ABBREVIATION = re.compile(r"[A-Za-z]\.(?:\s|$)")
GLUED_YEAR = re.compile(r"(?<=[A-Za-z]{2})(?:19|20)?\d\d$")

SMALL = {"a", "an", "and", "at", "for", "in", "of", "on", "the", "to", "with"}
SPONSORS = {"aaai", "acm", "acl", "cvf", "ieee", "ifip", "siam", "springer", "usenix", "international", "intl", "int"}
PRINTED = {"proceedings", "proc", "main", "track", "volume", "vol"}
GENERIC = {"posters", "demos", "demonstrations", "tutorials", "papers", "short", "long", "system", "student", *PRINTED}
SHORT = {
    **{"conf": "conference", "int": "international", "intl": "international", "symp": "symposium"},
    **{"trans": "transactions", "wksp": "workshop", "j": "journal", "proc": "proceedings"},
}
SORTS = {"conference", "symposium", "meeting"}  # words that tell one name from another only as the last resort
MAX_NAME_LENGTH = 300  # characters


@remembered
def pieces(text: str, is_meeting: bool = True) -> tuple[str, ...]:
    """Return what in a container as printed may name the venue: all of it, what is in brackets, what commas part.

    Only meetings are printed with places and titles of proceedings around them: a colon or a comma is part of a
    journal's name, and in brackets only an acronym names it.
    """
    text = HOST.sub("", text[:MAX_NAME_LENGTH])
    inside = [one or other for one, other in BRACKETS.findall(text)]
    outside = BRACKETS.sub(" ", text)
    if not is_meeting:
        return (outside, *filter(ACRONYM.fullmatch, inside))
    found: list[str] = []
    for part in PIECE_END.split(outside):
        words, enumerated = part.split(","), ENUMERATION.match(part)
        for end in range(len(words), enumerated[0].count(",") if enumerated else 0, -1):
            piece = ",".join(words[:end])
            found += dict.fromkeys((piece, ADVANCES_OR_OPENING.sub("", piece)))
    return (*found, *chain.from_iterable(map(PIECE_END.split, inside)))


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


def abbreviates(short: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether each word of an abbreviated name begins the word of the whole name in its place."""
    return len(short) == len(whole) > 1 and all(b.startswith(a) for a, b in zip(short, whole, strict=True))


@remembered
def acronym_in(text: str, is_meeting: bool = True) -> str:
    """Return the acronym that a container gives itself: in brackets, or, of a meeting, before a colon or a year."""
    inside = [one or other for one, other in BRACKETS.findall(text)]
    outside = PIECE_END.split(BRACKETS.sub(" ", text)) if is_meeting else []
    for part in (*inside, *outside):
        bare = _without_edition(part.split(",")[0])
        words = [word for word in bare.split() if not set(fold(word).split()) <= SPONSORS]
        word = words[0].rstrip("-–") if len(words) == 1 else ""
        if ACRONYM.fullmatch(word) and fold(word).split()[0] not in PRINTED:
            return word
    return ""


@remembered
def given_acronym(text: str, name: str) -> str:
    """Return what a source gives as the acronym of a name, unless it is a plain word or the name abbreviated."""
    return text if looks_like_acronym(text) and not abbreviates(unsponsored(text), unsponsored(name)) else ""


@remembered
def plain_name(text: str, is_journal: bool = False) -> str:
    """Return the longest name in a container, as a venue's own: without edition, year, acronym and place."""
    outside = BRACKETS.sub(" ", text)
    if is_journal:
        named = [_without_edition(outside)]
    else:
        named = [
            OPENING.sub("", _without_edition(TAIL.sub("", HOST.sub("", part)))) for part in PIECE_END.split(outside)
        ]
        named = [part for part in named if not {*fold(part).split()} <= GENERIC] or named
    whole = max(named, key=lambda part: ("workshop" in fold(part).split(), len(part)), default="")
    name = " ".join(whole.split()).strip(" ,.;:–—-'’")[:MAX_NAME_LENGTH]
    return f"{name}." if ABBREVIATION.search(name) and f"{name}." in text else name  # ACM Trans. Inf. Syst.


def _without_edition(text: str) -> str:
    words = ISSUE.sub(" ", EDITION.sub(" ", YEAR.sub(" ", text))).split()
    return " ".join(GLUED_YEAR.sub("", word) if word.isupper() or word[:1].isupper() else word for word in words)


def _without(words: list[str], dropped: set[str]) -> list[str]:
    return [word for word in words if word not in dropped and not word.isdigit()]
