"""Signing in by the university, where that is set up: it vouches for an address, and only existing logins get in."""

import logging
from typing import Any

import requests
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.decorators import rate_limit
from allauth.socialaccount import views as socialaccount
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView, OAuth2LoginView
from allauth.socialaccount.providers.openid_connect import views as openid_connect
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path

from labsite.models import User

logger = logging.getLogger(__name__)

PROVIDER = "sso"
NOT_VERIFIED = (
    "Somebody was not signed in by the university: email_verified, which must be true, is %r. "
    "If all its addresses are verified, set SSO_TRUST_EMAIL=on."
)


class CheckedUniversity(openid_connect.OpenIDConnectOAuth2Adapter):
    """OpenID Connect as its specification asks: the issuer is the one that was set, and its token is signed by it.

    https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfigurationValidation
    """

    @property
    def openid_config(self) -> dict[str, Any]:
        config: dict[str, Any] = super().openid_config
        if str(config.get("issuer")).rstrip("/") != self.get_provider().app.settings["server_url"]:
            raise OAuth2Error(f"Its metadata name another issuer: {config.get('issuer')}")
        return config

    def complete_login(self, request: HttpRequest, app: Any, token: Any, **kwargs: Any) -> Any:
        self.did_fetch_access_token = False  # allauth checks the signature of a token that it didn't fetch itself
        try:
            login = super().complete_login(request, app, token, **kwargs)
            userinfo, signed = login.account.extra_data["userinfo"], login.account.extra_data["id_token"]
        except (KeyError, TypeError, ValueError) as error:
            raise OAuth2Error("It sent no ID token that can be checked") from error
        if userinfo.get("sub") != signed["sub"]:
            raise OAuth2Error("It tells of somebody else than it signed for")
        return login


class UniversityAdapter(DefaultSocialAccountAdapter):
    """Finds the login with the address that the university has verified; makes none and connects none."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Say who found no login that nobody makes one here, or that the university doesn't vouch for the address."""
        addresses = sociallogin.email_addresses
        if addresses and not any(map(is_verified, addresses)):
            verified = sociallogin.account.extra_data["userinfo"].get("email_verified", "not there")
            logger.warning(NOT_VERIFIED, verified)
            raise ImmediateHttpResponse(render(request, "socialaccount/not_verified.html", status=403))
        return False

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Any:
        university = super().get_provider(request, provider, client_id)
        university.oauth2_adapter_class = CheckedUniversity
        return university

    def authenticate_by_email(self, sociallogin: Any) -> tuple[User, str] | None:
        for address in sociallogin.email_addresses:
            if is_verified(address):
                login = User.objects.filter(email__iexact=address.email).first()
                if login:
                    return login, address.email
        return None

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        if sociallogin.state.get("process") != AuthProcess.LOGIN:
            raise ImmediateHttpResponse(redirect("account_login"))
        # allauth would void the password of a login whose address it hasn't verified itself, against those who sign up
        # with somebody else's. Nobody signs up here. This breaks when allauth renames the attribute: then
        # test_it_leaves_no_trace_on_the_login fails.
        sociallogin._did_authenticate_by_email = None


def is_verified(address: EmailAddress) -> bool:
    """Say whether the university does, where ``email_verified`` may be any JSON value: only what is true is."""
    return address.verified is True or address.verified == "true"


@rate_limit(action="login")
def begin(request: HttpRequest) -> HttpResponse:
    """Send somebody to the university's own page for signing in.

    By a page that moves on, because the policy of this site's pages lets no form be answered by another site.
    """
    response = _ask(OAuth2LoginView, request)
    if response.status_code != 302:
        return response
    return render(request, "socialaccount/login_redirect.html", {"redirect_to": response["Location"]})


def come_back(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Receive whom the university sends back."""
    return _ask(OAuth2CallbackView, request)


def _ask(view: Any, request: HttpRequest) -> HttpResponse:
    try:
        return view.adapter_view(CheckedUniversity(request, PROVIDER))(request)
    except (OAuth2Error, requests.RequestException):
        logger.exception("The university's server for signing in does not answer as it must")
        return render(request, "socialaccount/authentication_error.html", status=502)


urlpatterns = [
    path("", begin, name="sso"),
    path("callback/", come_back, {"provider_id": PROVIDER}, name="openid_connect_callback"),
    path("cancelled/", socialaccount.login_cancelled, name="socialaccount_login_cancelled"),
]
