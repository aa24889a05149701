"""Invitations: how somebody who has a page gets a login of their own."""

import secrets
from datetime import timedelta
from hashlib import sha256

from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from labsite import history, roles
from labsite.context_processors import lab_of
from labsite.models import Invitation, User
from people.models import Person

LASTS = timedelta(days=7)


class Refused(Exception):
    """An invitation can't be accepted; the words say why, to whom it was sent."""


def invite(request, person, email, role):
    """Send somebody a link to make their login with; an earlier link stops working."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    invitation = Invitation(person=person, email=email, role=role, sent_by=request.user)
    invitation.fingerprint, invitation.sent_at, invitation.expires_at = fingerprint(token), now, now + LASTS
    _letter(request, invitation, token).send()
    with transaction.atomic():
        withdraw(person)
        invitation.save()
    return invitation


def withdraw(person):
    """Make the link that was sent to somebody stop working."""
    Invitation.objects.filter(person=person).delete()


def find(token):
    """Return the invitation with a link, whether or not it is still open; None where there is none."""
    return Invitation.objects.select_related("person", "sent_by").filter(fingerprint=fingerprint(token)).first()


def accept(invitation, password):
    """Make the login of the invited, linked to their person, and return it. Works once."""
    with history.step(None, f"{invitation.person} accepted the invitation") as step:
        step.about_to_change(invitation.person)
        held = Invitation.objects.open(timezone.now()).filter(fingerprint=invitation.fingerprint)
        if not held.update(accepted_at=timezone.now()):
            raise Refused("This link has been used or withdrawn in the meantime.")
        login = prospective(invitation)
        if is_taken(login.email):
            raise Refused(f"Somebody already signs in with {login.email}.")
        login.set_password(password)
        login.save()
        step.user = login
        roles.give(login, roles.Role(invitation.role))
        if not Person.objects.filter(pk=invitation.person_id, login=None).update(login=login):
            raise Refused("Your page has a login by now.")
    return login


def prospective(invitation):
    """Return the login that an invitation is for, not yet saved."""
    person = invitation.person
    names = {"first_name": person.given_name, "last_name": person.family_name}
    return User(email=User.objects.normalize_email(invitation.email), **names)


def is_taken(email):
    return User.objects.filter(email__iexact=email).exists()


def fingerprint(token):
    return sha256(token.encode()).hexdigest()


def _letter(request, invitation, token):
    link = request.build_absolute_uri(reverse("invitation", args=[token]))
    context = {"invitation": invitation, "link": link, "lab": lab_of(request), "host": request.get_host()}
    subject, _, text = render_to_string("access/email/invitation.txt", context).partition("\n")
    return EmailMessage(subject, text.strip() + "\n", to=[invitation.email], reply_to=[invitation.sent_by.email])
