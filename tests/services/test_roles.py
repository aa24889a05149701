"""A person's service by role: venues once, their years in a few words."""

import pytest

from tests import cast

pytestmark = pytest.mark.django_db
NBSP = "\N{NO-BREAK SPACE}"


@pytest.fixture
def member():
    return cast.student()


def roles_of(member):
    return [
        (role.name, role.count, [(stint.service.venue.acronym, stint.when) for stint in role.stints])
        for role in member.services.by_role()
    ]


def serve(member, venue, *years, **fields):
    for year in years:
        cast.make_service(member, venue, year=year, **fields)


def test_a_venue_is_said_once_in_a_role_with_all_its_years(member):
    serve(member, cast.make_venue(), 2021, 2024, 2022)
    assert roles_of(member) == [("Programme committee", 3, [("SYSCON", f"2024, 2021{NBSP}–{NBSP}2022")])]


def test_years_in_a_row_are_a_span(member):
    serve(member, cast.make_venue(), 2018, 2021, 2022, 2023, 2025, 2026)
    assert roles_of(member)[0][2] == [("SYSCON", f"2025{NBSP}–{NBSP}2026, 2021{NBSP}–{NBSP}2023, 2018")]


def test_roles_come_in_the_order_of_their_kinds_and_venues_newest_first(member):
    old, new = cast.make_venue("OLD"), cast.make_venue("NEW")
    serve(member, old, 2020, kind="reviewer")
    serve(member, old, 2019, kind="pc")
    serve(member, new, 2023, kind="pc")
    serve(member, new, 2022, kind="organiser", title="Publicity Chair")
    assert roles_of(member) == [
        ("Publicity Chair", 1, [("NEW", "2022")]),
        ("Programme committee", 2, [("NEW", "2023"), ("OLD", "2019")]),
        ("Reviewer", 1, [("OLD", "2020")]),
    ]


def test_the_same_title_in_any_case_is_one_role(member):
    venue = cast.make_venue()
    serve(member, venue, 2023, title="AE Committee Member")
    serve(member, venue, 2022, title="AE committee member")
    assert [role[:2] for role in roles_of(member)] == [("AE Committee Member", 2)]


def test_standing_work_has_no_year(member):
    serve(member, cast.make_venue(), None, kind="reviewer")
    assert roles_of(member) == [("Reviewer", 1, [("SYSCON", "")])]


def test_what_a_note_or_a_host_tells_apart_stays_apart(member):
    venue, host = cast.make_venue(), cast.make_venue("HOST")
    serve(member, venue, 2024)
    serve(member, venue, 2023, host=host)
    serve(member, venue, 2022, note="for a day")
    serve(member, venue, 2021)
    assert roles_of(member)[0][2] == [("SYSCON", "2024, 2021"), ("SYSCON", "2023"), ("SYSCON", "2022")]
