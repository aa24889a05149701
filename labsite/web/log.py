"""What stands in the log, as text or as JSON: the request's id in each line, and no secret of an address."""

import json
import logging
import re
from contextvars import ContextVar
from typing import Any

# Addresses whose last part lets in whoever has it.
SECRET = re.compile(r"(/account/(?:password/new|invitation)|/admin/kept-picture)/[^/\s?]+")
MASK = r"\1/…"
OF_A_REQUEST = ("method", "path", "status", "milliseconds", "client")

current_request_id: ContextVar[str] = ContextVar("request_id", default="-")


class RequestFilter(logging.Filter):
    """Let a line name its request as ``{request_id}``, and leave secrets out of it.

    The trace of what visitors ask in bad faith, such as another host, is left out too.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        record.request_id = getattr(request, "id", None) or current_request_id.get()
        if record.name.startswith("django.security."):
            record.exc_info = record.exc_text = None
        if isinstance(record.args, tuple):
            record.args = tuple(SECRET.sub(MASK, arg) if isinstance(arg, str) else arg for arg in record.args)
        return True


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
