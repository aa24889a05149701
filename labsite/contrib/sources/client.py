"""The HTTP client for sources: polite, patient within limits, and never for more data than there is room for."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from django.conf import settings
from urllib3 import HTTPResponse

from labsite.contrib.http.client import Caller, TooLarge, Transient, Trouble, body_of
from labsite.contrib.http.public_hosts import NotPublic
from labsite.contrib.http.throttle import LeftAlone, Turns, memory
from labsite.texts.stored import gettext_noop
from publications.elsewhere import Unavailable

MAX_SIZE = 50_000_000  # bytes of an answer, unpacked: twenty thousand papers
MAX_WAIT_OF_JOBS = 120  # seconds that a source may ask a nightly job to wait
MAX_WAIT_OF_PAGES = 5  # seconds that a source may ask to wait while somebody looks at a page
PAGE_DEADLINE = 25  # seconds for all requests that a page waits for
SHORT_PAUSE = 0.2  # seconds between the few requests that a page needs
LEFT_ALONE = memory()  # hosts that no page asks for now

JSON = "application/json"
# What a source's module asks with: what people call the source, an address, and the media type that it can read.
Get = Callable[[str, str, str], bytes]

# The exceptions that reading an answer in an unknown form may end in.
MALFORMED = (ValueError, LookupError, TypeError, AttributeError, RecursionError)

LATER = gettext_noop("Try again later, or import the papers from a file.")
NO_DATA = gettext_noop(
    "{source} currently asks visitors to prove that they are human, or returned a page instead of data. Try again "
    "later, or download the file there and import it."
)
ASKS_FOR_REST = gettext_noop("{source} has had too many requests, and accepts no more for {wait}.")
TOO_OFTEN = gettext_noop("{source} has had too many requests.")
PRIVATE = gettext_noop("{source} leads into a private network, so it wasn’t asked.")
UNREACHED = gettext_noop("{source} can’t be reached at the moment.")
TOO_MUCH = gettext_noop("{source} sent more than {number} MB, which is too much at once.")
UNKNOWN = gettext_noop("{source} doesn’t have what it was asked for.")
REFUSES = gettext_noop("{source} refuses to answer (“{answer}”).")
ANSWERED = gettext_noop("It answered “{}”.")


class NotKnown(Unavailable):
    """A source doesn't know what it was asked for."""


class AccessRefused(Unavailable):
    """A source doesn't let this site in, or has been asked too often."""


class RateLimited(Transient):
    """A source has been asked too often, and doesn't say when it may be asked again."""


@dataclass
class SourceClient(Caller):
    """Gets answers of sources."""

    patience: float = 20
    deadline: float = 60
    tries: int = 3
    back_off: float = 2  # seconds before the second try, twice as many before the third
    largest: int = MAX_SIZE
    wait_unsaid: float = 0
    stays_encrypted: bool = True

    def get(self, place: str, address: str, accept: str) -> bytes:
        """Return what an address of a source answers, of the media type ``accept`` or one like it.

        Raises NotKnown if there is nothing at the address, Unavailable for every other trouble.
        """
        try:
            return self._get_with_retries(place, address, accept)
        except LeftAlone as error:
            wait = _wait_in_words(self.turns.seconds_until(str(error)))
            raise AccessRefused(ASKS_FOR_REST.format(source=place, wait=wait)) from error
        except RateLimited as error:
            raise AccessRefused(f"{TOO_OFTEN.format(source=place)} {LATER}") from error
        except TooLarge as error:
            raise Unavailable(TOO_MUCH.format(source=place, number=self.largest // 10**6)) from error
        except NotPublic as error:
            raise Unavailable(PRIVATE.format(source=place)) from error
        except Trouble as error:
            raise Unavailable(f"{UNREACHED.format(source=place)} {error} {LATER}") from error

    def _get_with_retries(self, place: str, address: str, accept: str) -> bytes:
        read = partial(self._read, place, accept)
        for pause in (self.back_off * 2**tried for tried in range(self.tries - 1)):
            try:
                return self.follow(address, accept, read)[1]
            except Transient:
                if self.ends_at - time.monotonic() <= pause:
                    raise
                time.sleep(pause)
        return self.follow(address, accept, read)[1]

    def _read(self, place: str, accept: str, response: HTTPResponse) -> bytes:
        """Return the body of a good response, as its connection is open. Raises what fits else."""
        status = response.status
        if status == HTTPStatus.OK:
            if _family(response.headers.get("Content-Type", "")) != _family(accept):
                raise Unavailable(NO_DATA.format(source=place))
            return body_of(response, self.largest)
        if status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
            raise NotKnown(UNKNOWN.format(source=place))
        named = f"{status} {HTTPStatus(status).phrase}" if status in set(HTTPStatus) else str(status)
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            raise RateLimited(ANSWERED.format(named))
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            raise Transient(ANSWERED.format(named))
        raise AccessRefused(f"{REFUSES.format(source=place, answer=named)} {LATER}")


def _family(media_type: str) -> str:
    """Return what a media type is in the end: "json" of application/vnd.orcid+json."""
    return media_type.partition(";")[0].strip().lower().rpartition("/")[2].rpartition("+")[2]


MINUTES, HOURS = gettext_noop("{number} minutes"), gettext_noop("{number} hours")


def _wait_in_words(seconds: float) -> str:
    minutes = max(1, round(seconds / 60))
    if minutes == 1:
        return gettext_noop("a minute")
    return MINUTES.format(number=minutes) if minutes < 120 else HOURS.format(number=round(minutes / 60))


def client_for_jobs() -> SourceClient:
    """Return the client of a nightly job, which has time."""
    return SourceClient(user_agent(), turns=Turns(longest_sleep=MAX_WAIT_OF_JOBS))


def client_for_pages() -> SourceClient:
    """Return the client that asks while somebody waits for a page."""
    turns, ends_at = Turns(SHORT_PAUSE, MAX_WAIT_OF_PAGES, LEFT_ALONE), time.monotonic() + PAGE_DEADLINE
    return SourceClient(user_agent(), turns=turns, patience=8, tries=2, back_off=1, ends_at=ends_at)


def user_agent() -> str:
    """Say who asks, and whom to write to about it; sources answer those who say so more readily."""
    site = next(iter(settings.ALLOWED_HOSTS), "").lstrip("*.")
    contact = [f"+https://{site}/"] if site else []
    contact += [f"mailto:{settings.SOURCES_EMAIL}"] if settings.SOURCES_EMAIL else []
    return f"labsite ({'; '.join(contact)})" if contact else "labsite"
