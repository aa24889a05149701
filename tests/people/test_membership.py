import datetime

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from people.models import Membership, Person
from tests import cast

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DAY = datetime.date(2024, 6, 26)


def standing(day=DAY):
    """Return the names of current members, alumni and those who will join, each sorted."""
    groups = (Person.objects.current(day), Person.objects.alumni(day), Person.objects.joining(day))
    return tuple([person.name for person in group.order_by("name")] for group in groups)


def test_each_of_the_cast_stands_where_the_dates_say():
    for make in (cast.pi, cast.student, cast.alumna, cast.newcomer, cast.stranger):
        make()
    assert standing() == (["Ada Quill", "Zoë Lindqvist"], ["Maren Hale"], ["Noor Sato"])


def test_a_stranger_is_no_member():
    cast.stranger()
    ada = cast.pi()
    assert list(Person.objects.members()) == [ada]


@pytest.mark.parametrize("end", ["2024-06-26", "2024-06", "2024", "2024-09", "2025"])
def test_who_is_yet_to_leave_is_current_and_no_alumna(end):
    cast.make_member("Ada Quill", start="2020", end=end)
    assert standing() == (["Ada Quill"], [], [])


@pytest.mark.parametrize("end", ["2024-06-25", "2024-05", "2023"])
def test_who_has_left_is_an_alumna_and_not_current(end):
    cast.make_member("Ada Quill", start="2020", end=end)
    assert standing() == ([], ["Ada Quill"], [])


def test_who_left_at_a_time_that_nobody_knows_is_an_alumna():
    ada = cast.make_member("Ada Quill", start="2020", has_left=True)
    assert standing() == ([], ["Ada Quill"], [])
    assert (ada.memberships.get().is_current(DAY), ada.memberships.get().years) == (False, "2020 – ?")


def test_a_known_end_says_more_than_one_that_nobody_knows():
    ada = cast.make_member("Ada Quill", start="2020", end="2025", has_left=True)
    assert standing() == (["Ada Quill"], [], [])
    assert (ada.memberships.get().is_current(DAY), ada.memberships.get().years) == (True, "2020 – 2025")


@pytest.mark.parametrize(("start", "end"), [("2024-06-27", ""), ("2024-07", "2024-12"), ("2025", "")])
def test_who_is_yet_to_begin_is_joining(start, end):
    cast.make_member("Ada Quill", start=start, end=end)
    assert standing() == ([], [], ["Ada Quill"])


def test_who_left_one_role_for_another_is_current_only():
    ada = cast.make_member("Ada Quill", "master", start="2020", end="2022")
    Membership.objects.create(person=ada, role="phd", start="2022")
    assert standing() == (["Ada Quill"], [], [])


def test_who_is_current_and_has_a_new_role_ahead_is_current_only():
    ada = cast.make_member("Ada Quill", "phd", start="2020", end="2024-08")
    Membership.objects.create(person=ada, role="postdoc", start="2024-09")
    assert standing() == (["Ada Quill"], [], [])


def test_who_was_here_and_will_come_back_is_joining():
    ada = cast.make_member("Ada Quill", "master", start="2020", end="2022")
    Membership.objects.create(person=ada, role="phd", start="2025")
    assert standing() == ([], [], ["Ada Quill"])


def test_a_member_of_unknown_dates_is_current():
    cast.make_member("Ada Quill", start="")
    assert standing() == (["Ada Quill"], [], [])


SPANS = [(start, end) for start in ("", "2020", "2024-06-27", "2025") for end in ("", "2023", "2024", "2026")]


@pytest.mark.parametrize(
    "day", [DAY, datetime.date(2024, 1, 1), datetime.date(2024, 12, 31), datetime.date(2030, 1, 1)]
)
def test_every_member_stands_in_exactly_one_group(day):
    for number, (start, end) in enumerate((a, b) for a in SPANS for b in SPANS):
        person = cast.make_member(f"Person {number}", start=start[0], end=start[1])
        Membership.objects.create(person=person, role="postdoc", start=end[0], end=end[1])
    groups = standing(day)
    assert sorted(name for group in groups for name in group) == sorted(person.name for person in Person.objects.all())


