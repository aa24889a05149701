"""The pages of the admin on somebody's way in and out: inviting them, and letting them go."""

from smtplib import SMTPException

from django.conf import settings
from django.contrib import admin, messages
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from labsite.accounts import invitations, leaving
from labsite.accounts.forms import InvitationForm, LeavingForm
from labsite.models import Invitation
from people.models import Person


def invite(request, pk):
    """Send somebody an invitation, or withdraw the one they have."""
    person = get_object_or_404(Person.objects.select_related("login", "invitation"), pk=pk)
    if request.method == "POST" and "withdraw" in request.POST:
        return _withdraw(request, person)
    form = InvitationForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid() and _send(request, form):
        return _back(person)
    sent = Invitation.objects.filter(person=person, accepted_at=None).select_related("sent_by").first()
    context = {"title": f"Invite {person}", "sends_email": settings.SENDS_EMAIL, "sent": sent}
    is_open = sent is not None and sent.is_open(timezone.now())
    return _page(request, "admin/invite.html", person, form, is_open=is_open, **context)


def _withdraw(request, person):
    invitations.withdraw(person)
    messages.success(request, f"The invitation of {person} is withdrawn; its link no longer works.")
    return redirect("admin:invite", person.pk)


def _send(request, form):
    email = form.cleaned_data["email"]
    try:
        invitations.invite(request, form.person, email, form.cleaned_data["role"])
    except (OSError, SMTPException) as error:
        form.add_error(None, f"The e-mail could not be sent, so nobody is invited yet. The server says: {error}")
        return False
    messages.success(request, f"An invitation for {form.person} is on its way to {email}.")
    return True


def leave(request, pk):
    """Say what leaving the lab will change for somebody, and do it."""
    person = get_object_or_404(Person.objects.select_related("login"), pk=pk)
    form = LeavingForm(person, request.user, request.POST or None)
    if request.method == "POST" and form.is_valid():
        leaving.leave(person, form.cleaned_data["month"], form.cleaned_data["went_to"], request.user)
        messages.success(request, f"{person} has left the lab. Their page and their papers stay.")
        return _back(person)
    ending = leaving.ending_memberships(person, timezone.localdate())
    return _page(request, "admin/leave.html", person, form, title=f"{person} leaves the lab", ending=ending)


def _back(person):
    return redirect("admin:people_person_change", person.pk)


def _page(request, template, person, form, **context):
    shared = admin.site.each_context(request)
    return render(request, template, {**shared, "person": person, "form": form, **context})
