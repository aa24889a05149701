"""Sessions in the database, which let those signed in read on where they can't be written."""

import logging
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.middleware import SessionMiddleware
from django.db import DatabaseError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

logger = logging.getLogger(__name__)


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
