"""Signing in by the university: it says who somebody is, and only those who have a login already get in."""

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthProcess
from allauth.socialaccount.providers.openid_connect import views
from django.shortcuts import redirect, render

from labsite.models import User

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


def begin(request):
    """Send somebody to the university's own page for signing in.

    By a page that moves on, because the policy of this site's pages lets no form be answered by another site.
    """
    response = views.login(request, PROVIDER)
    if response.status_code != 302:
        return response
    return render(request, "socialaccount/login_redirect.html", {"redirect_to": response["Location"]})


def come_back(request, provider_id):
    """Receive whom the university sends back."""
    return views.callback(request, provider_id)
