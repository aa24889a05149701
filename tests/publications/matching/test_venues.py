"""The venue of a record, whatever stands around its name in print."""

from dataclasses import replace

import pytest

from publications.citations.record import Record
from publications.matching.venue_names import strict_form
from publications.matching.venues import KnownVenues, VenueFingerprint, VenueMatch, match_venues
from publications.matching.well_known import NewVenue
from tests import cast

PAPER = Record("key", "Naps", kind="conference")
KNOWN = KnownVenues(
    [
        VenueFingerprint(
            1, ("ASPLOS", "Architectural Support for Programming Languages and Operating Systems"), "conference"
        ),
        VenueFingerprint(2, ("SOSP", "ACM Symposium on Operating Systems Principles"), "conference"),
        VenueFingerprint(3, ("TOCS", "ACM Transactions on Computer Systems"), "other"),
        VenueFingerprint(
            4, ("SC", "Conference for High Performance Computing, Networking, Storage, and Analysis"), "conference"
        ),
        VenueFingerprint(5, ("NeurIPS", "Neural Information Processing Systems"), "conference"),
        VenueFingerprint(6, ("ATC", "USENIX Annual Technical Conference", "USENIX ATC"), "conference"),
        VenueFingerprint(7, ("HASP", "Hardware and Architectural Support for Security and Privacy"), "workshop"),
        VenueFingerprint(8, ("arXiv",), "conference"),
        VenueFingerprint(9, ("Proc. ACM Nap.",), "conference"),
    ]
)


def match(printed, **fields):
    return KNOWN.match(replace(PAPER, proceedings=printed, **fields))


def test_known_venue():
    table = [
        ("ASPLOS", 1),
        ("asplos '23", 1),
        ("ASPLOS'23", 1),
        ("ASPLOS 2023, Vancouver, BC, Canada, March 25-29, 2023", 1),
        ("ASPLOS '24: Proceedings of the 29th Architectural Support for Programming Languages", 1),
        ("Proceedings of the Twenty-Fourth ACM Symposium on Operating Systems Principles", 2),
        ("ACM Transactions on Computer Systems (TOCS)", 3),
        ("SC20", 4),
        ("SC '20", 4),
        ("Advances in Neural Information Processing Systems 36", 5),
        ("Proc. USENIX ATC '23", 6),
        ("2023 USENIX Annual Technical Conference (USENIX ATC 23)", 6),
        ("arXiv", 8),
        ("Proc. ACM Nap.", 9),
    ]
    assert [(printed, answer, venue) for printed, venue in table if (answer := match(printed).venue) != venue] == []


def test_several_numbers_of_a_paper_behind_the_name_of_a_venue_are_asked_about_and_never_ignored():
    known = KnownVenues([VenueFingerprint(1, ("Tides 640, 158424",)), VenueFingerprint(2, ("Applied Tides",))])
    one, other, bare = (
        known.match(Record("", "Ebb", "journal", venue=printed))
        for printed in ("Tides 598, 153715 B", "Applied Tides 598, 153715 B", "Applied Tides 598")
    )
    assert [(each.venue, each.candidates, each.is_near) for each in (one, other, bare)] == [
        (None, (2,), True),
        (None, (2,), True),
        (2, (), False),
    ]


@pytest.mark.parametrize(
    ("printed", "acronym", "name"),
    [
        ("Proceedings of the 3rd Workshop on Long Naps (NAPS '24)", "NAPS", "Workshop on Long Naps"),
        ("IEEE INFOCOM 2021 - IEEE Conference on Computer Communications", "INFOCOM", None),
        ("Journal of Mostly Lazy Rest", "", "Journal of Mostly Lazy Rest"),
        ("Symposium on Symbolic Naps (ISSAN)", "ISSAN", "Symposium on Symbolic Naps"),
        ("Naps", "", "Naps"),
        ("NAPS '24", "NAPS", ""),
    ],
)
def test_unknown_venue_is_proposed(printed, acronym, name):
    found = match(printed)
    assert (found.venue, found.candidates, found.new.acronym) == (None, (), acronym)
    if name is not None:
        assert found.new.name == name


def test_workshop_is_not_its_host():
    found = match("Workshop on Naps (SOSP '23)", kind="workshop")
    assert (found.venue, found.candidates) == (None, (2,))
    assert found.new == NewVenue("", "Workshop on Naps", "workshop")


