"""The site as files: everything that a visitor could be answered, asked of the site itself, in a folder."""

import logging
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple, cast
from urllib.parse import quote, unquote_to_bytes, urlsplit
from wsgiref.util import setup_testing_defaults

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.handlers.wsgi import WSGIRequest
from django.core.management.base import CommandError
from django.core.servers.basehttp import get_internal_wsgi_application
from django.db import connections
from django.template.loader import render_to_string
from django.utils.module_loading import import_string
from django.utils.translation import override

from labsite import registry
from labsite.contrib.copying.folder import NOTES, CopyFolder, digest_of, opened
from labsite.contrib.copying.index import index
from labsite.contrib.copying.places import Places, file_of, of_language
from labsite.contrib.copying.questions import CopiedAddress, CopyNotes, Question, software
from labsite.contrib.copying.rewriting import Rewriter, SiteAnswer
from labsite.data.files import MEDIA_TYPES
from labsite.models import Lab
from labsite.pages.moments import Moment, Present
from labsite.registry import FormerAddresses
from labsite.web.head import addresses_moved
from labsite.web.sitemaps import SitemapSections

NOT_FOUND = "/404.html"  # which the site doesn't have either, and says so as a visitor should read it
BEGINNINGS = ("/robots.txt", "/favicon.ico", "/apple-touch-icon.png", "/.well-known/security.txt", "/sitemap.xml")
INDEX = "/search/index.json"  # what the search and the filters of a language look at
HINTS = (".htaccess", "_headers", ".nojekyll")  # for Apache, for Netlify and its like, and for GitHub Pages
MOVES = (301, 302, 307, 308)
MAX_AGAIN = 500  # answers that are asked for again where a copy was cut off
AT_ONCE = 16  # addresses that a process is given
# Of the answer of a page, what holds for all files.
HEADERS = (
    *("content-security-policy", "permissions-policy", "referrer-policy", "x-content-type-options"),
    *("x-frame-options", "cross-origin-opener-policy", "strict-transport-security"),
)
TYPES = {extension: MEDIA_TYPES[extension] for extension in ("bib", "ris", "ics")}
TYPES |= {"md": "text/markdown", "tex": "application/x-tex"}
FEED = f"{MEDIA_TYPES['xml']}; charset=utf-8"
# https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
NOT_ON_WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


NOTHING = SiteAnswer(404, {}, b"")
TEXTS = {".css": "text/css", ".js": "text/javascript"}  # media types of static files that name others
# A status and headers, the content of the file if there is one and what it names, the questions asked and the answers.
Answer = tuple[int, dict[str, str], bytes | None, dict[str, bool], dict[str, Question], dict[str, str] | None]


class Copied(NamedTuple):
    """How many files a copy has, links of its pages that lead nowhere, and names that other systems can't hold."""

    files: int
    written: int
    removed: int
    dead: dict[str, str]  # by address, a page that has the link
    awkward: list[str]


def copy_site(
    folder: Path,
    base: str,
    languages: tuple[str, ...] = (),
    is_compressed: bool = False,
    formats: tuple[str, ...] = (),
    jobs: int = 1,
) -> Copied:
    """Make ``folder`` a copy of the site as it is now, to stand at ``base`` such as ``https://lab.example/lab``.

    Of the documents it has those in ``formats``, besides PDF. So many ``jobs`` ask at the same time. What the database
    answers as it did at the last copy stays. Raises CommandError, and then what is in the folder stays as it was.
    """
    if not Lab.objects.current().is_published:
        raise CommandError("The lab isn’t published yet, so there is nothing to copy: first publish it in its form.")
    places = Places(base, languages or tuple(code for code, _name in settings.LANGUAGES), formats)
    opening, placing = opened(folder, is_compressed), addresses_moved(places.origin, places.base)
    with opening as files, asking(places.origin) as site, placing, ExitStack() as at_end:
        crawl = _Crawl(site, places, files, jobs, at_end)
        crawl.follow()
        crawl.notes.save(is_complete=True)
        return Copied(*files.finish(), crawl.dead(), awkward_names(files.now))


