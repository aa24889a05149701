"""What every request of a page goes through: it gets the lab's row, and a preview is kept by nobody."""

from collections.abc import Callable
from typing import Any

from django.http.response import HttpResponseBase
from django.utils.functional import SimpleLazyObject

from labsite.pages.moments import lab_at
from labsite.web.requests import LabRequest


def lab(request: LabRequest) -> dict[str, Any]:
    """Give every template the lab's row as ``lab``: a context processor."""
    return {"lab": request.lab}


class PageMiddleware:
    """Let views find the lab's row in the request as ``lab``, once somebody asks for it."""

    def __init__(self, get_response: Callable[[LabRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: LabRequest) -> HttpResponseBase:
        request.lab = SimpleLazyObject(lambda: lab_at(request.META.get("labsite.moment")))
        response = self.get_response(request)
        if getattr(request, "preview", None):
            response["Cache-Control"] = "private, no-store"
            response["X-Robots-Tag"] = "noindex"
        return response
