"""Errors told to those who run the site, by e-mail or by Sentry: what broke and where, and nothing that anybody wrote.

Local variables, settings, forms, addresses of visitors and the words of an exception stay behind; the log has the
words, under the request's id.
"""

import hashlib
import logging
import traceback
from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.core.mail import mail_admins

from labsite.web.log import MASK, SECRET

MINUTES = 15  # between two e-mails about one kind of error
MAX_AN_HOUR = 20
BAD_FAITH = "django.security."  # loggers of what visitors ask, such as another host

logger = logging.getLogger(__name__)


class ErrorMail(logging.Handler):
    """Writes to ERROR_MAIL, of each kind of error once in a while; what goes wrong here is a line of the log."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not record.name.startswith(BAD_FAITH)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            kind = hashlib.sha256(" ".join([_place(record), *_steps(record)]).encode()).hexdigest()
            try:
                is_due = _counts(caches["default"], kind)
            except Exception:  # of the cache's own client: while it is away this worker counts its own e-mails
                is_due = _counts(caches["memory"], kind)
            if is_due:
                mail_admins(_place(record), "\n".join(_lines(record)))
        except Exception as error:  # a server that refuses the e-mail, a cache that is away
            logger.warning("No e-mail tells of this error: %s", type(error).__name__)


def _counts(cache: Any, kind: str) -> bool:
    """Count an e-mail about a kind of error in a cache; say whether it may be sent."""
    if not cache.add(f"error-mail:{kind}", 1, 60 * MINUTES):
        return False
    cache.add("error-mails", 0, 3600)
    return cache.incr("error-mails") <= MAX_AN_HOUR


def _errors(record: logging.LogRecord) -> Iterator[BaseException]:
    """Return the exception and those that led to it."""
    error = record.exc_info[1] if record.exc_info else None
    while error:
        yield error
        error = error.__cause__ or error.__context__


def _steps(record: logging.LogRecord) -> Iterator[str]:
    """Return the lines of code that led to an error, without values."""
    return chain.from_iterable((type(e).__qualname__, *traceback.format_tb(e.__traceback__)) for e in _errors(record))


def _place(record: logging.LogRecord) -> str:
    error = next(_errors(record), None)
    return f"{type(error).__name__ if error else record.levelname} in {record.name}: {record.msg}".partition("\n")[0]


def _lines(record: logging.LogRecord) -> Iterator[str]:
    """Write the e-mail."""
    request = getattr(record, "request", None)
    if request is not None:
        yield f"{request.method} {SECRET.sub(MASK, request.path)}"
        yield f"The log has more under the request’s id, {getattr(request, 'id', '-')}."
    yield f"Version {settings.VERSION}, written by {record.pathname}, line {record.lineno}."
    yield f"Of this kind of error nothing more is sent for {MINUTES} minutes.\n"
    yield from _steps(record)


def without_content(event: Any, hint: Any) -> Any:
    """Leave of an event for Sentry what an e-mail would say; None where there would be none."""
    if event.get("logger", "").startswith(BAD_FAITH):
        return None
    asked = event.pop("request", {})
    if "url" in asked:
        event["request"] = {"method": asked.get("method"), "url": SECRET.sub(MASK, asked["url"].partition("?")[0])}
    for error in event.get("exception", {}).get("values", []):
        error["value"] = ""
    for name in ("extra", "user", "breadcrumbs"):
        event.pop(name, None)
    if "logentry" in event:
        event["logentry"] = {"message": event["logentry"].get("message", "")}
    return event
