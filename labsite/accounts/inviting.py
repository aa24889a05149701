"""Several people invited at once: a page with an address for each, from which nobody is invited while one is wrong."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.accounts.forms import InvitationForm, PlainEmailField
from labsite.accounts.views import send_invitation
from labsite.editing.autocomplete import is_primary_key
from people.models import Person

MAX_INVITED = 100  # people of one page


class InvitationsForm(Form):
    """Asks where the invitation of each person goes; cleaned, it has those who get one as ``invitations``."""

    def __init__(self, people: Sequence[Person], data: Any = None) -> None:
        super().__init__(data)
        self.people = {f"email-{person.pk}": person for person in people}
        for name, person in self.people.items():
            known = (
                each.value for each in person.contact_details.all() if each.kind == "email" and not each.is_former
            )
            sent = getattr(person, "invitation", None)
            initial = sent.email if sent else next(known, "")
            self.fields[name] = PlainEmailField(label=person.name, required=False, max_length=254, initial=initial)

    def clean(self) -> None:
        self.invitations: list[InvitationForm] = []
        met: dict[str, Person] = {}
        for name, person in self.people.items():
            email = self.cleaned_data.get(name)
            if not email:
                continue
            invitation = invitation_of(person, email)
            if met.setdefault(email.lower(), person) != person:
                words = gettext("This is the address of %(person)s above.")
                self.add_error(name, words % {"person": met[email.lower()]})
            elif invitation.is_valid():
                self.invitations.append(invitation)
            else:
                self.add_error(name, [error for errors in invitation.errors.values() for error in errors])
        if not met and not self.errors:
            raise ValidationError(gettext("Nobody has an address here, so nobody can be invited."), code="nobody")


def invitation_of(person: Person, email: str) -> InvitationForm:
    """Return the form that invites a person as a member."""
    return InvitationForm(person, {"email": email, "role": roles.Role.MEMBER.value})


@require_http_methods(["GET", "HEAD", "POST"])
def invite_several(request: HttpRequest) -> HttpResponse:
    """Show whom of those in the address could be invited, and where; a POST invites them."""
    keys = list(filter(is_primary_key, request.GET.get("people", "").split(",")))[:MAX_INVITED]
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
                "The e-mail could not be sent, so these are not invited yet: %(left)s. The server says: %(why)s"
            )
            messages.error(request, words % {"left": left, "why": error})
            break
        sent += 1
    if sent:
        words = ngettext("%(n)s invitation is on the way.", "%(n)s invitations are on the way.", sent)
        messages.success(request, words % {"n": sent})
