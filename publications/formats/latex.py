"""Plain text as LaTeX prints it, and LaTeX as people read it."""

import re
import unicodedata
from functools import lru_cache

from pylatexenc.latex2text import LatexNodes2Text, MacroTextSpec, get_default_latex_context_db

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
LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)")
LINK = re.compile(r"\\(?:url|href)\{([^{}]*)\}(?:\{([^{}]*)\})?")
SIGN = re.compile(r"(?<!\\)\$([<>|])\$")
# Nothing in it that LaTeX would read as anything else.
PLAIN = re.compile(r"(?:[\w\s.,:;()/+=*]|-(?!-))*")
BARE_AMPERSAND = re.compile(r"(?<!\\)&")


def _reader() -> LatexNodes2Text:
    context = get_default_latex_context_db()
    missing = {"textbraceleft": "{", "textbraceright": "}", "textasciicircum": "^"}
    macros = [MacroTextSpec(name, simplify_repl=character) for name, character in missing.items()]
    context.add_context_category("braces", macros=macros, prepend=True)
    return LatexNodes2Text(context, math_mode="verbatim", keep_comments=True, strict_latex_spaces=False)


READER = _reader()


def escape(text: str) -> str:
    """Return plain text as LaTeX, on one line; letters of all scripts stay as they are."""
    escaped = unicodedata.normalize("NFC", text).translate(ESCAPES)
    return " ".join(LIGATURE.sub("{}", escaped).split())


@lru_cache(maxsize=256)  # reading an entry asks for most of its fields more than once
def plain(latex: str) -> str:
    """Return LaTeX as plain text on one line: accents composed, commands and braces gone, formulas as they stand."""
    if PLAIN.fullmatch(latex) and "_" not in latex:
        return unicodedata.normalize("NFC", " ".join(latex.split()))
    known = LINK.sub(lambda link: link[2] or link[1], SIGN.sub(r"\1", BARE_AMPERSAND.sub(r"\\&", latex)))
    return unicodedata.normalize("NFC", " ".join(READER.latex_to_text(known).split()))
