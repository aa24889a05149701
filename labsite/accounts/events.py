"""Events around logins: those that apps hear of, and a line in the log for each: whose, and never what they typed."""

import logging
from functools import partial
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from allauth.mfa.models import Authenticator
from django.contrib.auth import signals as auth
from django.dispatch import Signal

from labsite.models import User

logger = logging.getLogger(__name__)

# What apps that a lab can leave out hear of, in the transaction in which it happens.
left = Signal()  # with the person who left the lab, and by whom it was noted
language_used = Signal()  # with the login that uses the site in another language than before, and its code

EVENTS = {
    account.user_logged_in: "signed in",
    auth.user_logged_out: "signed out",
    account.password_set: "has a password",
    account.password_changed: "has a new password",
    account.password_reset: "has a new password by a link",
    mfa.authenticator_added: "has a new second factor",
    mfa.authenticator_removed: "has a second factor less",
    mfa.authenticator_reset: "has new recovery codes",
    mfa.authenticator_used: "showed a second factor",
    mfa.authentication_failed: "failed to show a second factor",
}


def log_events() -> None:
    """Begin to write them down; the line of the request, of the same id, says from where."""

    def log_failure(**kwargs: Any) -> None:
        logger.info("Somebody failed to sign in")

    def log(words: str, user: User | None, authenticator: Authenticator | None = None, **kwargs: Any) -> None:
        if user:
            how = f" ({authenticator.type})" if authenticator else ""
            logger.info(f"Login {user.pk} {words}{how}")

    for signal, words in EVENTS.items():
        signal.connect(partial(log, words), weak=False, dispatch_uid=f"{__name__}: {words}")
    auth.user_login_failed.connect(log_failure, weak=False, dispatch_uid=__name__)
