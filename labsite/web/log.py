"""What stands in the log, as text or as JSON: the request's id in each line, and no secret of an address."""

import json
import logging
import re
import time
from collections import deque
from contextlib import suppress
from contextvars import ContextVar
from threading import Timer
from typing import Any

# Addresses whose last part lets in whoever has it.
SECRET = re.compile(
    r"(/account/(?:password/new|invitation|mails/off|mails/found)|/admin/kept-picture|/draft)/[^/\s?]+"
)
MASK = r"\1/…"
OF_A_REQUEST = ("method", "path", "status", "milliseconds", "client")

GATHERED_SECONDS = 0.1

current_request_id: ContextVar[str] = ContextVar("request_id", default="-")


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
