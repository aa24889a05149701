"""Asking whether an address outside answers: what of link checking touches the network."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from urllib3 import HTTPResponse
from urllib3.util import Url

from labsite.contrib.http.client import TOO_MANY, UNAVAILABLE, BrokenOff, Caller, Trouble, host_of, parsed, wait_of
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
    """Asks for addresses politely, and reads nothing but the head of an answer."""

    def ask(self, address: str) -> Answer | None:
        """Return what an address answers; None if a host on the way wants to be asked later."""
        try:
            address, answer = self.follow(address, "*/*", answer_of)
            return replace(answer, wait_for=host_of(parsed(address)) if answer.wait else "")
        except LeftAlone:
            return None
        except NotPublic:
            return Answer(
                trouble=gettext_noop("It leads into a private network, so it wasn’t checked."), is_private=True
            )
        except Trouble as trouble:
            return Answer(trouble=str(trouble))

    def call(
        self, method: str, url: Url, headers: Mapping[str, str], read: Callable[[HTTPResponse], Any]
    ) -> tuple[str, Any]:
        """Ask for the head alone, which costs the other side least; where that is refused, for the whole."""
        try:
            location, answer = super().call("HEAD", url, headers, read)
        except BrokenOff:
            return super().call(method, url, headers, read)
        is_refused = answer and answer.status >= 400 and answer.status not in (TOO_MANY, UNAVAILABLE)
        return super().call(method, url, headers, read) if is_refused else (location, answer)


def answer_of(response: HTTPResponse) -> Answer:
    return Answer(response.status, wait=wait_of(response))
