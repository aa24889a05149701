"""The signs that a copied list of authors has behind its names, and what they say of the authors."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from publications.citations.record import Name

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
STARS = "*∗⁎＊"
SIGNS = f"{STARS}†‡✉#"
RAISED_DIGITS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
AROUND = rf"\s,;\d^{RAISED_DIGITS}"
# Digits beside a sign, raised, or glued to a family name number affiliations: they aren't part of the name.
TRAILING = re.compile(rf"[{AROUND}]*[{SIGNS}][{SIGNS}{AROUND}]*$|[\s,;{RAISED_DIGITS}]*[{RAISED_DIGITS}]$")
GLUED_DIGITS = re.compile(r"(?<=[^\W\d_])\d{1,2}(?:,\d{1,2})*$")
MAY_HAVE_SIGNS = re.compile(rf"[{SIGNS}{RAISED_DIGITS}$\\<\d]")
EQUAL, DAGGER, DOUBLE_DAGGER, MAIL, HASH = "*", "†", "‡", "✉", "#"
PARTS = ("given", "family", "suffix", "literal")


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
    cut = [_cut(name) for name in names]
    signs = [found for _, found in cut]
    if not any(signs):
        return tuple(name for name, _ in cut), (NO_MARKS,) * len(names)
    equal = {EQUAL, *(sign for sign in (DAGGER, HASH) if sum(sign in found for found in signs) > 1)}
    if any(EQUAL in found for found in signs):
        equal.discard(DAGGER)
    return tuple(name for name, _ in cut), tuple(_marks(found, equal) for found in signs)


def _marks(signs: str, equal: set[str]) -> Marks:
    return Marks(
        is_equal=not equal.isdisjoint(signs),
        is_lead=DAGGER in signs and DAGGER not in equal,
        is_corresponding=MAIL in signs,
        unclear="".join(sign for sign in (DOUBLE_DAGGER, HASH) if sign in signs and sign not in equal),
    )


@lru_cache(maxsize=16384)
def _cut(name: Name) -> tuple[Name, str]:
    """Return a name without signs, and the signs."""
    if not any(MAY_HAVE_SIGNS.search(getattr(name, part)) for part in PARTS):
        return name, ""
    parts = {part: _cut_text(getattr(name, part)) for part in PARTS}
    if name.given and name.family:
        parts["family"] = GLUED_DIGITS.sub("", parts["family"][0]), parts["family"][1]
    bare = replace(name, **{part: text for part, (text, _) in parts.items()})
    return bare, "".join(signs for _, signs in parts.values())


def _cut_text(text: str) -> tuple[str, str]:
    plain = RAISED.sub(_lowered, text)
    for command, sign in COMMANDS.items():
        plain = plain.replace(command, sign)
    found = TRAILING.search(plain)
    if not found:
        return text, ""
    signs = "".join("*" if sign in STARS else sign for sign in found[0] if sign in SIGNS)
    return plain[: found.start()], signs


def _lowered(found: re.Match[str]) -> str:
    """Return what is raised with its digits as such; of letters that number affiliations, as in ``a,b``, nothing."""
    inside = next(group for group in found.groups() if group is not None)
    without_letters = re.sub(r"(?<![\w\\])[a-z](?!\w)", "", inside)
    return without_letters.translate(str.maketrans("0123456789", RAISED_DIGITS)).strip(" ^")
