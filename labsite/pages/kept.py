"""What everybody is answered, ready to be sent, and where a worker keeps it: never more of it than was said."""

import gzip
import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

import brotli
from django.utils.text import compress_sequence

from labsite.pages.moments import Moment

MAX_BYTES = 48 * 2**20
MAX_NARROWED_BYTES = 16 * 2**20  # for lists under a query, of which there are more than anybody reads
MAX_WAIT = 3  # seconds for what somebody else is making
OVERHEAD = 1024  # bytes that an answer takes besides its content, about

OK, UNCHANGED = "200 OK", "304 Not Modified"
NOT_KEPT = {"private", "no-store", "no-cache", "immutable"}  # the last: browsers keep it themselves
# Browsers and proxies may keep a page but ask each time whether it still holds, so that a save is seen at once.
CACHE_CONTROL = "public, max-age=0, must-revalidate"
# The last is asked of every answer to a script of another site: https://fetch.spec.whatwg.org/#http-cors-protocol
SAID_OF_THE_UNCHANGED = {
    "Cache-Control",
    "Content-Location",
    "ETag",
    "Last-Modified",
    "Vary",
    "Access-Control-Allow-Origin",
}
MADE_FOR_EACH = {"Content-Length", "X-Request-ID"}

TEXT = re.compile(r"text/|image/svg|application/(?!pdf|zip|octet-stream|vnd\.)")
MIN_COMPRESSED = 200  # bytes
# The best first. At these levels it takes less time than a slow line saves, as many get what is made once.
ENCODINGS: dict[str, Callable[[bytes], bytes]] = {
    "br": lambda content: brotli.compress(content, mode=brotli.MODE_TEXT, quality=5),
    "gzip": lambda content: gzip.compress(content, compresslevel=6, mtime=0),
}

Headers = list[tuple[str, str]]


class Sent(NamedTuple):
    """An answer as it goes over the line."""

    status: str
    headers: Headers
    body: Iterable[bytes]


