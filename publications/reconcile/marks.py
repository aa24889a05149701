"""The signs that a copied list of authors has behind its names, and what they say of the authors."""

import re
from dataclasses import dataclass, replace

from publications.record import Name

FORMULA = re.compile(r"\$\s*\^?\s*\{?([^{}$]*)\}?\s*\$$")
COMMANDS = {r"\ast": "*", r"\star": "*", r"\ddagger": "‡", r"\ddag": "‡", r"\dagger": "†", r"\dag": "†"}
SIGNS = "*∗⁎＊†‡✉"
TRAILING = re.compile(rf"[\s,\d^⁰¹²³⁴-⁹]*[{SIGNS}][{SIGNS}\s,\d^⁰¹²³⁴-⁹]*$")
EQUAL, DAGGER, MAIL = "*", "†", "✉"


@dataclass(frozen=True)
class Marks:
    """What the signs behind a name say; ``unclear`` are those that say something only the paper explains."""

    is_equal: bool = False
    is_lead: bool = False
    is_corresponding: bool = False
    unclear: str = ""


def without_marks(names: tuple[Name, ...]) -> tuple[tuple[Name, ...], tuple[Marks, ...]]:
    """Return the names without signs, and what the signs of each say.

    A dagger that several share, where no star says so, is for equal contribution; the dagger of one is its system's
    lead.
    """
    cut = [_cut(name) for name in names]
    signs = [found for _, found in cut]
    shared = sum(DAGGER in found for found in signs) > 1 and not any(EQUAL in found for found in signs)
    return tuple(name for name, _ in cut), tuple(_marks(found, shared) for found in signs)


def _marks(signs: str, shared: bool) -> Marks:
    return Marks(
        is_equal=EQUAL in signs or (DAGGER in signs and shared),
        is_lead=DAGGER in signs and not shared,
        is_corresponding=MAIL in signs,
        unclear="‡" if "‡" in signs else "",
    )


def _cut(name: Name) -> tuple[Name, str]:
    parts = {part: _cut_text(getattr(name, part)) for part in ("given", "family", "suffix", "literal")}
    bare = replace(name, **{part: text for part, (text, _) in parts.items()})
    return bare, "".join(signs for _, signs in parts.values())


def _cut_text(text: str) -> tuple[str, str]:
    plain = FORMULA.sub(r"\1", text)
    for command, sign in COMMANDS.items():
        plain = plain.replace(command, sign)
    found = TRAILING.search(plain)
    if not found:
        return text, ""
    signs = "".join("*" if sign in "∗⁎＊" else sign for sign in found[0] if sign in SIGNS)
    return plain[: found.start()], signs