class VisitedSite:
    """The site as visitors see it who aren't signed in, asked for a path with its query."""

    def __init__(self, application: Any, environ: dict[str, Any]) -> None:
        self.application, self.environ = application, environ
        self.moment: Moment = environ["labsite.moment"]

    def ask(self, address: str) -> SiteAnswer:
        """Return the answer to an address; a static file is the one that a web server would serve from the disk."""
        path, _, query = address.partition("?")
        if path.startswith(settings.STATIC_URL):
            name = path.removeprefix(settings.STATIC_URL)
            file = staticfiles_storage.path(name) if staticfiles_storage.exists(name) else finders.find(name)
            media_type = TEXTS.get(os.path.splitext(name)[1], "application/octet-stream")
            return SiteAnswer(200, {"content-type": media_type}, Path(file).read_bytes()) if file else NOTHING
        variables = {"PATH_INFO": unquote_to_bytes(path).decode("latin-1"), "QUERY_STRING": query}
        with closing(self.application.get_response(WSGIRequest(self.environ | variables))) as response:
            return SiteAnswer(response.status_code, {n.lower(): v for n, v in response.items()}, b"".join(response))


@contextmanager
def asking(origin: str) -> Iterator[VisitedSite]:
    """Give the site as it answers under ``https://host``.

    Meanwhile the site answers to that host, sends uploads itself, and writes no line about each request.
    """
    scheme, host = urlsplit(origin)[:2]
    name, _, port = host.partition(":")
    environ: dict[str, Any] = {
        **{"HTTP_HOST": host, "SERVER_PORT": port or "443", "REMOTE_ADDR": "127.0.0.1"},
        **{"HTTP_X_FORWARDED_PROTO": scheme, "wsgi.url_scheme": scheme},
        "labsite.moment": Present().moment(time.time(), is_exact=True),
    }
    setup_testing_defaults(environ)
    log = logging.getLogger("labsite.requests")
    level, before = log.level, (settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY)
    # Past the front door, which keeps what is asked often, and lets visitors have the page of before for a moment.
    front: Any = get_internal_wsgi_application()
    settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY = [*settings.ALLOWED_HOSTS, name], False
    log.setLevel(logging.WARNING)
    try:
        yield VisitedSite(front.django, environ)
    finally:
        settings.ALLOWED_HOSTS, settings.MEDIA_BY_PROXY = before
        log.setLevel(level)


