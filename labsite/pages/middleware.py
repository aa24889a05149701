"""What every request of a page goes through: it gets the lab's row, and a visitor a page that is rendered already."""

import re
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.functional import SimpleLazyObject

from labsite.models import Lab
from labsite.pages.kept import KeptPage, pages
from labsite.web.requests import LabRequest

NOT_KEPT = {"private", "no-store", "no-cache", "immutable"}  # the last: browsers keep it themselves


def lab(request: LabRequest) -> dict[str, Any]:
    """Give every template the lab's row as ``lab``: a context processor."""
    return {"lab": request.lab}


class PageMiddleware:
    """Let views find the lab's row in the request as ``lab``, and render a public page once per change.

    The row takes one query, once somebody asks for it. A page is kept under its address, with the version of the
    content and its time, and answers visitors; those signed in, queries and the admin pass by. It holds for its
    version and its day, because who is current depends on the day, and until a row appears at its time. A newer one
    takes its place, so that a large file is kept once and not once per change. This sits inside
    ConditionalGetMiddleware, which turns an unchanged page into a 304. A preview is kept by nobody.

    Those who ask for one page at once are answered by one rendering, and while the database can't be asked, with the
    page as it was kept last.
    """

    def __init__(self, get_response: Callable[[LabRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: LabRequest) -> HttpResponseBase:
        request.lab = SimpleLazyObject(lambda: Lab.objects.current(timezone.localdate()))
        is_shared = (
            request.method in ("GET", "HEAD")
            and not request.META.get("QUERY_STRING")
            and settings.SESSION_COOKIE_NAME not in request.COOKIES
            and not request.path.startswith(("/admin/", "/account/", settings.STATIC_URL, settings.MEDIA_URL))
        )
        if not is_shared:
            response = self.get_response(request)
            if getattr(request, "preview", None):
                response["Cache-Control"] = "private, no-store"
                response["X-Robots-Tag"] = "noindex"
            return response
        address = request.build_absolute_uri()
        page = pages.get(address)
        try:
            # Read before the page is rendered: what is written meanwhile is at worst kept under the older version.
            version = (request.lab.content_version, request.lab.last_appeared, timezone.localdate())
        except OperationalError:
            if not page:
                raise
            version = page.version
        if not page or page.version != version:
            with pages.turn(address) as request.has_turn:
                page = pages.get(address)
                if not page or page.version != version:
                    response = self.get_response(request)
                    may_be_kept = (
                        request.method == "GET"  # an answer to HEAD may lack the page
                        and response.status_code == 200
                        and not response.streaming
                        and not response.cookies
                        and NOT_KEPT.isdisjoint(re.split(r"[\s,]+", response.get("Cache-Control", "")))
                    )
                    if not may_be_kept:
                        return response
                    page = KeptPage(version, response.content, dict(response.items()))
                    pages.keep(address, page)
        response = HttpResponse(page.content, headers=page.headers)
        # Browsers and proxies may keep the page but ask each time whether it still holds.
        patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
        return response
