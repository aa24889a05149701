"""What is asked of administrators beyond others: a second factor, and to sign in more often."""

from datetime import timedelta

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.utils import timezone

from labsite import roles
from labsite.accounts.sessions import BEGAN
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

PASSWORD = "a long pass phrase"


def sign_in(client, email="bo@lab.example"):
    return client.post("/account/sign-in/", {"login": email, "password": PASSWORD})


def hours(client):
    """How long a session still lasts."""
    return round(client.session.get_expiry_age() / 3600)


class SecondFactorTests:
    @pytest.fixture(autouse=True)
    def required(self, settings):
        settings.SECOND_FACTOR_REQUIRED = True

    def test_nothing_is_edited_before_there_is_one(self, client):
        login = cast.make_login(role=Role.ADMINISTRATOR)
        client.force_login(login)
        asked = [client.get("/admin/"), client.get("/admin/people/person/"), client.post("/admin/people/person/add/")]
        assert [answer.url for answer in asked] == ["/account/security/"] * 3
        assert "Add a passkey or an authenticator app" in client.get("/account/security/").content.decode()
        cast.make_second_factors(login)
        assert client.get("/admin/").status_code == 200

    def test_a_superuser_is_an_administrator(self, client):
        client.force_login(cast.make_administrator())
        assert client.get("/admin/labsite/user/").url == "/account/security/"

    @pytest.mark.parametrize("role", [Role.MEMBER, Role.EDITOR])
    def test_others_are_not_asked(self, client, role):
        client.force_login(cast.make_login(role=role))
        assert client.get("/admin/").status_code == 200

    def test_nor_is_anybody_where_a_setting_says_so(self, client, settings):
        settings.SECOND_FACTOR_REQUIRED = False
        client.force_login(cast.make_login(role=Role.ADMINISTRATOR))
        assert client.get("/admin/").status_code == 200


@pytest.mark.parametrize(("role", "expected"), [(Role.MEMBER, 336), (Role.EDITOR, 336), (Role.ADMINISTRATOR, 12)])
def test_a_session_of_an_administrator_ends_sooner(client, settings, role, expected):
    settings.SESSION_IDLE_SECONDS = 400 * 3600
    cast.make_login(role=role, email="bo@lab.example", password=PASSWORD)
    sign_in(client)
    assert hours(client) == expected


def test_so_does_one_that_began_with_a_second_factor(client):
    login = cast.make_login(role=Role.ADMINISTRATOR, email="bo@lab.example", password=PASSWORD)
    cast.make_second_factors(login)
    code = RecoveryCodes(login.authenticator_set.get(type="recovery_codes")).generate_codes()[0]
    client.post(sign_in(client).url, {"code": code})
    assert (client.get("/admin/").status_code, hours(client)) == (200, 12)


def test_so_does_one_of_who_became_an_administrator_while_it_lasted(client):
    login = cast.make_login(role=Role.EDITOR)
    client.force_login(login)
    client.get("/admin/")
    assert hours(client) == 72
    roles.give(login, Role.ADMINISTRATOR)
    client.get("/admin/")
    assert hours(client) == 12


@pytest.mark.parametrize(("since", "expected"), [(0, 72), (300, 36), (335, 1)])
def test_a_session_ends_two_weeks_after_it_began_however_much_is_edited(client, since, expected):
    client.force_login(cast.make_login(role=Role.EDITOR))
    began(client, since)
    client.get("/admin/")
    assert hours(client) == expected
    client.post("/account/confirm/", {"password": "x"})
    assert hours(client) == expected


@pytest.mark.parametrize(("idle", "left"), [(7, 65), (8, 72)])
def test_who_edits_goes_on_for_three_days_which_is_not_written_down_with_each_page(client, idle, left):
    client.force_login(cast.make_login(role=Role.EDITOR))
    client.get("/admin/")
    session = client.session
    session.set_expiry(timezone.now() + timedelta(hours=72 - idle))
    session.save()
    client.get("/admin/")
    assert hours(client) == left


def test_a_session_in_which_nobody_edits_ends(client):
    client.force_login(cast.make_login(role=Role.EDITOR))
    client.get("/admin/")
    session = client.session
    session.set_expiry(timezone.now() - timedelta(seconds=1))
    session.save()
    assert client.get("/admin/").url.startswith("/admin/login/")


def began(client, hours_ago):
    session = client.session
    session[BEGAN] = (timezone.now() - timedelta(hours=hours_ago)).timestamp()
    session.save()


def test_no_session_becomes_longer_by_that(client, settings):
    settings.SESSION_COOKIE_AGE = 3600
    client.force_login(cast.make_login(role=Role.ADMINISTRATOR))
    client.get("/admin/")
    assert hours(client) == 1
