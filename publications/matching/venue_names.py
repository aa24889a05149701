"""Names of venues without what surrounds them in print: editions, years, places, "Proceedings of", sponsors."""

import re
from collections.abc import Iterator

from labsite.texts.folding import fold

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ORDINALS = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth"
    "|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth|fortieth|fiftieth"
)
EDITION = re.compile(
    rf"\b(?:\d+(?:st|nd|rd|th)|(?:{_TENS})[- ](?:{_ORDINALS})|{_ORDINALS}|annual)\b\s*", re.IGNORECASE
)
YEAR = re.compile(r"\s*(?:['’`]\s?\d{2}\b|\b(?:19|20)\d{2}\b)\s*")
OPENING = re.compile(
    r"^\W*(?:(?:companion|extended abstracts|proceedings|proc\.?|advances|conference record|record|poster session)\s+"
    r"(?:(?:of|in)\s+)?|(?:in|of|the)\s+)+",
    re.IGNORECASE,
)
HOST = re.compile(r"\s*,?\s*\b(?:co-?located|in conjunction|held|collocated)\b.*$", re.IGNORECASE)
BRACKETS = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]")
PIECE_END = re.compile(r"\s*[:;|]\s*|\s+[–—-]+\s+")
ISSUE = re.compile(r"\b(?:vol(?:ume|\.)?|no\.?|part|issue|series)\s*[A-Z]?\d+\b|\b\d+(?:\s*\(\d+\))?$", re.IGNORECASE)
ACRONYM = re.compile(r"[A-Z][\w&/+-]*[A-Z][\w&/+-]*|[A-Z]{2,}")
GLUED_YEAR = re.compile(r"(?<=[A-Za-z]{2})(?:19|20)?\d\d$")

SMALL = {"a", "an", "and", "at", "for", "in", "of", "on", "the", "to", "with"}
SPONSORS = {"aaai", "acm", "acl", "cvf", "ieee", "ifip", "siam", "springer", "usenix", "international", "intl", "int"}
PRINTED = {"proceedings", "proc", "main", "track", "volume", "vol"}
SHORT = {"conf": "conference", "symp": "symposium", "trans": "transactions", "wksp": "workshop", "j": "journal"}
KINDS = {"conference", "symposium", "meeting"}
MAX_NAME_LENGTH = 300
MAX_ACRONYM_LENGTH = 40
FEW = 3  # letters of an acronym


def pieces(text: str, is_meeting: bool = True) -> Iterator[str]:
    """Yield what in a container as printed may name the venue: all of it, what is in brackets, what commas part.

    Only meetings are printed with places and titles of proceedings around them: a colon or a comma is part of a
    journal's name, and in brackets only an acronym names it.
    """
    text = HOST.sub("", text[:MAX_NAME_LENGTH])
    inside = [one or other for one, other in BRACKETS.findall(text)]
    outside = BRACKETS.sub(" ", text)
    if not is_meeting:
        yield outside
        yield from (part for part in inside if ACRONYM.fullmatch(part))
        return
    for part in PIECE_END.split(outside):
        words = part.split(",")
        yield from (piece for end in range(len(words), 0, -1) for piece in _openings(",".join(words[:end])))
    for part in inside:
        yield from PIECE_END.split(part)


def _openings(piece: str) -> tuple[str, ...]:
    bare = OPENING.sub("", piece)
    return (piece, bare) if bare != piece else (piece,)


def strict_form(name: str) -> str:
    """Return a name without case, punctuation, edition, year, "Proceedings of" and words such as "of"."""
    words = [SHORT.get(word, word) for word in fold(_without_edition(name)).split()]
    return " ".join(_without(words, PRINTED | SMALL - {"a"}) or words)


def keys(name: str) -> tuple[str, ...]:
    """Return what a name comes down to, from the strict form to the loosest: the same for all its editions."""
    strict = strict_form(name).split()
    core = unsponsored(name) or strict
    bare = [word for word in core if not re.fullmatch("sig[a-z]+", word)] or core
    loose = _without(bare, KINDS) or bare
    acronym = _without(loose, {"workshop"})
    forms = (strict, core, bare, loose, acronym if len(acronym) == 1 else ())
    return tuple(dict.fromkeys(" ".join(form) for form in forms if form))


def abbreviated(name: str) -> tuple[str, ...]:
    """Return the words of a name that has abbreviations in it, such as ``ACM Trans. Comput. Syst.``; else nothing."""
    if not re.search(r"[A-Za-z]\.(?:\s|$)", name):
        return ()
    return tuple(unsponsored(name))


def unsponsored(name: str) -> list[str]:
    """Return the words of a name that stand in its abbreviation, too, without who sponsors it."""
    words = _without(strict_form(name).split(), {"a"})
    return _without(words, SPONSORS) or words


def abbreviates(short: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """Whether each word of an abbreviated name begins the word of the whole name in its place."""
    return len(short) == len(whole) > 1 and all(b.startswith(a) for a, b in zip(short, whole, strict=True))


def acronym_in(text: str, is_meeting: bool = True) -> str:
    """Return the acronym that a container gives itself: in brackets, or, of a meeting, before a colon or a year."""
    inside = [one or other for one, other in BRACKETS.findall(text)]
    outside = PIECE_END.split(BRACKETS.sub(" ", text)) if is_meeting else []
    for part in (*inside, *outside):
        words = _unsponsored(_without_edition(part.split(",")[0]))
        if len(words) == 1 and ACRONYM.fullmatch(words[0]):
            return words[0]
    return ""


def made_acronym(name: str) -> str:
    """Return a short name whole, and of a long one the first letters of the words that count."""
    words = [word for word in _unsponsored(name) if word[0].isalpha() and word.casefold() not in SMALL]
    letters = "".join(word[0] for word in words).upper()
    is_short = len(name.split()) < FEW or (len(letters) < FEW and len(name) <= MAX_ACRONYM_LENGTH)
    return name if is_short else letters


def plain_name(text: str, is_journal: bool = False) -> str:
    """Return the longest name in a container, as a venue's own: without edition, year, acronym and place."""
    outside = BRACKETS.sub(" ", text)
    if is_journal:
        named = [_without_edition(outside)]
    else:
        named = [OPENING.sub("", _without_edition(HOST.sub("", part))) for part in PIECE_END.split(outside)]
    whole = max(named, key=len, default="")
    return " ".join(whole.split()).strip(" ,.;:–—-'’")[:MAX_NAME_LENGTH]


def _unsponsored(name: str) -> list[str]:
    return [word for word in name.split() if not set(fold(word).split()) <= SPONSORS]


def _without_edition(text: str) -> str:
    bare = ISSUE.sub(" ", EDITION.sub(" ", YEAR.sub(" ", text)))
    return " ".join(
        GLUED_YEAR.sub("", word) if word.isupper() or word[:1].isupper() else word for word in bare.split()
    )


def _without(words: list[str], dropped: set[str]) -> list[str]:
    return [word for word in words if word not in dropped and not word.isdigit()]
