"""What somebody decides about a plan is what the plan then says."""

from dataclasses import replace

import pytest

from publications.importing import plan_of
from publications.importing.plan import Fate, Verdict
from publications.matching.papers import identities
from publications.matching.well_known import NewVenue
from tests import cast

from .test_planning import PAPER, entries, on_site, remember

pytestmark = pytest.mark.django_db

[IDENTITY] = identities([PAPER])


def decided(*records, user=None, **decisions):
    return plan_of(entries(*records), user=user, decisions=decisions).items


def test_left_out():
    [item] = decided(PAPER, items={IDENTITY: {"fate": "skip"}})
    assert (item.fate, item.reason) == (Fate.SKIP, "skipped, as decided")


def test_what_was_left_out_before_is_taken_in():
    remember(None)
    [item] = decided(PAPER, items={IDENTITY: {"fate": "create"}})
    assert item.fate is Fate.CREATE


def test_a_paper_like_one_on_the_site_is_another():
    on_site()
    [item] = decided(replace(PAPER, doi=""), items={IDENTITY: {"fate": "create"}})
    assert (item.fate, item.candidates) == (Fate.CREATE, ())


def test_a_paper_like_one_on_the_site_is_that():
    paper = on_site()
    [item] = decided(PAPER, items={IDENTITY: {"fate": "same", "publication": paper.pk}})
    assert (item.fate, item.publication) == (Fate.UPDATE, paper.pk)


def test_a_paper_that_is_gone_is_asked_about_again():
    on_site()
    [item] = decided(replace(PAPER, doi=""), items={IDENTITY: {"fate": "same", "publication": 0}})
    assert item.fate is Fate.DECIDE


def test_two_entries_are_one_paper():
    longer = replace(PAPER, doi="", title="Quokka: Scheduling Jobs at Leisure")
    first, second = decided(PAPER, longer)
    assert (second.fate, second.same_candidates) == (Fate.DECIDE, (0,))
    same = {identities([longer])[0]: {"fate": "same", "same_as": IDENTITY}}
    first, second = decided(PAPER, longer, items=same)
    assert (first.fate, second.fate, second.same_as) == (Fate.CREATE, Fate.MATCH, 0)


def test_a_value_that_differs_is_taken_and_one_that_fills_a_gap_left():
    on_site(doi=PAPER.doi, venue=cast.make_venue("SUS"), pages="3–9")
    record = replace(PAPER, pages="1-12", volume="4")
    [item] = decided(record, items={IDENTITY: {"take": ["pages"], "leave": ["volume"]}})
    assert [(change.name, change.verdict) for change in item.changes] == [
        ("volume", Verdict.KEEP),
        ("pages", Verdict.UPDATE),
    ]


def test_an_author_is_somebody_on_the_site_or_new():
    ada, ivo = cast.make_person("Ada Quokka"), cast.stranger()
    [item] = decided(PAPER, items={IDENTITY: {"authors": {"0": ada.pk, "1": "new"}}})
    assert [author.match.person for author in item.authors] == [ada.pk, None]
    assert item.authors[1].match.candidates == (ivo.pk,)


def test_a_new_person_is_somebody_on_the_site_in_all_papers():
    ada = cast.make_person("Ada Quokka")
    other = replace(PAPER, doi="10.5555/naps", title="Naps")
    items = decided(PAPER, other, people={"adaquill": ada.pk})
    assert [item.authors[0].match.person for item in items] == [ada.pk, ada.pk]


def test_an_unknown_venue_is_one_on_the_site_a_new_one_of_another_name_or_none():
    venue = cast.make_venue("EuroSUS")
    [item] = decided(PAPER)
    key = item.venue.key
    [item] = decided(PAPER, venues={key: {"venue": venue.pk}})
    assert (item.venue.venue, item.venue.new) == (venue.pk, None)
    [item] = decided(PAPER, venues={key: {"venue": "new", "acronym": "SUSY", "kind": "workshop"}})
    assert item.venue.new == NewVenue("SUSY", "Symposium on Unhurried Systems", "workshop")
    [item] = decided(PAPER, venues={key: {"venue": "none"}})
    assert (item.venue.venue, item.venue.new) == (None, None)
    assert item.record.proceedings == "Symposium on Unhurried Systems"


@pytest.mark.parametrize("nonsense", [{}, {"items": []}, {"items": {IDENTITY: 7}}, {"venues": {"sus": "new"}}])
def test_decisions_that_make_no_sense_are_none(nonsense):
    [item] = decided(PAPER, **nonsense)
    assert item.fate is Fate.CREATE


def test_an_earlier_entry_is_the_same_as_a_later_one():
    longer = replace(PAPER, doi="", title="Quokka: Scheduling Jobs at Leisure")
    same = {identities([longer])[0]: {"fate": "same", "same_as": IDENTITY}}
    first, second = decided(longer, PAPER, items=same)
    assert (first.fate, second.fate, second.same_as) == (Fate.CREATE, Fate.MATCH, 0)
