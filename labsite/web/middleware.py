"""What stands around every view: the request's id and line in the log, policies, the language, the lab, the row.

An address decides what a page says: one without a prefix is English. So a visitor who would rather read another
language is led from it to its twin with that language's prefix: the one chosen by the switch, else the browser's, else
English. Files and media have no twin, nor has the admin, which speaks the reader's language at its one address.
"""

import logging
import re
import time
from collections.abc import Callable
from functools import lru_cache, wraps
from ipaddress import ip_address, ip_network
from secrets import token_hex
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import translate_url
from django.utils.cache import add_never_cache_headers, patch_vary_headers
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject
from django.utils.http import escape_leading_slashes
from django.utils.module_loading import import_string
from django.utils.translation import (
    activate,
    get_language,
    get_language_from_path,
    get_language_from_request,
    override,
)
from django.views.decorators.http import require_safe

from labsite import registry, roles
from labsite.modelling.prepared import prefetch_lists
from labsite.modelling.publishing import PublishableQuerySet
from labsite.registry import FormerAddresses
from labsite.texts.languages import TAGS
from labsite.web import health
from labsite.web.log import MASK, SECRET, current_request_id
from labsite.web.requests import LabRequest

GetResponse = Callable[[Any], HttpResponseBase]

EDITING = ("/admin/", "/account/", "/draft/")
FILE = re.compile(r"\.(bib|ics|json|png|ris|xml)$")
METHODS = "GET, HEAD, OPTIONS"
# To a browser that asks whether a script may send its request, with headers such as If-None-Match, once a day.
PREFLIGHT = {
    "Allow": METHODS,
    "Access-Control-Allow-Methods": METHODS,
    "Access-Control-Allow-Headers": "*",
    "Access-Control-Max-Age": str(24 * 3600),
}

NUMBERS = {"p", "page_id"}  # by which WordPress addresses a page at "/", which is there in any case
PARAMETER = "language"  # in the addresses of the switch: ?language=zh-Hans
REMEMBERED_SECONDS = 365 * 24 * 3600
# What an unpublished lab answers nonetheless: signing in, drafts by link, and uploads, whose names nobody guesses.
ALWAYS_OPEN = ("/admin/", "/account/", "/draft/", "/accent-", settings.STATIC_URL, settings.MEDIA_URL)
RETRY_SECONDS = 24 * 3600
MAX_ADDRESS = 45  # characters, of IPv6 with IPv4 at its end
KEPT_BITS = {4: 24, 6: 48}  # of a client's address, which the log has
CODES = {tag: code for code, tag in TAGS.items()}

requests_log = logging.getLogger("labsite.requests")


