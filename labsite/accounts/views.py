"""The pages around logins: ways of signing in beside allauth's, accepting an invitation, and leaving the lab."""

import time
from typing import Any

from allauth.account import views as account
from allauth.account.adapter import get_adapter
from allauth.account.utils import perform_login
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from labsite.accounts import logins
from labsite.accounts.forms import InvitedPasswordForm, LeavingForm
from labsite.models import User
from people.models import Person

SET_OUT = "set_out"  # in a session, when somebody pressed the button
MAX_AWAY = 1800  # seconds in which they are back from the university's pages


@never_cache
def admin_login(request: HttpRequest) -> HttpResponse:
    """Lead from the admin's own login page to ours; a user without a role is told so, not led in circles."""
    if request.user.is_authenticated and not admin.site.has_permission(request):
        return render(request, "account/no_role.html", {"without_role": True}, status=403)
    return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index"))


@require_safe
def session(request: HttpRequest) -> JsonResponse:
    """Say who is signed in, to a form that may have been open for long, with a token that it can be sent with."""
    user: Any = request.user
    login = {"login": str(user.pk), "name": str(getattr(user, "person", user))} if user.is_authenticated else {}
    return JsonResponse({"token": get_token(request), **login})


@login_required
@require_safe
def signed_in(request: HttpRequest) -> HttpResponse:
    """Tell the form that waited for it that somebody has signed in."""
    return render(request, "account/signed_in.html")


@require_POST
def set_out_for_university(request: HttpRequest) -> HttpResponse:
    """Remember that somebody wants to be signed in, and lead to where the web server does so."""
    request.session[SET_OUT] = time.time()
    target = request.POST.get(REDIRECT_FIELD_NAME)
    return redirect(reverse("remote_user", query={REDIRECT_FIELD_NAME: target} if target else None))


@require_GET
@rate_limit(action="login")
def sign_in_by_web_server(request: HttpRequest) -> HttpResponse:
    """Sign in who has the login with the address that the web server in front has verified, as one with Shibboleth.

    It is believed at this one address, and leads on as a right password does: to the second factor, and to a session.
    Only who pressed the button here gets in by it, so that no link of another site signs anybody in.
    """
    if time.time() - request.session.pop(SET_OUT, 0) > MAX_AWAY:
        return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse(settings.LOGIN_REDIRECT_URL))
    name = settings.REMOTE_USER_HEADER
    address = request.META.get(name if name == "REMOTE_USER" else f"HTTP_{name.upper().replace('-', '_')}", "")
    login = User.objects.filter(email__iexact=address).first() if address else None
    if not login:
        return render(request, "account/signup_closed.html", status=403)
    return perform_login(request, login, email_verification="none")


def sign_out(request: HttpRequest) -> HttpResponse:
    """End a session; the browser is to forget what it kept of it, such as pictures of drafts."""
    response = account.logout(request)
    if not request.user.is_authenticated:
        response["Clear-Site-Data"] = '"cache"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@rate_limit(action="accept_invitation")
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Let an invited person choose a password. Only the POST changes anything: scanners of e-mails follow links."""
    invited = logins.find_invitation(token)
    if invited is None or not invited.is_open(timezone.now()):
        return _without_referrer(render(request, "access/invitation_over.html", {"invitation": invited}, status=410))
    form = InvitedPasswordForm(logins.prospective_login(invited), request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            login = logins.accept(invited, form.cleaned_data["password1"])
        except logins.InvitationRefused as why:
            form.add_error(None, str(why))
        else:
            get_adapter(request).login(request, login)
            messages.success(
                request, gettext("Welcome! This is your page: what you save here appears on the site at once.")
            )
            return redirect("admin:people_person_change", login.person.pk)
    return _without_referrer(render(request, "access/invitation.html", {"invitation": invited, "form": form}))


def _without_referrer(response: HttpResponse) -> HttpResponse:
    """Keep the address, which is a key, from every other site; to this one forms must say where they come from."""
    response["Referrer-Policy"] = "same-origin"
    return response


def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what leaving the lab will change for a person, and do it."""
    person = get_object_or_404(Person.objects.select_related("login"), pk=pk)
    form = LeavingForm(person, request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        logins.leave_lab(person, form.cleaned_data["month"], form.cleaned_data["went_to"], request.user)
        words = gettext("%(person)s has left the lab. Their page and their papers stay.")
        messages.success(request, words % {"person": person})
        return redirect("admin:people_person_change", person.pk)
    ending = logins.ending_memberships(person, timezone.localdate())
    title = gettext("%(person)s leaves the lab") % {"person": person}
    context = {"title": title, "person": person, "form": form, "ending": ending}
    return render(request, "admin/leave.html", admin.site.each_context(request) | context)
