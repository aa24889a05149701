"""Which entries of a source say the same paper, and which paper of the site that is."""

from dataclasses import replace

import pytest

from publications.citations.record import Name
from publications.importing.plan import Fate
from publications.matching.candidates import Duplicate
from publications.matching.papers import Likely
from tests import cast

from .test_planning import PAPER, on_site, planned, remember

pytestmark = pytest.mark.django_db

BARE = replace(PAPER, doi="")
JOURNAL = replace(BARE, kind="journal", venue="Journal of Naps", acronym="", year=2025)


def outcomes(*records):
    return [(item.fate, item.same_as, item.same_candidates) for item in planned(*records).items]


def test_an_entry_that_shows_two_others_to_be_one():
    preprint = replace(BARE, kind="preprint", title="Quokka, Leisurely", arxiv_id="2301.00001")
    both = replace(PAPER, arxiv_id="2301.00001")
    assert outcomes(PAPER, preprint, both) == [(Fate.CREATE, None, ()), (Fate.MATCH, 0, ()), (Fate.MATCH, 0, ())]


def test_a_repetition_adds_what_it_has():
    first, second = planned(BARE, replace(PAPER, key="again", pages="1-9")).items
    assert (first.fate, second.fate, second.reason) == (Fate.CREATE, Fate.MATCH, "the same paper as line 1")
    assert (first.record.key, first.record.doi, first.record.pages) == ("Quill24", PAPER.doi, "1–9")


@pytest.mark.parametrize(
    "other",
    [
        replace(PAPER, doi="10.5555/other"),
        replace(BARE, year=2023),
        replace(BARE, kind="journal"),
        replace(BARE, title="Quokka: Scheduling Jobs at Leisure"),
        replace(PAPER, title="Something Else Entirely", year=2020),
        replace(PAPER, title="Something Else Entirely", authors=(Name("Una", "Hale"),)),
    ],
)
def test_what_contradicts_is_asked_about(other):
    assert outcomes(PAPER, other)[1] == (Fate.DECIDE, None, (0,))


def test_another_paper_of_the_same_system_is_another():
    assert outcomes(PAPER, replace(BARE, title="Quokka: No Hurry"))[1] == (Fate.CREATE, None, ())


def test_pieces_of_a_column_are_many():
    pieces = [replace(JOURNAL, title="From the Editor", volume=str(volume)) for volume in range(3)]
    assert [fate for fate, *_ in outcomes(*pieces)] == [Fate.CREATE] * 3


def test_a_renamed_preprint_is_known_by_its_arxiv_id():
    paper = on_site(arxiv_id="2301.00001", kind="preprint", status="preprint")
    [item] = planned(replace(PAPER, title="Naps for Machines", year=2026, arxiv_id="2301.00001v2")).items
    assert (item.fate, item.publication) == (Fate.UPDATE, paper.pk)


def test_an_identifier_of_another_paper_is_asked_about():
    paper = cast.make_publication("Naps", [cast.make_person("Una Hale")], doi=PAPER.doi)
    [item] = planned(PAPER).items
    assert item.fate is Fate.DECIDE
    assert item.reason == "It has the same DOI as a paper on the site, but looks like another paper."
    assert item.candidates == (Duplicate(paper.pk, Likely.DOI),)


def test_the_isbn_of_a_book_and_the_dblp_key_identify():
    book = cast.make_publication("Long Naps", kind="book", doi="")
    book.identifiers.create(scheme="isbn", value="978-1-4503-0000-1")
    paper = cast.make_publication("Naps")
    paper.identifiers.create(scheme="dblp", value="conf/sus/Quill24")
    records = (
        replace(BARE, title="Long Naps", kind="book", year=None, ids=(("isbn", "1-4503-0000-X"),)),
        replace(BARE, title="Naps", ids=(("dblp", "conf/sus/Quill24"),)),
        replace(BARE, title="Naps in Rows", ids=(("isbn", "9781450300001"),)),
    )
    assert [item.publication for item in planned(*records).items] == [book.pk, paper.pk, None]


def test_what_was_imported_is_known_again_whatever_its_place_in_the_source():
    conference, journal = on_site(), cast.make_publication(PAPER.title, kind="journal", slug="journal")
    twin = replace(BARE, kind="journal", venue="Journal of Naps", acronym="")
    remember(conference, BARE)
    row = remember(journal, twin)
    row.identity += "-2"
    row.save()
    assert [item.publication for item in planned(twin, BARE).items] == [journal.pk, conference.pk]


def test_an_undecided_twin_of_an_imported_entry_stays_undecided():
    paper = on_site()
    remember(paper, BARE)
    items = planned(BARE, replace(BARE, kind="journal", venue="Journal of Naps")).items
    assert [item.fate for item in items] == [Fate.MATCH, Fate.DECIDE]


def test_followers_share_the_fate_of_what_is_undecided_or_left_out():
    on_site()
    first, second = planned(BARE, replace(BARE, key="again")).items
    assert (second.fate, second.same_as) == (Fate.DECIDE, 0)
    assert second.reason == "the same paper as line 1, which needs a decision"
    first, second = planned(
        BARE, replace(BARE, key="again"), decisions={"items": {first.identity: {"fate": "skip"}}}
    ).items
    assert (second.fate, second.reason) == (Fate.SKIP, "the same paper as line 1, which is skipped")


def test_two_entries_with_a_doi_and_a_key_of_their_own_are_two_papers():
    other = replace(PAPER, key="Quill24b", doi="10.5555/other")
    assert outcomes(PAPER, other) == [(Fate.CREATE, None, ()), (Fate.CREATE, None, ())]


@pytest.mark.parametrize("other", [replace(PAPER, doi="10.5555/other"), replace(BARE, key="Quill24b", year=2023)])
def test_a_doi_or_a_key_alone_does_not_tell_two_entries_apart(other):
    assert outcomes(PAPER, other)[1] == (Fate.DECIDE, None, (0,))


ALIKE_IS_NEW = {"alike": {"fate": "create"}}


@pytest.mark.parametrize(
    "other",
    [
        replace(BARE, key="again"),
        replace(BARE, kind="journal"),
        replace(BARE, kind="preprint"),
        replace(BARE, title="Quokka: Scheduling Jobs at Leisure"),
    ],
)
def test_what_is_only_alike_is_a_paper_of_its_own_if_somebody_says_so(other):
    assert [item.fate for item in planned(PAPER, other, decisions=ALIKE_IS_NEW).items] == [Fate.CREATE] * 2
    on_site()
    assert [item.fate for item in planned(other, decisions=ALIKE_IS_NEW).items] == [Fate.CREATE]


def test_what_is_said_twice_is_one_paper_all_the_same():
    assert [item.fate for item in planned(BARE, BARE, decisions=ALIKE_IS_NEW).items] == [Fate.CREATE, Fate.MATCH]


def test_an_identifier_identifies_all_the_same():
    paper = on_site(doi=PAPER.doi)
    assert [item.publication for item in planned(PAPER, decisions=ALIKE_IS_NEW).items] == [paper.pk]
    same, again = planned(
        replace(PAPER, doi="10.5555/other"), replace(PAPER, doi="10.5555/other"), decisions=ALIKE_IS_NEW
    ).items
    assert (same.fate, again.fate) == (Fate.CREATE, Fate.MATCH)
