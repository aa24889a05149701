"""Who and what is new to the site: one person for each name, one venue however it is spelled."""

from dataclasses import replace

import pytest

from publications.citations.record import Name
from publications.importing import plan_of
from tests import cast

from .test_planning import PAPER, entries

pytestmark = pytest.mark.django_db

ORCID, OTHER_ORCID = "0000-0002-1825-0097", "0000-0001-5109-3700"


def of_authors(*lists):
    """Return the keys and the plan of papers by these authors."""
    records = [
        replace(PAPER, doi=f"10.5555/{number}", title=f"{'Naps ' * number}end", authors=authors)
        for number, authors in enumerate(lists)
    ]
    plan = plan_of(entries(*records))
    return [[author.key for author in item.authors] for item in plan.items], plan


def test_one_person_for_a_name_however_it_is_written():
    keys, plan = of_authors([Name("Zoe", "Lindqvist")], [Name("Zoë", "Lindqvist")], [Name("ZOE", "LINDQVIST")])
    assert keys == [["zoelindqvist"]] * 3
    assert plan.new_people == {"zoelindqvist": Name("Zoë", "Lindqvist")}


@pytest.mark.parametrize("kinds", [("conference", "other"), ("other", "conference")])
def test_a_venue_is_of_the_kind_that_one_of_its_papers_shows(kinds):
    papers = [
        replace(PAPER, key=kind, title=f"{kind} naps", kind=kind, doi=f"10.5555/{kind}", venue="Unheard of Naps")
        for kind in kinds
    ]
    plan = plan_of(entries(*papers))
    assert {item.venue.key for item in plan.items} == {plan.items[0].venue.key}
    assert [venue.kind for venue in plan.new_venues.values()] == ["conference"]


@pytest.mark.parametrize("kinds", [("other", "journal", "conference"), ("journal", "conference", "other")])
def test_venues_of_one_name_and_two_kinds_are_two(kinds):
    papers = [
        replace(PAPER, key=kind, title=f"{kind} naps", kind=kind, doi=f"10.5555/{kind}", venue="Unheard of Naps")
        for kind in kinds
    ]
    assert sorted(venue.kind for venue in plan_of(entries(*papers)).new_venues.values()) == ["conference", "journal"]


def test_an_acronym_alone_is_no_venue_of_another_kind():
    papers = [
        replace(PAPER, key=kind, title=f"{kind} naps", kind=kind, doi=f"10.5555/{kind}", venue=venue, acronym="")
        for kind, venue in (("journal", "Journal of Naps (JNAP)"), ("conference", "JNAP 2024"))
    ]
    assert len(plan_of(entries(*papers)).new_venues) == 2


FINDINGS = "Findings of the Association for Computational Linguistics: EMNLP 2020"
EMNLP = "Proceedings of the 2020 Conference on Empirical Methods in Natural Language Processing (EMNLP)"


@pytest.mark.parametrize("printed", [(FINDINGS, EMNLP), (EMNLP, FINDINGS)])
def test_an_acronym_is_the_well_known_venues_whichever_entry_comes_first(printed):
    papers = [
        replace(
            PAPER,
            key=f"k{number}",
            title=f"{number} naps",
            doi=f"10.5555/{number}",
            venue="",
            acronym="",
            proceedings=text,
        )
        for number, text in enumerate(printed)
    ]
    new = plan_of(entries(*papers)).new_venues.values()
    assert {venue.acronym: venue.name[:8] for venue in new} == {"EMNLP": "Conferen", "": "Findings"}


def test_a_newcomer_s_acronym_that_an_editor_empties_stays_empty():
    others = [
        replace(PAPER, key=f"k{text}", title=text, doi=f"10.5555/{text}", venue=text, proceedings="", acronym="")
        for text in ("Naps", "Long Naps")
    ]
    found = entries(*others)
    decisions = {
        "venues": {
            key: {"venue": "new", "acronym": "", "name": venue.name}
            for key, venue in plan_of(found).new_venues.items()
        }
    }
    assert {venue.acronym for venue in plan_of(found, decisions=decisions).new_venues.values()} == {""}


ADA, SHORT, IVO, NOOR = Name("Ada", "Quill"), Name("A.", "Quill"), Name("Ivo", "Brandt"), Name("Noor", "Haidar")
BO, CY = Name("Bo", "Lind"), Name("Cy", "Hale")


@pytest.mark.parametrize("company", [[IVO], [IVO, NOOR], [IVO, NOOR, BO, CY]])
def test_initials_mean_the_only_one_they_can(company):
    keys, _ = of_authors([ADA, IVO, NOOR], [SHORT, *company])
    assert keys[1][0] == "adaquill"


@pytest.mark.parametrize("company", [[], [BO], [IVO, BO]])
def test_initials_of_somebody_who_wrote_with_others_stand_alone(company):
    keys, _ = of_authors([ADA, IVO, NOOR], [SHORT, *company])
    assert keys[1][0] == "aquill"


