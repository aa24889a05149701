import json
from dataclasses import asdict

import pytest

from labsite.contrib.documents.parts import Span, from_data, printable

from .whole import WHOLE


def test_a_document_is_the_same_after_it_was_json():
    assert from_data(json.loads(json.dumps(asdict(WHOLE)))) == WHOLE


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


def test_characters_that_no_file_can_hold_are_left_out_everywhere():
    assert printable(("a\x00b", (Span("c\ud800", is_strong=True),))) == ("ab", (Span("c", is_strong=True),))
    assert printable(WHOLE) == WHOLE
