"""Requests to machines outside: to public addresses only, in turn with others, and never for longer than they may.

Each step of a redirect is a request with all the care of the first one.
"""

import math
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import TypeVar
from urllib.parse import urldefrag, urljoin

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
CHUNK_SIZE = 1 << 16  # bytes of an answer that are read at once
PORTS = {"http": 80, "https": 443}

Answer = TypeVar("Answer")


class Trouble(Exception):
    """What keeps an address from answering, in words."""


class Transient(Trouble):
    """What may be over when the request is made once more."""


class TooLarge(Trouble):
    """An answer of which there is too much."""


class BrokenOff(Transient):
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
    ends_at: float = math.inf  # when all requests together have to be over, by the monotonic clock
    wait_unsaid: float = WAIT_UNSAID
    stays_encrypted: bool = False  # whether a redirect may not lead to a connection that isn't encrypted

    def follow(
        self,
        address: str,
        accept: str,
        read: Callable[[HTTPResponse], Answer],
        why_not: Callable[[str], str] = lambda address: "",
    ) -> tuple[str, Answer]:
        """Return the address that redirects from one lead to in the end, and what ``read`` makes of its answer.

        ``why_not`` says why it or one on the way isn't asked; mostly nothing. Raises as ``call`` does.
        """
        headers = {"Accept": accept, "Accept-Encoding": "gzip"}
        for _ in range(MAX_REDIRECTS + 1):
            url = parsed(address)
            if why := why_not(address):
                raise Trouble(why)
            location, answer = self.call("GET", url, headers, read)
            if answer is not None:
                return address, answer
            address = joined(address, location)
            if self.stays_encrypted and url.scheme == "https" and not address.lower().startswith("https:"):
                raise Trouble(gettext_noop("It redirects from an encrypted connection to one that isn’t."))
        raise Trouble(gettext_noop("It redirects endlessly from one address to the next."))

    def call(
        self, method: str, url: Url, headers: Mapping[str, str], read: Callable[[HTTPResponse], Answer]
    ) -> tuple[str, Answer | None]:
        """Make a request; return where it redirects to, or what ``read`` makes of the answer, within the deadline.

        Raises Trouble if none comes, NotPublic if nobody may ask, LeftAlone if the host wants to be asked later.
        """
        host, port = host_of(url), url.port or PORTS[str(url.scheme)]
        own = {"Host": str(url.netloc), "User-Agent": self.user_agent, "Connection": "close"}
        connection = HTTPConnection(host, timeout=self.patience)
        with self.turns.of(host):
            try:
                if (seconds := min(self.deadline, self.ends_at - time.monotonic())) <= 0:
                    raise TimeoutError
                connected = connect(addresses_of(host, port, self.may_ask), port, min(self.patience, seconds))
                with deadline(connected, seconds), closing(connection):
                    if url.scheme != "http":
                        connected = self.trusted.wrap_socket(connected, server_hostname=host)
                    connection.sock = connected
                    connection.request(method, url.request_uri, headers={**own, **headers}, preload_content=False)
                    with closing(connection.getresponse()) as response:
                        if response.status in REDIRECTS and (location := response.headers.get("Location")):
                            return location, None
                        self.turns.leave_alone(host, wait_of(response, self.wait_unsaid))
                        return "", read(response)
            except (OSError, HTTPError, HTTPException, UnicodeError) as error:
                raise in_words(error) from error


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


def body_of(response: HTTPResponse, most: int) -> bytes:
    """Return the body of an answer, unpacked. Raises TooLarge where it has more bytes than ``most``."""
    body = bytearray()
    for chunk in response.stream(CHUNK_SIZE, decode_content=True):
        body += chunk
        if len(body) > most:
            raise TooLarge(f"It is larger than {most // 10**6} MB.")
    return bytes(body)


def joined(base: str, address: str) -> str:
    """Return an address that stands at another one in full, without its fragment; nothing for what is none."""
    try:
        return urldefrag(urljoin(base, address.strip()))[0]
    except ValueError:
        return ""


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


def in_words(error: Exception) -> Transient:
    """Return what went wrong, for people; the first kind of error that fits."""
    if isinstance(error, socket.gaierror | UnicodeError):
        return Transient(gettext_noop("There is no server with this name."))
    if isinstance(error, TimeoutError):
        return Transient(gettext_noop("It took too long to answer."))
    if isinstance(error, ssl.SSLCertVerificationError):
        return Transient(gettext_noop("Its certificate isn’t valid, so browsers show a warning."))
    if isinstance(error, ConnectionResetError | BrokenPipeError | HTTPException | HTTPError):
        return BrokenOff(gettext_noop("The connection broke off."))
    return Transient(gettext_noop("The server doesn’t answer."))


def wait_of(response: HTTPResponse, unsaid: float = WAIT_UNSAID) -> float:
    """Return for how many seconds a host wants to be left alone: it says how many, or until when."""
    retry_after = response.headers.get("Retry-After", "").strip()
    if response.status not in (TOO_MANY, UNAVAILABLE):
        return 0
    if retry_after.isdecimal():
        return min(float(retry_after), MAX_WAIT)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return unsaid if response.status == TOO_MANY else 0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, min((until - timezone.now()).total_seconds(), MAX_WAIT))
