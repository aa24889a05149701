"""The page *The site*, on which administrators see whether all is in order, and send themselves a test e-mail."""

import os
import platform
from collections.abc import Iterator
from pathlib import Path
from smtplib import SMTPAuthenticationError, SMTPException, SMTPRecipientsRefused, SMTPResponseException

from allauth.decorators import rate_limit
from django.conf import settings
from django.contrib import admin, messages
from django.core.mail import send_mail
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from labsite import registry
from labsite.web import health
from labsite.web.health import Check, CheckedPart, SiteCheck
from labsite.web.requests import EditorRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="test_mail")
def the_site(request: EditorRequest) -> HttpResponse:
    """Show what is in order and what isn't; a POST sends the user a test e-mail."""
    if request.method == "POST":
        send_test_mail(request)
        return redirect("admin:the-site")
    version = gettext("%(version)s, on Python %(python)s.") % {
        "version": settings.VERSION,
        "python": platform.python_version(),
    }
    parts = {
        gettext("Running"): [Check(gettext("Version"), True, version), *running()],
        gettext("Jobs"): list(health.jobs()),
        **{str(part.heading): checks for part in registry.added(CheckedPart) if (checks := list(part.checks()))},
        gettext("Settings"): list(chosen_settings()),
    }
    waiting = sum(not check.is_fine for checks in parts.values() for check in checks)
    context = {"title": gettext("The site"), "parts": parts, "waiting": waiting, "sends_email": settings.SENDS_EMAIL}
    return render(request, "admin/the_site.html", admin.site.each_context(request) | context)


def running() -> Iterator[Check]:
    for checks in (health.database, health.disks):
        yield from checks()
    for facet in registry.added(SiteCheck):
        yield facet.check()
    try:
        server = os.getppid()
        name = Path(f"/proc/{server}/cmdline").read_bytes()
        workers = len(Path(f"/proc/{server}/task/{server}/children").read_text().split())
    except OSError:  # no Linux, or nothing that this user may see
        return
    if b"granian" in name:
        words = gettext("%(n)s workers.") % {"n": workers}
        if workers == 1:
            words = gettext("1 worker: visitors wait whenever it is restarted.")
        yield Check(gettext("Workers"), workers > 1, words)


def chosen_settings() -> Iterator[Check]:
    """Say of the settings that a public site needs what they are."""
    server = {"server": mail_server(), "address": settings.DEFAULT_FROM_EMAIL}
    recipients = [address for _name, address in settings.ADMINS if settings.SENDS_EMAIL]
    recipients += ["Sentry"] if settings.SENTRY_DSN else []
    looked_at = [
        (
            *("HTTPS", settings.HTTPS, gettext("Visitors who come without it are redirected to it.")),
            gettext("Off: suitable only for your own computer."),
        ),
        ("DEBUG", not settings.DEBUG, gettext("Off."), gettext("On: errors are shown to everyone.")),
        (
            *(gettext("E-mail"), settings.SENDS_EMAIL, gettext("Through %(server)s, from %(address)s.") % server),
            gettext("EMAIL_URL isn’t set: nobody can be invited or ask for a new password."),
        ),
        (
            *(gettext("Errors"), bool(recipients), gettext("Reported to %(whom)s.") % {"whom": ", ".join(recipients)}),
            gettext("Only written to the log: to have them mailed, set ERROR_MAIL and EMAIL_URL."),
        ),
        (
            *(gettext("Signing in"), settings.SECOND_FACTOR_REQUIRED),
            *(gettext("Administrators need a second factor."), gettext("Administrators need only a password.")),
        ),
    ]
    for name, is_fine, fine, otherwise in looked_at:
        yield Check(name, is_fine, fine if is_fine else otherwise)
    if sso := getattr(settings, "SSO", None):
        words = gettext(
            "Through %(issuer)s, if it reports email_verified; if all its addresses are verified, set "
            "SSO_TRUST_EMAIL=on."
        )
        if sso["settings"]["verified_email"]:
            words = gettext("Through %(issuer)s, all of whose addresses are trusted (SSO_TRUST_EMAIL).")
        yield Check(sso["name"], True, words % {"issuer": sso["settings"]["server_url"]})


def mail_server() -> str:
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    return gettext("the terminal, or a file")


def send_test_mail(request: EditorRequest) -> None:
    """Send a test e-mail to the user, and say what came of it."""
    address = request.user.email
    try:
        words = gettext("This site can send e-mail. %(user)s asked for this message.") % {"user": request.user}
        send_mail(gettext("Test of %(site)s") % {"site": request.get_host()}, words, None, [address])
    except (OSError, SMTPException, ValueError) as error:
        messages.error(
            request,
            gettext("No e-mail was sent to %(address)s. %(why)s") % {"address": address, "why": why_not(error)},
        )
    else:
        words = gettext(
            "An e-mail is on its way to %(address)s. Check that it arrives, and look in the spam folder too."
        )
        messages.success(request, words % {"address": address})


def why_not(error: Exception) -> str:
    """Say in words why the server took no e-mail; smtplib's errors are OSErrors too."""
    why, words = str(error), gettext("%(server)s can’t be reached: %(why)s")
    if isinstance(error, SMTPRecipientsRefused):
        why, words = reply(*next(iter(error.recipients.values()))), gettext("%(server)s refuses the address: %(why)s")
    elif isinstance(error, SMTPResponseException):
        why, words = reply(error.smtp_code, error.smtp_error), gettext("%(server)s refused: %(why)s")
        if isinstance(error, SMTPAuthenticationError):
            words = gettext("%(server)s refuses the name or password in EMAIL_URL: %(why)s")
    elif isinstance(error, SMTPException | ValueError):
        words = gettext("Communication with %(server)s failed: %(why)s")
    return words % {"server": mail_server(), "why": why}


def reply(code: int, words: bytes | str) -> str:
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"