@pytest.mark.parametrize(("number", "key"), [(10, "adaquill"), (11, "aquill")])
def test_who_wrote_nearly_everything_says_nothing_of_initials(number, key):
    keys, _ = of_authors([ADA, IVO], [SHORT, IVO], *[[IVO]] * (number - 2), *[[BO]] * 5)
    assert keys[1][0] == key


def test_initials_that_may_mean_several_stand_alone():
    keys, _ = of_authors([Name("Ada", "Quill")], [Name("Ava", "Quill")], [Name("A.", "Quill")])
    assert keys == [["adaquill"], ["avaquill"], ["aquill"]]


def test_initials_that_may_mean_somebody_on_the_site_stand_alone():
    ada = cast.pi()
    _, plan = of_authors([Name("Ada B.", "Quill")], [Name("A.", "Quill")])
    author = plan.items[1].authors[0]
    assert (author.key, author.match.person, author.match.candidates) == ("aquill", None, (ada.pk,))


def test_orcid_ids_tell_namesakes_apart():
    wei = Name("Wei", "Wang")
    keys, _ = of_authors([replace(wei, orcid=ORCID)], [replace(wei, orcid=OTHER_ORCID)], [wei])
    assert keys == [[ORCID], [OTHER_ORCID], ["weiwang"]]


def test_an_orcid_id_holds_spellings_together():
    keys, plan = of_authors([Name("Ada", "Quill", orcid=ORCID)], [Name("A. B.", "Quill", orcid=ORCID)])
    assert keys == [[ORCID], [ORCID]]
    assert plan.new_people == {ORCID: Name("Ada", "Quill", orcid=ORCID)}


def test_two_of_one_name_on_a_paper_are_two():
    keys, _ = of_authors([Name("Wei", "Wang"), Name("Wei", "Wang")])
    assert keys == [["weiwang", "weiwang (2)"]]


def test_a_group_stays_whole():
    _, plan = of_authors([Name(literal="The Quokka Team and Friends")])
    assert list(plan.new_people.values()) == [Name(literal="The Quokka Team and Friends")]


def test_marks_are_no_part_of_names():
    _, plan = of_authors([Name("Ada", "Quill*"), Name("Ivo", "Brandt<sup>1</sup>")])
    assert [(str(author.new), author.marks.is_equal) for author in plan.items[0].authors] == [
        ("Ada Quill", True),
        ("Ivo Brandt", False),
    ]


def of_venues(*venues, **fields):
    """Return the venues planned for papers that print these names."""
    records = [
        replace(PAPER, doi=f"10.5555/{number}", title=f"{'Naps ' * number}end", acronym="", venue=venue, **fields)
        for number, venue in enumerate(venues)
    ]
    return [item.venue for item in plan_of(entries(*records)).items]


def test_spellings_of_an_unknown_venue_are_one():
    found = of_venues(
        "Proceedings of the 3rd Symposium on Unhurried Systems (SUS '24)",
        "SUS '23",
        "Fifth Symposium on Unhurried Systems",
    )
    assert len({venue.key for venue in found}) == 1
    assert {(venue.new.acronym, venue.new.name) for venue in found} == {("SUS", "Symposium on Unhurried Systems")}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Naps", "Naps Advances"),
        ("Symposium on Long Naps", "International Symposium on Long Naps"),
        ("Advances in Long Naps", "Long Naps"),
    ],
)
def test_venues_that_are_only_alike_are_two(one, other):
    assert len({venue.key for venue in of_venues(one, other, kind="journal")}) == 2


def test_no_acronym_is_made_up():
    cast.make_venue("JMLR")
    found = of_venues("Journal of Mostly Lazy Rest", "Journal of Many Long Rests", kind="journal")
    assert [venue.new.name for venue in found] == ["Journal of Mostly Lazy Rest", "Journal of Many Long Rests"]
    assert [venue.new.acronym for venue in found] == ["", ""]


def test_a_near_miss_is_a_candidate_and_no_new_spelling():
    venue = cast.make_venue("SUSY", name="Symposium on Unhurried Systems and Yawning")
    [found] = of_venues("Symposium on Unhurried Yawning Systems and Naps")
    assert (found.venue, found.new, found.candidates) == (None, None, (venue.pk,))
    assert found.proposed.name == "Symposium on Unhurried Yawning Systems and Naps"


@pytest.mark.parametrize(
    "printed", ["https://lab.example/x", "Submitted to SUS 2025", "PhD thesis, Quokka University"]
)
def test_what_is_no_venue_is_kept_as_text(printed):
    [item] = plan_of(entries(replace(PAPER, acronym="", venue=printed))).items
    assert item.venue.new is None
    assert ("venue", printed) in item.record.extra


def test_corr_is_arxiv():
    arxiv = cast.make_venue("arXiv", kind="preprints")
    found = of_venues("CoRR", "arXiv preprint arXiv:2301.00001", "Computing Research Repository", kind="preprint")
    assert [venue.venue for venue in found] == [arxiv.pk] * 3


def test_the_school_of_a_thesis_publishes_it():
    [item] = plan_of(entries(replace(PAPER, acronym="", kind="thesis", venue="Quokka University"))).items
    assert (item.venue.printed, item.record.publisher) == ("", "Quokka University")
