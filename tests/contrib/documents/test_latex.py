"""Documents as LaTeX: read again by the site's own reader, so that what LaTeX prints is what the document says."""

import re

import pytest

from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.parts import (
    Document,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Span,
    text,
)
from labsite.contrib.documents.writing.latex import inline
from publications.formats.latex import plain

from .whole import CHINESE, HOSTILE, WHOLE, missing

LAYOUT = re.compile(
    r"\\(?:begin|end)\{\w+\}(?:\[[^]]*\])?(?:\{@.*@\{\}\})?|\\(?:item|newline|hline|endhead|noalign|nopagebreak|par)\b"
    r"|\\(?:LARGE|Large|large|small|bfseries|raggedright)\b|\\thispagestyle\{plain\}|\\rule\{[^{}]*\}\{[^{}]*\}|\\\\(?=\n)|(?<!\\)&"
)
LOOKS = re.compile(r"\\(?:href\{[^{}]*\}|textsuperscript|subsection|subsubsection|section)(?=\{)")


def tex(document):
    return FORMATS["tex"].write(document).decode()


def printed(source):
    """Return the words of a file's body."""
    body = source.partition("\\begin{document}")[2].rpartition("\\end{document}")[0]
    return plain(LOOKS.sub("", LAYOUT.sub(" ", body)).replace("\\smallskip", ""))


@pytest.mark.parametrize("document", [WHOLE, CHINESE], ids=["English", "Chinese"])
def test_every_text_is_printed_in_its_order(document):
    assert missing(document, printed(tex(document))) == []


def test_braces_and_environments_are_balanced():
    source = tex(WHOLE)
    bare, begun = re.sub(r"\\[{}]", "", source), re.findall(r"\\begin\{(\w+)\}", source)
    assert bare.count("{") == bare.count("}")
    assert len(begun) == 12
    assert sorted(begun) == sorted(re.findall(r"\\end\{(\w+)\}", source))


@pytest.mark.parametrize("words", HOSTILE)
def test_commands_in_a_text_are_words(words):
    source = inline(text(words))
    known = r"\\(?:textbackslash|textbraceleft|textbraceright|textasciitilde|textasciicircum)\{\}|\\[&%$#_]"
    assert not re.search(r"[\\%#&_^~]", re.sub(known, "", source))
    assert plain(source) == " ".join(words.split())


def test_looks_are_commands_with_the_spaces_outside():
    said = text(
        Span("Zoë ", is_strong=True), Span("1,2", is_raised=True), Span(" SYSCON ", is_emphasised=True), "2024"
    )
    assert inline(said) == r"\textbf{Zoë} \textsuperscript{1,2} \emph{SYSCON} 2024"


def test_an_address_holds_no_sign_that_ends_it():
    link = Span("a", "https://a.example/{b}%20c#d&e\\f")
    assert inline(text(link)) == r"\href{https://a.example/\%7Bb\%7D\%20c\#d\&e\%5Cf}{a}"


def test_greek_letters_signs_and_raised_figures_are_formulas():
    assert inline(text("O(n²) ≤ α⁻¹² xᵢ")) == (
        r"O(n\textsuperscript{2}) \ensuremath{\leq} \ensuremath{\alpha}\textsuperscript{-12} x\textsubscript{i}"
    )


def test_brackets_and_stars_at_a_start_belong_to_no_command():
    table = DocumentTable(("[a]", "*b"), ((text("[c]"), text("*d")),))
    document = Document(
        "Z", "en", "2024-06-30", sections=(DocumentSection("s", "S", (table, Entries((DocumentEntry("[J3]", ()),)))),)
    )
    source = tex(document)
    assert "  {[}c] & {*}d \\\\\n" in source
    assert "\\item[{[J3]}]" in source


def test_no_page_ends_within_what_stays_together():
    rows = Entries((DocumentEntry("2024", (text("Golden Quokka"),)),), is_unparted=True)
    source = tex(Document("Z", "en", "2024-06-30", sections=(DocumentSection("awards", "Awards", (rows,)),)))
    assert "\\begin{entries}[labelwidth=2.20em, beginpenalty=10000, midpenalty=10000]" in source


def test_latin_documents_compile_with_every_engine_and_others_ask_for_one_with_unicode():
    latin, cyrillic, chinese = (tex(Document(name, "en", "2024-06-30")) for name in ("Zoë “ł”", "Иво", "林佐伊"))
    assert ("RequireTUTeX" in latin, "RequireTUTeX" in cyrillic, "ctex" in cyrillic) == (False, True, False)
    assert "\\usepackage[scheme=plain]{ctex}" in chinese
    assert "\\usepackage{ctex}" in tex(CHINESE)