@pytest.mark.parametrize(
    ("role", "start", "end", "words"),
    [
        ("phd", "2022-09", "", "PhD student Sep 2022"),
        ("lead", "", "", "Principal investigator"),
        ("phd", "2012-09", "2018", "PhD student Sep 2012 – 2018"),
        ("phd", "", "2018-06", "PhD student ? – Jun 2018"),
        ("", "2018", "2021", "2018 – 2021"),
        ("", "", "", "Role not stated"),
    ],
)
def test_a_membership_in_words(role, start, end, words):
    assert str(Membership(role=role, start=start, end=end)) == words


def test_the_latest_role_of_an_alumna_is_the_last_to_end_where_nobody_knows_when_it_began():
    ada = cast.make_member("Ada Quill", "master", start="2015", end="2017")
    Membership.objects.create(person=ada, role="phd", start="", end="2021")
    assert str(ada.membership(DAY)) == "PhD student ? – 2021"


def test_a_role_whose_end_nobody_knows_is_the_latest_if_it_began_when_others_ended():
    ada = cast.make_member("Ada Quill", "phd", start="2015", end="2018-06")
    Membership.objects.create(person=ada, role="postdoc", start="2018-07", has_left=True)
    assert str(ada.membership(DAY)) == "Postdoc Jul 2018 – ?"


def test_a_role_without_years_is_no_later_than_others():
    ada = cast.make_member("Ada Quill", "phd", start="2015", end="2018")
    Membership.objects.create(person=ada, role="master", start="", has_left=True)
    assert str(ada.membership(DAY)) == "PhD student 2015 – 2018"


def test_of_two_roles_at_once_the_one_that_is_stated_is_named():
    ada = cast.make_member("Ada Quill", "", start="2020")
    Membership.objects.create(person=ada, role="phd", start="2020")
    assert str(ada.membership(DAY)) == "PhD student 2020"


def test_who_is_here_in_no_stated_role_is_current_and_has_a_page(client):
    cast.make_member("Ada Quill", "", start="")
    assert standing() == (["Ada Quill"], [], [])
    assert client.get("/people/ada-quill/").status_code == 200


def test_every_role_has_a_plural():
    assert Membership.PLURALS.keys() == set(Membership.Role)
    assert Membership.PLURALS[Membership.Role.PHD_STUDENT] == "PhD students"


def test_the_database_refuses_the_same_role_and_start_twice():
    ada = cast.make_member("Ada Quill", "phd", start="2020")
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(person=ada, role="phd", start="2020", end="2021")


def test_a_form_refuses_the_same_role_and_start_twice_in_words():
    ada = cast.make_member("Ada Quill", "phd", start="2020")
    with pytest.raises(ValidationError, match="This role is already listed with this start date."):
        Membership(person=ada, role="phd", start="2020").full_clean()


def test_a_form_refuses_what_is_no_date_in_words():
    with pytest.raises(ValidationError) as caught:
        Membership(person=cast.stranger(), role="phd", start="June", end="2020").full_clean()
    assert caught.value.message_dict == {
        "start": ["Enter a date as YYYY, YYYY-MM or YYYY-MM-DD, for example 2024 or 2024-06."]
    }


@pytest.mark.parametrize("role", ["phd", ""])
def test_two_stays_without_a_start_are_kept_where_they_ended_at_different_times(role):
    ada = cast.make_member("Ada Quill", role, start="", end="2015")
    again = Membership(person=ada, role=role, start="", end="2020")
    again.full_clean()
    again.save()
    assert sorted(ada.memberships.values_list("end", flat=True)) == ["2015", "2020"]


@pytest.mark.parametrize("role", ["phd", ""])
@pytest.mark.parametrize("end", ["", "2015"])
def test_one_stay_without_a_start_is_there_once(role, end):
    ada = cast.make_member("Ada Quill", role, start="", end=end)
    again = Membership(person=ada, role=role, start="", end=end, went_to="Bakery")
    with pytest.raises(ValidationError, match="This role is already listed with this end date."):
        again.full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save()


def test_a_role_that_is_not_stated_and_one_that_is_may_begin_together():
    ada = cast.make_member("Ada Quill", "", start="2020")
    Membership(person=ada, role="phd", start="2020").full_clean()
