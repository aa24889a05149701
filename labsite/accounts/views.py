"""What somebody meets who follows the link of an invitation."""

from allauth.account.adapter import get_adapter
from allauth.decorators import rate_limit
from django.contrib import messages
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from labsite.accounts import invitations
from labsite.accounts.forms import InvitedPasswordForm


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
@rate_limit(action="accept_invitation")
def invitation(request, token):
    """Let the invited choose a password. Only sending it changes anything: scanners of e-mails follow links too."""
    found = invitations.find(token)
    if found is None or not found.is_open(timezone.now()):
        return _private(render(request, "access/invitation_over.html", {"invitation": found}, status=410))
    form = InvitedPasswordForm(invitations.prospective(found), request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _let_in(request, invitations.accept(found, form.cleaned_data["password1"]))
        except invitations.Refused as why:
            form.add_error(None, str(why))
    return _private(render(request, "access/invitation.html", {"invitation": found, "form": form}))


def _let_in(request, login):
    get_adapter(request).login(request, login)
    messages.success(request, "Welcome! This is your page: what you save here is on the site at once.")
    return redirect("admin:people_person_change", login.person.pk)


def _private(response):
    """Keep the address, which is a key, from every other site; to this one forms must say where they come from."""
    response["Referrer-Policy"] = "same-origin"
    return response
