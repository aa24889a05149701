"""The pages for what nobody expected, which needs neither the database nor the session, and for a form out of date."""

import re
import sys

from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render
from django.template import loader

from labsite.modelling.row_files import is_disk_away

RETRY_SECONDS = 30
READ_ONLY = "25006"  # https://www.postgresql.org/docs/current/errcodes-appendix.html
NOT_TYPED = re.compile("password|token|code|_FORMS$|^_|^initial-")  # secrets, and what forms say of themselves


def server_error(request: HttpRequest) -> HttpResponse:
    """Say that something broke, with the id under which the log has it.

    A database or disk that can't be asked or written to comes back: the answer says when to try again, and returns
    what was typed. Where ``collectstatic`` hasn't run, the page goes without its style.
    """
    is_away = _is_away(sys.exception())
    context = {
        "request_id": getattr(request, "id", ""),
        "is_away": is_away,
        "is_sent": request.method == "POST",
        "typed": _typed(request) if is_away else "",
    }
    try:
        words = loader.render_to_string("500.html", context)
    except ValueError:
        words = loader.render_to_string("500.html", {**context, "is_plain": True})
    headers = {"Retry-After": str(RETRY_SECONDS)} if is_away else {}
    return HttpResponse(words, status=503 if is_away else 500, headers=headers)


def _is_away(error: BaseException | None) -> bool:
    """Say whether the database or the disk was why, also where its error led to another one."""
    return error is not None and (
        isinstance(error, InterfaceError | OperationalError)
        or getattr(error, "sqlstate", "") == READ_ONLY
        or is_disk_away(error)
        or _is_away(error.__cause__ or error.__context__)
    )


def _typed(request: HttpRequest) -> str:
    """Return what somebody filled in, a field to a line; no secrets."""
    if request.path.startswith("/account/"):
        return ""
    try:
        fields = list(request.POST.lists())
    except (MultiPartParserError, OSError, SuspiciousOperation):
        return ""
    typed = ((name, text) for name, texts in fields if not NOT_TYPED.search(name) for text in texts if text)
    return "\n".join(f"{name}: {text}" for name, text in typed)


def refused_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show what was sent in hidden inputs, with a button that sends it again; only what a form of the admin sent.

    Browsers say which site a form is from. One of another site, whose fields its author chose, gets no such button.
    """
    is_own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    context = {}
    if is_own and request.path.startswith("/admin/"):
        posted = [(name, values) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken"]
        sent = [(name, value) for name, values in posted for value in values]
        context = {"sent": sent, "files": [file.name for _, files in request.FILES.lists() for file in files]}
    return render(request, "403_csrf.html", context, status=403)
