"""Sessions in the database, which let those signed in read on where they can't be written, and end at their time."""

import logging
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from labsite.accounts.events import language_used
from labsite.models import User
from labsite.roles import Role, at_least

logger = logging.getLogger(__name__)

BEGAN = "began"  # in a session, when it did
SPOKEN = "spoken"  # in a session, its language
IDLE_STEPS = 10  # parts of the time to idle, so that a session is written once in each and not with every page


class SessionStore(db.SessionStore):
    """Django's, which tells a session that can't be written from one that was deleted meanwhile."""

    def save(self, must_create: bool = False) -> None:
        try:
            super().save(must_create)
        except UpdateError as error:
            why = error.__context__
            if isinstance(why, InternalError | OperationalError):  # Django's own, of a row that is gone, is neither
                raise why from why.__cause__
            raise


class ReadableSessionMiddleware(SessionMiddleware):
    """Leaves the session of who reads as it is where it can't be written, with the messages that it holds.

    Where somebody signs in, what the session holds is all that the request is about, and it fails.
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> Any:
        try:
            return super().process_response(request, response)
        except DatabaseError as error:
            is_new = request.session.session_key != request.COOKIES.get(settings.SESSION_COOKIE_NAME)
            if is_new or (request.method == "POST" and request.path.startswith("/account/")):
                raise
            logger.warning("A session could not be written: %s", error)
            patch_vary_headers(response, ("Cookie",))
            return response


def limit_session(request: HttpRequest) -> None:
    """Let a session end at its time, whatever is written in it, and sooner if nobody edits; called as somebody does.

    That of an administrator ends sooner, also of one who became that while it lasted.
    """
    session, now = request.session, timezone.now()
    is_short = at_least(request.user, Role.ADMINISTRATOR)
    longest = settings.ADMINISTRATORS_SESSION_HOURS * 3600 if is_short else settings.SESSION_COOKIE_AGE
    began = datetime.fromtimestamp(session.setdefault(BEGAN, now.timestamp()), UTC)
    idle = timedelta(seconds=settings.SESSION_IDLE_SECONDS)
    end = min(began + timedelta(seconds=min(longest, settings.SESSION_COOKIE_AGE)), now + idle)
    if not timedelta(0) <= end - session.get_expiry_date() < idle / IDLE_STEPS:
        session.set_expiry(end)
    if session.get(SPOKEN, get_language()) != get_language():
        with suppress(InternalError, OperationalError):  # a reader isn't kept from a page by this
            remember_language(request)


def remember_language(request: HttpRequest) -> None:
    """Keep in which language somebody uses the site, for those who write to them."""
    language_used.send(User, login=request.user, language=get_language())
    request.session[SPOKEN] = get_language()
