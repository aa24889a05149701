"""What every request of a page goes through: it gets the lab's row, and what isn't public is kept by nobody."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.functional import SimpleLazyObject

from labsite import roles
from labsite.models import Lab
from labsite.web.middleware import content_security_policy
from labsite.web.requests import LabRequest

# What an unpublished lab answers nonetheless: the way to sign in, and drafts to who has their link. Uploads have names
# that nobody guesses.
ALWAYS_OPEN = ("/admin/", "/account/", "/draft/", "/accent-", settings.STATIC_URL, settings.MEDIA_URL)
RETRY_SECONDS = 24 * 3600


def lab(request: LabRequest) -> dict[str, Any]:
    """Give every template the lab's row as ``lab``: a context processor."""
    return {"lab": request.lab}


class PageMiddleware:
    """Let views find the lab's row in the request as ``lab``, once somebody asks for it.

    While the lab isn't published, only those with a role are let through to them. A page with pencils is marked for
    the front door, and shows their panel to those signed in.
    """

    def __init__(self, get_response: Callable[[LabRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: LabRequest) -> HttpResponseBase:
        request.lab = SimpleLazyObject(lambda: _lab(request).shown_at(request.path))
        is_open = request.path.startswith(ALWAYS_OPEN)
        response = self.get_response(request) if is_open else None
        is_hidden = (not response or response.status_code == 404) and not request.lab.is_published
        if is_hidden and roles.role_of(request.user) is None:
            return being_made(request)
        response = response or self.get_response(request)
        has_pencils = getattr(request, "has_pencils", False)
        is_own = has_pencils and request.user.is_authenticated
        if is_own:
            response["Cache-Control"] = "private, no-store"
            response["Content-Security-Policy"] = content_security_policy({"frame-src": ["'self'"]})
        elif has_pencils:
            setattr(response, "has_pencils", True)  # noqa: B010  (the front door asks)
        if is_hidden or getattr(request, "preview", None):
            response["Cache-Control"] = "private, no-store"
            response["X-Robots-Tag"] = "noindex"
        return response


def _lab(request: LabRequest) -> Any:
    """Return the lab's row, which the pages of one moment share."""
    moment = request.META.get("labsite.moment")
    return moment.lab if moment else Lab.objects.current()


def being_made(request: LabRequest) -> HttpResponseBase:
    """Say that the site is being made, and nothing of what is in it.

    With 503 search engines note nothing and come again; and as the front door keeps no such answer and lets those
    signed in past it, none of what they see can reach anybody else.
    """
    response = render(request, "unpublished.html", status=503)
    response["Cache-Control"] = "no-store"
    response["Retry-After"] = str(RETRY_SECONDS)
    setattr(response, "_has_been_logged", True)  # noqa: B010  (so Django marks what is no error)
    return response
