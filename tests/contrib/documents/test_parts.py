import json
from dataclasses import asdict

import pytest

from labsite.contrib.documents.parts import (
    Document,
    DocumentSection,
    DocumentTable,
    Span,
    filled,
    from_data,
    joined,
    printable,
    text,
    words,
)

from .whole import WHOLE


def test_a_document_is_the_same_after_it_was_json():
    assert from_data(json.loads(json.dumps(asdict(WHOLE)))) == WHOLE


def test_a_table_that_was_kept_with_an_empty_caption_is_read():
    table = DocumentTable(("Year",), ((text("2024"),),))
    document = Document("A", "en", "2024-06-30", sections=(DocumentSection("a", "A", (table,)),))
    data = json.loads(json.dumps(asdict(document)))
    data["sections"][0]["blocks"][0]["caption"] = ""
    assert from_data(data) == document


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "data:text/html,x", "/papers/", "#fn1", "file:///etc/passwd"]
)
def test_what_is_no_address_elsewhere_is_no_link(address):
    assert Span("here", address).href == ""


@pytest.mark.parametrize(
    "address", ["https://a.example", "http://a.example", "mailto:a@b.example", "tel:+46", "HTTPS://A.b"]
)
def test_addresses_are_links(address):
    assert Span("here", address).href == address


@pytest.mark.parametrize(
    ("before", "after", "becomes"),
    [
        ("Systems (EuroSys)", "2026", "Systems (EuroSys), 2026"),
        ("2024年6月", "已投稿", "2024年6月，已投稿"),
        ("优秀论文）", "2024", "优秀论文），2024"),
    ],
)
def test_punctuation_is_full_width_only_behind_chinese_letters(before, after, becomes):
    assert words(joined((text(before), text(after)), "，")) == becomes


@pytest.mark.parametrize(
    ("award", "note", "becomes"),
    [
        ("Golden Quokka", "唯一", "Golden Quokka (唯一): 是"),
        ("金袋鼠奖", "Only-ever", "金袋鼠奖（Only-ever）：是"),
        ("", "Once", "（Once）：是"),
    ],
)
def test_a_bracket_is_closed_as_it_was_opened(award, note, becomes):
    assert words(filled("%(award)s（%(note)s）：是", award=award, note=note)) == becomes


def test_characters_that_no_file_can_hold_are_left_out_everywhere():
    assert printable(("a\x00b", (Span("c\ud800", is_strong=True),))) == ("ab", (Span("c", is_strong=True),))
    assert printable(WHOLE) == WHOLE