@dataclass
class PublicAnswer:
    """A page or a file, or why there is none, as Django made it.

    The ``moment`` and the ``groups`` of content that it was made of are set where it is kept; ``forms`` are the
    encodings that somebody asked for. One that ``has_pencils`` is another page for those who edit.
    """

    status: str
    headers: dict[str, str]
    cookies: Headers
    content: bytes = b""
    stream: Any = None
    has_pencils: bool = False
    moment: Moment | None = None
    groups: frozenset[str] = frozenset()
    forms: dict[str, Sent] = field(default_factory=dict)

    @classmethod
    def of(cls, response: Any) -> "PublicAnswer":
        """Take over what a response of Django's says."""
        headers = {name: value for name, value in response.items() if name not in MADE_FOR_EACH}
        cookies = [("Set-Cookie", cookie.output(header="")) for cookie in response.cookies.values()]
        answer = cls(f"{response.status_code} {response.reason_phrase}", headers, cookies)
        answer.has_pencils = getattr(response, "has_pencils", False)
        if response.streaming:
            answer.stream = response
        else:
            answer.content = response.content
        if answer.may_be_kept:
            readers = ("Accept-Language", "Cookie") if "Accept-Language" in headers.get("Vary", "") else ()
            headers |= {"Cache-Control": CACHE_CONTROL, "Vary": ", ".join(["Accept-Encoding", *readers])}
        return answer

    @property
    def may_be_kept(self) -> bool:
        """Whether it is a page or a file of one piece that is the same for everybody, now."""
        said = re.split(r"[\s,]+", self.headers.get("Cache-Control", ""))
        return self.status == OK and not self.stream and not self.cookies and NOT_KEPT.isdisjoint(said)

    def holds_at(self, moment: Moment) -> bool:
        """Say whether it is right at a moment too, and note that it is."""
        holds = self.moment is not None and self.moment.holds_for(self.groups, moment)
        if holds:
            self.moment = moment
        return holds

    def sent(self, encoding: str = "", etags: str = "", since: str = "") -> Sent:
        """Return it in an encoding that its reader understands, or only that the reader has it already.

        ``etags`` and ``since`` are the headers If-None-Match and If-Modified-Since, which repeat what was said before.
        """
        if self.stream:
            headers = dict(self.headers)
            if encoding == "gzip" and self._is_text:
                headers["Content-Encoding"] = encoding
                self.stream.streaming_content = compress_sequence(self.stream.streaming_content)
            return Sent(self.status, [*headers.items(), *self.cookies], self.stream)
        made = self.forms.get(encoding) or self._encode(encoding)
        etag, changed = self.headers.get("ETag"), self.headers.get("Last-Modified")
        has_it = etag and (etag in etags or etags == "*") if etags else since and since == changed
        if has_it and self.status == OK:
            return Sent(UNCHANGED, [pair for pair in made.headers if pair[0] in SAID_OF_THE_UNCHANGED], ())
        return made

    def _encode(self, encoding: str) -> Sent:
        encodes = encoding and self._is_text and len(self.content) >= MIN_COMPRESSED
        content = ENCODINGS[encoding](self.content) if encodes else self.content
        headers = self.headers | {"Content-Length": str(len(content))}
        if encodes:
            headers["Content-Encoding"] = encoding
            if "ETag" in headers:  # which what isn't to be kept has not
                # Weak, as it stands for all encodings: https://www.rfc-editor.org/rfc/rfc9110#section-8.8.3.3
                headers["ETag"] = f"W/{headers['ETag']}"
        made = self.forms[encoding] = Sent(self.status, [*headers.items(), *self.cookies], (content,))
        return made

    @property
    def _is_text(self) -> bool:
        return TEXT.match(self.headers.get("Content-Type", "")) is not None

    @property
    def size(self) -> int:
        """How many bytes it takes, in all encodings that somebody asked for."""
        contents = {id(content): len(content) for made in list(self.forms.values()) for content in made.body}
        return OVERHEAD + sum((contents | {id(self.content): len(self.content)}).values())


class KeptAnswers:
    """Answers by their address. Those asked for longest ago make room; what takes over a quarter of it isn't kept."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._answers: OrderedDict[Hashable, tuple[PublicAnswer, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()
        self._turns: WeakValueDictionary[Hashable, Any] = WeakValueDictionary()  # a lock for each that is being made

    def __len__(self) -> int:
        return len(self._answers)

    def get(self, address: Hashable) -> PublicAnswer | None:
        """Return the answer kept under an address, if there is one."""
        with self._lock:
            if address not in self._answers:
                return None
            self._answers.move_to_end(address)
            return self._answers[address][0]

    def keep(self, address: Hashable, answer: PublicAnswer) -> None:
        """Keep an answer in place of the one under its address."""
        size = answer.size
        with self._lock:
            self._bytes -= self._answers.pop(address, (None, 0))[1]
            if size > self.max_bytes / 4:
                return
            self._answers[address] = answer, size
            self._bytes += size
            while self._bytes > self.max_bytes:
                self._bytes -= self._answers.popitem(last=False)[1][1]

    @contextmanager
    def turn(self, address: Hashable) -> Iterator[bool]:
        """Let one thread make an answer while others wait for it; give False to who has waited for too long."""
        with self._lock:
            turn = self._turns.setdefault(address, Lock())
        has_turn = turn.acquire(timeout=MAX_WAIT)
        try:
            yield has_turn
        finally:
            if has_turn:
                turn.release()

    def clear(self) -> None:
        """Forget all answers."""
        with self._lock:
            self._answers.clear()
            self._bytes = 0


pages, narrowed_pages = KeptAnswers(MAX_BYTES), KeptAnswers(MAX_NARROWED_BYTES)


def forget_all() -> None:
    """Forget every answer that this worker keeps."""
    pages.clear()
    narrowed_pages.clear()
