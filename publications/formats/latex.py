"""Plain text as LaTeX prints it, and LaTeX as people read it.

Accents, letters and signs: latex_commands.toml. Formulas of one line become letters and signs of Unicode where there
are such: ``O(n^2)`` is O(n²).
"""

import logging
import re
import tomllib
import unicodedata
from functools import lru_cache, partial
from pathlib import Path

from pylatexenc.latex2text import LatexNodes2Text

_COMMANDS = tomllib.loads(Path(__file__).with_name("latex_commands.toml").read_text(encoding="utf-8"))
COMBINING: dict[str, str] = _COMMANDS["accents"]
LETTERS: dict[str, str] = _COMMANDS["letters"]
DOTLESS = {r"\i": "i", r"\j": "j"}
SPACES = {" ": " ", ",": " ", ";": " ", ":": " ", "\n": " ", "\\": " ", "-": "", "/": "", "!": "", "@": ""}
JOINED = {"---": "—", "--": "–", "``": "“", "''": "”", "?`": "¿", "!`": "¡", "~": " ", "{": "", "}": ""}
WORDS: dict[str, str] = LETTERS | _COMMANDS["signs"] | dict.fromkeys(_COMMANDS["silent"].split(), "")
MAX_FORMULA_LENGTH = 200  # characters
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
UNREAD = re.compile(r"[\\^_{}$]")
RAISED_SIGNS = {r"\circ": "°", r"\prime": "′", r"\top": "ᵀ", r"\ast": "*", r"\star": "*"}
# Its results are checked here, so its warnings needn't be logged.
logging.getLogger("pylatexenc").setLevel(logging.CRITICAL)
FORMULA_READER = LatexNodes2Text(math_mode="text", keep_comments=True, strict_latex_spaces=False)
KNOWN_COMMANDS = {spec.macroname for spec in FORMULA_READER.latex_context.iter_macro_specs()}
# Braces become commands, because BibTeX counts even escaped ones. The commands are in lower case, so that styles
# that turn a title into lower case don't break them.
ESCAPES = str.maketrans(
    {character: "\\" + character for character in "&%$#_"}
    | {
        "\\": r"\textbackslash{}",
        "{": r"\textbraceleft{}",
        "}": r"\textbraceright{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        # In the font encoding that LaTeX begins with, these three would be printed as other marks.
        **{character: f"${character}$" for character in "<>|"},
    }
)
# What Google Scholar makes of the braces that protect capitals.
STRAY_BRACE = re.compile(r"\$\\[{}]\$")
STYLED = re.compile(
    r"\\(?:text(?:bf|it|sl|sc|rm|sf)|emph|underline|uline|ul|mbox|(?:textcolor|href)\s*\{[^{}]*\})"
    r"\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})+)\}"
    r"|\{\\(?:bf|bfseries|it|em|sl|sc)\s+((?:[^{}]|\{[^{}]*\})+)\}"
)
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)")
# Text that means itself in LaTeX.
PLAIN = re.compile(r"(?:[\w\s.,:;()/+=*\"|<>&%#@\[\]]|-(?!-)|'(?!')|[?!](?!`))*+")
TOKEN = re.compile(
    r"""\$(?P<comparison>[<>|])\$
      | (?P<formula>\$(?=[^$]*[\\^_])(?:[^$\\]|\\.)+\$|\$[^\s$][^$\\]*\$(?!\d)|\\\((?:[^\\]|\\[^)]){,400}?\\\))
      | \\(?:url|path|nolinkurl)\s*\{(?P<address>[^{}]*)\}
      | \\href\s*\{[^{}]*\}\s*(?=\{)
      | \\textsuperscript\s*\{(?P<raised>[^{}\\]*)\}
      | \\(?P<accent>['`^"~=.]|[uvHckdbrt](?![A-Za-z]))\s*
          (?:\{\s*(?P<in_braces>\\[ij]|\\['`^"~=.uvH]\s*(?:[^\W\d_]|\{[^\W\d_]\})|[^\W\d_])\s*\}
            |(?:\{\})?(?P<letter>\\[ij](?![A-Za-z])[ ]?|[^\W\d_]))
      | \\(?P<name>[A-Za-z]+)\*?(?P<end>\{\}|\s?)
      | \\(?P<space>[ ,;:\n\\\-/!@])
      | \\(?P<sign>.?)
      | (?P<joined>---?|``|''|[?!]`|[~{}])""",
    re.VERBOSE | re.DOTALL,
)


