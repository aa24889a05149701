"""Names of people: parsing them in the forms in which they are printed, with the signs behind them, and comparing."""

import html
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import Any, NamedTuple

from anyascii import anyascii

from publications.citations.record import NATIVE_LETTERS, Name, fold

# What is looked for from any place begins with no repetition: a long run of spaces or digits is then read once, not
# again from each of its characters.
RUN_TOGETHER = re.compile(r"[A-Z]{2,3}")  # initials without points, as in "Quill AB"
# The end of an incomplete list of authors.
OTHERS = re.compile(r"(?:\bet\.? al|\band others|^\s*others|…|\.\.)\.?\s*$", re.IGNORECASE)
PARTICLE = re.compile(r"[^\W\d_A-Z][^\W\d_]*", re.ASCII)  # van, de la: part of the name that follows
# Those that are known where words in lower case may be anything else.
PARTICLES = {
    *("al", "bin", "da", "de", "del", "della", "den", "der", "di", "dos", "du", "el", "la", "le", "ten", "ter", "van"),
    *("von", "y", "zu"),
}
SUFFIX = re.compile(r"(?:Jr|Sr)\.?|II|III|IV")
# How signs are raised above the line: in HTML, in LaTeX's text and in its formulas.
RAISED = re.compile(
    r"<sup\b[^>]*>(?P<html>[^<]*)</sup>|\\textsuperscript\{(?P<text>[^{}]*)\}|\$\s*\^?\s*\{?(?P<formula>[^{}$]*)\}?\s*\$",
    re.IGNORECASE,
)
COMMANDS = {
    r"\textasteriskcentered": "*",
    r"\textdagger": "†",
    r"\textdaggerdbl": "‡",
    r"\ddagger": "‡",
    r"\ddag": "‡",
    r"\dagger": "†",
    r"\dag": "†",
    r"\ast": "*",
    r"\star": "*",
    r"\#": "#",
}
# Of a page, where a program copied a list of authors from one; what is raised may be a sign.
BREAK, TAG, ENTITY = (
    re.compile(r"<br\b[^<>]*>", re.IGNORECASE),
    re.compile(r"</?(?!sup\b)[a-z][^<>]*>"),
    re.compile(r"&#?\w+;"),
)
# The last word of names of groups, which aren't parted though no braces hold them together.
GROUP = re.compile(
    r"\b(?:Consortia|Consortium|Collaborations?|Collaborators|Collaborative|Investigators"
    r"|(?:Working|Study|Research) Group)$"
    # Which are family names too, behind a single word that isn't in capitals.
    r"|(?:^(?:(?!\S \S).)*\S \S.*|[A-Z\d-]{2}) (?:Initiative|Committee|Team|Network)$"
)
# Signs of East Asian width that part names and their words, and signs that nobody sees; between letters of Arabic and
# Indian scripts those that join and part letters belong to the spelling.
PARTING = str.maketrans({"，": ", ", "；": "; ", "、": "; ", "\u3000": " "})
WIDE_SEMICOLONS = frozenset("；、")  # which stand between names alone
AT_WIDE_SIGNS = re.compile(f"[；、]|(?<=[{NATIVE_LETTERS}]{{2}})，(?=\\s*[{NATIVE_LETTERS}]{{2}})")
WIDE_STOP = re.compile(r"(?<=[A-Za-zＡ-Ｚａ-ｚ\u00c0-\u024f])．\s*")
UNSEEN = re.compile(
    "[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]"
    "|(?<![\u0600-\u0dff])[\u200c\u200d]|[\u200c\u200d](?![\u0600-\u0dff])"
)
OF_OTHER_WIDTH = re.compile("[\uff01-\uffdc]")
STARS = "*∗⁎＊"
SIGNS = f"{STARS}†‡✉#"
RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
AROUND = rf"\s,;\d^{RAISED_DIGITS}"
# Digits beside a sign, raised, or glued to a family name number affiliations: they aren't part of the name.
TRAILING = re.compile(
    rf"(?<![{SIGNS}{AROUND}])[{AROUND}]*[{SIGNS}][{SIGNS}{AROUND}]*$"
    rf"|(?<![\s,;{RAISED_DIGITS}])[\s,;{RAISED_DIGITS}]*[{RAISED_DIGITS}]$"
)
HOMONYM = re.compile(r"(?:^| )\d{4}$")
GLUED_DIGITS = re.compile(r"(?<=[^\W\d_])\d{1,2}(?:,\d{1,2})*$")
MAY_HAVE_SIGNS = re.compile(
    rf"[{SIGNS}{RAISED_DIGITS}$\\<&\d]|{GROUP.pattern}|(?:Group|Initiative|Committee|Team|Network)$"
)
NATIVE = re.compile(rf"[{NATIVE_LETTERS}][{NATIVE_LETTERS}\s·]*")
EMPTIED = re.compile(r"(?<!\s)\s*[(\[（「]\s*[)\]）」]")  # brackets of which the native name was all
# Of two words, no degree beside a name.
LATIN = re.compile(r"(?<![^\W\d_])(?:[^\W\d_]{2,}\W+[^\W\d_]|[^\W\d_]\W+[^\W\d_]{2,})")
MAX_NATIVE_LENGTH = 100  # characters, as of Person.native_name
EQUAL, DAGGER, DOUBLE_DAGGER, MAIL, HASH = "*", "†", "‡", "✉", "#"
NAME_PARTS = ("given", "family", "suffix", "literal")


