"""Getting in with a real browser: password, authenticator app, passkey."""

from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from playwright.sync_api import expect

from labsite.accounts.sso import UniversityAdapter
from tests import cast
from tests.labsite.accounts.test_sso import University

PASSWORD = "quokka-12345"


@pytest.fixture
def ada():
    cast.make_lab()
    return cast.make_administrator(email="ada@lab.example", password=PASSWORD)


@pytest.fixture
def passkeys(visitor):
    """A device that holds passkeys and lets its owner use them."""
    device = visitor.context.new_cdp_session(visitor)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    return device


def sign_in(page, where="/account/sign-in/"):
    page.goto(where)
    page.get_by_label("E-mail address").fill("ada@lab.example")
    page.get_by_label("Password").fill(PASSWORD)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def confirm(page):
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()


def digits(secret):
    """What an authenticator app shows now."""
    earlier, now, later = yield_hotp_counters_from_time()
    return format_hotp_value(hotp_value(secret, now))


class SignInTests:
    def test_page_is_accessible(self, visitor, axe):
        visitor.goto("/account/sign-in/")
        expect(visitor.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
        axe(visitor)

    def test_stylesheet_applies(self, visitor):
        visitor.goto("/account/sign-in/")
        assert visitor.locator(".masthead").evaluate("head => getComputedStyle(head).display") == "flex"

    def test_whoever_asks_for_a_page_of_the_admin_gets_there_by_keyboard(self, visitor, ada):
        sign_in(visitor, "/admin/people/person/")
        visitor.wait_for_url("**/admin/people/person/")

    def test_a_wrong_password_is_said(self, visitor, ada, axe):
        visitor.goto("/account/sign-in/")
        visitor.get_by_label("E-mail address").fill("ada@lab.example")
        visitor.get_by_label("Password").fill("wombat-12345")
        visitor.get_by_role("button", name="Sign in", exact=True).click()
        expect(visitor.get_by_role("alert").first).to_have_text("The e-mail address or password isn’t correct.")
        axe(visitor)

    def test_pages_beside_it_are_accessible(self, visitor, ada, axe):
        for page in ("password/forgotten", "password/forgotten/sent", "password/new/1-x", "inactive"):
            visitor.goto(f"/account/{page}/")
            axe(visitor)


class SecondFactorTests:
    def test_an_app_is_set_up_and_then_asked_for(self, visitor, ada, axe):
        sign_in(visitor)
        visitor.goto("/account/security/")
        axe(visitor)
        visitor.get_by_role("link", name="Set up an app").click()
        axe(visitor)
        confirm(visitor)
        visitor.get_by_text("Can’t scan it?").click()
        axe(visitor)
        secret = visitor.locator("code.key").inner_text()
        visitor.get_by_label("Six digits").fill(digits(secret))
        visitor.get_by_role("button", name="Start using it").click()
        expect(visitor.get_by_role("heading", level=1)).to_have_text("Your recovery codes")
        axe(visitor)
        code = visitor.locator(".codes li").first.inner_text()
        visitor.context.clear_cookies()
        sign_in(visitor)
        expect(visitor.get_by_role("heading", level=1)).to_have_text("One more step")
        axe(visitor)
        visitor.get_by_label("Code").fill(code)
        visitor.keyboard.press("Enter")
        visitor.wait_for_url("**/admin/")

    def test_a_passkey_is_added_and_then_signs_in_alone(self, visitor, ada, passkeys, axe):
        sign_in(visitor)
        visitor.goto("/account/security/webauthn/add/")
        confirm(visitor)
        visitor.get_by_label("Name").fill("Ada’s laptop")
        axe(visitor)
        visitor.get_by_role("button", name="Add the passkey").click()
        expect(visitor.get_by_role("heading", level=1)).to_have_text("Your recovery codes")
        assert str(Authenticator.objects.get(type="webauthn")) == "Ada’s laptop"
        visitor.goto("/account/security/")
        axe(visitor)
        visitor.context.clear_cookies()
        visitor.goto("/account/sign-in/?next=/admin/people/person/")
        visitor.get_by_role("button", name="Sign in with a passkey").click()
        visitor.wait_for_url("**/admin/people/person/")

    def test_a_passkey_can_be_the_second_step(self, visitor, ada, passkeys, axe):
        sign_in(visitor)
        visitor.goto("/account/security/webauthn/add/")
        confirm(visitor)
        visitor.get_by_role("button", name="Add the passkey").click()
        expect(visitor.get_by_role("heading", level=1)).to_have_text("Your recovery codes")
        visitor.context.clear_cookies()
        sign_in(visitor)
        expect(visitor.get_by_text("Now use your passkey")).to_be_visible()
        axe(visitor)
        visitor.get_by_role("button", name="Use your passkey").click()
        visitor.wait_for_url("**/admin/")

    def test_a_browser_without_passkeys_offers_none(self, visitor, ada):
        visitor.add_init_script("delete window.PublicKeyCredential")
        visitor.goto("/account/sign-in/")
        expect(visitor.get_by_role("button", name="Sign in with a passkey")).to_be_hidden()

    def test_a_passkey_that_fails_is_said_in_words(self, visitor, ada):
        visitor.goto("/account/sign-in/")
        visitor.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('no')); }")
        visitor.get_by_role("button", name="Sign in with a passkey").click()
        expect(visitor.get_by_role("alert").last).to_have_text(
            "The passkey could not be used. Try again, or choose another way."
        )