@pytest.mark.parametrize("kind", ["conference", "workshop", "journal", "poster", "preprint", "other"])
def test_a_venue_whose_kind_is_not_stated_may_hold_papers_of_any(kind):
    known = KnownVenues([VenueFingerprint(1, ("NAPS",))])
    assert known.match(replace(PAPER, kind=kind, venue="NAPS")).venue == 1


def test_the_kind_of_a_venue_is_not_made_up():
    assert match("Naps and Rests", kind="other").new.kind == match("Naps and Rests", kind="chapter").new.kind == ""


def test_host_that_is_only_mentioned_is_not_the_venue():
    assert match("Proceedings of the 3rd Workshop on Naps, co-located with SOSP '23", kind="workshop").venue is None


def test_workshop_that_nobody_marked_as_one():
    known = KnownVenues([VenueFingerprint(1, ("NAPS", "Workshop on Long Naps"), "conference")])
    assert known.match(replace(PAPER, kind="workshop", venue="3rd Workshop on Long Naps")).venue == 1


def test_known_workshop():
    assert match("HASP '22", kind="workshop").venue == 7


@pytest.mark.parametrize(
    ("printed", "venue"),
    [
        ("Proceedings of 28th Conference on Architectural Support for Programming Languages and Operating Systems", 1),
        (
            "Proceedings of the 28th ACM International Conference on Architectural Support for Programming Languages "
            "and Operating Systems, Volume 2",
            1,
        ),
        ("Proceedings of the ACM SIGOPS 29th Symposium on Operating Systems Principles", 2),
        ("ACM Trans. Comput. Syst.", 3),
        ("ASPLOS '24: Proceedings of the 29th Something Unheard of", 1),
        ("2023 28th Something Unheard of (ASPLOS)", 1),
        ("International Conference for High Performance Computing, Networking, Storage and Analysis", 4),
        ("Thirty-seventh Conference on Neural Information Processing Systems", 5),
        ("Symposium on Distributed Operating Systems Principles", 2),
    ],
)
def test_looser_name_is_asked_about(printed, venue):
    found = match(printed)
    assert (found.venue, found.candidates, found.is_near) == (None, (venue,), True)


def test_workshop_of_a_looser_name_is_asked_about():
    found = match("HASP Workshop '22", kind="workshop")
    assert (found.venue, found.candidates, found.is_near) == (None, (7,), True)


@pytest.mark.parametrize("kind", ["thesis", "book", "software"])
def test_schools_and_publishers_are_no_venues(kind):
    assert KNOWN.match(replace(PAPER, kind=kind, venue="Quokka University")).printed == ""


@pytest.mark.django_db
def test_proceedings_of_earlier_papers_are_known_spellings(django_assert_num_queries):
    venue = cast.make_venue("SYSCON")
    cast.make_publication(venue=venue, proceedings="Proceedings of the 2nd Meeting of Unhurried People '22")
    venue.aliases.create(name="Slow Systems")
    papers = [replace(PAPER, proceedings=text) for text in ("3rd Meeting of Unhurried People", "Slow Systems 2024")]
    with django_assert_num_queries(3):
        assert [found.venue for found in match_venues(papers)] == [venue.pk, venue.pk]


@pytest.mark.parametrize("name", ["Applied and restful microbiology", "American journal of restful naps", "Naps"])
def test_no_acronym_is_made_of_the_letters_of_a_name(name):
    assert match(name, kind="journal").new == NewVenue("", name, "journal")


@pytest.mark.parametrize(
    ("given", "acronym"),
    [
        ("SLNR", "SLNR"),
        ("eRest", "eRest"),
        ("NAP Security", "NAP Security"),
        ("conference", ""),
        ("Journal", ""),
        ("Stud Long Naps Rest", ""),
        ("Stud. Long Naps Rest", ""),
    ],
)
def test_a_plain_word_or_an_abbreviated_name_is_no_acronym(given, acronym):
    found = KNOWN.match(replace(PAPER, kind="journal", venue="Studies of Long Naps and Rest", acronym=given))
    assert (found.new.acronym, found.new.name) == (acronym, "Studies of Long Naps and Rest")


