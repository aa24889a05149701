"""Second factors: who has none, and what is done for somebody who lost theirs."""

from allauth.account.adapter import get_adapter
from allauth.mfa.models import Authenticator

from labsite import roles


def kinds_of(login):
    """Return what somebody is asked for beside the password: totp, webauthn, recovery_codes."""
    return set(Authenticator.objects.filter(user=login).values_list("type", flat=True))


def is_urged(login):
    """Whether an administrator signs in with nothing but a password."""
    return roles.at_least(login, roles.Role.ADMINISTRATOR) and not kinds_of(login)


def remove(request, login):
    """Let somebody who lost the rest sign in with their password alone, and tell them; say whether there was any."""
    removed, _ = Authenticator.objects.filter(user=login).delete()
    if removed:
        get_adapter(request).send_notification_mail("access/email/second_factors_removed", login)
    return removed > 0
