"""Getting what a source answers: politely, a few times if need be, never without end, and never too much of it."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from urllib.parse import urljoin

from django.conf import settings
from urllib3 import HTTPResponse
from urllib3.util import Url

from labsite.http.client import (
    MAX_REDIRECTS,
    REDIRECTS,
    TOO_MANY,
    UNAVAILABLE,
    Caller,
    Trouble,
    host_of,
    parsed,
    wait_of,
)
from labsite.http.public_hosts import NotPublic
from labsite.http.throttle import LeftAlone, Turns, memory

MAX_SIZE = 50_000_000  # bytes of an answer, unpacked: twenty thousand papers
PIECE = 1 << 16  # bytes read at once
PATIENT = 120  # seconds that a source may ask a job at night to wait
HURRIED = 5  # seconds that it may ask somebody to wait who looks at a page
PAGE_LASTS = 25  # seconds for all requests that a page waits for
SHORT_PAUSE = 0.2  # seconds between the few requests that a page needs
LEFT_ALONE = memory()  # by all pages

# What a source's module asks with: what people call the source, an address, and the media type that it can read.
Get = Callable[[str, str, str], bytes]

# What reading an answer in an unknown form may end in.
ODD = (ValueError, LookupError, TypeError, AttributeError, RecursionError)

LATER = "Try again later, or bring the papers as a file."
NO_DATA = (
    "{place} asks visitors to prove that they are human at the moment, or shows a page where data should be; "
    "try again later, or download the file there and import that."
)


class Unavailable(Exception):
    """A source that has nothing to give now; the message says why and what to do, in words for people."""


class Unknown(Unavailable):
    """A source that doesn't know what it was asked for."""


class Refused(Unavailable):
    """A source that doesn't let this site in, or has had enough of it."""


class Passing(Trouble):
    """What may be over when a source is asked once more."""


class HadEnough(Passing):
    """A source that has been asked too often, and doesn't say when it may be asked again."""


@dataclass(frozen=True)
class Reply:
    """What came of a request: the body of a good answer, or where to go on, or for how long to wait (seconds)."""

    status: int
    body: bytes = b""
    location: str = ""
    wait: float = 0


@dataclass
class Getter(Caller):
    """Gets answers of sources. ``ends_at`` is when all requests together have to be over, by the monotonic clock."""

    patience: float = 20
    deadline: float = 60
    tries: int = 3
    back_off: float = 2  # seconds before the second try, twice as many before the third
    largest: int = MAX_SIZE
    ends_at: float | None = None

    def get(self, place: str, address: str, accept: str) -> bytes:
        """Return what an address of a source answers, of the media type ``accept`` or one like it.

        Raises Unknown if there is nothing at the address, Unavailable for every other trouble.
        """
        try:
            return self._tried(place, address, accept)
        except LeftAlone as error:
            raise Refused(_left_alone(place, self.turns.seconds_until(str(error)))) from error
        except HadEnough as error:
            raise Refused(f"{place} has been asked too often. {LATER}") from error
        except NotPublic as error:
            raise Unavailable(f"{place} leads into a private network, so nobody asked there.") from error
        except Trouble as error:
            raise Unavailable(f"{place} can’t be reached at the moment. {error} {LATER}") from error

    def time_for_one(self) -> float:
        return min(self.deadline, self._time_left())

    def _time_left(self) -> float:
        return math.inf if self.ends_at is None else max(0.0, self.ends_at - time.monotonic())

    def _tried(self, place: str, address: str, accept: str) -> bytes:
        for pause in (self.back_off * 2**tried for tried in range(self.tries - 1)):
            try:
                return self._followed(place, address, accept)
            except Passing:
                if self._time_left() <= pause:
                    raise
                time.sleep(pause)
        return self._followed(place, address, accept)

    def _followed(self, place: str, address: str, accept: str) -> bytes:
        for _ in range(MAX_REDIRECTS + 1):
            url = parsed(address)
            reply = self._asked(place, url, accept)
            if not reply.location:
                return self._judged(place, url, reply)
            address = urljoin(url.url, reply.location)
        raise Trouble("It leads from one address to the next without end.")

    def _asked(self, place: str, url: Url, accept: str) -> Reply:
        headers = {"Accept": accept, "Accept-Encoding": "gzip"}
        if self.time_for_one() <= 0:
            raise Trouble("It took too long to answer.")
        try:
            return self.call("GET", url, headers, partial(self._reply, place, accept))
        except Trouble as trouble:
            raise Passing(str(trouble)) from trouble

    def _reply(self, place: str, accept: str, response: HTTPResponse) -> Reply:
        status, headers = response.status, response.headers
        if status == HTTPStatus.OK:
            if _family(headers.get("Content-Type", "")) != _family(accept):
                raise Unavailable(NO_DATA.format(place=place))
            return Reply(status, self._body(place, response))
        location = headers.get("Location", "") if status in REDIRECTS else ""
        return Reply(status, location=location, wait=_wait(status, headers.get("Retry-After", "")))

    def _body(self, place: str, response: HTTPResponse) -> bytes:
        body = bytearray()
        for piece in response.stream(PIECE, decode_content=True):
            body += piece
            if len(body) > self.largest:
                raise Unavailable(f"{place} sends more than {self.largest // 10**6} MB, which is too much at once.")
        return bytes(body)

    def _judged(self, place: str, url: Url, reply: Reply) -> bytes:
        """Return the body of a good answer. Raises what fits any other."""
        if reply.status == HTTPStatus.OK:
            return reply.body
        if reply.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
            raise Unknown(f"{place} doesn’t know what it was asked for.")
        if reply.wait:
            self.turns.leave_alone(host_of(url), reply.wait)
        if reply.status == TOO_MANY or reply.status >= 500:
            raise (HadEnough if reply.status == TOO_MANY else Passing)(f"It answered “{_named(reply.status)}”.")
        raise Refused(f"{place} refuses to answer (“{_named(reply.status)}”). {LATER}")


def _family(media_type: str) -> str:
    """Return what a media type is in the end: "json" of application/vnd.orcid+json."""
    return media_type.partition(";")[0].strip().lower().rpartition("/")[2].rpartition("+")[2]


def _wait(status: int, retry_after: str) -> float:
    return wait_of(status, retry_after) if retry_after and status in (TOO_MANY, UNAVAILABLE) else 0


def _named(status: int) -> str:
    return f"{status} {HTTPStatus(status).phrase}" if status in set(HTTPStatus) else str(status)


def _left_alone(place: str, seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    long = f"{minutes} minutes" if minutes < 120 else f"{round(minutes / 60)} hours"
    return f"{place} has been asked too often, and asks to be left alone for {long if minutes > 1 else 'a minute'}."


def patient_getter() -> Getter:
    """Return who asks for a job at night, which has time."""
    return Getter(user_agent(), turns=Turns(longest_sleep=PATIENT))


def hurried_getter() -> Getter:
    """Return who asks while somebody waits for a page."""
    return Getter(
        user_agent(),
        turns=Turns(SHORT_PAUSE, HURRIED, LEFT_ALONE),
        patience=8,
        tries=2,
        back_off=1,
        ends_at=time.monotonic() + PAGE_LASTS,
    )


def user_agent() -> str:
    """Say who asks, and whom to write to about it; sources answer those who say so more readily."""
    site = next(iter(settings.ALLOWED_HOSTS), "").lstrip("*.")
    contact = [f"+https://{site}/"] if site else []
    contact += [f"mailto:{settings.SOURCES_EMAIL}"] if settings.SOURCES_EMAIL else []
    return f"labsite ({'; '.join(contact)})" if contact else "labsite"
