"""Signing in by the web server in front, such as one with Shibboleth: it says whose address it has verified.

It is believed at this one address, and leads on as a right password does: to the second factor, and to a session. Only
who pressed the button here gets in by it, so that no link of another site signs anybody in.
"""

import time

from allauth.account.utils import perform_login
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from labsite.models import User

SET_OUT = "set_out"  # in a session, when somebody pressed the button
MAX_AWAY = 1800  # seconds in which they are back from the university's pages


@require_POST
def set_out(request: HttpRequest) -> HttpResponse:
    """Remember that somebody wants to be signed in, and lead to where the web server does so."""
    request.session[SET_OUT] = time.time()
    target = request.POST.get(REDIRECT_FIELD_NAME)
    return redirect(reverse("remote_user", query={REDIRECT_FIELD_NAME: target} if target else None))


@require_GET
@rate_limit(action="login")
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in who has the login with the address that the web server names; it makes none."""
    if time.time() - request.session.pop(SET_OUT, 0) > MAX_AWAY:
        return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse(settings.LOGIN_REDIRECT_URL))
    name = settings.REMOTE_USER_HEADER
    address = request.META.get(name if name == "REMOTE_USER" else f"HTTP_{name.upper().replace('-', '_')}", "")
    login = User.objects.filter(email__iexact=address).first() if address else None
    if not login:
        return render(request, "account/signup_closed.html", status=403)
    return perform_login(request, login, email_verification="none")
