"""A name for each request, in the log and on the error page, so that a visitor's report finds its trace."""

import logging
import uuid
from contextvars import ContextVar

current: ContextVar[str] = ContextVar("request_id", default="-")


class RequestIdMiddleware:
    """Give each request an id and say it in the answer's ``X-Request-ID``."""

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        request.id = uuid.uuid4().hex[:12]
        token = current.set(request.id)
        try:
            response = self.get_response(request)
            response["X-Request-ID"] = request.id
            return response
        finally:
            current.reset(token)


class RequestIdFilter(logging.Filter):
    """Let a log format name the request: ``{request_id}``."""

    def filter(self, record):
        request = getattr(record, "request", None)
        record.request_id = getattr(request, "id", None) or current.get()
        return True