class RequestIdMiddleware:
    """Give each request an id, say it in the response's ``X-Request-ID``, and write one line about both to the log.

    The id stands in the log and on the error page, so that a visitor's report finds its trace. What was asked for at
    the front door (labsite.pages.front) has one already, and its line is written there. Probes are answered here.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponseBase:
        request.id = request.META.get("labsite.request_id") or token_hex(6)
        token, begun = current_request_id.set(request.id), time.perf_counter()
        try:
            response = health.answer(request) if request.path == health.PATH else self.get_response(request)
        finally:
            current_request_id.reset(token)
        response["X-Request-ID"] = request.id
        if not request.META.get("labsite.request_id"):
            note(request.META, request.path, request.id, response.status_code, begun)
        return response


def note(environ: dict[str, Any], path: str, request_id: str, status: int, begun: float) -> None:
    """Write the one line about a request: no secret of the path, no query, and of the client's address the network.

    ``begun`` is when it came, by time.perf_counter. Made by hand, as looking for the caller takes its time.
    """
    if not requests_log.isEnabledFor(logging.INFO):
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
    own = {"name": requests_log.name, "levelno": logging.INFO, "levelname": "INFO", "msg": words}
    requests_log.handle(logging.makeLogRecord(own | fields))


@lru_cache(1024)
def _network(client: str) -> str:
    try:
        address = ip_address(client)
    except ValueError:
        return "-"
    address = getattr(address, "ipv4_mapped", None) or address
    return str(ip_network((address, KEPT_BITS[address.version]), strict=False).network_address)


class PolicyMiddleware:
    """Send the Content-Security-Policy and the Permissions-Policy, except where a view has set its own.

    Django 5.2 sets neither; SECURE_CSP is written as Django 6 reads it.

    The files that the site makes for machines are open to the scripts of every origin, also where the answer is a
    redirect or an error: https://fetch.spec.whatwg.org/#http-cors-protocol. So this stands outside
    ConditionalGetMiddleware, which makes new responses. Nobody's cookies come along: the files are the same for
    everyone, and what is uploaded, static or of the admin stays closed.

    A form that names another charset than UTF-8, which every browser sends, is refused: Django fails at some of them.
    So is a port that isn't the site's, as pages name the address at which they were asked for.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        # {feature: [origins]}, https://www.w3.org/TR/permissions-policy/
        origins = (f"{feature}=({' '.join(found)})" for feature, found in settings.PERMISSIONS_POLICY.items())
        self.policies = {
            "Content-Security-Policy": content_security_policy({}),
            "Permissions-Policy": ", ".join(origins),
        }

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        port = split_domain_port(request.get_host())[1]
        if port not in settings.ALLOWED_PORTS | {"", request.META["SERVER_PORT"]}:
            raise DisallowedHost(f"Port {port} is not the site's: ALLOWED_HOSTS may name it, as lab.example:{port}.")
        closed = ("/admin/", settings.STATIC_URL, settings.MEDIA_URL)
        is_open = FILE.search(request.path) is not None and not request.path.startswith(closed)
        charset = (request.content_params or {}).get("charset", "utf-8").lower()
        response: HttpResponseBase
        if is_open and request.method == "OPTIONS":
            response = HttpResponse(status=204, headers=PREFLIGHT)
        elif request.method == "POST" and charset not in ("utf-8", "utf8"):
            response = HttpResponse("Send forms in UTF-8.", status=400, content_type="text/plain; charset=utf-8")
        else:
            response = self.get_response(request)
        if is_open:
            response["Access-Control-Allow-Origin"] = "*"
        for name, policy in self.policies.items():
            response.headers.setdefault(name, policy)
        if response.get("Content-Type", "").startswith("text/html"):
            response["Cross-Origin-Resource-Policy"] = "same-origin"  # no other site takes a page in
        return response


def content_security_policy(others: dict[str, list[str]]) -> str:
    """Return the policy, with other sources for some of its directives: https://www.w3.org/TR/CSP3/."""
    directives = settings.SECURE_CSP | others
    return "; ".join(" ".join([directive, *sources]) for directive, sources in directives.items())


