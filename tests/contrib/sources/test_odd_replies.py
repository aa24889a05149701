"""Replies in which something isn't what it should be: one is told so, or reads the rest."""

import copy
import json

import pytest
from hypothesis import given, settings, strategies as st

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.lookup import ask
from publications.citations.entry import packed, unpacked

from .replies import kept
from .test_openalex import AUTHOR, WORKS
from .test_orcid import RECORD

ODD = [None, "", "x", 3, -1, 2.5, True, [], {}, [None], [[]], {"a": None}, "10.5555/x", {"value": []}]
REPLIES = {
    ("doi", "10.5555/1leis.04607"): {"https://api.crossref.org/works/10.5555%2F1leis.04607": "crossref.json"},
    ("openalex", "A5023888391"): {AUTHOR: "openalex_author.json", WORKS[0]: "openalex_works_2.json"},
    ("orcid", "0000-0002-1825-0097"): {
        f"{RECORD}/person": "orcid_person.json",
        f"{RECORD}/works": "orcid_works.json",
        f"{RECORD}/works/101,102,103,104": "orcid_bulk.json",
    },
}


def places(value, path=()):
    """Yield the path to each value within a value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from places(each, (*path, name))


def changed(value, path, odd):
    if not path:
        return odd
    value = copy.deepcopy(value)
    within = value
    for name in path[:-1]:
        within = within[name]
    within[path[-1]] = odd
    return value


@pytest.mark.parametrize("source", REPLIES)
def test_something_odd_in_a_reply(source):
    replies = {address: json.loads(kept(name)) for address, name in REPLIES[source].items()}
    everywhere = [(address, path) for address, reply in replies.items() for path in places(reply)]

    @given(st.sampled_from(everywhere), st.sampled_from(ODD))
    @settings(max_examples=60, deadline=None, database=None)
    def one_is_told_so_or_reads_the_rest(place, odd):
        said = {**replies, place[0]: changed(replies[place[0]], place[1], odd)}

        def get(_, address, accept):
            if address not in said:
                raise Unavailable("Closed.")
            return json.dumps(said[address]).encode()

        try:
            found = ask(*source, get)
        except Unavailable:
            return
        assert [unpacked(json.loads(json.dumps(packed(entry)))) for entry in found.entries] == list(found.entries)

    one_is_told_so_or_reads_the_rest()
