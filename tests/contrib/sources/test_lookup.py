"""Finding what somebody named."""

import pytest

from labsite.contrib.sources.client import Unavailable
from labsite.contrib.sources.lookup import find

from .replies import Web


def trouble(text):
    with pytest.raises(Unavailable) as caught:
        find(text, Web().get)
    return str(caught.value)


def test_what_names_nothing_is_told_what_would():
    assert trouble("Quokka: Scheduling at Leisure") == (
        "No source recognises this as a paper or an author. Type a DOI, an arXiv id, an ORCID iD, "
        "or the identifier or address of an author at dblp or OpenAlex."
    )


def test_an_orcid_id_with_a_slip_is_told_so():
    assert trouble("https://orcid.org/0000-0002-1825-0098") == (
        "0000-0002-1825-0098 isn’t an ORCID iD: its last character doesn’t fit the others. Check it for typing errors."
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("https://scholar.google.com/citations?user=abc", "Google Scholar gives no data to other sites"),
        ("https://dblp.org/pers/hd/l/Lindqvist:Zo=euml=", "contains /pid/"),
        ("https://orcid.org/my-orcid", "no ORCID iD in this address"),
        ("https://openalex.org/I123456", "https://openalex.org/A5023888391"),
    ],
)
def test_addresses_of_other_pages_are_told_which_to_use(text, words):
    assert words in trouble(text)
