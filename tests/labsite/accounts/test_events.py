"""The log says what happened to which login, and nothing that anybody typed."""

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes

from labsite import roles
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

PASSWORD, NEW = "a long pass phrase", "another long phrase"


@pytest.fixture(autouse=True)
def ada():
    cast.make_lab()
    return cast.make_login(email="ada@lab.example", password=PASSWORD, role=Role.EDITOR)


@pytest.fixture
def events(caplog, ada):
    """The lines about logins since somebody last asked, without the number of Ada's."""
    caplog.set_level("INFO", logger="labsite")

    def read():
        named = [record for record in caplog.records if record.name in ("labsite.accounts.events", "labsite.roles")]
        caplog.clear()
        return [record.getMessage().replace(f"Login {ada.pk} ", "") for record in named]

    read()
    return read


def sign_in(client, password=PASSWORD):
    return client.post("/account/sign-in/", {"login": "ada@lab.example", "password": password})


def test_who_signs_in_and_out_is_written_down_and_that_somebody_failed(client, events):
    sign_in(client, "not the phrase")
    assert events() == ["Somebody failed to sign in"]
    sign_in(client)
    assert events() == ["signed in"]
    client.post("/account/sign-out/")
    assert events() == ["signed out"]


def test_a_second_factor_that_fails_and_one_that_is_right(client, events, ada):
    cast.make_second_factors(ada)
    code = RecoveryCodes(ada.authenticator_set.get(type="recovery_codes")).generate_codes()[0]
    step = sign_in(client).url
    client.post(step, {"code": "00000000"})
    assert events() == ["failed to show a second factor (totp)"]
    client.post(step, {"code": code})
    assert events() == ["showed a second factor (recovery_codes)", "signed in"]


def test_a_new_password(client, events, ada):
    client.force_login(ada)
    events()
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert events() == ["has a new password"]


def test_a_new_role(events, ada):
    roles.give(ada, Role.ADMINISTRATOR)
    roles.give(ada, None)
    assert events() == ["has the role: Administrator", "has the role: none"]