SPELT_OUT = re.compile("(?<=[aou])e|(?<=a)a")  # of ä, ö, ü, æ, ø and å, which are folded to one letter


class Likeness(IntEnum):
    """How closely two names agree."""

    NONE = 0
    MAYBE = 1  # an initial, a middle name, the order or the spelling may conceal another person
    SAME = 2


class Parts(NamedTuple):
    """A name folded for comparing; the given name in words.

    ``whole`` is the name without spaces, so that it doesn't matter where the given name ends; ``is_initials`` says
    whether the given name consists of initials.
    """

    given: tuple[str, ...]
    family: str
    suffix: str
    whole: str
    is_initials: bool


def split_printed(name: str, family: str) -> Name:
    """Split a printed name at the family name, if it begins or ends with it, or else before its last word."""
    bare, native = (name, "") if name.isascii() else name_and_native(name)
    if native and (parted := split_printed(bare, family)).given:
        return replace(parted, given=f"{parted.given} ({native})")
    name_part, suffix = cut_suffix(name)
    words, size = name_part.split(), len(family.split())
    if fold(" ".join(words[-size:])) == fold(family):
        given, family_words = words[:-size], words[-size:]
    elif fold(" ".join(words[:size])) == fold(family):
        given, family_words = words[size:], words[:size]
    else:
        given, family_words = words[:-1], words[-1:]
    if not given:
        return Name(literal=name)
    return Name(" ".join(given), " ".join(family_words).rstrip(","), suffix)


def cut_suffix(name: str) -> tuple[str, str]:
    """Return a name without its suffix, such as Jr. or III, and the suffix."""
    rest, last = [*name.rsplit(None, 1), "", ""][:2]
    return (rest.removesuffix(","), last) if SUFFIX.fullmatch(last) else (name, "")


@lru_cache(maxsize=32768)
def parts_of(name: Name) -> Parts:
    """Return a name folded; a literal one counts as a family name."""
    name = in_usual_width(name)
    given: list[str] = []
    if name.literal or " " not in str(name):  # which of a native name is family and given name without a space
        family, suffix = str(name), ""
    else:
        given = list(name.given.lower()) if RUN_TOGETHER.fullmatch(name.given) else fold(name.given).split()
        family, suffix = cut_suffix(name.family)
        suffix = name.suffix or suffix
    family, suffix = _squeezed(family), _squeezed(suffix)
    is_initials = bool(given) and all(len(word) == 1 and word.isascii() for word in given)
    return Parts(tuple(given), family, suffix, "".join(given) + family + suffix, is_initials)


@lru_cache(maxsize=32768)
def scripts_of(name: Name) -> tuple[Parts, ...]:
    """Return a name folded, in each script in which it is printed: ``Qinghao Hu (胡清昊)`` has two."""
    bare, native = in_both_scripts(name)
    return (parts_of(bare), *([parts_of(Name(literal=native))] if native else []))


@lru_cache(maxsize=32768)
def whole_of(name: Name) -> str:
    """Return a name folded and without spaces, in all scripts in which it is printed."""
    return "".join(parts.whole for parts in scripts_of(name)) or str(name)


def in_usual_width(name: Name) -> Name:
    """Return a name in letters of the usual width: ``Ｈｕ`` as Hu, and katakana of half the width as others."""
    if not OF_OTHER_WIDTH.search(str(name)):
        return name
    parts: dict[str, Any] = {part: unicodedata.normalize("NFKC", getattr(name, part)) for part in NAME_PARTS}
    return replace(name, **parts)


def in_both_scripts(name: Name) -> tuple[Name, str]:
    """Part a name, in letters of the usual width, from the one in its own script beside it; most have none."""
    name = in_usual_width(name)
    latin, native = name_and_native(str(name))
    if not native or len(native) > MAX_NATIVE_LENGTH or GROUP.search(latin):
        return name, ""
    parts: dict[str, Any] = {part: _without_native(getattr(name, part)) for part in NAME_PARTS}
    bare = replace(name, **parts)
    return bare if bare.literal or (bare.given and bare.family) else replace(in_order(latin), orcid=name.orcid), native


