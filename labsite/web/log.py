"""What stands in the log, as text or as JSON: the request's id in each line, and no secret of an address."""

import json
import logging
import re
import time
from collections import deque
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache
from ipaddress import ip_address, ip_network
from random import getrandbits
from threading import Timer
from typing import Any

from django.conf import settings
from django.utils.encoding import escape_uri_path

# Addresses whose last part lets in whoever has it.
SECRET = re.compile(
    r"(/account/(?:password/new|invitation|mails/off|mails/found)|/admin/kept-picture|/draft)/[^/\s?]+"
)
MASK = r"\1/…"
OF_A_REQUEST = ("method", "path", "status", "milliseconds", "client")

GATHERED_SECONDS = 0.1
MAX_ADDRESS = 45  # characters, of IPv6 with IPv4 at its end
KEPT_BITS = {4: 24, 6: 48}  # of a client's address

log = logging.getLogger("labsite.requests")

current_request_id: ContextVar[str] = ContextVar("request_id", default="-")


def new_request_id() -> str:
    return f"{getrandbits(48):012x}"


def note(environ: dict[str, Any], path: str, request_id: str, status: int, begun: float) -> None:
    """Write the one line about a request: no secret of the path, no query, and of the client's address the network.

    ``begun`` is when it came, by time.perf_counter. Made by hand, as looking for the caller takes its time.
    """
    if not log.isEnabledFor(logging.INFO):
        return
    client = environ.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        client = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
    fields = {
        "request_id": request_id,
        "method": environ["REQUEST_METHOD"],
        "path": SECRET.sub(MASK, escape_uri_path(path)),
        "status": status,
        "milliseconds": round(1000 * (time.perf_counter() - begun)),
        "client": _network(client[:MAX_ADDRESS]),
    }
    words = "{method} {path} {status} {milliseconds} ms {client}".format_map(fields)
    own = {"name": log.name, "levelno": logging.INFO, "levelname": "INFO", "msg": words}
    log.handle(logging.makeLogRecord(own | fields))


@lru_cache(1024)
def _network(client: str) -> str:
    try:
        address = ip_address(client)
    except ValueError:
        return "-"
    address = getattr(address, "ipv4_mapped", None) or address
    return str(ip_network((address, KEPT_BITS[address.version]), strict=False).network_address)


class GatheringHandler(logging.StreamHandler):
    """Writes lines together, a moment after the first: one by one they take longer than the pages they tell of."""

    def __init__(self) -> None:
        super().__init__()
        self._records: deque[logging.LogRecord] = deque()
        self._is_waiting = False

    def handle(self, record: logging.LogRecord) -> bool:
        self._records.append(record)
        if not self._is_waiting:
            self._is_waiting = True
            Timer(GATHERED_SECONDS, self.write).start()
        return True

    def write(self) -> None:
        """Write what has gathered."""
        self._is_waiting = False  # first, so that nothing that comes meanwhile waits for ever
        lines = []
        with suppress(IndexError):  # two may write at once, where the first takes long
            while True:
                lines.append(self.format(self._records.popleft()) + self.terminator)
        with suppress(ValueError):  # a process that ends may have closed its stream before the moment is over
            self.stream.write("".join(lines))
            self.flush()


class RequestFilter(logging.Filter):
    """Let a line name its request as ``{request_id}``, and leave secrets out of it.

    The trace of what visitors ask in bad faith, such as another host, is left out too.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        known = getattr(request, "id", None) or getattr(record, "request_id", None)
        record.request_id = known or current_request_id.get()
        if record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        if isinstance(record.args, tuple):
            record.args = tuple(SECRET.sub(MASK, arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


class TextFormatter(logging.Formatter):
    """Writes a line for people, with the time zone of its time."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name} [{request_id}] {message}", style="{")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        return super().formatTime(record) + time.strftime("%z", self.converter(record.created))


class JSONFormatter(logging.Formatter):
    """Writes each line as a JSON object: https://jsonlines.org."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname,
            "logger": record.name,
            "request_id": vars(record).get("request_id", "-"),
            "message": record.getMessage(),
        }
        line |= {name: vars(record)[name] for name in OF_A_REQUEST if name in vars(record)}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
