"""Papers of a person at dblp."""

import pytest

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.dblp import entries
from labsite.contrib.sources.lookup import find

from .replies import Web, kept

PERSON = "https://dblp.org/pid/65/9612-3.xml"
PAPER = "https://dblp.org/rec/conf/syscon/LindqvistQ24.xml"


def test_papers_preprints_and_what_is_none():
    found = entries(kept("dblp_person.xml"))
    assert [(entry.record.kind, entry.record.title) if entry.record else entry.no_paper for entry in found] == [
        ("conference", "Quokka: Scheduling at Leisure"),
        ("preprint", "Quokka: Scheduling at Leisure"),
        ("journal", "On k-fold Leisure: H2O & Beyond"),
        "“Proceedings of the 11th Conference on Systems, SYSCON 2023, Uppsala, Sweden” is an edited volume, "
        "not a paper.",
    ]


def test_what_identifies_a_paper():
    record = entries(kept("dblp_person.xml"))[0].record
    assert (record.doi, record.ids) == ("10.5555/3620678.3624647", (("dblp", "conf/syscon/LindqvistQ24"),))
    assert [(str(name), name.orcid) for name in record.authors] == [
        ("Zoë Lindqvist", ""),
        ("Ada Quill", "0000-0002-1694-233X"),
    ]


def test_the_day_on_which_dblp_touched_an_entry_is_no_news():
    later = kept("dblp_person.xml").replace(b'mdate="2024-07-01"', b'mdate="2026-07-01"')
    assert entries(later) == entries(kept("dblp_person.xml"))


class FindTests:
    def test_a_person(self):
        web = Web(**{PERSON: "dblp_person.xml"})
        found = find("https://dblp.org/pid/65/9612-3.html", web.get)
        assert (found.source, found.label, len(found.entries)) == (
            "dblp:65/9612-3",
            "dblp 65/9612-3 (Zoë Lindqvist)",
            4,
        )
        assert found.names == ("Zoë Lindqvist", "Zoe M. Lindqvist")
        assert web.asked == [("dblp", PERSON, "application/xml")]

    def test_one_paper(self):
        paper = b'<dblp><article key="journals/leis/Q24"><author>Ada Quill</author><title>A.</title></article></dblp>'
        found = find("conf/syscon/LindqvistQ24", Web(**{PAPER: paper}).get)
        assert ([entry.record.title for entry in found.entries], found.names) == (["A"], ())

    def test_whom_it_does_not_know(self):
        with pytest.raises(Unavailable) as caught:
            find("65/9612-3", Web().get)
        assert str(caught.value) == (
            "dblp has nothing under 65/9612-3. Check the address of the person’s page there: it contains /pid/."
        )

    @pytest.mark.parametrize("nonsense", [b"", b"<dblpperson>", b"nonsense", b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>"])
    def test_what_cannot_be_read_is_said(self, nonsense):
        with pytest.raises(Unavailable, match="dblp sent something that can’t be read"):
            find("65/9612-3", Web(**{PERSON: nonsense}).get)
