r"""Documents as LaTeX for those who keep a document of their own: an article to be edited, with few packages.

It is a template, latex_document.tex beside this, around latex_body.tex. What Latin fonts print compiles with each
engine; where there is more, it asks for XeLaTeX or LuaLaTeX.
"""

import re
from pathlib import Path

from django.template import Context, Engine, Library
from django.utils.encoding import iri_to_uri
from pylatexenc.latexencode import get_builtin_uni2latex_dict

from labsite.contrib.documents.parts import (
    CJK,
    Chart,
    Document,
    DocumentTable,
    Entries,
    Text,
    columns_of,
    read_through,
)
from publications.formats.latex import LOWERED, RAISED, escape

HEADINGS = ("section", "subsection", "subsubsection", "paragraph")
# Greek letters and signs, which are formulas to LaTeX; the others in between need packages that few have.
SIGNS = re.compile("[Α-ωϑϕϖϱϵℓℏℂℕℙℚℝℤ\u2194-\u2199\u21d0-\u21d5\u2200-\u22ff■□△○⟨⟩⟶⩽⩾]")
FORMULAS = {
    chr(code): latex for code, latex in get_builtin_uni2latex_dict().items() if latex.startswith(r"\ensuremath{")
}
SCRIPTS = {
    "superscript": {raised: letter for letter, raised in RAISED.items() if letter != raised},
    "subscript": {lowered: letter for letter, lowered in LOWERED.items()},
}
# What the font encoding T1 has letters for, and Latin Modern too.
LATIN = re.compile("[\n -~\xa0-\xac\xae-ĥĨ-ķĹ-ľŁ-ňŊ-ťŨ-žȘ-ț‐-‖‘-‚“-„†-•…‰‹›€№™←-↓]*")
ENDS_COMMAND = re.compile(r"^[\[*]")  # \item and \\ would take these for their own
WIDEST_LABEL, EM = 20, 0.55  # letters that a label's column holds at most, and the width of one
LONGEST_BAR = 0.5  # of a line

register = Library()
register.filter("escaped", escape)
engine = Engine(dirs=[str(Path(__file__).parent)], builtins=[__name__], autoescape=False)


def write(document: Document) -> bytes:
    """Return the document as a file."""
    context = Context({"document": document, "blocks": list(read_through(document.sections))}, autoescape=False)
    body = engine.get_template("latex_body.tex").render(context).removesuffix("\n")
    properties = {"title": document.title, "author": document.author, "subject": document.about}
    properties |= {"keywords": ", ".join(document.keywords), "lang": document.language}
    with context.push(body=body, properties=properties, is_latin=LATIN.fullmatch(body), has_cjk=CJK.search(body)):
        return engine.get_template("latex_document.tex").render(context).encode()


@register.filter
def heading(level: int) -> str:
    return HEADINGS[min(level, len(HEADINGS)) - 1]


@register.filter
def braced(latex: str) -> str:
    """Return the argument of a command; in a template its braces would be those of a tag."""
    return f"{{{latex}}}"


@register.filter
def label_width(block: Entries) -> str:
    widest = min(max(columns_of(row.label) for row in block.rows), WIDEST_LABEL)
    return f"{widest * EM:.2f}"


@register.filter
def columns(table: DocumentTable) -> str:
    """Return the columns of a table as their types: those of numbers are as wide as these, others share the rest."""
    number = max(map(len, (table.header, *table.rows)))
    share = (0.95 - 0.12 * len(table.numeric)) / max(number - len(table.numeric), 1)
    wide = rf">{{\raggedright\arraybackslash}}p{{{share:.2f}\linewidth}}"
    return f"@{{}}{''.join('r' if index in table.numeric else wide for index in range(number))}@{{}}"


@register.filter
def bars(chart: Chart) -> list[tuple[str, int, str]]:
    most = max([1, *(number for _, number in chart.bars)])
    return [(label, number, rf"{LONGEST_BAR * number / most:.3f}\linewidth") for label, number in chart.bars]


@register.filter
def behind_command(latex: str) -> str:
    """Return what stands first behind a command that takes something in brackets or a star."""
    return ENDS_COMMAND.sub(lambda match: f"{{{match[0]}}}", latex)


@register.filter
def inline(text: Text) -> str:
    """Return a text with its looks as commands."""
    pieces = []
    for span in text:
        latex = printed(span.text)
        if words := latex.strip():
            looks = {"textsuperscript": span.is_raised, "emph": span.is_emphasised, "textbf": span.is_strong}
            for command in (name for name, holds in looks.items() if holds):
                words = rf"\{command}{{{words}}}"
            if span.href:
                # An address is the argument of a command, which may stand in another one.
                quoted = re.sub(r"[\\{}^\"<>|`]", lambda match: f"%{ord(match[0]):02X}", iri_to_uri(span.href))
                address = re.sub(r"[%#&]", r"\\\g<0>", quoted)
                words = rf"\href{{{address}}}{{{words}}}"
            latex = latex.replace(latex.strip(), words, 1)
        pieces.append(latex)
    return "".join(pieces)


@register.filter
def printed(text: str) -> str:
    """Return plain text as LaTeX; spaces at its ends stay, and signs that fonts lack are set as formulas."""
    around = (" " if text[:1].isspace() else "", " " if text[-1:].isspace() and text.strip() else "")
    latex = escape(text)
    for name, letters in SCRIPTS.items():
        runs = re.compile(f"[{''.join(letters)}]+".replace("-", r"\-"))
        latex = runs.sub(lambda run: rf"\text{name}{{{''.join(letters[each] for each in run[0])}}}", latex)  # noqa: B023
    latex = SIGNS.sub(lambda sign: FORMULAS.get(sign[0], sign[0]), latex)
    return f"{around[0]}{latex}{around[1]}"
