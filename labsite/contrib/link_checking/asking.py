"""Asking whether an address outside answers: what of link checking touches the network.

Nothing but the head of an answer is read. Each step of a redirect is a request with all the care of the first one.
"""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin

from urllib3.util import Url

from labsite.contrib.http.client import (
    MAX_REDIRECTS,
    REDIRECTS,
    TOO_MANY,
    UNAVAILABLE,
    BrokenOff,
    Caller,
    Trouble,
    host_of,
    parsed,
    wait_of,
)
from labsite.contrib.http.public_hosts import NotPublic
from labsite.contrib.http.throttle import LeftAlone
from labsite.texts.stored import gettext_noop


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


class Asker(Caller):
    """Asks for addresses politely."""

    def ask(self, address: str) -> Answer | None:
        """Return what an address answers; None if a host on the way wants to be asked later."""
        try:
            return self._follow(address)
        except LeftAlone:
            return None
        except NotPublic:
            return Answer(
                trouble=gettext_noop("It leads into a private network, so it wasn’t checked."), is_private=True
            )
        except Trouble as trouble:
            return Answer(trouble=str(trouble))

    def _follow(self, address: str) -> Answer:
        for _ in range(MAX_REDIRECTS + 1):
            url = parsed(address)
            status, headers = self._head_or_get(url)
            if status not in REDIRECTS or "Location" not in headers:
                wait = wait_of(status, headers.get("Retry-After", ""))
                if wait:
                    self.turns.leave_alone(host_of(url), wait)
                return Answer(status, wait=wait, wait_for=host_of(url) if wait else "")
            address = urljoin(url.url, headers["Location"])
        raise Trouble(gettext_noop("It redirects endlessly from one address to the next."))

    def _head_or_get(self, url: Url) -> tuple[int, Any]:
        """Ask for the head alone, which costs the other side least; where that is refused, for the whole."""

        def ask(method: str) -> tuple[int, Any]:
            return self.call(method, url, {"Accept": "*/*"}, lambda response: (response.status, response.headers))

        try:
            status, headers = ask("HEAD")
        except BrokenOff:
            return ask("GET")
        refused = status >= 400 and status not in (TOO_MANY, UNAVAILABLE)
        return ask("GET") if refused else (status, headers)
