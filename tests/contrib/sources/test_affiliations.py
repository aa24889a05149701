"""Where sources say that authors are: what papers print at OpenAlex, what ORCID says of a person."""

import json

import pytest

from labsite.contrib.sources import affiliations
from labsite.contrib.sources.client import Unavailable
from people.affiliations import WrittenAffiliation
from tests import cast

from .replies import Web

pytestmark = pytest.mark.django_db

WORKS = (
    "https://api.openalex.org/works?filter=doi%3A10.5555%2Fquokka%7C10.5555%2Fwombat&per_page=50"
    "&select=doi%2Cpublication_date%2Cauthorships"
)
EMPLOYMENTS = "https://pub.orcid.org/v3.0/0000-0002-1825-0097/employments"


def author(name, *institutions, printed="Computing, Zoo"):
    return {
        "author": {"id": "https://openalex.org/A1", "display_name": name, "orcid": None},
        "institutions": [{"id": "https://openalex.org/I1", "display_name": each} for each in institutions],
        "raw_author_name": name,
        "raw_affiliation_strings": [printed],
    }


def work(doi, date, *authors):
    return {"doi": f"https://doi.org/{doi}", "publication_date": date, "authorships": list(authors)}


def employment(organisation, end=None, day=1_772_323_200_000):
    summary = {"organization": {"name": organisation}, "end-date": end, "last-modified-date": {"value": day}}
    return {"summaries": [{"employment-summary": summary}]}


@pytest.fixture
def papers():
    zoe, ivo = cast.student(), cast.stranger(orcid="0000-0002-1825-0097")
    papers = [
        cast.make_publication("Quokka", [zoe, ivo, "Una Vale"], doi="10.5555/Quokka"),
        cast.make_publication("Wombat", [zoe, ivo], doi="10.5555/wombat"),
        cast.make_publication("Comma", [zoe, ivo], doi="10.5555/a,b"),
    ]
    return papers


@pytest.fixture
def found(papers, monkeypatch):
    def find(**replies):
        replies = {WORKS: b'{"results": []}', EMPLOYMENTS: b"{}"} | replies
        monkeypatch.setattr(affiliations, "client_for_pages", lambda: Web(**replies))
        keys = sorted({row.person_id for paper in papers for row in paper.authorships.all()})
        return affiliations.find([paper.pk for paper in papers], keys)

    return find


def test_the_newest_paper_says_where_an_author_is_who_is_certain_to_be_meant(papers, found):
    zoe, ivo, una = [row.person for row in papers[0].authorships.all()]
    works = [
        work("10.5555/quokka", "2025-01-01", author("Zoë Lindqvist", "Zoo"), author("I. Brandt", "Burrow")),
        work("10.5555/wombat", "2026-03-05", author("Zoë Lindqvist", "Quokka University", "Wombat Institute")),
    ]
    works[0]["authorships"].append(author("Una Vale"))
    rows, troubles = found(**{WORKS: json.dumps({"results": works}).encode()})
    assert (sorted(rows), troubles) == (
        sorted(
            [
                WrittenAffiliation(zoe.pk, "Quokka University; Wombat Institute", "2026-03-05", "OpenAlex"),
                WrittenAffiliation(ivo.pk, "Burrow", "2025", "OpenAlex"),
                WrittenAffiliation(una.pk, "Computing, Zoo", "2025", "OpenAlex"),
            ]
        ),
        [],
    )


def test_orcid_says_the_employer_whose_time_has_no_end_and_when_that_was_said(papers, found):
    groups = [employment("Zoo", end={"year": {"value": "2020"}}), employment("Quokka University")]
    rows, _troubles = found(**{EMPLOYMENTS: json.dumps({"affiliation-group": groups}).encode()})
    assert rows == [
        WrittenAffiliation(papers[0].authorships.all()[1].person_id, "Quokka University", "2026-03-01", "ORCID")
    ]


def test_a_source_that_cannot_be_asked_leaves_the_other(papers, found):
    groups = {"affiliation-group": [employment("Quokka University")]}
    answers = {WORKS: Unavailable("OpenAlex can’t be reached."), EMPLOYMENTS: json.dumps(groups).encode()}
    rows, troubles = found(**answers)
    assert ([row.source for row in rows], troubles) == (["ORCID"], ["OpenAlex can’t be reached."])


def test_an_answer_that_cannot_be_read_is_said_to_be_one(found):
    rows, troubles = found(**{WORKS: b'{"results": [7]}', EMPLOYMENTS: b'{"affiliation-group": [{}]}'})
    assert rows == []
    assert [trouble.partition(" sent")[0] for trouble in troubles] == ["OpenAlex", "ORCID"]
