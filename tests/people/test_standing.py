"""The lines under a member's name: where they are now and when they were in the lab, nothing twice."""

import datetime

import pytest
from django.utils.translation import override

from people.models import Membership, Position
from people.profile import Stay, present_positions, stays
from tests import cast

pytestmark = pytest.mark.django_db

DAY = datetime.date(2024, 6, 26)


def positions_of(headline="", **fields):
    person = cast.student(headline=headline)
    Position.objects.create(
        person=person, **{"title": "Miller", "organisation": "Old Mill", "unit": "Stones", "ongoing": True, **fields}
    )
    return present_positions(person, DAY)


def test_a_present_position_is_said_with_unit_and_organisation():
    assert positions_of() == ["Miller, Stones, Old Mill"]


@pytest.mark.parametrize(
    ("headline", "said"),
    [
        ("Miller at the Old Mill", []),
        ("miller, OLD mill", []),
        ("Milleress, Old Millstone", ["Miller, Stones, Old Mill"]),
        ("Miller of fine flour", ["Stones, Old Mill"]),
        ("Baker", ["Miller, Stones, Old Mill"]),
    ],
)
def test_what_the_headline_says_is_not_said_again(headline, said):
    assert positions_of(headline) == said


def test_an_organisation_within_a_text_without_spaces_is_said():
    assert positions_of("石头大学磨坊主", organisation="石头大学") == []


@pytest.mark.parametrize(
    ("start", "end", "ongoing", "is_present"),
    [
        ("2020", "", True, True),
        ("2020", "2024-06", False, True),
        ("2020", "2024-05", False, False),
        ("2020", "", False, False),
        ("2025", "", True, False),
        ("", "", True, True),
    ],
)
def test_only_what_surely_lasts_is_present(start, end, ongoing, is_present):
    assert bool(positions_of(start=start, end=end, ongoing=ongoing)) is is_present


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("2022-09", "", "PhD student since Sep 2022"),
        ("2024-09", "", "PhD student from Sep 2024"),
        ("2018", "2020-02", "PhD student, 2018 – Feb 2020"),
        ("2022-09", "2026", "PhD student, Sep 2022 – 2026"),
        ("", "2020", "PhD student until 2020"),
        ("", "", "PhD student"),
    ],
)
def test_a_time_in_the_lab_in_words(start, end, words):
    person = cast.make_member("Ada Quill", "phd", start=start, end=end)
    assert stays(person, DAY) == [Stay(words, "")]


@pytest.mark.parametrize(("start", "words"), [("2018", "PhD student, 2018 – ?"), ("", "Formerly PhD student")])
def test_a_time_in_the_lab_whose_end_nobody_knows(start, words):
    person = cast.make_member("Ada Quill", "phd", start=start, has_left=True)
    assert stays(person, DAY) == [Stay(words, "")]


def test_a_time_whose_beginning_nobody_knows_stands_where_it_ended():
    person = cast.make_member("Ada Quill", "phd", start="", end="2021")
    Membership.objects.create(person=person, role="master", start="2015", end="2017")
    Membership.objects.create(person=person, role="postdoc", start="")
    Membership.objects.create(person=person, role="visitor", start="", has_left=True)
    said = ["PhD student until 2021", "Master’s student, 2015 – 2017", "Postdoc", "Formerly Visitor"]
    assert [stay.words for stay in stays(person, DAY)] == said


@pytest.mark.parametrize(
    ("start", "end", "has_left", "words"),
    [
        ("2018", "2021", False, "2018 – 2021"),
        ("2018", "", True, "2018 – ?"),
        ("", "2021", False, "Until 2021"),
        ("2022-09", "", False, "Since Sep 2022"),
        ("2190-09", "", False, "From Sep 2190"),
        ("", "", True, "Formerly in the lab"),
    ],
)
def test_a_time_in_no_stated_role_is_said_alone(start, end, has_left, words):
    person = cast.make_member("Ada Quill", "", start=start, end=end, has_left=has_left)
    assert stays(person, DAY) == [Stay(words, "")]


def test_of_who_is_here_in_no_stated_role_since_nobody_knows_when_nothing_is_said():
    person = cast.make_member("Ada Quill", "", start="")
    assert stays(person, DAY) == []
    person.memberships.update(went_to="Bakery")
    assert stays(person, DAY) == [Stay("", "Bakery")]


def test_a_time_in_no_stated_role_is_said_in_chinese():
    person = cast.make_member("Ada Quill", "", start="2022")
    Membership.objects.create(person=person, start="", has_left=True)
    with override("zh-hans"):
        assert [stay.words for stay in stays(person, DAY)] == ["2022年起", "曾在本实验室"]


def test_a_role_that_the_headline_names_is_said_only_with_its_time():
    undated = cast.make_member("Ada Quill", "phd", start="", headline="PhD student at Uni")
    dated = cast.make_member("Bo Quill", "phd", start="2022", headline="PhD student at Uni")
    assert stays(undated, DAY) == []
    assert stays(dated, DAY) == [Stay("PhD student since 2022", "")]


def test_a_role_that_an_english_headline_names_is_not_said_again_in_chinese():
    person = cast.make_member("Ada Quill", "phd", start="", headline="PhD student at Uni")
    with override("zh-hans"):
        assert stays(person, DAY) == []


def test_a_role_that_a_position_names_is_not_said_again():
    person = cast.make_member("Ada Quill", "postdoc", start="")
    Position.objects.create(person=person, title="Postdoc", organisation="Uni", ongoing=True)
    assert stays(person, DAY) == []


def test_each_time_in_the_lab_says_where_it_led_the_latest_first():
    person = cast.make_member("Ada Quill", "master", start="2015", end="2017")
    person.memberships.update(went_to="A PhD elsewhere")
    Membership.objects.create(person=person, role="postdoc", start="2021")
    assert stays(person, DAY) == [
        Stay("Postdoc since 2021", ""),
        Stay("Master’s student, 2015 – 2017", "A PhD elsewhere"),
    ]
