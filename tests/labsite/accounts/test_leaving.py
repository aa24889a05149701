import pytest
from django.test import Client
from django.utils import timezone

from labsite import history
from labsite.models import Invitation, Step, User
from labsite.roles import Role, role_of
from people.models import Person
from tests import cast

pytestmark = pytest.mark.django_db

THIS_MONTH = f"{timezone.localdate():%Y-%m}"
LEFT = {"month": "2023-06", "went_to": "Assistant Professor at Example University"}


@pytest.fixture
def zoe():
    cast.make_lab()
    zoe = cast.student()
    cast.make_login(zoe, role=Role.MEMBER, email="zoe@lab.example", password="quokka-12345")
    return zoe


@pytest.fixture
def administrator(client):
    client.force_login(cast.make_administrator(email="ada@lab.example"))
    return client


def page(person):
    return f"/admin/leave/{person.pk}/"


def login_of(person):
    return User.objects.get(person=person)


def test_the_page_says_what_will_change_and_changes_nothing(administrator, zoe):
    text = administrator.get(page(zoe)).content.decode()
    assert "Their role in the lab ends: PhD student Sep 2022." in text
    assert "Their login zoe@lab.example is closed at once" in text
    assert login_of(zoe).is_active
    assert zoe.memberships.get().end == ""


def test_this_month_is_suggested(administrator, zoe):
    assert administrator.get(page(zoe)).context["form"]["month"].value() == THIS_MONTH


def test_the_role_in_the_lab_ends_with_where_they_went(administrator, zoe):
    answer = administrator.post(page(zoe), LEFT)
    membership = zoe.memberships.get()
    assert answer.url == f"/admin/people/person/{zoe.pk}/change/"
    assert (membership.end, membership.went_to) == ("2023-06", "Assistant Professor at Example University")
    assert list(Person.objects.alumni(timezone.localdate())) == [zoe]


def test_the_login_ends_with_its_role_and_password(administrator, zoe):
    administrator.post(page(zoe), LEFT)
    login = login_of(zoe)
    assert (login.is_active, login.is_staff, role_of(login), login.groups.count()) == (False, False, None, 0)
    assert not login.has_usable_password()
    assert Client().post("/account/sign-in/", {"login": login.email, "password": "quokka-12345"}).status_code == 200


def test_whoever_is_signed_in_by_it_no_longer_is(administrator, zoe):
    browser = Client()
    browser.force_login(login_of(zoe))
    assert browser.get("/admin/").status_code == 200
    administrator.post(page(zoe), LEFT)
    assert browser.get("/admin/").status_code == 302
    User.objects.filter(person=zoe).update(is_active=True, is_staff=True)
    assert browser.get("/admin/").status_code == 302


def test_an_administrator_who_leaves_is_none_any_more(administrator, zoe):
    User.objects.filter(person=zoe).update(is_superuser=True)
    administrator.post(page(zoe), LEFT)
    assert login_of(zoe).is_superuser is False


def test_an_open_invitation_is_withdrawn(administrator):
    newcomer = cast.make_member("Una Sato", start="2020")
    administrator.post(f"/admin/invite/{newcomer.pk}/", {"email": "una@lab.example", "role": 1})
    assert Invitation.objects.count() == 1
    administrator.post(page(newcomer), LEFT)
    assert Invitation.objects.count() == 0


def test_earlier_and_future_roles_stay_as_they_are(administrator, zoe):
    zoe.memberships.create(role="undergraduate", start="2018", end="2020", went_to="PhD student here")
    zoe.memberships.create(role="postdoc", start="2190")
    administrator.post(page(zoe), LEFT)
    assert [(row.role, row.end, row.went_to) for row in zoe.memberships.order_by("start")] == [
        ("undergraduate", "2020", "PhD student here"),
        ("phd", "2023-06", LEFT["went_to"]),
        ("postdoc", "", ""),
    ]


def test_it_can_be_undone_but_for_the_login(administrator, zoe):
    administrator.post(page(zoe), LEFT)
    history.undo(Step.objects.latest("pk"), User.objects.get(email="ada@lab.example"))
    membership = zoe.memberships.get()
    assert (membership.end, membership.went_to) == ("", "")
    assert login_of(zoe).is_active is False


def test_the_history_says_who_let_whom_go(administrator, zoe):
    administrator.post(page(zoe), LEFT)
    step = Step.objects.latest("pk")
    assert (step.user.email, step.comment) == ("ada@lab.example", "Zoë Lindqvist left the lab")


@pytest.mark.parametrize(
    ("month", "words"),
    [
        ("", "This field is required."),
        ("June", "Enter a date as YYYY, YYYY-MM or YYYY-MM-DD, for example 2024 or 2024-06."),
        (
            "2190-01",
            "This month is in the future. Come back once they have left, or enter the month in which they left.",
        ),
        ("2022-08", "This is before their role as PhD student Sep 2022 began."),
    ],
)
def test_a_month_that_cannot_be_is_refused_in_words(administrator, zoe, month, words):
    answer = administrator.post(page(zoe), LEFT | {"month": month})
    assert answer.context["form"].errors["month"] == [words]
    assert login_of(zoe).is_active


def test_nobody_ends_their_own_login(administrator):
    ada = cast.pi(login=User.objects.get(email="ada@lab.example"))
    answer = administrator.post(page(ada), LEFT)
    assert answer.context["form"].non_field_errors() == ["You can’t close your own login. Ask another administrator."]
    assert login_of(ada).is_active


@pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR])
def test_only_administrators_let_somebody_go(client, zoe, role):
    client.force_login(cast.make_login(role=role))
    assert [client.get(page(zoe)).status_code, client.post(page(zoe), LEFT).status_code] == [403, 403]
    assert login_of(zoe).is_active


def test_who_left_and_has_no_login_is_not_offered_to_leave(administrator):
    alumna = cast.alumna()
    assert (
        f"/admin/leave/{alumna.pk}/"
        not in administrator.get(f"/admin/people/person/{alumna.pk}/change/").content.decode()
    )


def test_who_has_no_stated_role_may_leave_but_not_before_they_came(administrator):
    una = cast.make_member("Una Sato", "", start="2020")
    said = administrator.post(page(una), LEFT | {"month": "2019-01"}).content.decode()
    assert "This is before their time in the lab (2020) began." in said
    administrator.post(page(una), LEFT)
    assert una.memberships.get().end == "2023-06"


def test_stays_without_a_start_that_end_together_become_one(administrator):
    una = cast.make_member("Una Sato", "", start="")
    una.memberships.create(role="", start="", end="2190")
    assert administrator.post(page(una), LEFT).status_code == 302
    assert [row.end for row in una.memberships.all()] == ["2023-06"]
