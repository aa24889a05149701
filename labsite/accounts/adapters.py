"""How django-allauth does things here: whom it lets in, where it leads, and in which words."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import ip_address, ip_network
from smtplib import SMTPException
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext, gettext_lazy as _

from labsite.accounts.sessions import BEGAN, limit_session, remember_language
from labsite.models import User

logger = logging.getLogger(__name__)

WRONG_CODE = _("This code isn’t correct. Enter the one that your app shows now.")


_lock_of_allauth = ratelimit.cache_lock


@contextmanager
def cache_lock(cache_key: str) -> Iterator[bool]:
    """Let tries be counted by one thread at a time.

    In the place of allauth's, which waits in vain where nothing can be written, and says that there were too many.
    """
    if lock := getattr(cache, "lock", None):
        with lock(cache_key):
            yield True
        return
    with _lock_of_allauth(cache_key) as is_locked:
        if not is_locked:
            raise OperationalError("the tries of signing in can't be counted")
        yield True


ratelimit.cache_lock = cache_lock


class AccountAdapter(DefaultAccountAdapter):
    """Signing in with a password; nobody signs up."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("The e-mail address or password isn’t correct."),
        "enter_current_password": _("This isn’t your password. Enter the one that you sign in with now."),
        "incorrect_code": WRONG_CODE,
        "incorrect_password": _("This isn’t your password."),
        "too_many_login_attempts": _("Too many attempts. Wait five minutes, then try again."),
        "rate_limited": _("Too many attempts. Wait five minutes, then try again."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        request.session[BEGAN] = timezone.now().timestamp()
        limit_session(request)
        remember_language(request)

    def is_safe_url(self, url: str) -> bool:
        """Say whether an address may follow on signing in: a path of the very site that the request is for."""
        request = context.request
        here = {request.get_host()}
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, here, require_https=request.is_secure())

    def get_reauthentication_methods(self, user: User) -> list[dict[str, Any]]:
        words = {
            "reauthenticate": gettext("Use your password"),
            "mfa_reauthenticate": gettext("Use a code from your app"),
            "mfa_reauthenticate:webauthn": gettext("Use your passkey"),
        }
        methods = super().get_reauthentication_methods(user)
        return [method | {"description": words[method["id"]]} for method in methods]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("mfa_index")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        super().send_mail(template_prefix, email, {"lab": self.request.lab, **context})

    def send_notification_mail(self, *args: Any, **kwargs: Any) -> None:
        """Tell the owner of a login what changed about it; the change stands even where the e-mail can't be sent."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except (OSError, SMTPException):
            logger.exception("A notice about a login could not be sent")

    # allauth has no public hook for these two. Breaks when it renames its private methods, or counts failed tries by
    # another key than the first returns: then tests/labsite/accounts/test_adapters.py fails.

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count failed tries by login *and* client, so that nobody elsewhere can keep the owner of a login out."""
        client = network_of(self.get_client_ip(request))
        return f"{client}:{super()._get_login_attempts_cache_key(request, **credentials)}"

    def set_password(self, user: User, password: str) -> None:
        """Set a password, which starts without failed tries."""
        super().set_password(user, password)
        self._delete_login_attempts_cached_email(self.request, email=user.email)


def network_of(address: str) -> str:
    """Return an IPv4 address as it is, of an IPv6 address its /64 network: whoever has one of these has them all."""
    is_v6 = ip_address(address).version == 6
    return str(ip_network(f"{address}/64", strict=False).network_address) if is_v6 else address


class SecondFactorAdapter(DefaultMFAAdapter):
    """Passkeys, authenticator apps and recovery codes, under the lab's name."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": WRONG_CODE}

    def generate_authenticator_name(self, user: User, type: str) -> str:
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return gettext("Passkey") if number == 1 else gettext("Passkey %(number)s") % {"number": number}

    def get_totp_issuer(self) -> str:
        return context.request.lab.name

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return super().get_public_key_credential_rp_entity() | {"name": context.request.lab.name}
