"""Asking whether an address outside answers: what of link checking touches the network.

Nothing but the head of an answer is read. Each step of a redirect is a request with all the care of the first one.
"""

import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.parse import urljoin

from django.utils import timezone
from urllib3.connection import HTTPConnection
from urllib3.exceptions import HTTPError
from urllib3.util import Url, parse_url

from .connecting import Deadline, connect
from .public_hosts import NotPublic, addresses_of, is_public
from .turns import LeftAlone, Turns

MOST_REDIRECTS = 5
LONGEST_WAIT = 30 * 24 * 3600  # seconds that a host is left alone at most
WAIT_UNSAID = 3600  # seconds that it is left alone if it has had enough and doesn't say for how long
REDIRECTS = {301, 302, 303, 307, 308}
TOO_MANY, UNAVAILABLE = 429, 503
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Answer:
    """What came of asking for an address: a status, or what went wrong in words.

    ``wait_for`` is the host that wants to be left alone for ``wait`` seconds; ``is_private`` says that nobody asked.
    """

    status: int = 0
    trouble: str = ""
    is_private: bool = False
    wait: float = 0
    wait_for: str = ""


class Trouble(Exception):
    """What keeps an address from answering, in words."""


class BrokenOff(Trouble):
    """The other side ended the connection; some do when they are asked for the head alone."""


@dataclass
class Asker:
    """Asks for addresses politely. ``may_ask`` says to which numeric addresses a request may go."""

    user_agent: str
    may_ask: Callable[[str], bool] = is_public
    turns: Turns = field(default_factory=Turns)
    patience: float = 10  # seconds for each step of a request
    deadline: float = 30  # seconds for a request as a whole
    trusted: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    def ask(self, address: str) -> Answer | None:
        """Return what an address answers; None if a host on the way wants to be asked later."""
        try:
            return self._follow(address)
        except LeftAlone:
            return None
        except NotPublic:
            return Answer(trouble="It leads into a private network, so nobody asked.", is_private=True)
        except Trouble as trouble:
            return Answer(trouble=str(trouble))

    def _follow(self, address: str) -> Answer:
        for _ in range(MOST_REDIRECTS + 1):
            url = _parsed(address)
            status, headers = self._head_or_get(url)
            if status not in REDIRECTS or "Location" not in headers:
                return self._answer(url, status, headers)
            address = urljoin(url.url, headers["Location"])
        raise Trouble("It leads from one address to the next without end.")

    def _answer(self, url: Url, status: int, headers: Any) -> Answer:
        wait = wait_of(status, headers.get("Retry-After", ""))
        if wait:
            self.turns.leave_alone(_host(url), wait)
        return Answer(status, wait=wait, wait_for=_host(url) if wait else "")

    def _head_or_get(self, url: Url) -> tuple[int, Any]:
        """Ask for the head alone, which costs the other side least; where that is refused, for the whole."""
        try:
            status, headers = self._request("HEAD", url)
        except BrokenOff:
            return self._request("GET", url)
        refused = status >= 400 and status not in (TOO_MANY, UNAVAILABLE)
        return self._request("GET", url) if refused else (status, headers)

    def _request(self, method: str, url: Url) -> tuple[int, Any]:
        with self.turns.of(_host(url)):
            try:
                return self._exchange(method, url)
            except (OSError, HTTPError, HTTPException, UnicodeError) as error:
                raise _in_words(error) from error

    def _exchange(self, method: str, url: Url) -> tuple[int, Any]:
        port = url.port or PORTS[str(url.scheme)]
        connected = connect(addresses_of(_host(url), port, self.may_ask), port, self.patience)
        with Deadline(connected, self.deadline) as deadline:
            try:
                return self._head(self._secured(connected, url), method, url)
            except Exception as error:
                if deadline.has_passed:
                    raise TimeoutError from error
                raise

    def _secured(self, connected: socket.socket, url: Url) -> socket.socket:
        if url.scheme == "http":
            return connected
        return self.trusted.wrap_socket(connected, server_hostname=_host(url))

    def _head(self, connected: socket.socket, method: str, url: Url) -> tuple[int, Any]:
        """Send a request and read the head of what comes."""
        headers = {"Host": str(url.netloc), "User-Agent": self.user_agent, "Accept": "*/*", "Connection": "close"}
        connection = HTTPConnection(_host(url), timeout=self.patience)
        connection.sock = connected
        try:
            connection.request(method, url.request_uri, headers=headers, preload_content=False)
            response = connection.getresponse()
            response.close()
            return response.status, response.headers
        finally:
            connection.close()


def _parsed(address: str) -> Url:
    try:
        url = parse_url(address)
    except HTTPError as error:
        raise Trouble("It is no address of a page.") from error
    if url.scheme not in PORTS or not url.host:
        raise Trouble("It leads to something that is no page.")
    return url


def _host(url: Url) -> str:
    return str(url.host).strip("[]").lower()


def _in_words(error: Exception) -> Trouble:
    """Return what went wrong, for people; the first kind of error that fits."""
    for kinds, trouble, words in (
        ((socket.gaierror, UnicodeError), Trouble, "There is no machine of this name."),
        ((TimeoutError,), Trouble, "It took too long to answer."),
        ((ssl.SSLCertVerificationError,), Trouble, "Its certificate isn’t valid, so browsers warn of it."),
        ((ConnectionResetError, BrokenPipeError, HTTPException, HTTPError), BrokenOff, "It broke off its answer."),
    ):
        if isinstance(error, kinds):
            return trouble(words)
    return Trouble("Nothing answers there.")


def wait_of(status: int, retry_after: str) -> float:
    """Return for how many seconds a host wants to be left alone: it says how many, or until when."""
    if status not in (TOO_MANY, UNAVAILABLE):
        return 0
    if retry_after.strip().isdecimal():
        return min(float(retry_after), LONGEST_WAIT)
    try:
        until = parsedate_to_datetime(retry_after)
    except ValueError:
        return WAIT_UNSAID if status == TOO_MANY else 0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, min((until - timezone.now()).total_seconds(), LONGEST_WAIT))
