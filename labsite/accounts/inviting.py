"""Inviting people: one from their form, or several at once, of whom nobody is invited while one address is wrong."""

from collections.abc import Sequence
from smtplib import SMTPException
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.forms import EmailField, Form, RadioSelect, TypedChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_http_methods

from labsite.accounts import logins
from labsite.accounts.forms import ADDRESS
from labsite.models import Invitation, User
from labsite.roles import Role
from labsite.texts.plain_text import number_in
from people.models import Person

MAX_INVITED = 100  # people of one page


EDITS = {
    Role.MEMBER: _("edits their own page, papers and service"),
    Role.EDITOR: _("edits everything on the site"),
    Role.ADMINISTRATOR: _("also manages logins and the lab’s settings"),
}


def known_address(person: Person) -> str:
    """Return where a person was last invited, else an e-mail address of theirs, if any is known."""
    if hasattr(person, "invitation"):
        return person.invitation.email
    details = person.contact_details.all() if person.pk else ()
    return next((each.value for each in details if each.kind == "email" and not each.is_former), "")


class InvitationForm(Form):
    """Asks where an invitation goes and which role it gives."""

    email = EmailField(label=ADDRESS, max_length=254)
    role = TypedChoiceField(
        label=_("Role"),
        choices=[
            (role.value, format_lazy(_("{role}: {edits}"), role=role.label, edits=edits))
            for role, edits in EDITS.items()
        ],
        coerce=lambda value: Role(int(value)),
        widget=RadioSelect,
    )

    def __init__(self, person: Person, data: Any = None) -> None:
        role = person.invitation.role if hasattr(person, "invitation") else Role.MEMBER.value
        super().__init__(data, initial={"email": known_address(person), "role": role})
        self.person = person

    def clean_email(self) -> str:
        email = User.objects.normalize_email(self.cleaned_data["email"])
        owner = User.objects.select_related("person").filter(email__iexact=email).first()
        if owner:
            whose = getattr(owner, "person", None) or gettext("somebody without a page")
            words = gettext(
                "The login of %(whose)s already has this address. Enter another address, or link that login to "
                "this page under “Address and account”."
            )
            raise ValidationError(words % {"whose": whose}, code="taken")
        invited = Invitation.objects.open(timezone.now()).exclude(person=self.person.pk).filter(email=email).first()
        if invited:
            words = gettext("%(person)s has already been invited at this address.") % {"person": invited.person}
            raise ValidationError(words, code="invited")
        return email

    def clean(self) -> dict[str, Any] | None:
        if self.person.login:
            words = gettext("%(person)s already signs in, with %(login)s.")
            raise ValidationError(words % {"person": self.person, "login": self.person.login}, code="has_login")
        return super().clean()


class InvitationsForm(Form):
    """Asks where the invitation of each person goes; cleaned, it has those who get one as ``invitations``."""

    def __init__(self, people: Sequence[Person], data: Any = None) -> None:
        super().__init__(data)
        self.people = {f"email-{person.pk}": person for person in people}
        for name, person in self.people.items():
            initial = known_address(person)
            self.fields[name] = EmailField(label=person.name, required=False, max_length=254, initial=initial)

    def clean(self) -> None:
        self.invitations: list[InvitationForm] = []
        met: dict[str, Person] = {}
        for name, person in self.people.items():
            email = self.cleaned_data.get(name)
            if not email:
                continue
            invitation = invitation_of(person, email)
            if met.setdefault(email.lower(), person) != person:
                words = gettext("%(person)s above has the same address.")
                self.add_error(name, words % {"person": met[email.lower()]})
            elif invitation.is_valid():
                self.invitations.append(invitation)
            else:
                self.add_error(name, [error for errors in invitation.errors.values() for error in errors])
        if not met and not self.errors:
            raise ValidationError(
                gettext("Nobody here has an e-mail address, so nobody can be invited."), code="nobody"
            )


def invitation_of(person: Person, email: str) -> InvitationForm:
    """Return the form that invites a person as a member."""
    return InvitationForm(person, {"email": email, "role": Role.MEMBER.value})


def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Send a person an invitation, or withdraw the one they have."""
    person = get_object_or_404(Person.objects.select_related("login", "invitation"), pk=pk)
    if request.method == "POST" and "withdraw" in request.POST:
        logins.withdraw_invitation(person)
        words = gettext("The invitation to %(person)s has been withdrawn; its link no longer works.")
        messages.success(request, words % {"person": person})
        return redirect("admin:invite", person.pk)
    form = InvitationForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        why_not = send_invitation(request, form)
        if not why_not:
            words = gettext("An invitation for %(person)s is on its way to %(email)s.")
            messages.success(request, words % {"person": person, "email": form.cleaned_data["email"]})
            return redirect("admin:people_person_change", person.pk)
        words = gettext(
            "The e-mail couldn’t be sent, so nobody has been invited yet. The mail server replied: %(why)s"
        )
        form.add_error(None, words % {"why": why_not})
    sent = Invitation.objects.filter(person=person, accepted_at=None).select_related("sent_by").first()
    context = {
        "title": gettext("Invite %(person)s") % {"person": person},
        "person": person,
        "form": form,
        "sent": sent,
        "is_open": sent is not None and sent.is_open(timezone.now()),
        "sends_email": settings.SENDS_EMAIL,
    }
    return render(request, "admin/invite.html", admin.site.each_context(request) | context)


def send_invitation(request: HttpRequest, form: InvitationForm) -> str:
    """Send what a valid form asks for; return what the mail server says if it couldn't be sent."""
    try:
        logins.invite(request, form.person, form.cleaned_data["email"], form.cleaned_data["role"])
    except (OSError, SMTPException) as error:
        return str(error) or type(error).__name__
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
def invite_several(request: HttpRequest) -> HttpResponse:
    """Show whom of those in the address could be invited, and where; a POST invites them."""
    keys = [key for key in request.GET.get("people", "").split(",") if number_in(key) is not None][:MAX_INVITED]
    chosen = Person.objects.filter(pk__in=keys).select_related("login", "invitation")
    people = list(chosen.prefetch_related("contact_details", "memberships"))
    invited = [person for person in people if not person.login and person.memberships.all()]
    form = InvitationsForm(invited, request.POST if request.method == "POST" else None)
    if settings.SENDS_EMAIL and form.is_valid():
        send_invitations(request, form.invitations)
        return redirect("admin:people_person_changelist")
    context = {
        "title": gettext("Invite people"),
        "form": form,
        "invited": invited,
        "signing_in": [person for person in people if person.login],
        "without_page": [person for person in people if not person.login and not person.memberships.all()],
        "sends_email": settings.SENDS_EMAIL,
    }
    return render(request, "admin/invite_several.html", admin.site.each_context(request) | context)


def send_invitations(request: HttpRequest, invitations: Sequence[InvitationForm]) -> None:
    """Send what valid forms ask for, and say how many are on their way; once one can't be sent, who is left."""
    sent = 0
    for number, invitation in enumerate(invitations):
        if error := send_invitation(request, invitation):
            left = ", ".join(str(other.person) for other in invitations[number:])
            words = gettext(
                "Some e-mails couldn’t be sent, so these people haven’t been invited yet: %(left)s. The mail "
                "server replied: %(why)s"
            )
            messages.error(request, words % {"left": left, "why": error})
            break
        sent += 1
    if sent:
        words = ngettext("%(n)s invitation is on the way.", "%(n)s invitations are on the way.", sent)
        messages.success(request, words % {"n": sent})
