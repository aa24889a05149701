"""What web servers should know of a copy: types, headers and the page for what isn't there, each in its own file."""

from collections.abc import Iterator

from labsite.contrib.copying.answers import SiteAnswer
from labsite.data.files import MEDIA_TYPES

# Of the answer of a page, what holds for all files.
HEADERS = (
    *("content-security-policy", "permissions-policy", "referrer-policy", "x-content-type-options"),
    *("x-frame-options", "cross-origin-opener-policy", "strict-transport-security"),
)
TYPES = {extension: MEDIA_TYPES[extension] for extension in ("bib", "ris", "ics")}
TYPES |= {"md": "text/markdown", "tex": "application/x-tex"}
FEED = f"{MEDIA_TYPES['xml']}; charset=utf-8"
FOREVER = "public, max-age=31536000, immutable"


def hints(prefix: str, page: SiteAnswer) -> Iterator[tuple[str, bytes]]:
    """Yield names and contents of files for Apache, for Netlify and its like, and for GitHub Pages."""
    headers = [(name.title(), page.headers[name]) for name in HEADERS if name in page.headers]
    yield ".htaccess", "\n".join([*_for_apache(prefix, headers), ""]).encode()
    yield "_headers", "\n".join([*_for_netlify(prefix, headers), ""]).encode()
    yield ".nojekyll", b""


def _for_apache(prefix: str, headers: list[tuple[str, str]]) -> Iterator[str]:
    yield f"ErrorDocument 404 {prefix}/404.html"
    yield "AddDefaultCharset utf-8"
    for extension, kind in TYPES.items():
        yield f"AddType {kind} .{extension}"
    yield from ('<Files "feed.xml">', f'ForceType "{FEED}"', "</Files>", "<IfModule mod_headers.c>")
    for name, value in headers:
        yield f'Header always set {name} "{value}"'
    yield from ('<FilesMatch "\\.[0-9a-f]{12}\\.">', f'Header set Cache-Control "{FOREVER}"', "</FilesMatch>")
    yield "</IfModule>"


def _for_netlify(prefix: str, headers: list[tuple[str, str]]) -> Iterator[str]:
    yield f"{prefix}/*"
    yield from (f"  {name}: {value}" for name, value in headers)
    for extension, kind in TYPES.items():
        yield from (f"{prefix}/*.{extension}", f"  Content-Type: {kind}; charset=utf-8")
    yield from (f"{prefix}/*feed.xml", f"  Content-Type: {FEED}")
    yield from (f"{prefix}/media/*", f"  Cache-Control: {FOREVER}")
