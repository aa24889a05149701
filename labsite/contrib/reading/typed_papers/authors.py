"""The authors with whom a reference begins, in any of the orders in which lists print names."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from publications.citations.names import GROUP, PARTICLES, SIGNS, SUFFIX, may_hide_family
from publications.citations.record import NATIVE_LETTERS, Name

NATIVE = rf"[{NATIVE_LETTERS}]"
WORD = re.compile(r"[^\W\d_](?:(?:[^\W\d_]|['’‘`.\-‐‑·])*(?:[^\W\d_]|['’.]))?")
NO_NAME = re.compile(
    r"(?:The|An|Is|Are|Of|On|In|For|With|From|To|How|What|Why|When|All|By|Using|Towards?|And|At|We|You|Do|Does|Can|Not|It|Its"
    r"|Your|Our|Via|As|Proceedings|Journal|Transactions|Conference|University|Thesis|Best|Paper|Press)"
)
NATIVE_NAME = re.compile(
    rf"{NATIVE}{{1,3}}[ \u3000]{NATIVE}{{1,3}}(?![\w·])"
    rf"|{NATIVE}{{2,4}}(?:·{NATIVE}+)*(?=[\W\d]|[等他外]|ほか|[A-Za-z]|$)"
)
LETTER = r"(?:[^\W\d_a-zß-öø-ÿ\u0100-\u024f\u0370-\U0003ffff]|[À-ÖØ-Þ\u0100-\u024f\u0400-\u042f])"  # a capital
INITIALS = re.compile(
    rf"(?:{LETTER}\.(?:[ \xa0]?[-‐‑]|[ \xa0](?={LETTER}\.))?)+(?:{LETTER}(?![\w'’.]))?"
    rf"|{LETTER}(?:[-‐‑]?{LETTER}){{0,2}}(?![\w'’]|\.\w)(?:[ \xa0]{LETTER}(?![\w'’]|\.\w))*"
)
SEPARATOR = re.compile(
    r"\s*(?:\.?[,;，；、]+\s*(?P<and>(?:and|und|et|y)\b\s*(?!\.?\s*al\b)|[&＆]\s*)?"
    r"|(?P<bare_and>(?<=\W)(?:and|und|et|y)\s+(?!al\b)|[&＆]\s*)|·\s+|(?P<space>(?<=NATIVE)\s+(?=NATIVE)))".replace(
        "NATIVE", NATIVE
    )
)
OTHERS = re.compile(
    r"[\s,，、;]*(?:(?:and|&)\s+(?:\d+\s+)?(?:others|colleagues|coauthors)\b\.?|et\.?\s*al\b\.?|others\b\.?|等人?(?!\w)"
    r"|(?:ほか|他)(?:\s*\d+\s*名)?(?!\w)|외(?:\s*\d+\s*[인명])?(?!\w)|…|\.\.\.)"
)
MARKS = re.compile(
    rf"(?:\s*[{SIGNS}§¶📧](?![^\W_])|(?<=\w)\d{{1,2}}(?=\W|$)|[¹²³⁴-⁹]|\s*[(（](?:[{SIGNS}§¶,\s]+|[a-z\d]"
    r"|(?i:corresponding(?: author)?|equal contribution)|(?:通[讯訊]|共同第?一)作者)[)）])+"
    rf"(?:,(?:\s*[{SIGNS}]|\d{{1,2}}(?=[\s,{SIGNS}]|$)))*"
)
NATIVE_BESIDE = re.compile(rf"\s*[(（]({NATIVE}[{NATIVE_LETTERS}·\s]*)[)）]")
AN_END = re.compile(r"\s*(?:$|\n|\0|[/<*_·:：(（\[【“\"«„‘「『《|.。．–—-]|\d)|\s*,?\s*(?:(?i:eds?\b)|$)")
EQUAL = re.compile(r"equal|co-?first|joint first|shared first|共同|共一|[并並]列第一|同等[贡貢][献獻]", re.IGNORECASE)
CORRESPONDING = re.compile(r"correspond|通[讯訊]|교신|📧", re.IGNORECASE)
MAX_NAMES = 1000
MAX_WORDS = 6  # of a name


@dataclass(frozen=True)
class AuthorList:
    """The authors, where what follows them begins, and whether the list is complete and surely ends there."""

    names: tuple[Name, ...] = ()
    end: int = 0
    are_all: bool = True
    is_sure: bool = True


def authors_at(text: str) -> AuthorList:
    """Return the authors that a text begins with."""
    names: list[Name] = []
    at, start, has_and = 0, len(text) - len(text.lstrip(" .,;:*")), False
    while len(names) < MAX_NAMES and (read := _name(text, start, names) or _group_between(text, start, names)):
        name, at = read
        if marked := MARKS.match(text, at):
            name, at = with_marks(name, marked[0]), marked.end()
        names.append(name)
        if suffix := re.compile(rf",?\s+({SUFFIX.pattern})(?![\w])").match(text, at):
            names[-1], at = replace(name, suffix=suffix[1]), suffix.end()
        if others := OTHERS.match(text, at):
            return AuthorList(tuple(names), others.end(), False)
        separator = SEPARATOR.match(text, at)
        is_last, has_and = has_and, bool(separator and (separator["and"] or separator["bare_and"]))
        if not separator or (is_last and not has_and):
            break
        start = separator.end()
    is_sure = bool(names) and all(name.given or name.literal for name in names)
    return AuthorList(tuple(names), at if names else 0, True, is_sure)


def _name(text: str, start: int, before: list[Name]) -> tuple[Name, int] | None:
    """Return the name that begins at a place, and where it ends."""
    if native := NATIVE_NAME.match(text, start):
        return Name(literal=" ".join(native[0].split())), native.end()
    if re.match(NATIVE, text[start : start + 1]):
        return None
    start += len("the ") if text[start : start + 4] in ("the ", "The ") else 0
    words = _words(text, start)
    if not words:
        return None
    readings: tuple[Callable[..., tuple[Name, int] | None], ...] = (_family_comma, _family_initials, _in_order)
    if group := next((word for word in words if GROUP.search(text[start : word.end()].rstrip("."))), None):
        literal = text[start : group.end()].rstrip(".")
        return Name(literal=literal), start + len(literal)
    name = next((read for reading in readings if (read := reading(text, words, before))), None)
    if name and (native := NATIVE_BESIDE.match(text, name[1])):
        return replace(name[0], given=f"{name[0].given} ({native[1]})".strip()), native.end()
    return name


def _group_between(text: str, start: int, before: list[Name]) -> tuple[Name, int] | None:
    """Read what is called by no word for a group, between authors such as ``Quill A``: a title stands behind them."""
    match = re.compile(r"(?:[Tt]he )?([^\W\d_a-z][^,.;]{7,100}),\s+").match(text, start)
    after = authors_at(text[match.end() :]).names[:2] if match and len(before) > 1 else ()
    are_short = all(re.fullmatch(rf"{LETTER}{{1,3}}", name.given) for name in (*before, *after))
    return (Name(literal=match[1]), match.end(1)) if match and len(after) > 1 and are_short else None


def _words(text: str, start: int) -> list[re.Match[str]]:
    """Return the words from a place on that may be those of one name."""
    words: list[re.Match[str]] = []
    while len(words) < MAX_WORDS and (word := WORD.match(text, start)):
        bare = word[0]
        is_cased = not bare[0].islower() or bare in PARTICLES or re.match(r"\w{1,3}['’-][^\W\d_a-z]", bare)
        if not is_cased or NO_NAME.fullmatch(bare):
            break
        words.append(word)
        if (bare.endswith(".") and not _is_initials(bare) and not SUFFIX.fullmatch(bare)) or text[
            word.end() : word.end() + 1
        ] not in (" ", "\xa0"):
            break
        start = word.end() + 1
    return words


def _is_initials(word: str) -> bool:
    match = INITIALS.match(word)
    return bool(match and match.end() == len(word))


def _ends_here(text: str, at: int) -> bool:
    """Whether a name may end at a place: something parts it from what follows."""
    return bool(AN_END.match(text, at) or SEPARATOR.match(text, at) or OTHERS.match(text, at) or MARKS.match(text, at))


def _family_comma(text: str, words: list[re.Match[str]], before: list[Name]) -> tuple[Name, int] | None:
    """Read ``Quill, Ada M.``: one word, or particles and words, or several before initials."""
    family = text[words[0].start() : words[-1].end()]
    comma = re.compile(r"\s*[,，]\s*").match(text, words[-1].end())
    if not comma or family.endswith(".") or any(_is_initials(word[0]) and "." in word[0] for word in words):
        return None
    initials = INITIALS.match(text, comma.end())
    if len(words) > 1 and _is_initials(words[-1][0]):
        return None
    if initials:
        follows = re.compile(r"[ \xa0](?!and\b|et\b|&)[^\W\d_]").match(text, initials.end())
        is_usual = all(_is_initials(name.given) for name in before if name.given)
        if len(words) == 1 or words[0][0] in PARTICLES or (is_usual and (before or not follows)):
            given, end = _with_more(text, initials, len(words) == 1 and not before)
            return Name(given, family), end
    is_family = len(words) == 1 or (words[0][0].lower() in PARTICLES and len(words) <= 3)
    given_words = _words(text, comma.end())
    if not is_family or not given_words or len(given_words) > 3 or (initials and not given_words):
        return None
    end = given_words[-1].end()
    given = text[given_words[0].start() : end]
    if not _ends_here(text, end) and not given.endswith("."):
        return None
    if given.endswith(".") and not _is_initials(given_words[-1][0]):
        given, end = given[:-1], end - 1
    return Name(given, family), end


def _with_more(text: str, initials: re.Match[str], may_be_words: bool) -> tuple[str, int]:
    """Return initials with given names behind them, as in ``Quill, R. Ada``, where these end the name."""
    words = _words(text, initials.start())
    end = words[-1].end() if words else 0
    if may_be_words and end > initials.end() and len(words) <= 3 and re.match(r"\s*[,;&]|\s+and\b", text[end:]):
        return text[initials.start() : end], end
    return spaced(initials[0].strip()), initials.start() + len(initials[0].rstrip())


def _family_initials(text: str, words: list[re.Match[str]], before: list[Name]) -> tuple[Name, int] | None:
    """Read ``Quill AM`` and ``QUILL A M``."""
    usual = [name.given for name in before if name.given]
    is_usual = bool(usual) and all(map(_is_initials, usual))
    for number in range(1, len(words)):
        initials = INITIALS.match(text, words[number].start())
        family = text[words[0].start() : words[number - 1].end()]
        if not initials or _is_initials(family) and not (len(family) > 1 and family.isupper() and "." not in family):
            continue
        end = initials.start() + len(initials[0].rstrip())
        has_point = initials[0].rstrip().endswith(".")
        if _ends_here(text, end) or (has_point and (is_usual or not _in_order(text, words, before))):
            given = spaced(initials[0].strip())
            return Name(given.rstrip(".") if is_usual and "." not in usual[0] else given, family), end
    return None


def _in_order(text: str, words: list[re.Match[str]], before: list[Name]) -> tuple[Name, int] | None:
    """Read ``Ada M. Quill``."""
    end = words[-1].end()
    last = words[-1][0]
    if last.endswith(".") and not _is_initials(last) and not SUFFIX.fullmatch(last):
        end -= 1
    suffix = last if SUFFIX.fullmatch(last) and len(words) > 2 else ""
    names = [word[0] for word in words[:-1]] + ([] if suffix else [text[words[-1].start() : end]])
    if len(names) < 2 or not _ends_here(text, end) or _is_initials(names[-1]) and len(names[-1]) < 2:
        return None
    first = next((at for at, word in enumerate(names) if at and word in PARTICLES), len(names) - 1)
    if any(len(word) > 1 and word.islower() for word in names[:first]) and names[0] not in PARTICLES:
        return None
    given = " ".join(names[:first])
    if before and len(before) > 1 and all(_is_initials(name.given) for name in before) and not _is_initials(names[0]):
        return None  # a title in capitals behind a list of initials
    is_guess = first == len(names) - 1 and may_hide_family(given)
    return Name(spaced(given), " ".join(names[first:]), suffix, is_guess=is_guess), end


def spaced(given: str) -> str:
    """Return a given name with spaces between its initials."""
    return re.sub(r"(?<=\.)(?=[^\W\d_])", " ", given)


def with_marks(name: Name, marks: str) -> Name:
    """Return a name with the signs behind it, as imports take them."""
    signs = "".join(sign for sign in marks if sign in SIGNS)
    signs += "*" if EQUAL.search(marks) else ""
    signs += "✉" if CORRESPONDING.search(marks) else ""
    literal, family = name.literal and name.literal + signs, name.family and name.family + signs
    return replace(name, literal=literal, family=family)
