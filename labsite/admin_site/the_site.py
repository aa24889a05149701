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
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from labsite.web import health
from labsite.web.health import Check
from labsite.web.requests import EditorRequest


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@rate_limit(action="test_mail")
def the_site(request: EditorRequest) -> HttpResponse:
    """Show what is in order and what isn't; a POST sends the user a test e-mail."""
    if request.method == "POST":
        send_test_mail(request)
        return redirect("admin:the-site")
    parts = {
        "Running": [Check("Version", True, f"{settings.VERSION}, on Python {platform.python_version()}."), *running()],
        "Jobs": list(health.jobs()),
        "Settings": list(chosen_settings()),
    }
    waiting = sum(not check.is_fine for checks in parts.values() for check in checks)
    context = {"title": "The site", "parts": parts, "waiting": waiting, "sends_email": settings.SENDS_EMAIL}
    return render(request, "admin/the_site.html", admin.site.each_context(request) | context)


def running() -> Iterator[Check]:
    for checks in (health.database, health.disks):
        yield from checks()
    try:
        server = os.getppid()
        name = Path(f"/proc/{server}/cmdline").read_bytes()
        workers = len(Path(f"/proc/{server}/task/{server}/children").read_text().split())
    except OSError:  # no Linux, or nothing that this user may see
        return
    if b"granian" in name:
        words = "1 worker: when it dies, or is replaced, visitors wait." if workers == 1 else f"{workers} workers."
        yield Check("Workers", workers > 1, words)


def chosen_settings() -> Iterator[Check]:
    """Say of the settings that a public site needs what they are."""
    https = "Whoever comes without is led to it." if settings.HTTPS else "Off: only for a machine of one’s own."
    yield Check("HTTPS", settings.HTTPS, https)
    yield Check("DEBUG", not settings.DEBUG, "On: errors are shown to everyone." if settings.DEBUG else "Off.")
    if settings.SENDS_EMAIL:
        words = f"By {mail_server()}, from {settings.DEFAULT_FROM_EMAIL}."
    else:
        words = "EMAIL_URL isn’t set: nobody can be invited or ask for a new password."
    yield Check("E-mail", settings.SENDS_EMAIL, words)
    told = [address for _, address in settings.ADMINS if settings.SENDS_EMAIL] + ["Sentry"] * bool(settings.SENTRY_DSN)
    words = f"Told to {', '.join(told)}." if told else "Only the log has them: set ERROR_MAIL, and EMAIL_URL for it."
    yield Check("Errors", bool(told), words)
    required = settings.SECOND_FACTOR_REQUIRED
    words = "Administrators need a second factor." if required else "Administrators need nothing but a password."
    yield Check("Signing in", required, words)


def mail_server() -> str:
    if settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    return "the terminal, or a file"


def send_test_mail(request: EditorRequest) -> None:
    """Send a test e-mail to the user, and say what came of it."""
    address = request.user.email
    try:
        words = f"This site can send e-mails. {request.user} asked for this one."
        send_mail(f"Test of {request.get_host()}", words, None, [address])
    except (OSError, SMTPException, ValueError) as error:
        messages.error(request, f"No e-mail was sent to {address}. {why_not(error)}")
    else:
        messages.success(
            request, f"An e-mail is on its way to {address}: see whether it arrives, or lies with the spam."
        )


def why_not(error: Exception) -> str:
    """Say in words why the server took no e-mail; smtplib's errors are OSErrors too."""
    if isinstance(error, SMTPAuthenticationError):
        return f"{mail_server()} refuses the name or password in EMAIL_URL: {reply(error.smtp_code, error.smtp_error)}"
    if isinstance(error, SMTPRecipientsRefused):
        return f"{mail_server()} refuses the address: {reply(*next(iter(error.recipients.values())))}"
    if isinstance(error, SMTPResponseException):
        return f"{mail_server()} refused: {reply(error.smtp_code, error.smtp_error)}"
    if isinstance(error, SMTPException | ValueError):
        return f"{mail_server()} couldn’t be talked to: {error}"
    return f"{mail_server()} can’t be reached: {error}"


def reply(code: int, words: bytes | str) -> str:
    return f"{code} {words.decode(errors='replace') if isinstance(words, bytes) else words}"