def name_and_native(text: str) -> tuple[str, str]:
    """Part a name from the one in its own script beside or below it: ``Quill Ada<br/>奎爾``."""
    text = " ".join(without_html(text).split())
    native = None if text.isascii() else NATIVE.search(text)
    bare = _without_native(text) if native else ""
    family, comma, given = bare.partition(", ")  # 홍길동(Hong, Gildong)
    bare = f"{given} {family}" if comma and " " not in family and "," not in given else bare
    return (bare, native[0].strip()) if native and LATIN.search(bare) else (text, "")


def _without_native(text: str) -> str:
    return " ".join(EMPTIED.sub("", NATIVE.sub(" ", text)).split()).strip(" ,()（）|/")


@lru_cache(maxsize=32768)
def loosely(text: str) -> str:
    """Return part of a folded name as all that may be another spelling of it have in common: ``muller`` of Mueller.

    Of characters that only simplified or only traditional Chinese has it is the sound.
    """
    if text.isascii():
        return SPELT_OUT.sub("", text)
    return "".join(anyascii(each) if _form(each) else each for each in text)


@lru_cache(maxsize=4096)
def _form(character: str) -> str:
    """Return which of the two sets of Chinese characters alone has this one; nothing of any other character."""
    held = [name for name in ("gb2312", "big5") if character >= "\u3400" and character.encode(name, "ignore")]
    return held[0] if len(held) == 1 else ""


def may_be_spelt(one: Parts, other: Parts) -> bool:
    """Whether one whole name may be another spelling of the other: Mueller for Müller, 張偉 for 张伟."""
    ours, theirs = one.whole, other.whole
    if one.is_initials or other.is_initials or ours == theirs or loosely(ours) != loosely(theirs):
        return False
    if ours.isascii():
        return True
    forms = [{_form(a), _form(b)} for a, b in zip(ours, theirs, strict=False) if a != b]
    return len(ours) == len(theirs) and all(len(each - {""}) == 2 for each in forms)


def likeness(one: Parts, other: Parts) -> Likeness:
    """Return how closely two names agree; their order doesn't matter."""
    if one.suffix and other.suffix and one.suffix != other.suffix:
        return Likeness.NONE
    if one.family != other.family:
        is_reversed = bool(one.given) and ("".join(one.given), one.family) == (other.family, "".join(other.given))
        return Likeness.MAYBE if is_reversed or may_be_spelt(one, other) else Likeness.NONE
    if "".join(one.given) == "".join(other.given):
        is_sure = one.suffix == other.suffix and not one.is_initials
        return Likeness.SAME if is_sure else Likeness.MAYBE
    # Given names may agree word by word as far as both go; an initial agrees with any word that it begins.
    may_agree = bool(one.given and other.given) and all(
        a.startswith(b) or b.startswith(a) if 1 in (len(a), len(b)) else a == b
        for a, b in zip(one.given, other.given, strict=False)
    )
    return Likeness.MAYBE if may_agree or may_be_spelt(one, other) else Likeness.NONE


@lru_cache(maxsize=4096)
def _squeezed(text: str) -> str:
    return fold(text).replace(" ", "")


def inverted(text: str) -> Name:
    """Parse ``Family, Given, Suffix``; a comma within a part is doubled, as in EndNote.

    The text must contain a letter of any script.
    """
    parts = [part.strip() for part in plain_signs(text).replace(",,", "\0").split(",", 2)]
    family, *rest = (part.replace("\0", ",") for part in parts if part)
    if len(rest) == 2 and SUFFIX.fullmatch(rest[0]):
        rest.reverse()  # Family, Suffix, Given, as BibTeX writes it
    return Name(rest[0], family, "".join(rest[1:])) if rest else Name(literal=family)


def in_order(text: str) -> Name:
    """Parse ``Given Family Suffix``; the family name is the last word with the particles before it."""
    rest, suffix = cut_suffix(" ".join(plain_signs(text).split()))
    words = rest.split()
    if NATIVE.fullmatch(rest):
        return Name(literal=rest)  # in which the family name comes first, mostly
    begins = len(words) - 1
    while begins > 1 and PARTICLE.fullmatch(words[begins - 1]):
        begins -= 1
    if begins < 1:
        return Name(literal=rest if not suffix else f"{rest} {suffix}")
    given = " ".join(words[:begins])
    return Name(given, " ".join(words[begins:]), suffix, is_guess=begins == len(words) - 1 and may_hide_family(given))


def may_hide_family(given: str) -> bool:
    """Whether the last of several given names may be one of two family names: of what one word follows, unparted."""
    *first, last = given.split() or [""]
    return bool(first) and len(last) > 2 and "." not in last and not last.isupper()


