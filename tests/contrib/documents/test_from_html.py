"""What members write as Markdown, as parts of documents."""

from labsite.contrib.documents.parts import Bullets, DocumentTable, Paragraph, Span, blocks_of, text, words
from labsite.texts.markdown import render

SITE = "https://lab.example"


def said(markdown):
    return blocks_of(render(markdown), SITE)


def plain(markdown):
    """Return the words of paragraphs and of the items of lists."""
    return [
        [words(item) for item in part.items] if isinstance(part, Bullets) else words(part.text)
        for part in said(markdown)
    ]


def test_looks_and_links_stay_and_addresses_within_the_site_are_completed():
    assert said("On **slow *naps***, [here](/projects/naps/) and [there](https://a.example/?a=1&b=2).") == (
        Paragraph(
            text(
                "On ",
                Span("slow ", is_strong=True),
                Span("naps", is_strong=True, is_emphasised=True),
                ", ",
                Span("here", "https://lab.example/projects/naps/"),
                " and ",
                Span("there", "https://a.example/?a=1&b=2"),
                ".",
            )
        ),
    )


def test_lines_of_a_paragraph_are_one_and_signs_are_words():
    assert plain("One <b>\nand &amp;  \ntwo.\n\n> Quoted.") == ["One <b> and & two.", "Quoted."]


def test_a_heading_within_a_text_is_a_strong_paragraph():
    assert said("## Naps") == (Paragraph(text(Span("Naps", is_strong=True))),)


def test_lists_keep_whether_they_are_numbered():
    assert said("- a\n- b") == (Bullets((text("a"), text("b"))),)
    assert said("1. a\n2. b") == (Bullets((text("a"), text("b")), is_numbered=True),)


def test_a_list_in_an_item_is_said_behind_it_and_counts_for_nothing():
    assert plain("1. one\n   - a\n   - b\n2. two\n\n   more") == [["one: a; b", "two more"]]


def test_a_formula_is_said_in_letters_or_as_it_was_written():
    assert plain(r"In $O(n^2)$ and $x^{\Omega}$.") == [r"In O(n²) and x^{\Omega}."]


def test_a_table_is_a_table():
    assert said("| a | b |\n|---|--:|\n| *x* | 12 |") == (
        DocumentTable(("a", "b"), ((text(Span("x", is_emphasised=True)), text("12")),), numeric=(1,)),
    )


def test_a_table_in_an_item_stands_before_its_list():
    table, bullets = said("- one\n\n  | a |\n  |---|\n  | x |\n- two")
    assert (table, bullets) == (DocumentTable(("a",), ((text("x"),),)), Bullets((text("one"), text("two"))))


def test_code_keeps_its_lines():
    assert plain("```\nif x:\n    nap()\n```") == ["if x:\n    nap()"]


def test_a_picture_is_said_by_its_words():
    assert plain("See ![a sleeping quokka](/media/q.png).") == ["See a sleeping quokka."]


def test_footnotes_and_their_marks_are_left_out():
    assert plain("Naps[^1] help.\n\n[^1]: Long ones.") == ["Naps help."]
