"""The site's front door: what is the same for everybody is answered from memory, and Django makes it once a change.

An answer follows from its address alone. That holds by construction: of a visitor's headers and cookies Django is
shown none but those that the address is made of. Those signed in are let in as who they are where there is nothing for
everybody, as it may be a draft of theirs, and where the page has pencils for those who edit it.
"""

import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from operator import itemgetter
from secrets import token_hex
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import get_path_info
from django.db import Error
from django.http import parse_cookie
from django.utils.translation import get_language_from_request

from labsite.modelling.content_version import groups_read
from labsite.pages import moments
from labsite.pages.kept import ENCODINGS, OK, KeptAnswers, PublicAnswer, narrowed_pages, pages
from labsite.web import health
from labsite.web.middleware import PARAMETER, note

Environ = dict[str, Any]
Asked = Callable[[], Environ]  # gives the request for an address

MAX_QUERY = 500  # characters
MAX_HEADER = 200  # characters of what a reader prefers: no browser says so much
OF_ONES_OWN = ("/admin/", "/account/", "/draft/", settings.STATIC_URL, settings.MEDIA_URL, health.PATH)
PREFIXES = tuple(f"/{code}/" for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE)

# nginx may go on with an answer of the present for as long as the site itself may with one of before: not longer in
# all, as it is told nothing with one of before. https://nginx.org/en/docs/http/ngx_http_proxy_module.html
FOR_NGINX = ("X-Accel-Expires", f"{moments.MAY_BE_OLD_SECONDS:.0f}")


class Address(NamedTuple):
    """All that an answer for everybody follows from. The language is the reader's, where it decides."""

    host: str
    scheme: str
    path: str
    query: str
    language: str

    @classmethod
    def of(cls, environ: Environ) -> "Address | None":
        """Return what a request asks for; nothing if that isn't the same for everybody."""
        path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD") or path.startswith(OF_ONES_OWN):
            return None
        normal = _normal(query) if len(query) <= MAX_QUERY else None
        if normal is None or environ.get("SCRIPT_NAME"):
            return None
        scheme = environ.get("HTTP_X_FORWARDED_PROTO", "") if settings.BEHIND_PROXY else environ["wsgi.url_scheme"]
        language = ""
        if not path.startswith(PREFIXES):
            cookies = environ.get("HTTP_COOKIE", "")
            chosen = parse_cookie(cookies).get(settings.LANGUAGE_COOKIE_NAME, "") if cookies else ""
            language = _language(chosen[:MAX_HEADER], environ.get("HTTP_ACCEPT_LANGUAGE", "")[:MAX_HEADER])
        return cls(environ.get("HTTP_HOST", "").lower(), scheme, path, normal, language)

    def asked(self, environ: Environ, request_id: str) -> Environ:
        """Return a request for the address that says nothing else of who makes it, but for the line in the log."""
        asked = {name: value for name, value in environ.items() if not name.startswith(("HTTP_", "CONTENT_"))}
        own = {"HTTP_HOST": self.host, "HTTP_ACCEPT_LANGUAGE": self.language}
        if settings.BEHIND_PROXY:
            own["HTTP_X_FORWARDED_PROTO"] = self.scheme
        asked |= {name: value for name, value in own.items() if value}
        return asked | {"REQUEST_METHOD": "GET", "QUERY_STRING": self.query, "labsite.request_id": request_id}


@lru_cache(1024)
def _normal(query: str) -> str | None:
    """Return a query in one form, whatever its order and what it leaves empty; None where no answer is kept."""
    if not query.isascii():
        return None
    pairs = parse_qsl(query)
    return None if PARAMETER in dict(pairs) else urlencode(sorted(pairs, key=itemgetter(0)))


@lru_cache(1024)
def _language(chosen: str, accepted: str) -> str:
    cookies = {settings.LANGUAGE_COOKIE_NAME: chosen} if chosen else {}
    told: Any = SimpleNamespace(COOKIES=cookies, META={"HTTP_ACCEPT_LANGUAGE": accepted})
    return get_language_from_request(told)


