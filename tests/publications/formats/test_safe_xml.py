"""XML from outside: what is read of it, and what is refused."""

import pytest
from hypothesis import given, settings, strategies as st

from publications import formats
from publications.citations.record import Unreadable
from publications.formats import dblp
from publications.formats.safe_parsing import xml_elements
from tests.corpora import files

OWN = "Line 1: this XML contains declarations, such as of entities, which aren’t accepted."


def texts(xml):
    return [element.text for element in xml_elements(xml, {"dblp"})]


def test_letters_are_read_however_they_are_written():
    assert texts("<dblp><a>M&uuml;ller &amp; <b>S&#246;hne</b> &lt;&unheard;</a></dblp>") == [
        "Müller & Söhne <&unheard;"
    ]


def test_a_dtd_may_be_named_but_is_never_fetched():
    named = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "https://dblp.org/xml/dblp.dtd">\n'
    assert texts(f"{named}<dblp><a>Zo&euml;</a></dblp>") == ["Zoë"]


@pytest.mark.parametrize(
    "declared",
    [
        '<!ENTITY a "b">',
        '<!ENTITY a SYSTEM "file:///etc/passwd">',
        '<!ENTITY % a SYSTEM "https://press.example/a.dtd"> %a;',
        '<!ATTLIST a b CDATA "c">',
    ],
)
def test_declarations_of_its_own_are_refused(declared):
    with pytest.raises(Unreadable) as caught:
        texts(f"<!DOCTYPE dblp [{declared}]><dblp><a>&a;</a></dblp>")
    assert str(caught.value) == OWN


@pytest.mark.parametrize(
    ("xml", "problem"),
    [
        ("<dblp>" * 100, "Line 1: the elements of this XML are nested too deeply."),
        ("<dblp><a>" + "<b/>" * 20_001, "Line 1: this element contains more than 20,000 others."),
        ("<dblp>\n<a></b>", "Line 2: the XML breaks off or is broken here (mismatched tag)."),
    ],
)
def test_what_costs_more_than_its_length_is_refused(xml, problem):
    with pytest.raises(Unreadable) as caught:
        texts(xml)
    assert str(caught.value) == problem


def test_no_bomb_goes_off():
    found = {path.name: dblp.read(path.read_text("utf-8")) for path in files("xml_bombs")}
    refused = {name for name, entries in found.items() if [entry.problem for entry in entries] == [OWN]}
    assert {name.rpartition("__")[2] for name in refused} == {
        *("cyclic.xml", "external.xml", "external_file.xml", "quadratic.xml", "xmlbomb.xml", "xmlbomb2.xml"),
    }
    for path in files("xml_bombs"):
        assert [entry.record for entry in formats.read(path.read_bytes(), name=path.name)] == [None]


PIECES = ["<dblp>", "<a>", "</a>", "&x;", "<!DOCTYPE dblp>", "ü", "<a"]


@settings(max_examples=50, deadline=None, database=None)
@given(st.text() | st.lists(st.sampled_from(PIECES)).map("".join))
def test_any_text_is_read_or_refused(text):
    assert all(entry.problem for entry in dblp.read(text))
