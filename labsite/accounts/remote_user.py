"""Signing in by the web server in front, such as one with Shibboleth: it says whose address it has verified.

It is believed at this one address, and leads on as a right password does: to the second factor, and to a session.
"""

from allauth.account.utils import perform_login
from allauth.decorators import rate_limit
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from labsite.models import User


@require_GET
@rate_limit(action="login")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in who has the login with the address that the web server names; it makes none."""
    name = settings.REMOTE_USER_HEADER
    address = request.META.get(name if name == "REMOTE_USER" else f"HTTP_{name.upper().replace('-', '_')}", "")
    login = User.objects.filter(email__iexact=address).first() if address else None
    if not login:
        return render(request, "account/signup_closed.html", status=403)
    return perform_login(request, login, email_verification="none")
