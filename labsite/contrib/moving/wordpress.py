"""WordPress: pages, posts, people and pictures of an export, alone or with the folder of its uploads.

It is RSS with elements of its own, maybe in several parts; an export of Squarespace is one of WordPress.
https://wordpress.org/documentation/article/tools-export-screen/ and https://codex.wordpress.org/Shortcode
"""

import html
import re
import time
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from urllib.parse import unquote, urljoin, urlsplit

from labsite.contrib.http.client import Trouble
from labsite.contrib.moving import fetched
from labsite.contrib.moving.markdown_folder import has_settings
from labsite.contrib.moving.no_people import OF_PEOPLE, is_full_name, why_no_person
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.site import SiteContent, SiteLab, SiteNews, SitePage, SitePerson, SiteProject, SiteRole
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.texts.liquid import fields_of
from labsite.contrib.moving.web_site import LISTED, add_listed, add_page
from labsite.contrib.moving.web_site.lines import markdown_of
from labsite.contrib.moving.web_site.pages import HtmlPage, page_of
from labsite.contrib.moving.words import shapes
from labsite.contrib.reading.career import StatedLink
from labsite.contrib.reading.front_matter import BrokenFile, storable
from labsite.contrib.reading.wording import has_ended, role_in
from labsite.modelling.periods import partial_date
from publications.citations.record import Unreadable
from publications.formats import decode
from publications.formats.safe_parsing import xml_elements

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
                if element.tag != "item":
                    blog.setdefault(element.tag, element.text)
                    continue
                item = WordPressItem(path, {})
                for child in element.children:
                    if child.tag == "wp:postmeta":
                        item.meta[child.text_of("wp:meta_key")] = child.text_of("wp:meta_value")
                    elif child.tag == "category":
                        item.terms.setdefault(child.attributes.get("domain", ""), []).append(child.text)
                    else:
                        item.fields.setdefault(child.tag, "".join(child.pieces).strip())
                is_taken = items.get(item.number, item).address != item.address  # by one of another site
                items.setdefault(item.path if is_taken else item.number, item)
        except Unreadable as error:
            site.not_understood(path, str(error))
    return blog, items


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


OF_PROJECTS = re.compile(r"(?:^|[_-])(?:projects?|portfolio|research)(?:$|[_-])")
INNER = shapes("wordpress")["inner"]
ROLE = re.compile(r"position|designation|role|job|title$", re.IGNORECASE)


def recognise(source: SiteSource) -> float:
    """Say how surely a source is of this family: by a file that says that WordPress exported it."""
    return 0.9 if not has_settings(source) and exports_in(source) else 0.0


def read(source: SiteSource) -> SiteContent:
    """Return the content of a source, with the outcome of each file."""
    site = SiteReading(source)
    blog, items = read_exports(site)
    source.own_address = blog.get("wp:base_blog_url") or blog.get("link", "")
    library, addresses = MediaLibrary(site, items), dict[str, list[str]]()
    content = SiteContent(site, SiteLab(blog.get("title", ""), blog.get("description", "")[:200]))
    content.addresses = lambda path: addresses.get(path, [])
    # The places of pages are those in the menu, or else of the top pages in their order.
    menu = [item for item in items.values() if item.kind == "nav_menu_item"]
    places = {item.meta.get("_menu_item_object_id", ""): item.order for item in menu}
    pages = (item for item in items.values() if item.kind == "page" and item.fields.get("wp:post_parent", "0") == "0")
    places = places or {item.number: item.order for item in pages if item.order}
    for item in items.values():
        if INNER.fullmatch(item.kind) or not item.kind:
            continue
        status = item.fields.get("wp:status", "")
        if status != "publish" or item.fields.get("wp:post_password"):
            why = "with a password" if status == "publish" else f"not published there ({status})"
            site.left_out(item.path, f"a draft: “{item.title}”, {why}")
            continue
        numbered = [f"/?p={item.number}", *([f"/?page_id={item.number}"] if item.kind == "page" else [])]
        addresses[item.path] = [item.address, *numbered]
        _add(content, item, library, places.get(item.number))
    for path in exports_in(source):
        site.brought(path, "the name of the site, and what its items are")
        if any(item.terms.get("category") or item.terms.get("post_tag") for item in items.values()):
            site.left_out(path, "categories and tags of posts: news has none here")
    return content


def _add(content: SiteContent, item: WordPressItem, library: MediaLibrary, position: int | None) -> None:
    """Add an item as what it is here."""
    page, picture = library.page_of(item), library.picture_of(item)
    if item.kind == "page" and item.address != "/":
        if add_listed(content, page, {}):
            content.lists[page.path] = LISTED[page.topic]
        add_page(content, page, position)
        return
    text = markdown_of(page.lines)
    if item.kind == "post":
        date, alone = partial_date(item.fields.get("wp:post_date", "")[:10]), picture and f"/{picture}" not in text
        shown = f"![{item.title}](</{picture}>)\n\n{text}" if alone else text
        content.news.append(SiteNews(date, shown, item.title, path=item.path))
    elif item.kind == "page":
        content.lab.about, content.lab.path = text, item.path
    elif OF_PEOPLE.search(item.kind) and (person := _person(item, text, picture)):
        content.people.append(person)
    elif OF_PROJECTS.search(item.kind):
        content.projects.append(SiteProject(item.title, text=text, picture=picture, path=item.path))
    elif OF_PEOPLE.search(item.kind) and text:
        content.pages.append(SitePage(item.title[:100], text, page.slug, position, item.path))
    else:
        content.outcomes.left_out(item.path, f"“{item.title}”, of the kind {item.kind}: no place for it here")


def _person(item: WordPressItem, text: str, picture: str) -> SitePerson | None:
    """Return an item of a kind for people as a person: a name with a role or a picture."""
    words = [value for key, value in item.meta.items() if ROLE.search(key) and value and not value.isdecimal()]
    groups = [term for terms in item.terms.values() for term in terms]
    role = next(filter(None, map(role_in, (*words, *groups))), "")
    if not is_full_name(SitePerson(item.title).name) or not (role or picture) or why_no_person(item.title, role, ""):
        return None
    ended = any(map(has_ended, (*words, *groups)))
    person = SitePerson(item.title, photo=picture, biography=text, path=item.path)
    person.headline, person.roles = next(iter(words), "")[:200], [SiteRole(role, has_ended=ended)]
    for key, value in item.meta.items():
        kind = next((each for each in ("email", "phone", "orcid") if each in key.lower()), "")
        is_link = value.startswith("http") and "/uploads/" not in value
        if not key.startswith("_edit") and (kind or is_link):
            person.add_contact(kind, value, StatedLink(value if is_link else ""))
    return person
