"""The pages around logins: the admin's way to signing in, inviting, accepting an invitation, and leaving the lab."""

from smtplib import SMTPException
from typing import Any

from allauth.account import views as account
from allauth.account.adapter import get_adapter
from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.forms import Form
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from labsite.accounts import logins
from labsite.accounts.forms import InvitationForm, InvitedPasswordForm, LeavingForm
from labsite.models import Invitation
from people.models import Person


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
                request, gettext("Welcome! This is your page: what you save here is on the site at once.")
            )
            return _to_form_of(login.person)
    return _without_referrer(render(request, "access/invitation.html", {"invitation": invited, "form": form}))


def _without_referrer(response: HttpResponse) -> HttpResponse:
    """Keep the address, which is a key, from every other site; to this one forms must say where they come from."""
    response["Referrer-Policy"] = "same-origin"
    return response


def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a person an invitation, or withdraw the one they have."""
    person = get_object_or_404(Person.objects.select_related("login", "invitation"), pk=pk)
    if request.method == "POST" and "withdraw" in request.POST:
        logins.withdraw_invitation(person)
        words = gettext("The invitation of %(person)s is withdrawn; its link no longer works.")
        messages.success(request, words % {"person": person})
        return redirect("admin:invite", person.pk)
    form = InvitationForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid() and _send(request, form):
        return _to_form_of(person)
    sent = Invitation.objects.filter(person=person, accepted_at=None).select_related("sent_by").first()
    title = gettext("Invite %(person)s") % {"person": person}
    context = {"title": title, "sends_email": settings.SENDS_EMAIL, "sent": sent}
    is_open = sent is not None and sent.is_open(timezone.now())
    return _page(request, "admin/invite.html", person, form, is_open=is_open, **context)


def _send(request: HttpRequest, form: InvitationForm) -> bool:
    if why_not := send_invitation(request, form):
        words = gettext("The e-mail could not be sent, so nobody is invited yet. The server says: %(why)s")
        form.add_error(None, words % {"why": why_not})
        return False
    words = gettext("An invitation for %(person)s is on its way to %(email)s.")
    messages.success(request, words % {"person": form.person, "email": form.cleaned_data["email"]})
    return True


def send_invitation(request: HttpRequest, form: InvitationForm) -> str:
    """Send what a valid form asks for; return what the mail server says if it couldn't be sent."""
    try:
        logins.invite(request, form.person, form.cleaned_data["email"], form.cleaned_data["role"])
    except (OSError, SMTPException) as error:
        return str(error) or type(error).__name__
    return ""


def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Say what leaving the lab will change for a person, and do it."""
    person = get_object_or_404(Person.objects.select_related("login"), pk=pk)
    form = LeavingForm(person, request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        logins.leave_lab(person, form.cleaned_data["month"], form.cleaned_data["went_to"], request.user)
        words = gettext("%(person)s has left the lab. Their page and their papers stay.")
        messages.success(request, words % {"person": person})
        return _to_form_of(person)
    ending = logins.ending_memberships(person, timezone.localdate())
    title = gettext("%(person)s leaves the lab") % {"person": person}
    return _page(request, "admin/leave.html", person, form, title=title, ending=ending)


def _to_form_of(person: Person) -> HttpResponse:
    return redirect("admin:people_person_change", person.pk)


def _page(request: HttpRequest, template: str, person: Person, form: Form, **context: Any) -> HttpResponse:
    shared = admin.site.each_context(request)
    return render(request, template, {**shared, "person": person, "form": form, **context})
