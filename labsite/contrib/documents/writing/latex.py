r"""Documents as LaTeX for those who keep a document of their own: an article to be edited, with few packages.

What Latin fonts print compiles with each engine; where there is more, it asks for XeLaTeX or LuaLaTeX.
"""

import re
from collections.abc import Iterable, Iterator

from django.utils.encoding import iri_to_uri
from pylatexenc.latexencode import get_builtin_uni2latex_dict

from labsite.contrib.documents.parts import (
    CJK,
    Block,
    Bullets,
    Chart,
    Document,
    DocumentTable,
    Entries,
    Paragraph,
    SectionHeading,
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
EMPTY_LINE = "\n"  # before a paragraph


def write(document: Document) -> bytes:
    """Return the document as a file."""
    body = [*_head(document), *(line for block in read_through(document.sections) for line in _block(block))]
    body_text = "\n".join(body)
    lines = (*_preamble(document, body_text), "", r"\begin{document}", body_text, "", r"\end{document}", "")
    return "\n".join(lines).encode()


def _preamble(document: Document, body: str) -> Iterator[str]:
    is_latin, has_cjk = LATIN.fullmatch(body), CJK.search(body)
    if not is_latin:
        yield "% !TEX program = xelatex"
    yield from (r"\documentclass[11pt,a4paper]{article}", r"\usepackage[margin=22mm]{geometry}")
    if is_latin:
        yield from (r"\usepackage{iftex}", r"\ifPDFTeX\usepackage[T1]{fontenc}\fi", r"\usepackage{lmodern}")
    else:
        yield from (r"\usepackage{iftex}", r"\RequireTUTeX % XeLaTeX or LuaLaTeX", r"\usepackage{fontspec}")
        yield r"\IfFontExistsTF{CMU Serif}{\setmainfont{CMU Serif}}{}"
    if has_cjk:
        yield r"\usepackage{ctex}" if document.language.startswith("zh") else r"\usepackage[scheme=plain]{ctex}"
    if r"\ensuremath" in body:
        yield r"\usepackage{amssymb}"
    if r"\begin{longtable}" in body:
        yield r"\usepackage{array,longtable}"
    yield from (r"\usepackage{enumitem}", r"\usepackage[hidelinks]{hyperref}", r"\hypersetup{")
    values = {"title": document.title, "author": document.author, "subject": document.about}
    values |= {"keywords": ", ".join(document.keywords), "lang": document.language}
    yield from (f"  pdf{name}={{{escape(value)}}}," for name, value in values.items() if value)
    yield from ("}", "", r"\setcounter{secnumdepth}{0}", r"\setlength{\parindent}{0pt}")
    yield r"\setlength{\parskip}{0.6ex plus 0.2ex}"
    yield "% One thing of a list: \\item[label], and its lines with \\newline between them."
    yield from (r"\newlist{entries}{description}{1}", r"\setlist{nosep, itemsep=0.6ex}")
    yield r"\setlist[entries]{style=nextline, font=\normalfont, leftmargin=!, itemsep=0.6ex, align=left,"
    yield r"  before={\interlinepenalty=10000}}"  # so that no entry is parted by the end of a page
    if document.running_title:
        yield rf"\pagestyle{{myheadings}}\markright{{{_printed(document.running_title)}}}"


def _head(document: Document) -> Iterator[str]:
    native = rf" {{\Large {_printed(document.native_title)}}}" if document.native_title else ""
    yield rf"\raggedright\thispagestyle{{plain}}{{\LARGE\bfseries {_printed(document.title)}}}{native}"
    if document.subtitle:
        yield rf"{EMPTY_LINE}{{\large {_printed(document.subtitle)}}}"
    if document.lines:
        yield EMPTY_LINE + "\\\\\n".join(_first(inline(line)) for line in document.lines)


def _block(block: SectionHeading | Block) -> Iterator[str]:
    match block:
        case SectionHeading():
            yield rf"{EMPTY_LINE}\{HEADINGS[min(block.level, len(HEADINGS)) - 1]}{{{_printed(block.text)}}}"
            if block.note:
                yield rf"{{\small {inline(block.note)}\par}}"
        case Paragraph():
            yield EMPTY_LINE + inline(block.text)
        case Bullets():
            name = "enumerate" if block.is_numbered else "itemize"
            yield from _list(name, map(_item, block.items))
        case Entries():
            widest = min(max((columns_of(row.label) for row in block.rows), default=0), WIDEST_LABEL)
            rows = []
            for row in block.rows:
                lines = "\\newline\n    ".join(map(inline, row.lines))
                points = _list("itemize", map(_item, row.points))
                rows.append(rf"  \item[{{{_printed(row.label)}}}] " + "\n    ".join((lines, *points)))
            together = ", beginpenalty=10000, midpenalty=10000" * block.is_unparted
            yield from _list("entries", rows, f"[labelwidth={widest * EM:.2f}em{together}]")
        case DocumentTable():
            yield from _table(block)
        case Chart():
            yield from _chart(block)


def _list(name: str, items: Iterable[str], options: str = "") -> Iterator[str]:
    if lines := list(items):
        yield from (rf"\begin{{{name}}}{options}", *lines, rf"\end{{{name}}}")


def _item(point: Text) -> str:
    return rf"  \item {_first(inline(point))}"


def _table(table: DocumentTable) -> Iterator[str]:
    columns = max(map(len, (table.header, *table.rows)))
    share = (0.95 - 0.12 * len(table.numeric)) / max(columns - len(table.numeric), 1)
    wide = rf">{{\raggedright\arraybackslash}}p{{{share:.2f}\linewidth}}"
    kinds = "".join("r" if index in table.numeric else wide for index in range(columns))
    yield rf"\begin{{longtable}}[l]{{@{{}}{kinds}@{{}}}}"
    yield _row(rf"\textbf{{{_printed(cell)}}}" for cell in table.header)
    yield r"  \hline\noalign{\smallskip}\endhead"
    yield from (_row(map(inline, row)) for row in table.rows)
    yield r"\end{longtable}"


def _row(cells: Iterable[str]) -> str:
    return f"  {' & '.join(map(_first, cells))} \\\\"


def _chart(chart: Chart) -> Iterator[str]:
    most = max([1, *(number for _, number in chart.bars)])
    yield rf"{EMPTY_LINE}\emph{{{_printed(chart.label)}}}\nopagebreak"
    yield r"\begin{longtable}[l]{@{}lrl@{}}"
    for label, number in chart.bars:
        yield _row((_printed(label), str(number), rf"\rule{{{LONGEST_BAR * number / most:.3f}\linewidth}}{{1.2ex}}"))
    yield r"\end{longtable}"


def _first(latex: str) -> str:
    """Return what stands first behind a command that takes something in brackets or a star."""
    return ENDS_COMMAND.sub(lambda match: f"{{{match[0]}}}", latex)


def inline(text: Text) -> str:
    """Return a text with its looks as commands."""
    pieces = []
    for span in text:
        printed = _printed(span.text)
        if words := printed.strip():
            looks = {"textsuperscript": span.is_raised, "emph": span.is_emphasised, "textbf": span.is_strong}
            for command in (name for name, holds in looks.items() if holds):
                words = rf"\{command}{{{words}}}"
            if span.href:
                # An address is the argument of a command, which may stand in another one.
                quoted = re.sub(r"[\\{}^\"<>|`]", lambda match: f"%{ord(match[0]):02X}", iri_to_uri(span.href))
                address = re.sub(r"[%#&]", r"\\\g<0>", quoted)
                words = rf"\href{{{address}}}{{{words}}}"
        pieces.append(printed.replace(printed.strip(), words, 1) if words else printed)
    return "".join(pieces)


def _printed(text: str) -> str:
    """Return plain text as LaTeX; spaces at its ends stay, and signs that fonts lack are set as formulas."""
    around = (" " if text[:1].isspace() else "", " " if text[-1:].isspace() and text.strip() else "")
    latex = escape(text)
    for name, letters in SCRIPTS.items():
        runs = re.compile(f"[{''.join(letters)}]+".replace("-", r"\-"))
        latex = runs.sub(lambda run: rf"\text{name}{{{''.join(letters[each] for each in run[0])}}}", latex)  # noqa: B023
    latex = SIGNS.sub(lambda sign: FORMULAS.get(sign[0], sign[0]), latex)
    return f"{around[0]}{latex}{around[1]}"
