"""A line in the log for each event around logins: whose, by number, and never what they typed."""

import logging
from typing import Any

from allauth.account import signals as account
from allauth.mfa import signals as mfa
from django.contrib.auth import signals as auth

logger = logging.getLogger(__name__)

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
    for signal, words in EVENTS.items():
        signal.connect(_writer(words), weak=False, dispatch_uid=f"{__name__}: {words}")
    auth.user_login_failed.connect(_failed, dispatch_uid=__name__)


def _writer(words: str) -> Any:
    def write(user: Any, authenticator: Any = None, **kwargs: Any) -> None:
        if user:
            how = f" ({authenticator.type})" if authenticator else ""
            logger.info(f"Login {user.pk} {words}{how}")

    return write


def _failed(**kwargs: Any) -> None:
    logger.info("Somebody failed to sign in")
