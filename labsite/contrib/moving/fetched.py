"""A site read from its address: its pages, and the pictures and documents that they show, each fetched once.

Only public machines are asked, one request at a time, as their robots.txt allows; pages are of one host, and from
below the address that was given. https://www.rfc-editor.org/rfc/rfc9309 and https://www.sitemaps.org/protocol.html
"""

import json
import mimetypes
import posixpath
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import IO
from urllib.parse import unquote, urljoin, urlsplit
from urllib.robotparser import RobotFileParser
from zipfile import ZipFile

from django.conf import settings
from urllib3 import HTTPResponse

from labsite.contrib.http.client import Caller, Trouble, body_of, joined
from labsite.contrib.http.public_hosts import NotPublic
from labsite.contrib.http.throttle import LeftAlone, Turns
from publications.citations.record import Unreadable
from publications.formats import decode

from .mistaken import plain_address
from .source import UnreadableSource, ZipSource, leads_into, packed

MAX_PAGES = 500
MAX_BYTES = 200 * 1024**2  # of all answers
MAX_HTML = 2_000_000  # characters of a page in which links are looked for
MAX_ANSWER = 20 * 1024**2  # bytes of one
MAX_SECONDS = 20 * 60  # for all requests
PAUSE, LONGEST_PAUSE = 0.5, 10.0  # seconds between two requests to a host, and at most where its robots.txt asks
MAX_SITEMAPS = 10
ADDRESSES = ".fetched/addresses.json"  # in an archive, the list of the addresses of its files
AGENT = "labsite"
PAGES = ("text/html", "application/xhtml+xml")
FILES = (".pdf", ".bib", ".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg")
NO_PAGE = re.compile(
    r"/(?:wp-(?:admin|json|login\.php)|xmlrpc\.php|feed|cgi-bin)(?:/|$)|\.(?:zip|t?gz|mp[34]|css|js|xml|docx?|pptx?|xlsx?)$"
)
QUERY = re.compile(r"(?:(?!replytocom|share|print|lang)[\w-]+=[\w./-]{1,40})?")  # of a page; others are of calendars
PROGRAM = re.compile(r"\.(?:html?|php|aspx?|jsp)$", re.IGNORECASE)
LOCATION = re.compile(r"<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]\s]+)")


class Answered(Trouble):
    """An answer that isn't the file."""


class Refused(Answered):
    """An answer that there is nothing, or nothing for this site."""


@dataclass(frozen=True)
class Download:
    """What an address answered; ``address`` is the one at the end of all redirects."""

    address: str
    media_type: str
    body: bytes

    @property
    def text(self) -> str:
        try:
            return decode(self.body)
        except Unreadable:
            return ""


class SiteClient(Caller):
    """Gets what visitors of a site get."""

    def get(self, address: str, why_not: Callable[[str], str] = lambda address: "") -> Download:
        """Return what an address answers; ``why_not`` says why it or one on the way isn't asked. Raises Trouble."""
        try:
            address, (media_type, body) = self.follow(address, "*/*", _read, why_not)
        except NotPublic as error:
            raise Trouble("It is in a private network: only sites that are public are fetched.") from error
        except LeftAlone as error:
            raise Trouble("It has had too many requests.") from error
        return Download(address, media_type, body)


def _read(response: HTTPResponse) -> tuple[str, bytes]:
    if response.status != 200:
        raise (Refused if 400 <= response.status < 500 else Answered)(f"It answered {response.status}.")
    media_type = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    return media_type, body_of(response, MAX_ANSWER)


def site_client() -> SiteClient:
    """Return a client that says whose site asks."""
    contact = next(iter(settings.ALLOWED_HOSTS), "").lstrip("*.")
    return SiteClient(f"{AGENT} (+https://{contact}/)" if contact else AGENT, turns=Turns(PAUSE))


