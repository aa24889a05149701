"""Signing in by the university: it says who somebody is, and only those who have a login already get in."""

import logging

import requests
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.decorators import rate_limit
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.openid_connect import views
from django.shortcuts import redirect, render

from labsite.models import User

logger = logging.getLogger(__name__)

PROVIDER = "sso"


class UniversityAdapter(DefaultSocialAccountAdapter):
    """Finds the login with the address that the university has verified; makes none and connects none."""

    def is_open_for_signup(self, request, sociallogin):
        return False

    def authenticate_by_email(self, sociallogin):
        # "verified" may be any JSON value: only what is true is.
        for address in sociallogin.email_addresses:
            if address.verified is True or address.verified == "true":
                login = User.objects.filter(email__iexact=address.email).first()
                if login:
                    return login, address.email
        return None

    def pre_social_login(self, request, sociallogin):
        if sociallogin.state.get("process") != AuthProcess.LOGIN:
            raise ImmediateHttpResponse(redirect("account_login"))
        # allauth would void the password of a login whose address it hasn't verified itself, against those who sign up
        # with somebody else's. Nobody signs up here.
        sociallogin._did_authenticate_by_email = None


@rate_limit(action="login")
def begin(request):
    """Send somebody to the university's own page for signing in.

    By a page that moves on, because the policy of this site's pages lets no form be answered by another site.
    """
    try:
        response = views.login(request, PROVIDER)
    except requests.RequestException:
        logger.exception("The university's server for signing in does not answer")
        return render(request, "socialaccount/authentication_error.html", status=502)
    if response.status_code != 302:
        return response
    return render(request, "socialaccount/login_redirect.html", {"redirect_to": response["Location"]})


def come_back(request, provider_id):
    """Receive whom the university sends back."""
    return views.callback(request, provider_id)
