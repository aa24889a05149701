"""Papers as references in the styles of citations: exactly what each style makes of each kind of paper."""

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from labsite.contrib.documents.lists import references
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.parts import words
from labsite.contrib.documents.templatetags.documents import spans
from publications import formats
from publications.citations.record import Name, Record
from tests.publications.records import ACCEPTED, BARE, CHINESE, LATEX, NAMES, QUOKKA, RECORDS, SUBMITTED

EXPECTED = tomllib.loads(Path(__file__).with_name("references.toml").read_text(encoding="utf-8"))
UNUSUAL = (QUOKKA, SUBMITTED, ACCEPTED, BARE, CHINESE, NAMES, LATEX)
UNSERVED = Record("unserved", "Not Yet", "preprint", "submitted", (Name("Ada", "Quill"),), 2026)
ELSEWHERE = Record("elsewhere", "Naps in Mice", "preprint", "preprint", (Name("Ada", "Quill"),), 2026, venue="bioRxiv")
QUESTION = Record("question", "Why “Rest”?", "journal", authors=(Name("D’Arcy", "Quill"),), year=2024, venue="Rest")
MANUALS = {
    "chicago": Record(
        key="cmos",
        title="Temporal Variation in Selection Influences Microgeographic Local Adaptation",
        kind="journal",
        authors=(Name("Emily L.", "Dittmar"), Name("Douglas W.", "Schemske")),
        year=2023,
        venue="American Naturalist",
        volume="202",
        number="4",
        pages="471–485",
        doi="10.1086/725865",
    ),
    "gb-7714": Record(
        key="gb",
        title="蓝田生物群：一个认识多细胞生物起源和早期演化的新窗口",
        kind="journal",
        authors=tuple(Name(literal=name) for name in ("袁训来", "陈哲", "肖书海", "万斌")),
        year=2012,
        venue="科学通报",
        volume="55",
        number="34",
        pages="3219",
    ),
    "vancouver": Record(
        key="icmje",
        title="Solid-organ transplantation in HIV-infected patients",
        kind="journal",
        authors=(Name("Scott D.", "Halpern"), Name("Peter A.", "Ubel"), Name("Arthur L.", "Caplan")),
        year=2002,
        venue="N Engl J Med",
        volume="347",
        number="4",
        pages="284–287",
    ),
}


def made(style, *records, theirs=()):
    """Return records as references, as HTML."""
    return [spans(said) for said in references.cited(records, style, theirs)]


def as_plain(style, record):
    return words(references.cited([record], style)[0])


@pytest.mark.parametrize("style", STYLES)
def test_unusual_papers(style):
    cited = [*UNUSUAL, QUESTION, UNSERVED, ELSEWHERE, *filter(None, [MANUALS.get(style)])]
    assert {record.key: said for record, said in zip(cited, made(style, *cited), strict=True)} == EXPECTED[style]


@pytest.mark.parametrize("style", ["acm", "apa", "ieee"])
def test_the_sites_own_styles_say_what_the_pages_of_papers_say(style):
    own = formats.STYLES[style.upper()]
    assert [as_plain(style, record) for record in RECORDS] == [own(record) for record in RECORDS]


@pytest.mark.parametrize(
    ("style", "strong"),
    [
        ("acm", "Jean-Paul de la Fontaine"),
        ("apa", "de la Fontaine, J.-P."),
        ("chicago", ""),  # which names three of them
        ("harvard", ""),
        ("lncs", "de la Fontaine, J.-P."),
        ("aps", "J.-P. de la Fontaine"),
    ],
)
def test_the_name_of_whom_a_list_is_about_is_strong_where_it_is_said(style, strong):
    [said] = references.cited([NAMES], style, [[7]])
    assert "".join(span.text for span in said if span.is_strong) == strong


@pytest.mark.parametrize(
    ("style", "strong"),
    [("apa", "Quill, A."), ("mla", "Ada Quill"), ("vancouver", "Quill A."), ("gb-7714", "QUILL A.")],
)
def test_of_two_with_one_family_name_the_right_one_is_strong(style, strong):
    namesakes = replace(QUOKKA, authors=(Name("Bo", "Quill"), Name("Ada", "Quill")))
    [said] = references.cited([namesakes], style, [[1]])
    assert [span.text for span in said if span.is_strong] == [strong]
    assert words(said) == as_plain(style, namesakes)


def test_a_name_in_chinese_is_strong_as_a_whole():
    names = (Name("佐伊", "林"), Name(literal="王安"))
    paper = Record("lin", "休息", kind="journal", authors=names, year=2024, venue="学报")
    assert made("gb-7714", paper, theirs=[[0]]) == ["<strong>林佐伊</strong>, 王安. 休息[J]. 学报, 2024."]
    assert made("apa", paper, theirs=[[1]]) == ["林佐伊, &amp; <strong>王安</strong>. (2024). 休息. <em>学报</em>."]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "text", ['$x$ #eval("1") {a', "} \\{", "<li>*a* </li>", "x\x01\ue000y", "a: &b *c", "-", "– 5, §", "'\"", "null"]
)
def test_whatever_a_paper_says_is_no_markup(style, text):
    everywhere = dict.fromkeys(("title", "venue", "volume", "number", "article", "pages", "publisher"), text)
    paper = Record("k", kind="journal", authors=(Name(text, text), Name(literal=text)), year=2024, **everywhere)
    [said] = references.cited([replace(paper, doi=f"10.5555/{text}")], style)
    assert text.replace("\x01", "").replace("\ue000", "").rstrip() in words(said)
    assert "<li>" not in spans(said)


@pytest.mark.parametrize("style", STYLES)
def test_a_doi_is_a_link_and_an_address_stays_as_it_is_written(style):
    [said] = references.cited([replace(QUOKKA, doi="10.5555/(a)90;2-é")], style)
    assert [span.href for span in said if span.href] == (
        [] if style == "aps" else ["https://doi.org/10.5555/(a)90;2-é"]
    )
    [said] = references.cited([replace(QUOKKA, doi="", url="https://Press.example/a%20b/é?x=1&y")], style)
    shows_none = style in ("acs", "aps", "lncs", "nature")
    assert [span.text for span in said if span.href] == ([] if shows_none else ["https://Press.example/a%20b/é?x=1&y"])


def test_long_lists_are_made_in_parts_and_in_order():
    papers = [replace(QUOKKA, title=f"Paper {number}") for number in range(references.AT_ONCE + 2)]
    said = references.cited(papers, "vancouver")
    assert words(said[0]).startswith("Lindqvist Z, Quill A. Paper 0. In")
    assert words(said[-1]).startswith(f"Lindqvist Z, Quill A. Paper {references.AT_ONCE + 1}. In")


def test_two_papers_of_a_year_get_no_letters():
    assert [" 2024." in said for said in made("chicago", QUOKKA, replace(QUOKKA, title="Another"))] == [True, True]


def test_nothing_is_said_of_when_an_address_was_visited():
    said = json.dumps([made(style, *RECORDS) for style in STYLES])
    assert "ccessed" not in said and "Retrieved 2" not in said