class _Crawl:
    """A walk over the site, from its beginnings along everything that its answers name."""

    def __init__(self, site: VisitedSite, places: Places, files: CopyFolder, jobs: int, at_end: ExitStack) -> None:
        self.site, self.places, self.files, self.rewriter = site, places, files, Rewriter(places)
        lab = [getattr(site.moment.lab, field.attname) for field in Lab._meta.concrete_fields]
        options = places.base, places.languages, places.formats
        shared = (software(), lab, site.moment.lab.frame, sorted(places.pages), *options)
        self.notes = CopyNotes(files, site.moment, digest_of(repr(shared).encode()))
        self.home, self.number = places.at(places.languages[0], "/"), 0  # of answers so far
        self.jobs, self.at_end, self.pool = jobs, at_end, cast(Any, None)
        self.ahead: list[str] = []
        self.named_by: dict[str, str] = {}  # where each address was named first

    def follow(self) -> None:
        """Put a file for every address that the site answers. Raises CommandError where it can't answer now."""
        languages = self.places.languages
        self._add("", (self.places.at(language, end) for language in languages for end in ("/", NOT_FOUND, INDEX)))
        self._add("", BEGINNINGS)
        self._walk()
        self._add("", list(self._of_earlier_times()))
        self._walk()
        self._put_old_addresses()
        if settings.LANGUAGE_CODE not in languages:
            self.files.put(file_of("/"), moved_to(f"{self.places.base}{self.places.at(languages[0], '/')}"))

    def _add(self, page: str, addresses: Iterable[str]) -> None:
        for address in addresses:
            if address not in self.named_by:
                self.named_by[address] = page
                self.ahead.append(address)

    def _walk(self) -> None:
        """Copy what is ahead, and what that names."""
        while self.ahead:
            wave, self.ahead = self.ahead, []
            places = ((address, self.places.of(address)) for address in wave)
            names = {address: file_of(place.path if place else address) for address, place in places}
            new = [address for address, name in names.items() if name and not self._stands(address, name)]
            for address, answer in zip(new, self._answers(new), strict=True):
                self._take(address, names[address], answer)

    def _stands(self, address: str, name: str) -> bool:
        """Say whether an address would be answered as it was, and its files are there; they stay."""
        earlier = self.notes.standing(address)
        hints = HINTS if address == self.home else ()
        if not earlier or not all(map(self.files.keeps, hints)):
            return False
        if earlier.digest and not self.files.keeps(name, earlier.digest):
            return False
        self._follow(address, earlier)
        return True

    def _answers(self, addresses: list[str]) -> Iterable[Answer]:
        """Yield what addresses are answered, in their order, by all jobs at the same time."""
        if self.jobs < 2:
            return map(self.answer, addresses)
        if not self.pool:
            connections.close_all()  # which processes can't share
            _of_process["crawl"] = self
            # The lock would outlast the copy if that is killed.
            self.pool = self.at_end.enter_context(get_context("fork").Pool(self.jobs, os.close, [self.files.lock]))
        return self.pool.imap(_answer, addresses, chunksize=AT_ONCE)

    def answer(self, address: str) -> Answer:
        """Return the status and the headers of an answer, its content in the copy, and what that was made of."""
        with self.notes.noted() as questions:
            if address.endswith(INDEX):
                answer = SiteAnswer(200, {}, index(of_language(address)[0], self.places.prefix))
            else:
                answer = self.site.ask(address)
            body, named = self._in_copy(address, answer)
        return answer.status, answer.headers, body, named, questions, self.notes.answered(questions)

    def _in_copy(self, address: str, answer: SiteAnswer) -> tuple[bytes | None, dict[str, bool]]:
        """Return the content of an answer in a copy, None for no file, and the addresses that it names.

        An address of earlier times leads to that of today: a page by itself, a file by being the same.
        """
        if answer.status == 200 or (answer.status == 404 and address.endswith(NOT_FOUND)):
            return self.rewriter.rewrite(address, answer)
        if answer.status not in (404, 410, *MOVES):
            raise CommandError(f"The site answers {answer.status} at {address}: nothing was copied.")
        target = answer.headers.get("location", "").removeprefix(self.places.origin)
        in_copy = self.places.of(target) if target.startswith("/") else None
        if not in_copy:
            return None, {}
        if address.endswith("/"):
            return moved_to(f"{self.places.base}{in_copy.path}"), {in_copy.address: False}
        answer = self.site.ask(in_copy.address)
        body = self.rewriter.rewrite(in_copy.address, answer)[0] if answer.status == 200 else None
        return body, {in_copy.address: False}

    def _take(self, address: str, name: str, answer: Answer) -> None:
        """Put the file for an address, and follow what it names."""
        status, headers, body, named, questions, answers = answer
        digest = "" if body is None else self.files.put(name, body)
        if address == self.home:
            for hint, content in zip(HINTS, hints(self.places.prefix, headers), strict=True):
                self.files.put(hint, content)
        self.notes.questions |= questions
        self.notes.answers |= answers or {}
        self._follow(address, CopiedAddress(status, digest, named, None if answers is None else [*answers]))
        self.number += 1
        if self.number % MAX_AGAIN == 0:
            self.notes.save(is_complete=False)

    def _follow(self, address: str, copied: CopiedAddress) -> None:
        self.notes.addresses[address] = copied
        self._add(address, copied.named)

    def dead(self) -> dict[str, str]:
        """Return the addresses that a reader may follow and that lead nowhere, with the page that has each."""
        known = self.notes.addresses
        followed = {name for each in known.values() for name, may_be_followed in each.named.items() if may_be_followed}
        nothing = [address for address, each in known.items() if each.status in (404, 410) and not each.digest]
        return {address: self.named_by[address] for address in nothing if address in followed}

    def _put_old_addresses(self) -> None:
        """Let addresses of an old site lead on, by pages, and by a file that some web servers read."""
        facets = registry.added(FormerAddresses)
        old = {address: self.places.of(target) for each in facets for address, target in import_string(each.all)()}
        moved = {address: to.path for address, to in old.items() if to and file_of(to.path) in self.files.now}
        for address, path in moved.items():
            for name in {file_of(f"{address}/"), file_of(f"{address}.html")} - {"", *self.files.now}:
                self.files.put(name, moved_to(f"{self.places.base}{path}"))
        if moved:
            lines = (f"{self.places.prefix}{quote(each)} {self.places.prefix}{moved[each]} 301\n" for each in moved)
            self.files.put("_redirects", "".join(lines).encode())

    def _of_earlier_times(self) -> Iterable[str]:
        """Yield the addresses that pages and their files had under the slugs of before."""
        models: list[Any] = [model for model in registry.facets(SitemapSections) if hasattr(model, "former_slugs")]
        known = sorted(self.named_by)
        for model in models:
            for row in model._default_manager.exclude(former_slugs="").only("slug", "former_slugs"):
                for language in self.places.languages:
                    with override(language):
                        stem = row.get_absolute_url().removesuffix("/")
                    own = [each for each in known if each.startswith((f"{stem}/", f"{stem}.")) and "?" not in each]
                    for slug in row.former_slugs.split():
                        yield from (f"{stem.removesuffix(row.slug)}{slug}{each.removeprefix(stem)}" for each in own)