def are_native(names: Sequence[str]) -> bool:
    """Whether these are whole names in their own script: more than two, none of one letter as family names are."""
    return len(names) > 2 and all(len(name) > 1 and NATIVE.fullmatch(name) for name in names)


def plain_signs(text: str) -> str:
    """Return names with signs of the usual width between them and their words, and none that nobody sees."""
    if text.isascii():
        return text
    return WIDE_STOP.sub(". ", UNSEEN.sub("", text)).translate(PARTING)


def without_html(text: str) -> str:
    """Return a text without tags, except what is raised, and with letters for entities."""
    text = ENTITY.sub(lambda match: html.unescape(match[0]), text)
    return TAG.sub("", BREAK.sub(" ", text)) if "<" in text else text


def listed_names(names: Iterable[str]) -> tuple[list[str], bool]:
    """Return the names in a list, and whether it is complete: whether none ends in ``et al.``"""
    listed = [plain_signs(name) for each in names for name in AT_WIDE_SIGNS.split(each)]
    named = [OTHERS.sub("", name).strip(" ,;") for name in listed]
    return [name for name in named if re.search(r"\w", name)], not any(map(OTHERS.search, listed))


@dataclass(frozen=True)
class Marks:
    """What the signs behind a name say; ``unclear`` are those that say something only the paper explains."""

    is_equal: bool = False
    is_lead: bool = False
    is_corresponding: bool = False
    unclear: str = ""


NO_MARKS = Marks()


def without_marks(names: tuple[Name, ...]) -> tuple[tuple[Name, ...], tuple[Marks, ...]]:
    """Return the names without signs, and what the signs of each say.

    A hash that several share is for equal contribution, and so is a dagger where no star says so; the dagger of one
    is its system's lead.
    """
    cut = []
    for name in names:
        bare, behind = _cut(name)
        is_guess = name.is_guess and may_hide_family(bare.given)
        cut.append((bare if bare.is_guess is is_guess else replace(bare, is_guess=is_guess), behind))
    signs = [behind for _, behind in cut]
    if not any(signs):
        return tuple(name for name, _ in cut), (NO_MARKS,) * len(names)
    equal = {EQUAL, *(sign for sign in (DAGGER, HASH) if sum(sign in behind for behind in signs) > 1)}
    if any(EQUAL in behind for behind in signs):
        equal.discard(DAGGER)
    marks = (
        Marks(
            is_equal=not equal.isdisjoint(behind),
            is_lead=DAGGER in behind and DAGGER not in equal,
            is_corresponding=MAIL in behind,
            unclear="".join(sign for sign in (DOUBLE_DAGGER, HASH) if sign in behind and sign not in equal),
        )
        for behind in signs
    )
    return tuple(name for name, _ in cut), tuple(marks)


@lru_cache(maxsize=16384)
def _cut(name: Name) -> tuple[Name, str]:
    """Return a name without signs, nor the number by which dblp tells people of one name apart, and the signs."""
    if name.given and HOMONYM.fullmatch(name.family):
        ordered = in_order(name.given)
        name = replace(ordered, suffix=ordered.suffix or name.suffix, orcid=name.orcid)
    if not any(MAY_HAVE_SIGNS.search(getattr(name, part)) for part in NAME_PARTS):
        return name, ""
    name = replace(name, given=HOMONYM.sub("", name.given))
    parts = {part: _cut_text(without_html(getattr(name, part))) for part in NAME_PARTS}
    if name.given and name.family:
        parts["family"] = GLUED_DIGITS.sub("", parts["family"][0]), parts["family"][1]
    texts: dict[str, Any] = {part: text for part, (text, _) in parts.items()}
    bare = replace(name, **texts)
    if bare.given and GROUP.search(str(bare)):
        bare = Name(literal=str(bare), orcid=bare.orcid)
    return bare, "".join(signs for _, signs in parts.values())


def _cut_text(text: str) -> tuple[str, str]:
    plain = RAISED.sub(_lowered, text)
    for command, sign in COMMANDS.items():
        plain = plain.replace(command, sign)
    match = TRAILING.search(plain)
    if not match:
        return text, ""
    signs = "".join("*" if sign in STARS else sign for sign in match[0] if sign in SIGNS)
    return plain[: match.start()], signs


def _lowered(match: re.Match[str]) -> str:
    """Return what is raised with its digits as such; of letters that number affiliations, as in ``a,b``, nothing."""
    inside = next(group for group in match.groups() if group is not None)
    without_letters = re.sub(r"(?<![\w\\])[a-z](?!\w)", "", inside)
    return without_letters.translate(str.maketrans("0123456789", RAISED_DIGITS)).strip(" ^")
