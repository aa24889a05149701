"""One request to a machine outside: to a public address only, in turn with others, and never for longer than it may.

A redirect is an answer: whoever follows it asks again, with all the care of the first request.
"""

import socket
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import TypeVar

from django.utils import timezone
from urllib3 import HTTPResponse
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError
from urllib3.util import Url, parse_url

from labsite.texts.stored import gettext_noop

from .public_hosts import addresses_of, is_public
from .throttle import Turns

MAX_REDIRECTS = 5
REDIRECTS = {301, 302, 303, 307, 308}
TOO_MANY, UNAVAILABLE = 429, 503
MAX_WAIT = 30 * 24 * 3600  # seconds that a host is left alone at most
WAIT_UNSAID = 3600  # seconds that it is left alone if it has had enough and doesn't say for how long
PORTS = {"http": 80, "https": 443}

Answer = TypeVar("Answer")


class Trouble(Exception):
    """What keeps an address from answering, in words."""


class BrokenOff(Trouble):
    """The other side ended the connection; some do when they are asked for the head alone."""


@dataclass
class Caller:
    """Makes requests politely. ``may_ask`` says to which numeric addresses one may go."""

    user_agent: str
    may_ask: Callable[[str], bool] = is_public
    turns: Turns = field(default_factory=Turns)
    patience: float = 10  # seconds for each step of a request
    deadline: float = 30  # seconds for a request as a whole
    trusted: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def call(
        self, method: str, url: Url, headers: Mapping[str, str], read: Callable[[HTTPResponse], Answer]
    ) -> Answer:
        """Make a request and return what ``read`` makes of the answer, within the deadline.

        Raises Trouble if none comes, NotPublic if nobody may ask, LeftAlone if the host wants to be asked later.
        """
        port = url.port or PORTS[str(url.scheme)]
        own = {"Host": str(url.netloc), "User-Agent": self.user_agent, "Connection": "close"}
        connection = HTTPConnection(host_of(url), timeout=self.patience)
        with self.turns.of(host_of(url)):
            try:
                addresses = addresses_of(host_of(url), port, self.may_ask)
                connected = connect(addresses, port, min(self.patience, self.time_for_one()))
                with deadline(connected, self.time_for_one()), closing(connection):
                    if url.scheme != "http":
                        connected = self.trusted.wrap_socket(connected, server_hostname=host_of(url))
                    connection.sock = connected
                    connection.request(method, url.request_uri, headers={**own, **headers}, preload_content=False)
                    with closing(connection.getresponse()) as response:
                        return read(response)
            except (OSError, HTTPError, HTTPException, UnicodeError) as error:
                raise in_words(error) from error

    def time_for_one(self) -> float:
        """Return for how many seconds the next request may take."""
        return self.deadline


@contextmanager
def deadline(connection: socket.socket, seconds: float) -> Iterator[None]:
    """End a connection once its time is up, even if every part of an answer comes just in time; raise TimeoutError."""
    # A second handle on the same connection: encryption takes the first one over.
    handle, has_passed = connection.dup(), threading.Event()

    def end() -> None:
        has_passed.set()
        with suppress(OSError):  # the other side was faster
            handle.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.start()
    try:
        yield
    except Exception as error:
        if has_passed.is_set():
            raise TimeoutError from error
        raise
    finally:
        timer.cancel()
        timer.join()
        handle.close()


def connect(addresses: list[str], port: int, patience: float) -> socket.socket:
    """Return a connection to the first of a host's numeric addresses that takes one."""
    *others, last = addresses
    for address in others:
        try:
            return socket.create_connection((address, port), patience)
        except OSError:
            continue
    return socket.create_connection((last, port), patience)


def parsed(address: str) -> Url:
    """Return an address in its parts. Raises Trouble if it isn't one of the web."""
    try:
        url = parse_url(address)
    except HTTPError as error:
        raise Trouble(gettext_noop("It isn’t a web address.")) from error
    if url.scheme not in PORTS or not url.host:
        raise Trouble(gettext_noop("It leads to something that isn’t a web page."))
    return url


def host_of(url: Url) -> str:
    return str(url.host).strip("[]").lower()


def in_words(error: Exception) -> Trouble:
    """Return what went wrong, for people; the first kind of error that fits."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return Trouble(gettext_noop("There is no server with this name."))
    if isinstance(error, TimeoutError):
        return Trouble(gettext_noop("It took too long to answer."))
    if isinstance(error, ssl.SSLCertVerificationError):
        return Trouble(gettext_noop("Its certificate isn’t valid, so browsers show a warning."))
    if isinstance(error, ConnectionResetError | BrokenPipeError | HTTPException | HTTPError):
        return BrokenOff(gettext_noop("The connection broke off."))
    return Trouble(gettext_noop("The server doesn’t answer."))


def wait_of(status: int, retry_after: str) -> float:
    """Return for how many seconds a host wants to be left alone: it says how many, or until when."""
    if status not in (TOO_MANY, UNAVAILABLE):
        return 0
    if retry_after.strip().isdecimal():
        return min(float(retry_after), MAX_WAIT)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return WAIT_UNSAID if status == TOO_MANY else 0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, min((until - timezone.now()).total_seconds(), MAX_WAIT))
