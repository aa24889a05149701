"""An answer of the site as it stands in a copy: its addresses lead to their places, and what needs a server goes."""

import html
import re
from typing import NamedTuple
from urllib.parse import urldefrag, urljoin

from django.conf import settings
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.translation import gettext as _, override

from labsite.contrib.copying.places import Places, kind_of, of_language
from labsite.texts.languages import TAGS

TAGGED = ("a", "area", "button", "form", "iframe", "img", "link", "meta", "object", "script", "source", "use")
TAG = rf"""<(?:{"|".join(TAGGED)})\b[^>"']*(?:"[^"]*"[^>"']*|'[^']*'[^>"']*)*>"""
ATTRIBUTE = re.compile(r'\s(href|src|srcset|action|content|data|formaction)="([^"]*)"')
ELSEWHERE = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|#|$")
NAMED_IN_STYLE = re.compile(r"""url\(["']?([^"')]+)|(?:(?:from|import)\s*\(?["'](?=\.)|@import\s*["'])([^"']+)["']""")
SIGNING_IN = re.compile(r'<li><a href="/(?:admin|account)/[^"]*"[^>]*>[^<]*</a></li>')
NEEDS_SERVER = re.compile(r"<(form|li) ([^>]* )?data-needs-server.*?</\1>\s*", re.DOTALL)
LANGUAGES = re.compile(r'<nav [^>]*>\s*<ul class="languages">.*?</nav>', re.DOTALL)
IN_LANGUAGE = re.compile(r'<link rel="alternate" hreflang="([^"]+)"[^>]*>\s*')
SITEMAP_TWIN = re.compile(r'<xhtml:link rel="alternate" hreflang="([^"]+)"[^>]*/>')
SITEMAP_PAGE = re.compile(r"<url><loc>([^<]*)</loc>.*?</url>", re.DOTALL)
LISTING, COPIED_LISTING = " data-listing>", " data-copied-listing>"  # what the site's script filters, or the copy's
IN_TEXT = re.compile(r"""((?:href|src)=(?:\\?["']|&quot;))/(?!/)""")  # an address in HTML that a file of data quotes
TEXTS = ("application/", "text/")  # beginnings of media types in which whole addresses may stand
NO_TEXT = ("application/pdf", "application/octet-stream", "application/vnd.")


