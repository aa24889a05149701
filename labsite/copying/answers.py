"""What the site answers to a visitor, asked of the application that serves visitors, without a server between."""

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.servers.basehttp import get_internal_wsgi_application

PORTS = {"http": "80", "https": "443"}


class SiteAnswer(NamedTuple):
    """The answer to one address; names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").partition(";")[0]


Ask = Callable[[str], SiteAnswer]


@contextmanager
def asking(origin: str) -> Iterator[Ask]:
    """Give a function that asks the site, under ``https://host``, for a path with its query, as nobody signed in.

    Meanwhile the site answers to that host, sends uploads itself, and writes no line about each request.
    """
    scheme, host = urlsplit(origin)[:2]
    name, _, port = host.partition(":")
    port = port or PORTS[scheme]
    environ = {
        **{"REQUEST_METHOD": "GET", "SCRIPT_NAME": "", "SERVER_PROTOCOL": "HTTP/1.1", "REMOTE_ADDR": "127.0.0.1"},
        **{"HTTP_HOST": host, "SERVER_NAME": name, "SERVER_PORT": port, "HTTP_X_FORWARDED_PROTO": scheme},
        **{"wsgi.version": (1, 0), "wsgi.url_scheme": scheme, "wsgi.errors": sys.stderr, "wsgi.multithread": False},
        **{"wsgi.multiprocess": True, "wsgi.run_once": False},
    }
    log = logging.getLogger("labsite.requests")
    level, before = log.level, (settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY)
    application: Any = get_internal_wsgi_application()
    settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY = [*settings.ALLOWED_HOSTS, name], False
    log.setLevel(logging.WARNING)
    try:
        yield lambda address: _static(address) or _ask(application, environ, address)
    finally:
        settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY = before
        log.setLevel(level)


def _ask(application: Any, environ: dict[str, Any], address: str) -> SiteAnswer:
    path, _, query = address.partition("?")
    asked = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query, "wsgi.input": BytesIO()}
    begun: dict[str, Any] = {}

    def start_response(status: str, headers: list[tuple[str, str]], *error: Any) -> None:
        begun.update(status=int(status[:3]), headers={name.lower(): value for name, value in headers})

    chunks = application(environ | asked, start_response)
    with closing(chunks) if hasattr(chunks, "close") else _nothing():
        body = b"".join(chunks)
    return SiteAnswer(body=body, **begun)


@contextmanager
def _nothing() -> Iterator[None]:
    yield


def _static(address: str) -> SiteAnswer | None:
    """Return a static file, which a web server would serve from the disk."""
    if not address.startswith(settings.STATIC_URL):
        return None
    name = address.partition("?")[0].removeprefix(settings.STATIC_URL)
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            return SiteAnswer(200, {"content-type": _type_of(name)}, file.read())
    if found := finders.find(name):
        with open(found, "rb") as file:
            return SiteAnswer(200, {"content-type": _type_of(name)}, file.read())
    return SiteAnswer(404, {}, b"")


def _type_of(name: str) -> str:
    return {"css": "text/css", "js": "text/javascript"}.get(name.rpartition(".")[2], "application/octet-stream")
