"""The files that WordPress exports, and Squarespace after it: RSS with elements of its own, maybe in several parts.

https://wordpress.org/documentation/article/tools-export-screen/
"""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.front_matter import BrokenFile, storable
from publications.citations.record import Unreadable
from publications.formats import decode
from publications.formats.safe_parsing import XmlElement, xml_elements

MARK = b"wordpress.org/export/"
HEAD = 4000  # bytes, within which a file says that it is an export
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")  # which XML doesn't have, but posts do


@dataclass
class WordPressItem:
    """A page, a post, a picture or whatever else has an address; ``terms`` are those of categories, by taxonomy."""

    file: str
    fields: dict[str, str]
    meta: dict[str, str] = field(default_factory=dict)
    terms: dict[str, list[str]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return " ".join(self.fields.get("title", "").split())

    @property
    def kind(self) -> str:
        return self.fields.get("wp:post_type", "")

    @property
    def number(self) -> str:
        return self.fields.get("wp:post_id", "")

    @property
    def order(self) -> int:
        order = self.fields.get("wp:menu_order", "")
        return int(order) if order.isdecimal() else 0

    @property
    def address(self) -> str:
        """The path of its address, with a query where that is all there is."""
        parts = urlsplit(self.fields.get("link", ""))
        return f"{unquote(parts.path) or '/'}{f'?{parts.query}' if parts.query else ''}"

    @property
    def path(self) -> str:
        """What it is called in reports: the file that it is in, and its address there."""
        return f"{self.file}/{self.address.strip('/') or 'index'}.html"


def exports_in(source: SiteSource) -> list[str]:
    """Return the paths of the exports."""
    return [path for path in source.files("", ".xml") if MARK in _bytes(source, path)[:HEAD]]


def _bytes(source: SiteSource, path: str) -> bytes:
    try:
        return source.data(path)
    except BrokenFile:
        return b""


def read_exports(site: SiteReading) -> tuple[dict[str, str], dict[str, WordPressItem]]:
    """Return what the exports say of the blog, and its items by their numbers; what can't be read is noted."""
    blog, items = dict[str, str](), dict[str, WordPressItem]()
    for path in exports_in(site.source):
        try:
            text = storable(CONTROL.sub("", decode(_bytes(site.source, path))))
            for element in xml_elements(text.replace("\r\n", "\n"), {"channel"}):
                if element.tag == "item":
                    item = _item(path, element)
                    is_taken = items.get(item.number, item).address != item.address  # by one of another site
                    items.setdefault(item.path if is_taken else item.number, item)
                else:
                    blog.setdefault(element.tag, element.text)
        except Unreadable as error:
            site.not_understood(path, str(error))
    return blog, items


def _item(path: str, element: XmlElement) -> WordPressItem:
    item = WordPressItem(path, {})
    for child in element.children:
        if child.tag == "wp:postmeta":
            item.meta[child.text_of("wp:meta_key")] = child.text_of("wp:meta_value")
        elif child.tag == "category":
            item.terms.setdefault(child.attributes.get("domain", ""), []).append(child.text)
        else:
            item.fields.setdefault(child.tag, "".join(child.pieces).strip())
    return item