class LanguageMiddleware:
    """Speaks the language of a page's address; where one signs in and edits, which has one address, the reader's.

    Readers are led to the language of theirs, and the one that they choose is remembered. At the front door a reader
    has no cookies, and the language that they come to. A file says the same to every reader.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        may_lead = request.method in ("GET", "HEAD")
        if may_lead and request.GET.get(PARAMETER) in CODES:
            return _remember(request)
        of_address, of_reader = get_language_from_path(request.path_info), get_language_from_request(request)
        is_editing = request.path_info.startswith(EDITING)
        activate(of_reader if is_editing else of_address or settings.LANGUAGE_CODE)
        request.LANGUAGE_CODE = get_language()
        is_led = may_lead and not of_address
        twin = _twin(request, of_reader) if is_led and of_reader != settings.LANGUAGE_CODE else None
        response = HttpResponseRedirect(twin) if twin else self.get_response(request)
        is_page = response.get("Content-Type", "").startswith("text/html")
        if not of_address and (is_page or not may_lead):
            patch_vary_headers(response, ("Accept-Language", "Cookie") if is_led else ("Accept-Language",))
        if of_address or not may_lead or (is_page and not twin):
            response.headers.setdefault("Content-Language", get_language() or "")
        return response


def _remember(request: HttpRequest) -> HttpResponseBase:
    """Lead to the same page in the chosen language, without the choice in its address."""
    code, here = CODES[request.GET[PARAMETER]], get_language_from_path(request.path_info) or settings.LANGUAGE_CODE
    twin = _twin(request, code) if code != here else None
    response = HttpResponseRedirect(twin or _address(request, request.path))
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
    """Return the address of the page in another language than its own; None where it has none."""
    # The thread may still speak the language of its last visitor.
    with override(get_language_from_path(request.path_info) or settings.LANGUAGE_CODE):
        path = translate_url(request.path, code)
    return _address(request, path) if path != request.path else None


def _address(request: HttpRequest, path: str) -> str:
    query = QueryDict(request.META.get("QUERY_STRING", ""), mutable=True)
    query.pop(PARAMETER, None)
    path = escape_leading_slashes(escape_uri_path(path))  # two slashes would begin the name of another site
    return f"{path}?{query.urlencode()}" if query else path


class FileUnavailable(Exception):
    """Why a file can't be had, such as a PDF without the fonts for it: a sentence for whoever asked.

    Its ``template`` shows it as ``words``.
    """

    template = "503.html"


def lab(request: LabRequest) -> dict[str, Any]:
    """Give every template the lab's row as ``lab``, and the tag of the page's language: a context processor."""
    return {"lab": request.lab, "page_lang": TAGS.get(get_language() or "", "en")}


class PageMiddleware:
    """Let views find the lab's row in the request as ``lab``, once somebody asks for it.

    While the lab isn't published, only those with a role are let through to them. A page with pencils is marked for
    the front door, and shows their panel to those signed in. Why a file can't be had is said in words, wherever it was
    asked for.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: LabRequest) -> HttpResponseBase:
        moment, labs = request.META.get("labsite.moment"), apps.get_model("labsite.Lab").objects
        # The pages of one moment share the row.
        request.lab = SimpleLazyObject(lambda: (moment.lab if moment else labs.current()).shown_at(request.path))
        is_open = request.path.startswith(ALWAYS_OPEN)
        response = self.get_response(request) if is_open else None
        is_hidden = (not response or response.status_code == 404) and not request.lab.is_published
        if is_hidden and roles.role_of(request.user) is None:
            return being_made(request)
        response = response or self.get_response(request)
        if not is_open and (response.status_code == 404 or not NUMBERS.isdisjoint(request.GET)):
            answers = (import_string(each.answer)(request) for each in registry.added(FormerAddresses))
            response = next(filter(None, answers), response)
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

    def process_exception(self, request: LabRequest, error: Exception) -> HttpResponse | None:
        if not isinstance(error, FileUnavailable):
            return None
        response = render(request, error.template, {"words": error}, status=503)
        response["Cache-Control"] = "no-store"
        return response


def at_its_address(rows: Callable[[], Any]) -> Callable[..., Any]:
    """Let a view of ``(request, row, …)`` be asked by slug; a slug of earlier times leads to the one of today.

    A row that isn't published is there only as a preview, which the request then has as ``preview``, so that
    PageMiddleware lets nobody keep the page.
    """

    def decorate(view: Callable[..., Any]) -> Callable[..., Any]:
        @require_safe
        @wraps(view)
        def find(request: Any, slug: str, **rest: Any) -> Any:
            known = rows()
            lookups, known = known._prefetch_related_lookups, known.prefetch_related(None)
            is_publishable = isinstance(known, PublishableQuerySet)
            row = (known.published() if is_publishable else known).at(slug)
            if is_publishable and (row is None or row.slug != slug):
                shared, user = getattr(request, "shared", None), request.user
                draft = known.at(slug) if shared or roles.may(user, "change", known.model) else None
                is_draft = draft is not None and not draft.is_published()
                is_shown = is_draft and (draft == shared or roles.may(user, "change", draft))
                request.preview = draft if is_shown else None
                row = request.preview or row
            if row is None:
                raise Http404(f"No {known.model._meta.verbose_name} is or was at {slug!r}.")
            if row.slug == slug:
                prefetch_lists(row, lookups)
                return view(request, row, **rest)
            match = request.resolver_match
            # Where a page stands at an address of the site's own, there is no slug in that.
            kwargs = {"slug": row.slug, **rest} if "slug" in match.kwargs else {}
            return redirect(match.view_name if kwargs else row, permanent=True, **kwargs)

        find.rows = rows  # type: ignore[attr-defined]
        return find

    return decorate


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