class SiteAnswer(NamedTuple):
    """The answer to one address; names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    body: bytes


class Rewriter:
    """Writes answers as they stand in a copy, and gathers what they lead to."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.tags = {TAGS[language] for language in places.languages} | {"x-default"}
        self.is_of_all_languages = len(places.languages) == len(settings.LANGUAGES)
        self.targets: dict[str, tuple[str | None, str]] = {}  # what links are in the copy, as many pages have the same
        own = rf"(?<![\w/=.%-]){re.escape(places.origin)}(?![\w.:-])((?:/[^\s\"'<>&\\)\]}}]*)?)"
        self.own = re.compile(own)
        self.in_page = re.compile(f"{TAG}|{own}" if places.is_elsewhere else TAG)

    def rewrite(self, address: str, answer: SiteAnswer) -> tuple[bytes, dict[str, bool]]:
        """Return the content for an address, and the addresses that it names: whether a reader may follow them."""
        kind = answer.headers.get("content-type", "").partition(";")[0]
        if not kind.startswith(TEXTS) or kind.startswith(NO_TEXT):
            return answer.body, {}
        text = answer.body.decode()
        if kind in ("text/css", "text/javascript"):
            names = (urljoin(address, style or script) for style, script in NAMED_IN_STYLE.findall(text))
            return answer.body, {name: True for name in names if name.startswith("/")}
        if kind == "text/html":
            page, links = self._page(address, answer.status, text)
            return page.encode(), links
        if not self.is_of_all_languages and kind_of(address).startswith("data:sitemap"):
            languages, origin = self.places.languages, self.places.origin
            text = SITEMAP_PAGE.sub(
                lambda page: page[0] if of_language(page[1].removeprefix(origin))[0] in languages else "",
                SITEMAP_TWIN.sub("", text),
            )
        if address.endswith(".ics") and self.places.is_elsewhere:
            text = re.sub(r"\r\n ", "", text)
        if self.places.prefix:
            text = IN_TEXT.sub(rf"\1{self.places.prefix}/", text)
        named: dict[str, bool] = {}
        return self.own.sub(lambda match: self._site_address(match[0], match[1], named), text).encode(), named

    def _page(self, address: str, status: int, text: str) -> tuple[str, dict[str, bool]]:
        text = NEEDS_SERVER.sub("", SIGNING_IN.sub("", text))
        if not self.is_of_all_languages or status == 404:
            text = LANGUAGES.sub("", text)
            text = IN_LANGUAGE.sub(lambda link: link[0] if link[1] in self.tags and status != 404 else "", text)
        text = self._with_script(address, text)
        named: dict[str, bool] = {}

        def rewritten(match: re.Match[str]) -> str:
            if not match[0].startswith("<"):
                return self._site_address(match[0], match[1], named)
            return ATTRIBUTE.sub(lambda each: self._attribute(address, each, named), match[0])

        return self.in_page.sub(rewritten, text), named

    def _with_script(self, address: str, text: str) -> str:
        """Let a script find what the site's own search and filters would."""
        language, path = of_language(address.partition("?")[0])
        index = self.places.prefix + self.places.at(language, "/search/index.json")
        tag = format_html(
            '<script type="module" src="{}" data-index="{}"></script>', static("copying/no_server.js"), index
        )
        is_search = kind_of(path) == "search"
        if not is_search and LISTING not in text:
            return text
        text = text.replace("</head>", f"{tag}</head>", 1).replace(LISTING, COPIED_LISTING)
        if is_search:
            with override(language):
                words = _("This is a static copy of the site: searching it needs JavaScript.")
            text = text.replace("</h1>", f"</h1><noscript><p>{words}</p></noscript>", 1)
        return text

    def _attribute(self, page: str, match: re.Match[str], named: dict[str, bool]) -> str:
        name, value = match[1], html.unescape(match[2])
        if name == "content" and not value.startswith(self.places.origin):
            return match[0]
        urls = [each.strip().partition(" ") for each in value.split(",")] if name == "srcset" else [(value, "", "")]
        targets = [(self._target(page, url, named), f"{space}{size}") for url, space, size in urls]
        target = ", ".join(f"{url}{size}" for url, size in targets if url is not None)
        return match[0] if target == value else f' {name}="{html.escape(target)}"' if target else ""

    def _target(self, page: str, value: str, named: dict[str, bool]) -> str | None:
        """Return what a link is in the copy; None where it can lead nowhere there."""
        if value.startswith("webcal:"):  # what a calendar subscribes to, at the address of a file
            target = self._target(page, f"{self.places.origin.partition(':')[0]}{value.removeprefix('webcal')}", named)
            return target and re.sub("^https?", "webcal", target)
        if value.startswith(f"{self.places.origin}/"):
            return self._site_address(value, value.removeprefix(self.places.origin), named) or None
        if ELSEWHERE.match(value):
            return value
        absolute = value if value.startswith("/") and "/." not in value else urljoin(page, value)
        if absolute not in self.targets:
            address, fragment = urldefrag(absolute)
            in_copy = self.places.of(address)
            target = f"{self.places.prefix}{in_copy.path}{'#' if fragment else ''}{fragment}" if in_copy else None
            self.targets[absolute] = target, in_copy.address if in_copy else ""
        target, address = self.targets[absolute]
        if target is not None:
            named[address] = True
        return target

    def _site_address(self, value: str, rest: str, named: dict[str, bool]) -> str:
        """Return a whole address on this host, which stays as it is unless it is one of the site's."""
        address, fragment = urldefrag(rest.rstrip(".,;:!?") or "/")
        end = rest[len(rest.rstrip(".,;:!?")) :]
        in_copy = self.places.of(address) if self.places.has(address.partition("?")[0]) else None
        if in_copy is None:
            return value
        named.setdefault(in_copy.address, False)
        path = in_copy.path if rest.startswith("/") else ""
        return f"{self.places.base}{path}{'#' if fragment else ''}{fragment}{end}"
