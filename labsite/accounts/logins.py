"""Logins: how a person gets one by an invitation, what becomes of a lost second factor, and how a login ends."""

import secrets
from datetime import date, timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from labsite import history, roles
from labsite.accounts.events import left
from labsite.accounts.letters import invited, typeset
from labsite.modelling.periods import PartialDate
from labsite.models import Invitation, User
from labsite.models.accounts import fingerprint
from labsite.texts.stored import gettext_noop
from people.models import Membership, Person

LASTS = timedelta(days=7)
ACCEPTED = gettext_noop("{person} accepted the invitation")
LEFT = gettext_noop("{person} left the lab")


class InvitationRefused(Exception):
    """An invitation can't be accepted; the message says why, to whoever was invited."""


def invite(request: Any, person: Person, email: str, role: roles.Role) -> Invitation:
    """Send a person a link by which they make their login; an earlier link stops working."""
    token, now = secrets.token_urlsafe(32), timezone.now()
    invitation = Invitation(person=person, email=email, role=role, sent_by=request.user)
    invitation.fingerprint, invitation.sent_at, invitation.expires_at = fingerprint(token), now, now + LASTS
    letter = invited(invitation, request.build_absolute_uri(reverse("invitation", args=[token])))
    message = typeset(letter, email)
    message.reply_to = [request.user.email]
    message.send()
    with transaction.atomic():
        withdraw_invitation(person)
        invitation.save()
    return invitation


def withdraw_invitation(person: Person) -> None:
    """Make the link that was sent to a person stop working."""
    Invitation.objects.filter(person=person).delete()


def find_invitation(token: str) -> Invitation | None:
    """Return the invitation with a link, whether or not it is still open."""
    known = Q(fingerprint=fingerprint(token)) | Q(reminded_by=fingerprint(token))
    return Invitation.objects.select_related("person", "sent_by").filter(known).first()


def accept(invitation: Invitation, password: str) -> User:
    """Make the login of an invited person, and return it. Works once; raises InvitationRefused."""
    with history.step(None, ACCEPTED.format(person=invitation.person)) as step:
        step.about_to_change(invitation.person)
        held = Invitation.objects.open(timezone.now()).filter(fingerprint=invitation.fingerprint)
        if not held.update(accepted_at=timezone.now()):
            raise InvitationRefused(gettext("This link has been used or withdrawn in the meantime."))
        login = prospective_login(invitation)
        if User.objects.filter(email__iexact=login.email).exists():
            raise InvitationRefused(gettext("Somebody already signs in with %(email)s.") % {"email": login.email})
        login.set_password(password)
        login.save()
        step.user = login
        roles.give(login, roles.Role(invitation.role))
        if not Person.objects.filter(pk=invitation.person_id, login=None).update(login=login):
            raise InvitationRefused(gettext("Your page already has a login."))
    return login


def prospective_login(invitation: Invitation) -> User:
    """Return the login that an invitation is for, not yet saved."""
    person = invitation.person
    names = {"first_name": person.given_name, "last_name": person.family_name}
    return User(email=User.objects.normalize_email(invitation.email), **names)


def second_factors_of(login: User) -> set[str]:
    """Return what a login is asked for beside the password: totp, webauthn, recovery_codes."""
    return set(Authenticator.objects.filter(user=login).values_list("type", flat=True))


def lacks_second_factor(login: Any) -> bool:
    """Say whether an administrator signs in with nothing but a password."""
    return roles.at_least(login, roles.Role.ADMINISTRATOR) and not second_factors_of(login)


def remove_second_factors(request: HttpRequest, login: User) -> bool:
    """Let the owner of a login sign in with the password alone, and tell them; say whether there was any factor."""
    removed, _ = Authenticator.objects.filter(user=login).delete()
    if removed:
        get_adapter(request).send_notification_mail("access/email/second_factors_removed", login)
    return removed > 0


def ending_memberships(person: Person, today: date) -> list[Membership]:
    """Return the person's roles in the lab that end when they leave now."""
    return list(person.memberships.current(today))


def begun_later(held: list[Membership], month: PartialDate) -> Membership | None:
    """Return a role that hadn't begun in a month, in which it so can't have ended."""
    return next((each for each in held if each.start and PartialDate(each.start).first > month.last), None)


def end_memberships(person: Person, month: str, went_to: str, today: date) -> None:
    """Let the roles that a person has now end with a month."""
    for membership in ending_memberships(person, today):
        membership.end, membership.went_to = PartialDate(month), went_to or membership.went_to
        same = person.memberships.filter(role=membership.role, start=membership.start, end=month)
        membership.delete() if same.exclude(pk=membership.pk).exists() else membership.save()


def leave_lab(person: Person, month: str, went_to: str, by: Any) -> None:
    """Make a person an alumnus: their roles in the lab end with the month, and their login ends now."""
    with history.step(by, LEFT.format(person=person)) as step:
        step.about_to_change(person)
        end_memberships(person, month, went_to, timezone.localdate())
        withdraw_invitation(person)
        left.send(Person, person=person, by=by)
        if login := person.login:
            roles.give(login, None)
            login.is_active = login.is_superuser = False
            login.set_unusable_password()  # so that its sessions stay void, should it be opened again one day
            login.save()
