"""Which language a visitor reads: the one chosen by the switch, else the browser's, else English.

An address decides what a page says: one without a prefix is English. So a visitor who would rather read another
language is led from it to its twin with that language's prefix; files, media and the admin have no twin.
"""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponseRedirect, QueryDict
from django.http.response import HttpResponseBase
from django.urls import translate_url
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.http import escape_leading_slashes
from django.utils.translation import get_language_from_path, get_language_from_request, override

from labsite.texts.languages import TAGS

PARAMETER = "language"  # in the addresses of the switch: ?language=zh-Hans
REMEMBERED_SECONDS = 365 * 24 * 3600
CODES = {tag: code for code, tag in TAGS.items()}


class LanguageChoiceMiddleware:
    """Lead readers to the language of theirs, and remember the one that they choose.

    Sits outside PageMiddleware, for which an address has one page.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        if request.GET.get(PARAMETER) in CODES:
            return _remember(request)
        if get_language_from_path(request.path_info):
            return self.get_response(request)
        code = get_language_from_request(request)
        twin = _twin(request, code) if code != settings.LANGUAGE_CODE else None
        response = HttpResponseRedirect(twin) if twin else self.get_response(request)
        if response.get("Content-Type", "").startswith("text/html"):
            patch_vary_headers(response, ("Accept-Language", "Cookie"))
            return response
        # LocaleMiddleware says of every answer that it depends on the reader's language: a file doesn't.
        del response["Content-Language"]
        others = [name for name in response.get("Vary", "").split(", ") if name not in ("", "Accept-Language")]
        response["Vary"] = ", ".join(others)
        if not others:
            del response["Vary"]
        return response


def _remember(request: HttpRequest) -> HttpResponseBase:
    """Lead to the same page in the chosen language, without the choice in its address."""
    code = CODES[request.GET[PARAMETER]]
    response = HttpResponseRedirect(_twin(request, code) or _address(request, request.path))
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        code,
        max_age=REMEMBERED_SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    add_never_cache_headers(response)
    return response


def _twin(request: HttpRequest, code: str) -> str | None:
    """Return the address of the page in a language; None where it has none or is in it already."""
    here = get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
    with override(here):  # the thread may still speak the language of its last visitor
        path = translate_url(request.path, code)
    return _address(request, path) if path != request.path else None


def _address(request: HttpRequest, path: str) -> str:
    query = QueryDict(request.META.get("QUERY_STRING", ""), mutable=True)
    query.pop(PARAMETER, None)
    path = escape_leading_slashes(escape_uri_path(path))  # two slashes would begin the name of another site
    return f"{path}?{query.urlencode()}" if query else path
