"""A bound on those who are given large files at once, such as everything that the lab has published."""

from collections.abc import Callable
from functools import wraps
from threading import BoundedSemaphore
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.response import SimpleTemplateResponse

AT_ONCE = 2  # files that a worker makes, so that most of its threads are there for pages
RETRY_SECONDS = 10

_turns = BoundedSemaphore(AT_ONCE)


def large_file(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let a worker make few files of a kind that takes long; who comes meanwhile is asked to come again.

    Those who ask for the very same one have waited for it, for a while (labsite.pages.kept).
    """

    @wraps(view)
    def bounded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.META.get("labsite.has_turn", True) or not _turns.acquire(blocking=False):
            words = "Others are given large files just now. Ask again in a few seconds."
            headers = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}
            return HttpResponse(words, status=429, content_type="text/plain; charset=utf-8", headers=headers)
        try:
            response = view(request, *args, **kwargs)
            return response.render() if isinstance(response, SimpleTemplateResponse) else response
        finally:
            _turns.release()

    return bounded
