"""What happens when somebody leaves the lab: their roles in it end, and so does their login."""

from django.utils import timezone

from labsite import history, roles
from labsite.accounts.invitations import withdraw
from labsite.modelling.periods import PartialDate


def ending_memberships(person, today):
    """Return the roles in the lab that end when somebody leaves now."""
    return list(person.memberships.current(today))


def leave(person, month, went_to, by):
    """Make somebody an alumnus: their roles in the lab end with the month, and their login ends now."""
    with history.step(by, f"{person} left the lab") as step:
        step.about_to_change(person)
        for membership in ending_memberships(person, timezone.localdate()):
            membership.end, membership.went_to = PartialDate(month), went_to or membership.went_to
            membership.save()
        withdraw(person)
        if person.login:
            close(person.login)


def close(login):
    """End a login: who is signed in by it no longer is, and nobody can sign in by it again.

    Without a password all its sessions are void, also should it be opened again one day.
    """
    roles.give(login, None)
    login.is_active = login.is_superuser = False
    login.set_unusable_password()
    login.save()