def hints(prefix: str, given: dict[str, str]) -> list[bytes]:
    """Return HINTS, which say as web servers read it what types and headers files have, and what page is for none."""
    headers = {name.title(): given[name] for name in HEADERS if name in given}
    context = {"prefix": prefix, "headers": headers, "types": TYPES, "feed": FEED, "notes": NOTES}
    return [render_to_string(f"copying/{name}.txt", context).encode() for name in ("htaccess", "headers")] + [b""]


_of_process: dict[str, _Crawl] = {}  # the crawl for which a process answers, from which it was forked


def _answer(address: str) -> Answer:
    return _of_process["crawl"].answer(address)


def awkward_names(names: Iterable[str]) -> list[str]:
    """Return the names that Windows can't hold, and those that systems take for one which don't heed capitals."""
    alike = Counter(name.casefold() for name in names)

    def is_awkward(part: str) -> bool:
        return part.partition(".")[0].casefold() in NOT_ON_WINDOWS or part[-1] in ". " or bool({*part} & {*'<>:"|?*'})

    return sorted(name for name in names if alike[name.casefold()] > 1 or any(map(is_awkward, name.split("/"))))


def moved_to(target: str) -> bytes:
    """Return a page that leads on, for who comes to an address of earlier times."""
    return render_to_string("copying/moved.html", {"target": target}).encode()


def base_of(address: str) -> str:
    """Return the address that a copy is to have, without a slash at its end. Raises CommandError for no address."""
    try:
        parts = urlsplit(address)
        is_whole = parts.scheme in ("http", "https") and parts.hostname and (parts.port or 1) > 0
    except ValueError:
        is_whole = False
    if not is_whole or parts.query or parts.fragment or "@" in parts.netloc or "*" in parts.netloc:
        raise CommandError(f"{address} isn’t an address for a copy: give one such as https://lab.example/ or …/lab/.")
    return f"{parts.scheme}://{parts.netloc.lower()}{parts.path.rstrip('/')}"
