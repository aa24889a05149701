"""Documents as Markdown are read again by a parser of CommonMark: what it shows is what the document says."""

from dataclasses import replace

from markdown_it import MarkdownIt

from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.parts import (
    Bullets,
    Document,
    DocumentEntry,
    DocumentSection,
    DocumentTable,
    Entries,
    Paragraph,
    Span,
    printable,
    text,
)
from labsite.contrib.documents.writing.markdown import inline
from labsite.texts.plain_text import plain

from .whole import HOSTILE, WHOLE, missing

PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def html(source):
    return PARSER.render(source).replace("\n", "")


def written(*blocks):
    """Return what a section with these blocks becomes, without its heading."""
    document = Document("Zoë", "en", "2024-06-30", sections=(DocumentSection("s", "S", blocks),))
    return FORMATS["md"].write(document).decode().partition("## S\n\n")[2]


def test_every_text_is_shown_in_its_order():
    shown = plain(PARSER.render(FORMATS["md"].write(WHOLE).decode()).replace("<br />", " "))
    assert missing(WHOLE, shown) == []


def test_headings_of_parts_stand_below_those_of_sections():
    shown = html(FORMATS["md"].write(WHOLE).decode())
    for heading in (
        "<h1>Zoë Lindqvist 林佐伊</h1>",
        "<h2>Publications</h2>",
        "<h3>Journal papers</h3>",
        "<h4>Accepted</h4>",
        "<h2>100 % _odd_</h2>",
    ):
        assert heading in shown


def test_marks_in_a_text_are_words():
    assert [
        (words, answer) for words in HOSTILE if (answer := html(inline(text(words)))) != f"<p>{html_of(words)}</p>"
    ] == []


def html_of(words):
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def test_looks_are_marks_that_a_parser_reads():
    table = [
        ((Span(" Hu ", is_strong=True), "and"), "<strong>Hu</strong> and"),
        ((Span("Hu.", is_strong=True), "x"), "<strong>Hu</strong>.x"),
        (("x", Span("（胡）", is_strong=True), "是"), "x（<strong>胡</strong>）是"),
        ((Span("a", is_strong=True), Span("b", is_emphasised=True)), "<strong>a</strong>b"),
        ((Span("a", is_strong=True), Span("b", is_strong=True)), "<strong>ab</strong>"),
        (
            (Span("Why?", "https://a.example/<b>", True), "!"),
            '<a href="https://a.example/%3Cb%3E"><strong>Why?</strong></a>!',
        ),
        (("Stop!", Span("here", "https://a.example")), 'Stop!<a href="https://a.example">here</a>'),
        ((Span("...", is_strong=True), "x"), "...x"),
        ((Span("a", is_strong=True), Span("\0"), "b"), "<strong>a</strong>b"),
        (("Hu", Span("12", is_raised=True)), "Hu¹²"),
        (("Hu", Span("†‡", is_raised=True)), "Hu†‡"),
    ]
    assert [
        (spans, shown, answer)
        for spans, shown in table
        if (answer := html(inline(printable(text(*spans))))) != f"<p>{shown}</p>"
    ] == []


def test_lines_of_a_text_stay_lines():
    assert html(inline(text("one\n- two\n\n    three"))) == "<p>one<br />- two<br /><br />three</p>"


def test_a_heading_that_ends_in_a_mark_of_headings_keeps_it():
    document = Document("On F #", "en", "2024-06-30")
    assert FORMATS["md"].write(document) == b"# On F \\#\n"


def test_entries_are_items_with_their_label_and_lines():
    rows = (
        DocumentEntry("[J3]", (text("A title"), text("Its authors"))),
        DocumentEntry("2021–", (text("PhD"),), (text("Naps"),)),
        DocumentEntry("", ()),
    )
    assert written(Entries(rows)) == "- [J3] A title  \n  Its authors\n- *2021–* PhD\n  - Naps\n-\n"


def test_lists_one_after_the_other_stay_apart():
    numbered = Bullets((text("First"),), is_numbered=True)
    shown = html(written(numbered, numbered, Bullets((text("a"),)), Paragraph(text("p")), Bullets((text("b"),))))
    assert (shown.count("<ol>"), shown.count("<ul>")) == (2, 2)


def test_a_table_has_numbers_at_the_right():
    table = DocumentTable(("Course | year", "Students"), ((text("A|B\nC"), text("12")),), (1,))
    assert written(table) == "| Course \\| year | Students |\n| --- | ---: |\n| A\\|B C | 12 |\n"


def test_what_no_file_can_hold_is_left_out():
    document = replace(WHOLE, title="a\x00b\ud800c", sections=())
    assert FORMATS["md"].write(document).decode().startswith("# abc 林佐伊\n")
