"""The site as files: everything that a visitor could be answered, asked of the site itself, in a folder."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.management.base import CommandError
from django.utils.module_loading import import_string
from django.utils.translation import override

from labsite import registry
from labsite.contrib.copying.answers import SiteAnswer, VisitedSite, asking
from labsite.contrib.copying.folder import CopyFolder, opened
from labsite.contrib.copying.index import index
from labsite.contrib.copying.places import Places, file_of
from labsite.contrib.copying.rewriting import Rewriter, moved_to
from labsite.data.files import MEDIA_TYPES
from labsite.modelling.content_version import groups_read
from labsite.models import Lab
from labsite.pages.moments import Moment
from labsite.web.additions import FormerAddresses
from labsite.web.json_files import addresses_moved
from labsite.web.sitemaps import SitemapSections

NOT_FOUND = "/404.html"  # which the site doesn't have either, and says so as a visitor should read it
BEGINNINGS = ("/robots.txt", "/favicon.ico", "/apple-touch-icon.png", "/.well-known/security.txt", "/sitemap.xml")
MOVES = (301, 302, 307, 308)
# Of the answer of a page, what holds for all files.
HEADERS = (
    *("content-security-policy", "permissions-policy", "referrer-policy", "x-content-type-options"),
    *("x-frame-options", "cross-origin-opener-policy", "strict-transport-security"),
)
TYPES = {extension: MEDIA_TYPES[extension] for extension in ("bib", "ris", "ics")}
TYPES |= {"md": "text/markdown", "tex": "application/x-tex"}
FEED = f"{MEDIA_TYPES['xml']}; charset=utf-8"
FOREVER = "public, max-age=31536000, immutable"
# https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
NOT_ON_WINDOWS = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


class Copied(NamedTuple):
    """How many files a copy has, links of its pages that lead nowhere, and names that other systems can't hold."""

    files: int
    written: int
    removed: int
    dead: dict[str, str]  # by address, a page that has the link
    awkward: list[str]


class CopiedFile(NamedTuple):
    """A file of a copy: the groups of content that it was made of, and the addresses that it names.

    Of these it says whether a reader may follow them.
    """

    digest: str
    moment: Moment
    groups: set[str]
    named: dict[str, bool]


def copy_site(
    folder: Path,
    base: str,
    languages: tuple[str, ...] = (),
    is_compressed: bool = False,
    copied_files: dict[str, CopiedFile] | None = None,
) -> Copied:
    """Make ``folder`` a copy of the site as it is now, to stand at ``base`` such as ``https://lab.example/lab``.

    Copies of the same kind note in ``copied_files`` what they were made of; what that leaves as it was stays.
    Raises CommandError, and then what is in the folder stays as it was.
    """
    if not Lab.objects.current().is_published:
        raise CommandError("The lab isn’t published yet, so there is nothing to copy: first publish it in its form.")
    places = Places(base, languages or tuple(code for code, _name in settings.LANGUAGES))
    opening, placing = opened(folder, is_compressed), addresses_moved(places.origin, places.base)
    with opening as files, asking(places.origin) as site, placing:
        crawl = _Crawl(site, places, files, {} if copied_files is None else copied_files)
        crawl.follow()
        for name, body in hints(places.prefix, site.ask(places.at(places.languages[0], "/"))):
            files.put(name, body)
        for language in places.languages:
            crawl.put_index(language)
        return Copied(*files.finish(), crawl.dead, awkward_names(files.now))


