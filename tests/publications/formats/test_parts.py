"""What all readers share: dates, names, what addresses say, fields that nobody took."""

import pytest

from publications.citations.dates import date_in, month_in, years_in_words
from publications.citations.names import in_order, inverted, listed_names
from publications.citations.record import Name, RecordLink
from publications.formats.entries import Located, SourceFields, address_in


def test_years_in_words_are_of_the_last_century_and_this_one():
    assert years_in_words("Spring 1999–2001, room 1687, 20190 seats, 2019a") == [1999, 2001, 2019]


def test_month_of_a_date():
    table = [
        *(("2024-06-01", 6), ("2024/6", 6), ("06/2024", 6), ("2024 Jun 1", 6), ("1 June 2024", 6), ("JUN 1", 6)),
        *(("2024", None), ("2024/13", None), ("2024/00/00", None), ("Spring 2024", None), ("", None)),
    ]
    assert [(text, answer, month) for text, month in table if (answer := month_in(text)) != month] == []


def test_month_is_of_the_first_year_that_is_said():
    assert date_in("2024", "2023/05", "2024/06") == (2024, 6)
    assert date_in("99", "May") == (None, None)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Quill, Ada", Name("Ada", "Quill")),
        ("Hale, Max, Jr.", Name("Max", "Hale", "Jr.")),
        ("Hale, Jr., Max", Name("Max", "Hale", "Jr.")),
        ("Barnes and Noble,, Inc.", Name(literal="Barnes and Noble, Inc.")),
        ("Quill,", Name(literal="Quill")),
    ],
)
def test_inverted_name(text, name):
    assert inverted(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ada Quill", Name("Ada", "Quill")),
        ("Anna van der Berg", Name("Anna", "van der Berg")),
        ("Ludwig de la Fontaine Jr.", Name("Ludwig", "de la Fontaine", "Jr.")),
        ("Plato", Name(literal="Plato")),
        ("van Gogh", Name("van", "Gogh")),
    ],
)
def test_name_in_order(text, name):
    assert in_order(text) == name


def test_others_are_no_names():
    assert listed_names(["Ada Quill", "Max Hale et al."]) == (["Ada Quill", "Max Hale"], False)
    assert listed_names(["张三， 李四、王五", "欧，阳"]) == (["张三", "李四", "王五", "欧, 阳"], True)
    assert listed_names(["Ada Quill", "others"]) == (["Ada Quill"], False)
    assert listed_names(["Ada Quill", "Albert Al"]) == (["Ada Quill", "Albert Al"], True)


def test_address():
    table = [
        ("https://press.example/a", "https://press.example/a"),
        ("//press.example/a", "https://press.example/a"),
        ("www.press.example", "https://www.press.example"),
        ("press.example/a", "https://press.example/a"),
        *(("10.5555/a", ""), ("/files/a.pdf", ""), ("javascript:alert(1)", ""), ("Naps at www.press.example", "")),
    ]
    assert [(text, answer, address) for text, address in table if (answer := address_in(text)) != address] == []


def test_addresses_say_by_what_a_paper_is_known_and_where_it_is():
    located = Located()
    for text in (
        *("https://doi.org/10.5555/a", "https://doi.org/10.5555/b", "https://arxiv.org/abs/2406.18485v3"),
        *("https://press.example/a", "https://press.example/a", "https://press.example/a.pdf"),
        *("https://pubmed.ncbi.nlm.nih.gov/123/", "no address"),
    ):
        located.visit(text)
    assert located.fields() == {
        "doi": "10.5555/a",
        "arxiv_id": "2406.18485",
        "url": "https://press.example/a",
        "ids": (("doi", "10.5555/b"), ("pmid", "123")),
        "links": (
            RecordLink("page", "https://pubmed.ncbi.nlm.nih.gov/123/"),
            RecordLink("pdf", "https://press.example/a.pdf"),
        ),
    }


def test_fields_are_taken_once_and_the_rest_is_left():
    fields = SourceFields([("KW", "rest"), ("TI", "Naps"), ("T1", "naps"), ("KW", "sleep"), ("N1", "")])
    assert fields.take("T2", "TI") == "Naps"
    fields.forget("Naps", "T1")
    assert fields.left() == (("KW", "rest\nsleep"),)
