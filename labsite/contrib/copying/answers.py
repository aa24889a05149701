"""What the site answers to a visitor, asked of the application that serves visitors, without a server between."""

import logging
import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.wsgi import WSGIRequest
from django.core.servers.basehttp import get_internal_wsgi_application

from labsite.pages.moments import Moment, Present


class SiteAnswer(NamedTuple):
    """The answer to one address; names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes


NOTHING = SiteAnswer(404, {}, b"")
TEXTS = {".css": "text/css", ".js": "text/javascript"}  # media types of static files that name others


class VisitedSite:
    """The site as visitors see it who aren't signed in, asked for a path with its query."""

    def __init__(self, application: Any, environ: dict[str, Any]) -> None:
        self.application, self.environ = application, environ
        self.moment: Moment = environ["labsite.moment"]

    def ask(self, address: str) -> SiteAnswer:
        """Return the answer to an address; a static file is the one that a web server would serve from the disk."""
        path, _, query = address.partition("?")
        if path.startswith(settings.STATIC_URL):
            name = path.removeprefix(settings.STATIC_URL)
            file = staticfiles_storage.path(name) if staticfiles_storage.exists(name) else finders.find(name)
            media_type = TEXTS.get(os.path.splitext(name)[1], "application/octet-stream")
            return SiteAnswer(200, {"content-type": media_type}, Path(file).read_bytes()) if file else NOTHING
        variables = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query}
        with closing(self.application.get_response(WSGIRequest(self.environ | variables))) as response:
            return SiteAnswer(response.status_code, {n.lower(): v for n, v in response.items()}, b"".join(response))


@contextmanager
def asking(origin: str) -> Iterator[VisitedSite]:
    """Give the site as it answers under ``https://host``.

    Meanwhile the site answers to that host, sends uploads itself, and writes no line about each request.
    """
    scheme, host = urlsplit(origin)[:2]
    name, _, port = host.partition(":")
    environ: dict[str, Any] = {
        **{"HTTP_HOST": host, "SERVER_PORT": port or "443", "REMOTE_ADDR": "127.0.0.1"},
        **{"HTTP_X_FORWARDED_PROTO": scheme, "wsgi.url_scheme": scheme},
        "labsite.moment": Present().moment(time.time(), is_exact=True),
    }
    setup_testing_defaults(environ)
    log = logging.getLogger("labsite.requests")
    level, before = log.level, (settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY)
    # Past the front door, which keeps what is asked often, and lets visitors have the page of before for a moment.
    front: Any = get_internal_wsgi_application()
    settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY = [*settings.ALLOWED_HOSTS, name], False
    log.setLevel(logging.WARNING)
    try:
        yield VisitedSite(front.django, environ)
    finally:
        settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY = before
        log.setLevel(level)
