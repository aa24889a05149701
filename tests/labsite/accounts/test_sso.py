import json
import time
from urllib.parse import parse_qs, urlsplit

import jwt
import pytest
import requests
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from cryptography.hazmat.primitives.asymmetric import ec

from labsite.accounts.sso import UniversityAdapter
from labsite.models import User
from labsite.roles import Role
from tests import cast

pytestmark = pytest.mark.django_db

PASSWORD = "a long pass phrase"
CONFIGURATION = {
    "issuer": "https://sso.example",
    "authorization_endpoint": "https://login.sso.example/authorize",
    "token_endpoint": "https://sso.example/token",
    "userinfo_endpoint": "https://sso.example/userinfo",
    "jwks_uri": "https://sso.example/keys",
    "token_endpoint_auth_methods_supported": ["client_secret_post"],
}


OWN, ANOTHERS = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
KEYS = {"keys": [jwt.algorithms.ECAlgorithm.to_jwk(OWN.public_key(), as_dict=True) | {"kid": "1", "alg": "ES256"}]}


class University(requests.Session):
    """A university that answers without a network, and says of whoever comes what it was told to say."""

    def __init__(self):
        super().__init__()
        self.says = {"sub": "42", "email": "ada@lab.example", "email_verified": True}
        self.signs = {"iss": "https://sso.example", "aud": "labsite", "sub": "42", "exp": time.time() + 60}
        self.key, self.header, self.configuration = OWN, {"kid": "1"}, dict(CONFIGURATION)

    def request(self, method, url, **kwargs):
        token = jwt.encode(self.signs, self.key, "ES256", self.header) if self.key else None
        answers = {
            "https://sso.example/.well-known/openid-configuration": self.configuration,
            "https://sso.example/keys": KEYS,
            "https://sso.example/token": {"access_token": "token", "token_type": "bearer", "id_token": token},
            "https://sso.example/userinfo": self.says,
        }
        answer = requests.Response()
        answer.status_code, answer._content = 200, json.dumps(answers[url]).encode()
        answer.headers["content-type"] = "application/json"
        return answer


@pytest.fixture
def university(monkeypatch):
    university = University()
    monkeypatch.setattr(UniversityAdapter, "get_requests_session", lambda adapter: university)
    return university


@pytest.fixture(autouse=True)
def ada():
    cast.make_lab()
    return cast.make_login(email="ada@lab.example", password=PASSWORD, role=Role.EDITOR)


def go(client, **data):
    """Press the button, and return the address at the university that one is led to."""
    return client.post("/account/sso/", data).context["redirect_to"]


def come_back(client, address, **more):
    state = parse_qs(urlsplit(address).query)["state"][0]
    return client.get("/account/sso/callback/", {"code": "code", "state": state, **more})


def signed_in_as(client):
    return client.session.get("_auth_user_id")


def test_the_page_for_signing_in_has_a_button_with_the_universitys_name(client):
    assert "Sign in with Example University" in client.get("/account/sign-in/").content.decode()


def test_the_button_leads_there_by_a_page_that_moves_on(client, university):
    answer = client.post("/account/sso/")
    address = urlsplit(answer.context["redirect_to"])
    query = parse_qs(address.query)
    assert (address.netloc, address.path) == ("login.sso.example", "/authorize")
    assert query["redirect_uri"] == ["http://testserver/account/sso/callback/"]
    assert (query["client_id"], query["code_challenge_method"]) == (["labsite"], ["S256"])
    assert set(query["scope"][0].split()) == {"openid", "profile", "email"}
    assert "quokka" not in answer.content.decode()


def test_a_get_only_asks(client, university):
    assert "Continue" in client.get("/account/sso/").content.decode()


def test_a_verified_address_signs_its_login_in(client, university, ada):
    assert come_back(client, go(client, next="/admin/people/person/")).url == "/admin/people/person/"
    assert signed_in_as(client) == str(ada.pk)


def test_it_leaves_no_trace_on_the_login(client, university, ada):
    come_back(client, go(client))
    assert User.objects.get(pk=ada.pk).check_password(PASSWORD)
    assert (SocialAccount.objects.count(), EmailAddress.objects.count()) == (0, 0)


def test_the_case_of_the_address_does_not_matter(client, university, ada):
    university.says["email"] = "Ada@LAB.example"
    come_back(client, go(client))
    assert signed_in_as(client) == str(ada.pk)


