"""A public page is rendered once per change: kept under its address, with the version of the content and its time."""

import re
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control

from labsite.context_processors import lab_of

KEPT_SECONDS = 24 * 3600
NOT_KEPT = {"private", "no-store", "no-cache", "immutable"}  # the last: browsers keep it themselves


class PageCacheMiddleware:
    """Answer visitors from rendered pages. Those signed in, queries and the admin pass by.

    A page holds for its version and its day, because who is current depends on the day, and until a row appears at
    its time. A newer one takes its place, so that a large file is kept once and not once per change. Sits inside
    ConditionalGetMiddleware, which turns an unchanged page into a 304.
    """

    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        if not _is_shared(request):
            return self.get_response(request)
        # Read before the page is rendered: what is written meanwhile is then at worst kept under the older version.
        key, moment = _key(request.build_absolute_uri()), _moment(lab_of(request))
        kept_at, *kept = cache.get(key, (None,))
        if kept_at != moment:
            response = self.get_response(request)
            if not _may_be_kept(request, response):
                return response
            kept = [response.content, dict(response.items())]
            cache.set(key, (moment, *kept), KEPT_SECONDS)
        return _answer(*kept)


def _is_shared(request):
    own = ("/admin/", "/account/", settings.STATIC_URL, settings.MEDIA_URL)
    return (
        request.method in ("GET", "HEAD")
        and not request.META.get("QUERY_STRING")
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and not request.path.startswith(own)
    )


def _moment(lab):
    return lab.content_version, lab.last_appeared, timezone.localdate()


def _key(address):
    # A digest, because an address can be longer than a cache's keys may be.
    return f"page:{sha256(address.encode()).hexdigest()}"


def _may_be_kept(request, response):
    told = re.split(r"[\s,]+", response.get("Cache-Control", ""))
    return (
        request.method == "GET"  # an answer to HEAD may lack the page
        and response.status_code == 200
        and not response.streaming
        and not response.cookies
        and NOT_KEPT.isdisjoint(told)
    )


def _answer(content, headers):
    response = HttpResponse(content, headers=headers)
    # Browsers and proxies may keep the page but ask each time whether it still holds.
    patch_cache_control(response, public=True, max_age=0, must_revalidate=True)
    return response