class _Crawl:
    """A walk over the site, from its beginnings along everything that its answers name."""

    def __init__(
        self, site: VisitedSite, places: Places, files: CopyFolder, copied_files: dict[str, CopiedFile]
    ) -> None:
        self.site, self.places, self.files, self.rewriter = site, places, files, Rewriter(places)
        self.copied_files, self.moment = copied_files, site.moment
        self.ahead: deque[str] = deque()
        self.named_by: dict[str, str] = {}  # where each address was found first
        self.followed: set[str] = set()  # those that a reader may follow
        self.dead: dict[str, str] = {}

    def follow(self) -> None:
        """Put a file for every address that the site answers. Raises CommandError where it can't answer now."""
        languages = self.places.languages
        self._add("", (self.places.at(language, end) for language in languages for end in ("/", NOT_FOUND)))
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
            address = self.ahead.popleft()
            in_copy = self.places.of(address)
            try:
                name = file_of(in_copy.path if in_copy else address)
            except ValueError:
                continue
            if address.startswith(settings.MEDIA_URL) and self.files.keeps(name):
                continue  # an uploaded file has a name of its own, and never changes
            if self._stands(address, name):
                self._follow(address)
            else:
                self._make(address, name)

    def _make(self, address: str, name: str) -> None:
        """Put the file for an address."""
        with groups_read() as groups:
            answer = self.site.ask(address)
        if answer.status in MOVES:
            self._lead_on(address, answer)
        elif answer.status == 200 or (answer.status == 404 and address.endswith(NOT_FOUND)):
            body, named = self.rewriter.rewrite(address, answer)
            self.copied_files[address] = CopiedFile(self.files.put(name, body), self.moment, groups, named)
            self._follow(address)
        elif answer.status not in (404, 410):
            raise CommandError(f"The site answers {answer.status} at {address}: nothing was copied.")
        elif address in self.followed:
            self.dead[address] = self.named_by[address]

    def _stands(self, address: str, name: str) -> bool:
        """Say whether a file is as it would be made now."""
        earlier = self.copied_files.get(address)
        holds = earlier and earlier.moment.holds_for(earlier.groups, self.moment)
        return bool(earlier and holds and self.files.keeps(name, earlier.digest))

    def _follow(self, address: str) -> None:
        named = self.copied_files[address].named
        self.followed |= {each for each, may_be_followed in named.items() if may_be_followed}
        self._add(address, named)

    def put_index(self, language: str) -> None:
        """Put what the search and the filters of a language look at."""
        address = self.places.at(language, "/search/index.json")
        if not self._stands(address, file_of(address)):
            with groups_read() as groups:
                body = index(language, self.places.prefix)
            self.copied_files[address] = CopiedFile(self.files.put(file_of(address), body), self.moment, groups, {})

    def _lead_on(self, address: str, answer: SiteAnswer) -> None:
        """Let an address of earlier times lead to that of today: a page by itself, a file by being the same."""
        target = answer.headers["location"].removeprefix(self.places.origin)
        in_copy = self.places.of(target) if target.startswith("/") else None
        if in_copy is None:
            return
        self._add(address, [in_copy.address])
        if address.endswith("/"):
            self.files.put(file_of(address), moved_to(f"{self.places.base}{in_copy.path}"))
            return
        answer = self.site.ask(in_copy.address)
        if answer.status == 200:
            self.files.put(file_of(address), self.rewriter.rewrite(in_copy.address, answer)[0])

    def _put_old_addresses(self) -> None:
        """Let addresses of an old site lead on, by pages, and by a file that some web servers read."""
        facets = registry.added(FormerAddresses)
        old = {address: self.places.of(target) for each in facets for address, target in import_string(each.all)()}
        moved = {address: to.path for address, to in old.items() if to and file_of(to.path) in self.files.now}
        for address, path in moved.items():
            for name in {file_of(f"{address}/"), file_of(f"{address}.html")} - self.files.now.keys():
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


def hints(prefix: str, page: SiteAnswer) -> Iterator[tuple[str, bytes]]:
    """Yield files that tell Apache, Netlify and its like, and GitHub Pages of types, headers and the missing page."""
    headers = [(name.title(), page.headers[name]) for name in HEADERS if name in page.headers]
    apache = [f"ErrorDocument 404 {prefix}/404.html", "AddDefaultCharset utf-8"]
    apache += [f"AddType {kind} .{extension}" for extension, kind in TYPES.items()]
    apache += ['<Files "feed.xml">', f'ForceType "{FEED}"', "</Files>", "<IfModule mod_headers.c>"]
    apache += [f'Header always set {name} "{value}"' for name, value in headers]
    apache += ['<FilesMatch "\\.[0-9a-f]{12}\\.">', f'Header set Cache-Control "{FOREVER}"', "</FilesMatch>"]
    yield ".htaccess", "\n".join([*apache, "</IfModule>", ""]).encode()
    netlify = [f"{prefix}/*", *(f"  {name}: {value}" for name, value in headers)]
    for extension, kind in TYPES.items():
        netlify += [f"{prefix}/*.{extension}", f"  Content-Type: {kind}; charset=utf-8"]
    netlify += [f"{prefix}/*feed.xml", f"  Content-Type: {FEED}", f"{prefix}/media/*", f"  Cache-Control: {FOREVER}"]
    yield "_headers", "\n".join([*netlify, ""]).encode()
    yield ".nojekyll", b""


def awkward_names(names: Iterable[str]) -> list[str]:
    """Return the names that Windows can't hold, and those that systems take for one which don't heed capitals."""
    alike = Counter(name.casefold() for name in names)
    awkward = []
    for name in names:
        stems = {part.partition(".")[0].casefold() for part in name.split("/")}
        is_odd = stems & NOT_ON_WINDOWS or set(name) & set('<>:"|?*') or any(p[-1] in ". " for p in name.split("/"))
        if alike[name.casefold()] > 1 or is_odd:
            awkward.append(name)
    return sorted(awkward)


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