@pytest.mark.parametrize("verified", [False, None, "false", "no", 0, "", 1, ["true"]])
def test_an_address_that_is_not_verified_signs_nobody_in(client, university, verified):
    university.says["email_verified"] = verified
    answer = come_back(client, go(client))
    assert (answer.status_code, "didn’t confirm that it is yours" in answer.text) == (403, True)
    assert signed_in_as(client) is None


@pytest.mark.parametrize(("email", "words"), [("ada@lab.example", "'not there'"), ("eve@lab.example", "'not there'")])
def test_who_is_not_vouched_for_reads_why_and_the_log_names_the_setting(client, university, caplog, email, words):
    university.says = {"sub": "42", "email": email}
    answer = come_back(client, go(client))
    assert "Example University gave this site an e-mail address" in answer.text
    assert "<code>SSO_TRUST_EMAIL</code>" in answer.text
    [line] = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert (words in line, "SSO_TRUST_EMAIL=on" in line, email in line) == (True, True, False)


def test_a_university_may_be_trusted_to_verify_all_its_addresses(client, university, ada, settings, monkeypatch):
    del university.says["email_verified"]
    monkeypatch.setitem(settings.SSO["settings"], "verified_email", True)
    come_back(client, go(client))
    assert signed_in_as(client) == str(ada.pk)


@pytest.mark.parametrize("email", ["eve@lab.example", "", None, "ada@lab.example.evil.example", "ada"])
def test_nobody_gets_a_login_by_it(client, university, email):
    university.says["email"] = email
    assert "You have no login here yet" in come_back(client, go(client)).content.decode()
    assert (signed_in_as(client), User.objects.count()) == (None, 1)


def test_an_ended_login_stays_ended(client, university):
    User.objects.update(is_active=False)
    assert come_back(client, go(client)).url == "/account/inactive/"
    assert signed_in_as(client) is None


def test_a_second_factor_is_asked_for_all_the_same(client, university, ada):
    Authenticator.objects.create(user=ada, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    assert come_back(client, go(client)).url == "/account/security/authenticate/"
    assert signed_in_as(client) is None


@pytest.mark.parametrize("process", ["connect", "redirect"])
def test_nothing_is_connected_by_it(client, university, ada, process):
    client.force_login(ada)
    assert come_back(client, go(client, process=process, next="/admin/")).url == "/account/sign-in/"
    assert SocialAccount.objects.count() == 0


def test_nobody_is_led_elsewhere_afterwards(client, university):
    assert come_back(client, go(client, next="//evil.example")).url == "/admin/"


def test_whoever_did_not_set_out_here_does_not_come_back_here(client, university):
    answer = client.get("/account/sso/callback/", {"code": "code", "state": "made-up"})
    assert "That did not work" in answer.content.decode()
    assert signed_in_as(client) is None


def test_who_breaks_off_is_told_how_to_try_again(client, university):
    state = parse_qs(urlsplit(go(client)).query)["state"][0]
    answer = client.get("/account/sso/callback/", {"error": "access_denied", "state": state}, follow=True)
    assert "Signing in was cancelled." in answer.content.decode()


@pytest.mark.parametrize(
    ("attribute", "value"),
    [
        ("key", ANOTHERS),
        ("key", None),
        ("header", {"kid": "2"}),
        ("header", {}),
        ("signs", {"iss": "https://evil.example"}),
        ("signs", {"aud": "another-site"}),
        ("signs", {"exp": 1}),
        ("signs", {"sub": "43"}),
        ("configuration", {"issuer": "https://evil.example"}),
    ],
)
def test_whom_it_does_not_vouch_for_as_it_must_is_not_signed_in(client, university, attribute, value):
    address = go(client)
    held = getattr(university, attribute)
    setattr(university, attribute, held | value if isinstance(value, dict) and attribute != "header" else value)
    assert "That did not work" in come_back(client, address).text
    assert signed_in_as(client) is None


def test_metadata_of_another_issuer_are_not_followed(client, university):
    university.configuration["issuer"] = "https://sso.example.evil.example"
    assert "That did not work" in client.post("/account/sso/").text


def test_a_university_that_does_not_answer_is_said_in_words(client, university, monkeypatch):
    def fail(*args, **kwargs):
        raise requests.ConnectionError("nobody at home")

    monkeypatch.setattr(University, "request", fail)
    answer = client.post("/account/sso/")
    assert (answer.status_code, "That did not work" in answer.content.decode()) == (502, True)
