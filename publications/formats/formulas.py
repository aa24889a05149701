"""Formulas of one line as letters and signs of Unicode, where there are such: ``O(n^2)`` is O(n²)."""

import logging
import re
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text

MAX_LENGTH = 200  # characters
RAISED = dict(
    zip(
        "0123456789+-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVW*'†‡∗",
        "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ*′†‡∗",
        strict=True,
    )
)
LOWERED = dict(zip("0123456789+-=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", strict=True))
UPRIGHT = re.compile(
    r"\\(?:math(?:rm|bf|it|cal|sf|tt|bb|scr|frak|normal)|text(?:rm|bf|it|sf|tt|sc|normal)?|operatorname\*?|mbox|bm"
    r"|boldsymbol)\s*\{([^{}]*)\}"
)
SIZES = re.compile(r"\\(?:left|right|[bB]igg?[lr]?)(?![a-zA-Z])\.?|\\[,;:!]")
FUNCTIONS = re.compile(r"\\(log|ln|lg|exp|sin|cos|tan|max|min|arg|sup|inf|lim|det|Pr|dim|mod)\s*(?=[A-Za-z\\])")
SCRIPT = re.compile(r"\s*([\^_])\s*(?:\{([^{}]*)\}|(\\[A-Za-z]+|[^\s\\{}]))")
REST = re.compile(r"[\\^_{}$]")
NAMED = {r"\circ": "°", r"\prime": "′", r"\top": "ᵀ", r"\ast": "*", r"\star": "*"}

# What it makes of a formula is looked at here, and is no concern of the log.
logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)
READER = LatexNodes2Text(math_mode="text", keep_comments=True, strict_latex_spaces=False)


NAMES = {spec.macroname for spec in READER.latex_context.iter_macro_specs()}


class NoLetters(Exception):
    """A formula for which there are no letters."""


def letters(formula: str) -> str | None:
    """Return a formula, given without its dollar signs, in letters; None if there are none for all of it."""
    if len(formula) > MAX_LENGTH:
        return None
    try:
        text = _text(SCRIPT.sub(_script, _bare(formula)))
    except (NoLetters, RecursionError):
        return None
    return None if REST.search(text) else " ".join(text.replace("ϵ", "ε").split())


@lru_cache(maxsize=1024)
def sign_called(name: str) -> str:
    """Return the sign that a command such as ``\\theta`` prints; nothing if it isn't known."""
    return _text(f"\\{name}").strip() if name in NAMES else ""


def script(text: str, letters: dict[str, str] = RAISED) -> str:
    """Return a text in raised or lowered letters; nothing if one of its letters has none."""
    return "".join(letters[letter] for letter in text) if set(text) <= letters.keys() else ""


def _bare(formula: str) -> str:
    return FUNCTIONS.sub(r"\1 ", UPRIGHT.sub(r"\1", SIZES.sub("", formula)))


def _script(found: re.Match[str]) -> str:
    written = (found[2] if found[3] is None else found[3]).strip()
    if found[1] == "^" and written in NAMED:
        return NAMED[written]
    inner = _text(written)
    placed = script(inner.replace(" ", ""), RAISED if found[1] == "^" else LOWERED)
    if inner and not placed:
        raise NoLetters
    return placed


def _text(latex: str) -> str:
    return str(READER.latex_to_text(latex)) if "\\" in latex else latex.replace("{", "").replace("}", "")