@lru_cache(1024)
def _encoding(accepted: str) -> str:
    """Return the best encoding that a browser accepts; empty for none."""
    offers = (each.replace(" ", "").partition(";") for each in accepted.split(","))
    wanted = {name for name, _, weight in offers if not re.fullmatch(r"q=0(\.0*)?", weight)}
    return next((each for each in ENCODINGS if each in wanted), "")


def _has_session(environ: Environ) -> bool:
    return settings.SESSION_COOKIE_NAME in environ.get("HTTP_COOKIE", "")


def _is_signed_in(environ: Environ) -> bool:
    """Say whether the session is one of somebody's; while the database can't be asked nobody is signed in."""
    key = parse_cookie(environ.get("HTTP_COOKIE", "")).get(settings.SESSION_COOKIE_NAME)
    try:
        return bool(key and SESSION_KEY in SessionStore(key))
    except Error:
        return False


class Front:
    """A WSGI application in front of Django's."""

    def __init__(self, django: Callable[..., Any]) -> None:
        self.django = django
        self._present = moments.Present()
        self._renewals = ThreadPoolExecutor(1, "renewal")
        self._in_renewal: set[Address] = set()

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Any:
        begun, address = time.perf_counter(), Address.of(environ)
        if not address:
            return self.django(environ, start_response)
        kept, request_id = narrowed_pages if address.query else pages, token_hex(6)
        asked = partial(address.asked, environ, request_id)
        answer = self._find(address, kept, asked, is_exact=_has_session(environ))
        if (answer.status != OK and _has_session(environ)) or (answer.has_pencils and _is_signed_in(environ)):
            return self.django(environ, start_response)
        known = len(answer.forms)
        sent = answer.sent(
            _encoding(environ.get("HTTP_ACCEPT_ENCODING", "")[:MAX_HEADER]),
            environ.get("HTTP_IF_NONE_MATCH", ""),
            environ.get("HTTP_IF_MODIFIED_SINCE", ""),
        )
        if answer.moment and len(answer.forms) > known:
            kept.keep(address, answer)  # it has grown
        note(environ, get_path_info(environ), request_id, int(sent.status[:3]), begun)
        headers = [*sent.headers, ("X-Request-ID", request_id)]
        if settings.BEHIND_PROXY and answer.moment and self._present.has(answer.moment, time.time()):
            headers.insert(0, FOR_NGINX)  # before Cache-Control, as nginx below 1.23 heeds what comes first
        start_response(sent.status, headers)
        if environ["REQUEST_METHOD"] != "HEAD":
            return sent.body
        if answer.stream:
            answer.stream.close()
        return ()

    def _find(self, address: Address, kept: KeptAnswers, asked: Asked, is_exact: bool = True) -> PublicAnswer:
        """Return the answer that is kept if it still holds, else one that is made now, by one thread for all.

        Unless it must be exact, it may be the one of a moment before, while the new one is made.
        """
        found, now = kept.get(address), time.time()
        try:
            # Read before the page is made: what is written meanwhile is at worst kept under the older version.
            moment = self._present.moment(now, is_exact)
        except Error:
            return found or self._make(asked())
        if found and found.holds_at(moment):
            return found
        if found and found.moment and not is_exact and found.moment.held_lately(now):
            self._renew(address, kept, asked)
            return found
        with kept.turn(address) as has_turn:
            made = kept.get(address)
            is_new = made and made is not found and made.moment and made.moment.seen_at > moment.seen_at
            if made and (is_new or made.holds_at(moment)):
                return made
            answer = self._make(asked() | {"labsite.moment": moment, "labsite.has_turn": has_turn})
            if answer.may_be_kept:
                answer.moment = moment
                kept.keep(address, answer)
            return answer

    def _renew(self, address: Address, kept: KeptAnswers, asked: Asked) -> None:
        """Bring an answer up to date while visitors get the one of before."""

        def go() -> None:
            self._in_renewal.discard(address)
            self._find(address, kept, asked)

        if address not in self._in_renewal:
            self._in_renewal.add(address)
            self._renewals.submit(go)

    def _make(self, environ: Environ) -> PublicAnswer:
        with groups_read() as groups:
            response = self.django(environ, lambda status, headers: None)
        answer = PublicAnswer.of(response)
        answer.groups = frozenset(groups)
        if not answer.stream:
            response.close()
        return answer