class UniversityTests:
    def test_the_button_leads_there_under_the_policy_of_our_pages(self, visitor, ada, monkeypatch):
        university = University()
        monkeypatch.setattr(UniversityAdapter, "get_requests_session", lambda adapter: university)
        theirs = "<!doctype html><title>Example University</title><link rel=icon href=data:,><h1>Who are you?</h1>"
        visitor.route(
            "https://login.sso.example/**", lambda route: route.fulfill(body=theirs, content_type="text/html")
        )
        visitor.goto("/account/sign-in/?next=/admin/people/person/")
        visitor.get_by_role("button", name="Sign in with Example University").click()
        visitor.wait_for_url("https://login.sso.example/authorize**")
        query = parse_qs(urlsplit(visitor.url).query)
        visitor.goto(f"{query['redirect_uri'][0]}?code=code&state={query['state'][0]}")
        visitor.wait_for_url("**/admin/people/person/")


class EveryPageTests:
    """The pages that one seldom meets, in light and in dark."""

    PAGES = (
        "security/totp/deactivate",
        "security/webauthn/add",
        "security/recovery-codes",
        "security/recovery-codes/generate",
        "password/change",
        "sign-out",
    )

    def test_pages_for_ones_ways_to_sign_in_are_accessible(self, visitor, ada, axe):
        cast.make_second_factors(ada)
        visitor.goto("/account/sign-in/")
        visitor.get_by_label("E-mail address").fill("ada@lab.example")
        visitor.get_by_label("Password").fill(PASSWORD)
        with visitor.expect_navigation():
            visitor.keyboard.press("Enter")
        visitor.get_by_label("Code").fill(digits(cast.APP_SECRET))
        with visitor.expect_navigation():
            visitor.keyboard.press("Enter")
        visitor.goto("/account/security/recovery-codes/generate/")
        axe(visitor)
        confirm(visitor)
        for page in self.PAGES:
            visitor.goto(f"/account/{page}/")
            axe(visitor)

    def test_pages_for_those_who_are_refused_are_accessible(self, visitor, complaints, axe):
        cast.make_lab()
        cast.make_login(email="ada@lab.example", password=PASSWORD, is_staff=False)
        sign_in(visitor)
        expect(visitor.get_by_role("heading", level=1)).to_have_text("There is nothing here for you to edit yet")
        axe(visitor)
        complaints.clear()