def test_a_kind_names_no_venue():
    assert KNOWN.match(replace(PAPER, acronym="conference")).printed == ""


def test_a_colon_is_part_of_the_name_of_a_journal():
    found = match("Circulation: Genomic and Precision Medicine", kind="journal")
    assert found.new == NewVenue("", "Circulation: Genomic and Precision Medicine", "journal")


@pytest.mark.parametrize(("printed", "suggested"), [("Long Naps", (1,)), ("Naps", ())])
def test_half_of_the_words_are_enough_for_a_suggestion_without_a_question(printed, suggested):
    known = KnownVenues([VenueFingerprint(1, ("Very Long Deep Naps",), "conference")])
    found = known.match(replace(PAPER, proceedings=printed))
    assert (found.candidates, found.is_near) == (suggested, False)


def test_five_venues_are_suggested():
    known = KnownVenues(
        [
            VenueFingerprint(pk, (f"Long Naps {name}",))
            for pk, name in enumerate(("East", "West", "Up", "Down", "Left", "Right"))
        ]
    )
    assert len(known.match(replace(PAPER, proceedings="Long Naps")).candidates) == 5


@pytest.mark.parametrize("printed", ["---", "{{>}}", "…"])
def test_what_has_no_letters_is_no_venue(printed):
    assert match(printed) == VenueMatch()


def test_what_surrounds_a_name_is_no_part_of_it():
    table = [
        ("Conference on Naps: Volume-I", "", "Conference on Naps"),
        ("Workshop on Naps (NapEval-2017)", "NapEval", "Workshop on Naps"),
        ("Slow Naps 2010: Posters", "", "Slow Naps"),
        ("NAPS 2010: System Demonstrations", "NAPS", "NAPS: System Demonstrations"),
        ("Symposium on Naps: Student Research Workshop", "", "Symposium on Naps: Student Research Workshop"),
        ("Companion Proceedings of the 2nd Symposium on Naps", "", "Companion Proceedings of the Symposium on Naps"),
        ("Symposium on Naps (Companion)", "", "Symposium on Naps: Companion"),
        ("Symposium on Naps (CCF-A)", "", "Symposium on Naps"),
        ("Proceedings of the Third Symposium on Naps", "", "Symposium on Naps"),
        ("Advances in Slow Clocks", "", "Advances in Slow Clocks"),
        ("Proc. Conf. Slow Clk., 2024.", "", "Conf. Slow Clk."),
        ("12th Conference on Naps, NAP 2016, Beijing, China, November 30", "", "Conference on Naps"),
        ("Conference on Rest, Sleep, and Leisure, May 4, 2024, Oslo", "", "Conference on Rest, Sleep, and Leisure"),
        ("7th Conference on Naps, Oslo, Norway, May 2024", "", "Conference on Naps"),
        ("Conference on Naps, Miami, Florida, USA", "", "Conference on Naps"),
        (
            "Conference on Rest, Sleep, and Leisure, Oslo, Norway",
            "",
            "Conference on Rest, Sleep, and Leisure, Oslo, Norway",
        ),
        ("Conference on Rest, Sleep, Leisure, Norway", "", "Conference on Rest, Sleep, Leisure, Norway"),
        ("Slow Clocks: 12th Conference on Naps", "", "Conference on Naps"),
        ("12th Conference on Naps: Slow Clocks", "", "Conference on Naps: Slow Clocks"),
        ("VIIIth European Conference on Naps ECN 2005", "", "European Conference on Naps"),
        ("Ind. Slow Conf.", "", "Ind. Slow Conf."),
        ("REST-2012 Special Workshop on Naps", "", "REST Special Workshop on Naps"),
        ("Haptics: Science, Rest, Naps", "", "Haptics: Science, Rest, Naps"),
        (
            "Comparative Rest - Part A: Slow Naps. Main Meeting",
            "",
            "Comparative Rest - Part A: Slow Naps. Main Meeting",
        ),
    ]
    found = [(printed, match(printed).new) for printed, *_ in table]
    assert [(printed, new.acronym, new.name) for printed, new in found] == table


@pytest.mark.parametrize("name", ["Third Naps Quarterly", "Second Sleep Research", "Annual Reports on Naps"])
def test_an_ordinal_is_part_of_the_name_of_a_journal(name):
    assert KNOWN.match(Record("key", "Naps", kind="journal", venue=name)).new == NewVenue("", name, "journal")
    assert strict_form(name) != strict_form(name.split(maxsplit=1)[1])


