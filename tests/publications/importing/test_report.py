"""The report accounts for every entry, as data and as text."""

import json

import pytest

from publications.citations.entry import Entry
from publications.importing import apply, plan_of
from publications.importing.report import in_text, lines, report_of
from tests import cast

from .test_applying import ADA, UNA, entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def entries():
    cast.make_publication("Beds", [cast.pi()], doi="10.1000/beds", pages="2–3")
    cast.make_publication("Cots at Scale", doi="10.1000/cots")
    return [
        entry("Naps", authors=(ADA, UNA), venue="Conference on Rest", acronym="REST", key="a b"),
        entry("Beds", authors=(ADA,), doi="10.1000/beds", pages="1–9", volume="3"),
        entry("Cots at Scale", doi="10.1000/cots"),
        entry("Cots at scale", year=2025),
        Entry("line 9", no_paper="A set of strings is no paper."),
        Entry("line 12", problem="Line 12: there is no closing brace."),
    ]


TEXT = """\
6 entries
       1  new
       1  adds to a paper
       1  nothing new
       1  needs a decision
       1  skipped
       1  can’t be read
New to the site with them: 1 person and 1 venue.

Skipped until somebody decides (1)
  line 1 “Cots at scale”: {asks}

Can’t be imported (1)
  Line 12: there is no closing brace.

Skipped (1)
  line 9: A set of strings is no paper.

Adding to papers that are on the site (1)
  line 1 “Beds”: has the same DOI
      Volume: 3
      Pages stays: 2–3 (the source says: 1–9)

New (1)
  line 1 “Naps”: isn’t on the site yet
      printed as “Conference on Rest” → venue: Conference on Rest (new)
      It is cited as quill2024naps: BibTeX doesn’t accept the key a b.

Nothing new (1)
  line 1 “Cots at Scale”: has the same DOI
"""


def test_the_text_tells_of_each_entry(entries):
    plan = plan_of(entries, source="file")
    report = report_of(plan, apply(plan, None, "An import"))
    assert in_text(report) == TEXT.format(asks=plan.items[3].reason)


def test_a_short_text_tells_what_to_look_at(entries):
    told = list(lines(report_of(plan_of([*entries, *entries[5:] * 3])), most=2))
    assert told[13:18] == [
        "Can’t be imported (4)",
        "  Line 12: there is no closing brace.",
        "  Line 12: there is no closing brace.",
        "  … and 2 more: a report tells of each.",
        "",
    ]
    assert not any(line.startswith("New (") for line in told)


def test_as_data_every_entry_has_what_became_of_it(entries):
    plan = plan_of(entries, source="file")
    report = json.loads(json.dumps(report_of(plan, apply(plan, None, "An import"))))
    assert [each["fate"] for each in report["entries"]] == ["create", "update", "match", "decide", "skip", "fail"]
    assert report["counts"] == {"create": 1, "update": 1, "match": 1, "decide": 1, "skip": 1, "fail": 1}
    assert report["people"] == ["Una Vale"]
    assert report["entries"][1]["changes"][0] == {
        "field": "Volume",
        "here": "",
        "there": "3",
        "verdict": "fills a gap",
        "taken": True,
    }


def test_what_could_not_be_written_has_failed_and_what_follows_it_too():
    plan = plan_of([entry(authors=(ADA,)), entry(authors=(ADA,))], source="file")
    applied = apply(plan, None, "An import")
    applied.failed = {0: "The site can’t store this."}
    report = report_of(plan, applied)
    assert [(each["fate"], each["reason"]) for each in report["entries"]] == [
        ("fail", "The site can’t store this."),
        ("fail", "the same paper as line 1, which can’t be imported"),
    ]
