"""The texts of WordPress: HTML with shortcodes, and pictures of the media library beside the export or on the web.

https://codex.wordpress.org/Shortcode
"""

import html
import re
import time
from collections import defaultdict
from functools import cached_property
from urllib.parse import unquote, urljoin, urlsplit

from labsite.contrib.http.client import Trouble
from labsite.contrib.moving import fetched
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.texts.liquid import fields_of
from labsite.contrib.moving.web_site.pages import HtmlPage, page_of

from .export import WordPressItem

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".gif")
CODE = re.compile(
    r"\[(?P<close>/?)(?P<name>[a-z][\w-]*)(?P<rest>(?:\s+[\w-]+=(?:\"[^\"]*\"|'[^']*'|[^\s\]]+)|\s+https?://[^\s\]]+)*)\s*/?\](?!\()",
    re.IGNORECASE,
)
IMAGE = re.compile(r"(<img\b[^>]*?\ssrc=)([\"'])(.*?)\2", re.IGNORECASE | re.DOTALL)
OTHER_SOURCES = re.compile(r"\s(?:srcset|sizes|data-[\w-]+)=([\"']).*?\1", re.DOTALL)
SIZE = re.compile(r"-(?:\d+x\d+|scaled|e\d{10,})(?=\.\w+$)")
DATED = re.compile(r"(?:^|/)\d{4}/\d\d/[^/]+$")
PLAIN_LINE = re.compile(r"(?<=[^\n>])\n(?=[^\n<])")
CAPTION = re.compile(r"\[caption\b[^\]]*\](.*?(?:/?>|</a>))([^<>]*)\[/caption\]", re.DOTALL)
PARAGRAPH = re.compile(r"\n\s*\n")
VIDEOS = {"youtube": "https://youtu.be/", "vimeo": "https://vimeo.com/"}
MAX_BYTES = 100 * 1024**2  # of all pictures that are fetched


class MediaLibrary:
    """The pictures of a site: files beside the export by their names, else fetched from where the site is."""

    def __init__(self, site: SiteReading, items: dict[str, WordPressItem]) -> None:
        self.site, self.items, self.size = site, items, 0
        self.ends_at = time.monotonic() + fetched.MAX_SECONDS
        self.silent: set[str] = set()  # hosts that don't answer
        self.by_name: dict[str, list[str]] = defaultdict(list)
        for path in site.source.files("", *PICTURES):
            self.by_name[path.rpartition("/")[2]].append(path)

    @cached_property
    def client(self) -> fetched.SiteClient:
        return fetched.site_client()

    def picture_of(self, item: WordPressItem) -> str:
        """Return the path of the picture that stands for an item."""
        media = self.items.get(item.meta.get("_thumbnail_id", ""))
        return self.picture_at(media.fields.get("wp:attachment_url", ""), item) if media else ""

    def picture_at(self, address: str, item: WordPressItem) -> str:
        """Return the path of the picture at an address, in its full size; nothing, noted, where there is none."""
        address = urljoin(self.site.source.own_address, html.unescape(address.strip()))
        parts = urlsplit(address)
        full_size = unquote(SIZE.sub("", parts.path)).lstrip("/")
        for path in dict.fromkeys((full_size, unquote(parts.path).lstrip("/"))):
            tail, named = path.rpartition("/uploads/")[2], self.by_name[path.rpartition("/")[2]]
            beside = [each for each in named if f"/{each}".endswith(f"/{tail}")]
            if beside or (len(named) == 1 and not DATED.search(named[0])):
                return (beside or named)[0]
        path = f"{parts.netloc}/{full_size}"
        return path if self.site.source.exists(path) or self._fetch(address, path, item) else ""

    def _fetch(self, address: str, path: str, item: WordPressItem) -> bool:
        host = urlsplit(address).netloc
        why = "its server doesn’t answer" if host in self.silent else "there are too many, or it took too long"
        if host not in self.silent and self.size < MAX_BYTES and time.monotonic() < self.ends_at:
            try:
                data = self.client.get(address).body
                self.site.source.add(path, data)
                self.size += len(data)
                return True
            except Trouble as trouble:
                self.silent |= set() if isinstance(trouble, fetched.Refused) else {host}
                why = str(trouble)
        self.site.not_understood(
            item.path, f"the picture {address} isn’t beside the export, and wasn’t fetched: {why}"
        )
        return False

    def page_of(self, item: WordPressItem) -> HtmlPage:
        """Return an item as a page in HTML, with its pictures and without shortcodes."""
        text = item.fields.get("content:encoded", "") or item.fields.get("excerpt:encoded", "")
        if "<p" not in text and "<!-- wp:" not in text:
            text = PARAGRAPH.sub("\n<p>", PLAIN_LINE.sub("<br>\n", text))
        text = CAPTION.sub(r"<figure>\1<figcaption>\2</figcaption></figure>", text)
        closed = {code["name"] for code in CODE.finditer(text) if code["close"]}
        text = CODE.sub(lambda code: self._shortcode(code, code["name"] in closed, item), text)

        def image(match: re.Match[str]) -> str:
            path = "" if match[3].startswith("data:") else self.picture_at(match[3], item)
            return f"{match[1]}{match[2]}{f'/{path}' if path else match[3]}{match[2]}"

        text = IMAGE.sub(image, OTHER_SOURCES.sub("", text))
        return page_of(item.path, text, self.site.source, item.title, item.fields.get("wp:post_name", ""))

    def _shortcode(self, code: re.Match[str], is_closed: bool, item: WordPressItem) -> str:
        """Return what a shortcode shows; brackets that are none stay."""
        name, fields = code["name"].lower(), fields_of(code["rest"])
        if not (code["rest"] or is_closed or re.search("[_-]", name) or name in ("gallery", "toc")):
            return code[0]
        named = [self.items[each] for each in re.findall(r"\d+", fields.get("ids", "")) if each in self.items]
        shown = [each.fields.get("wp:attachment_url", "") for each in named]
        shown += [value for value in fields.values() if urlsplit(value).path.lower().endswith(PICTURES)]
        if shown:
            return "\n\n".join(f'<img alt="" src="{address}">' for address in shown)
        address = re.search(r"https?://[^\s\]\"']+", code["rest"])
        number = fields.get("id", "")
        if name in VIDEOS and (address or number):
            return f'<a href="{address[0] if address else VIDEOS[name] + number}">Video</a>'
        if name not in ("embed", "gallery", "toc") and not is_closed:
            self.site.not_understood(item.path, f"what [{name}] would have made is missing from its text")
        return ""
