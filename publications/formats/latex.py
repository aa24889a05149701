"""Plain text as LaTeX prints it, and LaTeX as people read it."""

import re
import unicodedata
from functools import lru_cache

from .formulas import letters, script, sign_called
from .latex_signs import COMBINING, DOTLESS, JOINED, LETTERS, SPACES, WORDS

# Braces become commands, because BibTeX counts even escaped ones. The commands are in lower case, so that a style
# which puts a title into lower case leaves them whole.
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
# What Google Scholar makes of braces that protect capitals.
STRAY_BRACE = re.compile(r"\$\\[{}]\$")
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)")
# Nothing in it that LaTeX would read as anything else.
PLAIN = re.compile(r"(?:[\w\s.,:;()/+=*\"|<>&%#@\[\]]|-(?!-)|'(?!')|[?!](?!`))*+")
TOKEN = re.compile(
    r"""\$(?P<comparison>[<>|])\$
      | (?P<formula>\$(?=[^$]*[\\^_])(?:[^$\\]|\\.)+\$|\$[^\s$][^$\\]*\$(?!\d)|\\\((?:[^\\]|\\[^)]){,400}?\\\))
      | \\(?:url|path|nolinkurl)\s*\{(?P<address>[^{}]*)\}
      | \\href\s*\{[^{}]*\}\s*(?=\{)
      | \\textsuperscript\s*\{(?P<raised>[^{}\\]*)\}
      | \\(?P<accent>['`^"~=.]|[uvHckdbrt](?![A-Za-z]))\s*
          (?:\{\s*(?P<in_braces>\\[ij]|[^\W\d_])\s*\}|(?:\{\})?(?P<letter>\\[ij](?![A-Za-z])[ ]?|[^\W\d_]))
      | \\(?P<name>[A-Za-z]+)\*?(?P<end>\{\}|\s?)
      | \\(?P<space>[ ,;:\n\\\-/!@])
      | \\(?P<sign>.?)
      | (?P<joined>---?|``|''|[?!]`|[~{}])""",
    re.VERBOSE | re.DOTALL,
)


def escape(text: str) -> str:
    """Return plain text as LaTeX, on one line; letters of all scripts stay as they are."""
    escaped = unicodedata.normalize("NFC", text).translate(ESCAPES)
    return " ".join(LIGATURE.sub("{}", escaped).split())


def plain(latex: str) -> str:
    """Return LaTeX as plain text on one line: accents composed, commands and braces gone, formulas as they stand."""
    return _read(latex, in_letters=False)


def in_letters(latex: str) -> str:
    """Return the same with formulas in letters of Unicode, where there are such."""
    return _read(latex, in_letters=True)


@lru_cache(maxsize=4096)  # names of journals and of authors come again and again
def _read(latex: str, in_letters: bool) -> str:
    read = _with_letters if in_letters else _with_formulas
    text = latex if PLAIN.fullmatch(latex) else TOKEN.sub(read, STRAY_BRACE.sub("", latex))
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _with_formulas(token: re.Match[str]) -> str:
    return token["formula"] or _text(token)


def _with_letters(token: re.Match[str]) -> str:
    formula = token["formula"]
    if not formula:
        return _text(token)
    found = letters(formula.strip("$").removeprefix(r"\(").removesuffix(r"\)"))
    return formula if found is None else found


def _text(token: re.Match[str]) -> str:
    """Return what a token prints; an unknown command its name, unless it is said of something in braces."""
    if token["accent"]:
        return _accented(token)
    if token["name"]:
        return _named(token)
    if token["joined"]:
        return JOINED[token["joined"]]
    if token["space"]:
        return SPACES[token["space"]]
    raised = token["raised"] or ""
    return (
        (script(raised) if raised.isdigit() else raised)
        or token["address"]
        or token["sign"]
        or token["comparison"]
        or ""
    )


def _accented(token: re.Match[str]) -> str:
    base = (token["in_braces"] or token["letter"]).strip()
    return DOTLESS.get(base, base) + COMBINING[token["accent"]]


def _named(token: re.Match[str]) -> str:
    name = token["name"]
    said_of_what_follows = not token["end"] and token.string.startswith("{", token.end())
    said = WORDS.get(name, "" if said_of_what_follows else sign_called(name) or name)
    is_word = token["end"].isspace() and said and name not in LETTERS
    return f"{said} " if is_word else said
