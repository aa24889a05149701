"""What somebody's ORCID record lists."""

import json

import pytest

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.lookup import ask, find
from labsite.contrib.sources.orcid import entries

from .replies import Web, kept

RECORD = "https://pub.orcid.org/v3.0/0000-0002-1825-0097"
AUTHORS = "https://api.crossref.org/works?filter=doi%3A10.5555%2F1LEIS.04607&rows=40&select=DOI%2Cauthor"
REPLIES = {
    f"{RECORD}/person": "orcid_person.json",
    f"{RECORD}/works": "orcid_works.json",
    f"{RECORD}/works/101,102,103,104": "orcid_bulk.json",
    AUTHORS: "crossref_authors.json",
}


@pytest.fixture
def found():
    return find("0000-0002-1825-0097", Web(**REPLIES).get)


def authors(entry):
    return [(str(name), name.orcid) for name in entry.record.authors]


def test_versions_of_one_work_are_one_entry(found):
    assert (found.source, found.label) == ("orcid:0000-0002-1825-0097", "ORCID 0000-0002-1825-0097 (Zoë M. Lindqvist)")
    assert [entry.record.title if entry.record else entry.no_paper for entry in found.entries] == [
        "Quokka: Scheduling at Leisure",
        "On Leisure",
        "“A Talk on Leisure” is a talk, not a paper.",
    ]


def test_each_is_asked_for_in_full(found):
    quokka = found.entries[0]
    assert authors(quokka) == [("Zoë Lindqvist", "0000-0002-1825-0097"), ("Ada Quill", "")]
    assert (quokka.record.doi, quokka.record.year, quokka.record.month) == ("10.5555/3620678.3624647", 2024, 6)


def test_authors_that_orcid_does_not_name_are_those_that_crossref_does(found):
    leisure = found.entries[1]
    assert authors(leisure) == [("Ivo Brandt", ""), ("Z. Lindqvist", "0000-0002-1825-0097")]
    assert leisure.names_all_authors is True


@pytest.mark.parametrize("trouble", [Unavailable("Crossref is closed."), b'{"message": {"items": []}}', b"?", b"{}"])
def test_without_crossref_they_stay_unnamed(trouble):
    found = find("0000-0002-1825-0097", Web(**{**REPLIES, AUTHORS: trouble}).get)
    assert authors(found.entries[1]) == []
    assert found.entries[1].names_all_authors is False


def test_the_names_are_those_that_the_person_gives(found):
    assert found.names == ("Zoë M. Lindqvist", "Zoë Lindqvist", "Z. Lindqvist")


def test_many_works_are_asked_for_a_hundred_at_a_time():
    groups = [
        {"work-summary": [{"put-code": code, "title": {"title": {"value": f"Work {code}"}}}]} for code in range(250)
    ]
    replies = {f"{RECORD}/works": json.dumps({"group": groups}).encode()}
    for first, last in ((0, 100), (100, 200), (200, 250)):
        replies[f"{RECORD}/works/{','.join(map(str, range(first, last)))}"] = b'{"bulk": []}'
    assert len(find("0000-0002-1825-0097", Web(**{**REPLIES, **replies}).get).entries) == 250


def test_an_empty_record():
    web = Web(**{**REPLIES, f"{RECORD}/works": b'{"group": []}'})
    assert ask("orcid", "0000-0002-1825-0097", web.get).entries == []
    with pytest.raises(Unavailable, match=r"^ORCID 0000-0002-1825-0097 \(Zoë M. Lindqvist\) lists no papers.$"):
        find("0000-0002-1825-0097", web.get)


def test_whom_it_does_not_know():
    with pytest.raises(Unavailable) as caught:
        find("0000-0002-1825-0097", Web().get)
    assert str(caught.value) == "ORCID has nobody under 0000-0002-1825-0097."


def test_a_kept_reply_is_read_without_asking():
    payload = {"group": json.loads(kept("orcid_works.json"))["group"], "authors": {}, "person": {}}
    assert len(entries(json.dumps(payload).encode())) == 3
