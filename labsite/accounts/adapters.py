"""How django-allauth does things here: whom it lets in, where it leads, and in which words."""

import logging
from smtplib import SMTPException

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.internal.ratelimit import get_ip
from allauth.mfa.adapter import DefaultMFAAdapter
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

from labsite.context_processors import lab_of

logger = logging.getLogger(__name__)

WRONG_CODE = "This code isn’t right. Take the one that your app shows now."


class AccountAdapter(DefaultAccountAdapter):
    """Signing in with a password; nobody signs up."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": "The e-mail address or the password isn’t right.",
        "enter_current_password": "This isn’t your password. Type the one that you sign in with now.",
        "incorrect_code": WRONG_CODE,
        "incorrect_password": "This isn’t your password.",
        "too_many_login_attempts": "Too many tries. Wait five minutes, then try again.",
        "rate_limited": "Too many tries. Wait five minutes, then try again.",
    }

    def is_open_for_signup(self, request):
        return False

    def is_safe_url(self, url):
        """Whether somebody may be led to an address after signing in: a path of the very site that they are at."""
        request = context.request
        here = {request.get_host()}
        return url.startswith("/") and url_has_allowed_host_and_scheme(url, here, require_https=request.is_secure())

    def get_reauthentication_methods(self, user):
        words = {
            "reauthenticate": "Use your password",
            "mfa_reauthenticate": "Use a code from your app",
            "mfa_reauthenticate:webauthn": "Use your passkey",
        }
        methods = super().get_reauthentication_methods(user)
        return [method | {"description": words[method["id"]]} for method in methods]

    def get_password_change_redirect_url(self, request):
        return reverse("mfa_index")

    def set_password(self, user, password):
        """A new password starts with no failed tries."""
        super().set_password(user, password)
        self._delete_login_attempts_cached_email(self.request, email=user.email)

    def send_mail(self, template_prefix, email, context):
        super().send_mail(template_prefix, email, {"lab": lab_of(self.request), **context})

    def send_notification_mail(self, *args, **kwargs):
        """Tell the owner of a login what changed about it; the change stands even where the e-mail can't be sent."""
        try:
            super().send_notification_mail(*args, **kwargs)
        except (OSError, SMTPException):
            logger.exception("A notice about a login could not be sent")

    def _get_login_attempts_cache_key(self, request, **credentials):
        """Count failed tries by login *and* client, so that nobody elsewhere can keep the owner of a login out."""
        return f"{get_ip(request)}:{super()._get_login_attempts_cache_key(request, **credentials)}"


class SecondFactorAdapter(DefaultMFAAdapter):
    """Passkeys, authenticator apps and recovery codes, under the lab's name."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": WRONG_CODE}

    def generate_authenticator_name(self, user, type):
        number = user.authenticator_set.filter(type=type).count() + 1
        return "Passkey" if number == 1 else f"Passkey {number}"

    def _get_site_name(self):
        return lab_of(context.request).name