def escape(text: str) -> str:
    """Return plain text as LaTeX on one line; letters of all scripts stay as they are."""
    escaped = unicodedata.normalize("NFC", text).translate(ESCAPES)
    return " ".join(LIGATURE.sub("{}", escaped).split())


def without_styling(latex: str) -> str:
    """Return LaTeX with what commands of bold, underlined or coloured text and of links hold in their place."""
    while (cut := STYLED.sub(lambda match: match[1] or match[2], latex)) != latex:
        latex = cut
    return latex


def plain(latex: str) -> str:
    """Return LaTeX as plain text on one line: accents composed, commands and braces gone, formulas as they stand."""
    return _read(latex, in_letters=False)


def in_letters(latex: str) -> str:
    """Return LaTeX as plain text on one line, with formulas in Unicode letters where there are such."""
    return _read(latex, in_letters=True)


@lru_cache(maxsize=4096)  # the names of journals and authors recur
def _read(latex: str, in_letters: bool) -> str:
    text = latex if PLAIN.fullmatch(latex) else TOKEN.sub(partial(_printed, in_letters), STRAY_BRACE.sub("", latex))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _printed(in_letters: bool, token: re.Match[str]) -> str:
    """Return what a token prints; an unknown command its name, unless it has an argument."""
    if formula := token["formula"]:
        bare = formula.strip("$").removeprefix(r"\(").removesuffix(r"\)")
        letters = formula_in_letters(bare) if in_letters else None
        return formula if letters is None else letters
    if token["accent"]:
        base = (token["in_braces"] or token["letter"]).strip()
        base = DOTLESS.get(base) or (plain(base) if base.startswith("\\") else base)
        return base + COMBINING[token["accent"]]
    if name := token["name"]:
        has_argument = not token["end"] and token.string.startswith("{", token.end())
        printed = WORDS.get(name, "" if has_argument else sign_called(name) or name)
        is_word = token["end"].isspace() and printed and name not in LETTERS
        return f"{printed} " if is_word else printed
    if token["joined"]:
        return JOINED[token["joined"]]
    if token["space"]:
        return SPACES[token["space"]]
    raised = token["raised"] or ""
    in_raised = in_script(raised) if raised.isdigit() else raised
    return in_raised or token["address"] or token["sign"] or token["comparison"] or ""


class NoUnicodeLetters(Exception):
    """Raised for a formula that has no form in Unicode letters."""


def formula_in_letters(formula: str) -> str | None:
    """Return a formula without its dollar signs in Unicode letters; None if there aren't letters for all of it."""
    if len(formula) > MAX_FORMULA_LENGTH:
        return None
    try:
        bare = FUNCTIONS.sub(r"\1 ", UPRIGHT.sub(r"\1", SIZES.sub("", formula)))
        text = _unicode(SCRIPT.sub(_script_in_letters, bare))
    except (NoUnicodeLetters, RecursionError):
        return None
    return None if UNREAD.search(text) else " ".join(text.replace("ϵ", "ε").split())


@lru_cache(maxsize=1024)
def sign_called(name: str) -> str:
    """Return the sign that a command such as ``\\theta`` prints; nothing if it isn't known."""
    return _unicode(f"\\{name}").strip() if name in KNOWN_COMMANDS else ""


def in_script(text: str, letters: dict[str, str] = RAISED) -> str:
    """Return a text in raised or lowered letters; nothing if one of its letters has none."""
    return "".join(letters[letter] for letter in text) if set(text) <= letters.keys() else ""


def _script_in_letters(match: re.Match[str]) -> str:
    written = (match[2] if match[3] is None else match[3]).strip()
    if match[1] == "^" and written in RAISED_SIGNS:
        return RAISED_SIGNS[written]
    inner = _unicode(written)
    placed = in_script(inner.replace(" ", ""), RAISED if match[1] == "^" else LOWERED)
    if inner and not placed:
        raise NoUnicodeLetters
    return placed


def _unicode(latex: str) -> str:
    return str(FORMULA_READER.latex_to_text(latex)) if "\\" in latex else latex.replace("{", "").replace("}", "")
