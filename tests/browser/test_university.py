"""Signing in by a real OpenID provider, over TLS, that the test starts: each way in which it can end."""

import ssl
import threading
import warnings

import pytest
from allauth.mfa.models import Authenticator
from django.conf import settings
from playwright.sync_api import expect
from werkzeug.serving import make_server

from labsite.roles import Role
from tests import cast
from tests.browser.test_sign_in import digits
from tests.web import self_signed

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of what the provider is made of

ADDRESS = "ada@lab.example"
# Who has an account there, and what is said of them beside their names.
CLAIMS = {
    "ada": {"email": ADDRESS, "email_verified": True},
    "eve": {"email": "eve@lab.example", "email_verified": True},
    "nameless": {},
    "untold": {"email": ADDRESS},
    "doubted": {"email": ADDRESS, "email_verified": False},
}


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    return self_signed(tmp_path_factory.mktemp("university"))


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="module")
def provider(certificate, monkeypatch_module):
    """The address of the provider's own site."""
    with warnings.catch_warnings(action="ignore"):
        import oidc_provider_mock as provider
        from oidc_provider_mock._app import OpenIDCode

    unnamed = OpenIDCode.get_jwt_config

    def with_kid(code, grant, client=None):
        """Sign as universities do: with the name of the key. This provider's part that signs leaves it out."""
        config = unnamed(code, grant, client)
        return config | {"kid": config["key"]["kid"]}

    monkeypatch_module.setattr(OpenIDCode, "get_jwt_config", with_kid)
    users = [provider.User(sub=name, claims=claims) for name, claims in CLAIMS.items()]
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = make_server("localhost", 0, provider.app(user_claims=users), threaded=True, ssl_context=context)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"https://localhost:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args):
    return {**browser_context_args, "ignore_https_errors": True}


@pytest.fixture
def page(visitor, provider, certificate, monkeypatch):
    """The page of who is about to sign in, on a site that is registered with the provider."""
    cast.make_lab()
    monkeypatch.setitem(settings.SSO["settings"], "server_url", provider)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    visitor.route("https://cdn.jsdelivr.net/**", lambda route: route.fulfill(body="", content_type="text/css"))
    return visitor


@pytest.fixture
def ada(page):
    return cast.make_login(email=ADDRESS, role=Role.EDITOR)


def sign_in(page, name):
    """Go to the university and be whoever has an account of that name there."""
    page.goto("/account/sign-in/?next=/admin/people/person/")
    page.get_by_role("button", name="Sign in with Example University").click()
    page.get_by_role("button", name=name, exact=True).click()


def read(page, heading):
    expect(page.get_by_role("heading", level=1)).to_have_text(heading)


def test_whoever_has_a_login_gets_where_they_wanted_to(page, ada):
    sign_in(page, "ada")
    page.wait_for_url("**/admin/people/person/")
    expect(page.locator("#user-tools")).to_contain_text("Welcome, Ada")


def test_a_second_factor_is_asked_for_afterwards_and_no_password_spoken_of(page, ada):
    Authenticator.objects.create(user=ada, type="totp", data={"secret": cast.APP_SECRET})
    sign_in(page, "ada")
    read(page, "One more step")
    expect(page.locator("main")).not_to_contain_text("password")
    page.get_by_label("Code").fill(digits(cast.APP_SECRET))
    page.keyboard.press("Enter")
    page.wait_for_url("**/admin/people/person/")


@pytest.mark.parametrize("name", ["eve", "nameless"])
def test_whoever_has_no_login_is_told_so(page, ada, name):
    sign_in(page, name)
    read(page, "You have no login here yet")


def test_who_says_no_there_is_told_how_to_try_again(page, ada, complaints):
    sign_in(page, "Deny")
    read(page, "That did not work")  # as this provider sends no state back, by which the site would know who broke off
    page.get_by_role("link", name="Try again").click()
    read(page, "Sign in to edit")
    complaints.clear()  # of the answer 401


@pytest.mark.parametrize("name", ["untold", "doubted"])
def test_an_address_that_the_university_does_not_vouch_for_is_said(page, ada, complaints, axe, name):
    sign_in(page, name)
    read(page, "You are not signed in")
    expect(page.locator("main")).to_contain_text(
        "Example University gave this site an e-mail address but didn’t confirm that it is yours"
    )
    axe(page)
    complaints.clear()  # of the answer 403


@pytest.mark.parametrize("name", ["untold", "doubted"])
def test_an_administrator_may_trust_all_its_addresses(page, ada, monkeypatch, name):
    monkeypatch.setitem(settings.SSO["settings"], "verified_email", True)
    sign_in(page, name)
    page.wait_for_url("**/admin/people/person/")