class FetchedSource(ZipSource):
    """A site that was fetched: an archive with a list of the addresses of its files."""

    def __init__(self, name: str, archive: ZipFile) -> None:
        super().__init__(name, archive)
        held = json.loads(archive.read(ADDRESSES))
        self.entries = {path: entry for path, entry in self.entries.items() if entry.filename != ADDRESSES}
        self.own_address, self.addresses, self.files_at = held["own"], held["addresses"], held["files"]
        self.skipped = held["skipped"]

    def resolve(self, address: str, base: str = "", roots: Iterable[str] = ("",)) -> str:
        """Return the path of the file that an address leads to from the page at a path."""
        full = joined(self.addresses.get(base, self.own_address), address)
        return self.files_at.get(plain_address(full)) or super().resolve(address, base, roots)


def fetched(address: str) -> AbstractContextManager[IO[bytes]]:
    """Return an archive, to be read as a FetchedSource, of the site at an address. Raises UnreadableSource."""
    return packed(SiteFetcher(address).files())


class SiteFetcher:
    """Fetches a site as it answers at an address. Raises UnreadableSource."""

    def __init__(self, address: str) -> None:
        self.client, self.own_address = site_client(), ""
        self.ends_at, self.size = time.monotonic() + MAX_SECONDS, 0
        self.robots: dict[str, RobotFileParser] = {}
        self.unreachable: dict[str, str] = {}  # why nothing answers, by the tops of sites
        self.addresses: dict[str, str] = {}  # of the files, by their paths
        self.files_at: dict[str, str] = {}  # their paths, by all addresses that lead to them
        self.skipped: dict[str, str] = {}  # why an address wasn't fetched
        try:
            self.home = self.client.get(address, self._why_not)
        except Trouble as trouble:
            raise UnreadableSource(f"{address} can’t be fetched. {trouble}") from trouble
        if self.home.media_type not in PAGES:
            what = self.home.media_type or "it doesn’t say what it is"
            raise UnreadableSource(f"{address} is no web page ({what}).")
        self.own_address = urljoin(self.home.address, ".")

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the pages, those that the home page links to first, then what they show; then all addresses."""
        pages, files, requested = deque([self.home.address, *self._in_sitemaps()]), deque[str](), dict[str, int]()
        while pages or files:
            is_page = bool(pages)
            address = (pages or files).popleft()
            key = plain_address(address)
            if key in requested or key in self.files_at:
                continue
            requested[key] = is_page
            try:
                self._check_limits(sum(requested.values()))
                why_not = partial(self._why_not, is_anywhere=not is_page)
                answer = self.home if address == self.home.address else self.client.get(address, why_not)
                path = self._path(answer, is_page)
            except Trouble as trouble:
                self.skipped[address] = str(trouble)
                continue
            if path not in self.addresses:
                self.addresses[path] = answer.address
                self.size += len(answer.body)
                yield path, answer.body
            if plain_address(answer.address) not in self.files_at and path.endswith(".html"):
                for link, is_file in self._links(answer):
                    (files if is_file else pages).append(link)
            self.files_at[key] = self.files_at[plain_address(answer.address)] = path
        held = {"own": self.own_address, "addresses": self.addresses, "files": self.files_at, "skipped": self.skipped}
        yield ADDRESSES, json.dumps(held).encode()

    def _check_limits(self, pages: int) -> None:
        if pages > MAX_PAGES:
            raise Trouble(f"There are more than {MAX_PAGES} pages.")
        if self.size > MAX_BYTES:
            raise Trouble(f"The site has more than {MAX_BYTES // 1024**2} MB.")
        if time.monotonic() > self.ends_at:
            raise Trouble(f"After {MAX_SECONDS // 60} minutes no more was fetched.")

    def _path(self, answer: Download, is_page: bool) -> str:
        """Return the path of an answer among the files. Raises Trouble for what no site is moved for."""
        is_html, is_file = answer.media_type in PAGES, answer.media_type.startswith(("image/", "application/pdf"))
        parts, own = urlsplit(answer.address), urlsplit(self.own_address)
        inner = unquote(parts.path)
        if not (is_page if is_html else is_file or inner.lower().endswith(FILES)):
            raise Trouble(f"It is no {'page' if is_page else 'picture or document'} ({answer.media_type}).")
        is_inside = parts.netloc == own.netloc and inner.startswith(own.path)
        path = posixpath.normpath(f"/{inner[len(own.path) :] if is_inside else parts.netloc + inner}").lstrip("/")
        if is_html:
            path = f"{path}/index".lstrip("/") if inner.endswith("/") else PROGRAM.sub("", path)
            path = f"{path.removesuffix('index')}?{parts.query}.html" if parts.query else f"{path}.html"
        elif not path.lower().endswith(FILES):
            path += mimetypes.guess_extension(answer.media_type) or ""
        return re.sub(r"[\\\0]|^(?=\w:)", "_", path)  # which no archive may have

    def _links(self, answer: Download) -> Iterable[tuple[str, bool]]:
        """Yield the addresses that a page links to or shows, and whether each is of a file."""
        from justhtml import JustHTML  # takes 3 MB, which a worker need not have

        tree = JustHTML(answer.text[:MAX_HTML], sanitize=False)
        set_base = tree.query_one("base[href]")
        base = joined(answer.address, str((set_base.attrs or {})["href"])) if set_base else answer.address
        for node in tree.query("img, a[href], area[href], frame[src], iframe[src]"):
            named = ((node.attrs or {}).get(name) for name in ("href", "data-src", "data-lazy-src", "src"))
            address = joined(base, next(filter(None, named), ""))
            parts = urlsplit(address)
            if node.name == "img" and parts.scheme.startswith("http"):
                yield address, True
            elif parts.path.lower().endswith(FILES):
                if parts.netloc == urlsplit(self.own_address).netloc:
                    yield address, True
            elif self._is_page(address) and QUERY.fullmatch(parts.query):
                yield address, False

    def _in_sitemaps(self) -> list[str]:
        """Return the pages that the maps of the site name."""
        origin = urljoin(self.own_address, "/")
        maps, pages = [*(self._rules(origin).site_maps() or ()), urljoin(self.own_address, "sitemap.xml")], list[str]()
        for number, each in enumerate(maps):
            try:
                text = self.client.get(each, self._why_not).text if number < MAX_SITEMAPS else ""
            except Trouble:
                continue
            (maps if "<sitemapindex" in text else pages).extend(LOCATION.findall(text))
        return [*filter(self._is_page, dict.fromkeys(pages))]

    def _is_page(self, address: str) -> bool:
        return leads_into(address, self.own_address) and not NO_PAGE.search(urlsplit(address).path)

    def _why_not(self, address: str, is_anywhere: bool = False) -> str:
        """Say why an address isn't asked; mostly nothing."""
        if self.own_address and not is_anywhere and not leads_into(address, self.own_address):
            return "It leads to another site."
        origin = urljoin(address, "/")
        if self._rules(origin).can_fetch(AGENT, address):
            return ""
        return self.unreachable.get(origin, "The site’s robots.txt doesn’t allow it, or can’t be read.")

    def _rules(self, origin: str) -> RobotFileParser:
        if origin not in self.robots:
            rules = self.robots[origin] = RobotFileParser()
            try:
                rules.parse(self.client.get(f"{origin}robots.txt").text.splitlines())
            except Refused:
                rules.parse([])
            except Trouble as trouble:
                rules.parse(["User-agent: *", "Disallow: /"])
                if not isinstance(trouble, Answered):
                    self.unreachable[origin] = str(trouble)
            delay = min(float(rules.crawl_delay(AGENT) or 0), LONGEST_PAUSE)
            self.client.turns.pause = max(self.client.turns.pause, delay)
        return self.robots[origin]