def test_a_journal_that_reviews_each_year_is_called_so():
    record = Record("key", "Naps", kind="journal", venue="Annual Review of Naps")
    assert KNOWN.match(record).new == NewVenue("", "Annual Review of Naps", "journal")
    assert strict_form("Annual Review of Naps") != strict_form("Review of Naps")


def test_venues_of_one_name_are_told_by_the_acronyms_that_they_print():
    known = KnownVenues(
        [VenueFingerprint(1, ("NAPS", "Symposium on Naps")), VenueFingerprint(2, ("ZZZ", "Symposium on Naps"))]
    )
    printed = (
        "Symposium on Naps (NAPS)",
        "ZZZ '24: Symposium on Naps",
        "Symposium on Naps",
        "Symposium on Naps (SLEEP)",
    )
    assert [known.match(replace(PAPER, proceedings=text)).venue for text in printed] == [1, 2, None, None]


SYMPOSIUM = ("SOON", "Symposium on Ordinary Naps", "workshop", "Rest Press")


def at_a_known_venue(*known, **fields):
    found = {"venue": known[1] or known[0], "acronym": known[0], **fields}
    [match] = match_venues([Record("", "", **{"kind": "conference", **found}, known_venue=known)])
    return match


@pytest.mark.django_db
def test_a_file_of_a_site_says_what_a_new_venue_is():
    assert at_a_known_venue(*SYMPOSIUM, publisher="Other Press").new == NewVenue(*SYMPOSIUM)
    assert at_a_known_venue("NeurIPS", "Neural Naps", "", "").new == NewVenue("NeurIPS", "Neural Naps")
    assert at_a_known_venue(*SYMPOSIUM, kind="report").new == NewVenue(*SYMPOSIUM)


@pytest.mark.django_db
def test_a_file_of_a_site_says_that_a_paper_has_no_venue():
    assert not at_a_known_venue("", "", "", "", proceedings="Proceedings of Naps").printed


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "is_same"), [("workshop", True), ("", True), ("conference", False)])
def test_a_venue_that_a_file_of_a_site_names_is_one_here_of_its_kind_or_else_asked(kind, is_same):
    venue = cast.make_venue("", name=SYMPOSIUM[1], kind=kind)
    match = at_a_known_venue(*SYMPOSIUM, proceedings="Proceedings of Naps")
    assert (match.venue == venue.pk, match.is_near) == (is_same, not is_same)


def test_a_bracket_that_tells_a_journal_from_another_is_part_of_its_name():
    names = ("学报", "Studies in Religion", "Alzheimer's & Dementia", "Bioinformatics")
    known = KnownVenues([VenueFingerprint(number, (name,), "journal") for number, name in enumerate(names, 1)])
    table = {
        "学报 (理学版)": (None, "学报 (理学版)"),
        "Studies in Religion (The Journal of the Society for Rest)": (
            None,
            "Studies in Religion (The Journal of the Society for Rest)",
        ),
        "Alzheimer's & dementia (Amsterdam, Netherlands)": (
            None,
            "Alzheimer's & Dementia: Diagnosis, Assessment & Disease Monitoring",
        ),
        "Alzheimer's & dementia (2021)": (3, ""),
        "Bioinformatics (Oxford, England)": (4, ""),
    }
    matched = {printed: known.match(Record("", "Ebb", "journal", venue=printed)) for printed in table}
    assert {printed: (each.venue, "" if each.venue else each.new.name) for printed, each in matched.items()} == table


@pytest.mark.parametrize(
    ("printed", "name"),
    [
        ("EMNLP 2022. short paper", "Conference on Empirical Methods in Natural Language Processing"),
        ("Medical Imaging 2020: Physics of Medical Imaging", "Medical Imaging: Physics of Medical Imaging"),
        ("Symposium on Proactive Naps *", "Symposium on Proactive Naps"),
    ],
)
def test_nothing_of_a_list_stays_behind_the_name_of_a_venue(printed, name):
    new = KnownVenues([]).match(replace(PAPER, proceedings=printed)).new
    assert (new.name or new.acronym) == name
