"""The pages of a site: their lines without the frame that many share, and what each part of them is about."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from justhtml import JustHTML

from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.words import shapes
from labsite.contrib.reading.front_matter import BrokenFile, read_front_matter, storable
from labsite.contrib.reading.pasted_people import heading_in
from labsite.contrib.reading.wording import has_ended, role_in, without_titles
from labsite.texts.folding import fold
from people.models import Membership
from publications.citations.dates import YEAR_FORM

from .lines import PageLine, lines_of

ENDINGS = (".html", ".htm", ".xhtml", ".shtml")
TEMPLATES = re.compile(r"(?:^|/)(?:_layouts|_includes|_templates|layouts|node_modules|google[0-9a-f]{10,}\.html$)")
CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w-]+)", re.IGNORECASE)
WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "euc-kr": "cp949", "ks_c_5601-1987": "cp949", "shift_jis": "cp932"}
WIDER |= {"x-sjis": "cp932", "iso-8859-1": "cp1252", "big5": "big5hkscs"}
TOPICS = shapes("topics")
OUTSIDE = re.compile(r"collaborat|partners|friends|sponsors|fund(?:ing|ers)|합작|合作", re.IGNORECASE)
YEAR = re.compile(rf"\W*({YEAR_FORM})(?:\W*年?\W*|\W+\(?\d+\W+\w+\)?)")
PARTED = re.compile(r"\s+[-–—·•:]\s+|\s*[|｜»]\s*")
MAX_HEADING = 60  # characters
MIN_SHARE = 0.5  # of the pages: what stands on so many of them is their frame


def topic_of(words: str) -> str:
    """Return what a heading announces: "papers", "news" or "people", by its first word of these; maybe nothing."""
    matches = ((shape.search(words), topic) for topic, shape in TOPICS.items())
    return min(((match.start(), topic) for match, topic in matches if match), default=(0, ""))[1]


# Below a heading such a line is the role of whoever that names; others announce a group.
ROLE_OF_ONE = {fold(str(word)) for word in Membership.Role.labels}
ROLE_OF_ONE -= {fold(str(word)) for word in Membership.PLURALS.values()}


@dataclass
class HtmlPage:
    """A page; ``site`` are all pages by their paths."""

    path: str
    slug: str
    document: Any
    source: SiteSource
    site: dict[str, "HtmlPage"]
    lines: list[PageLine] = field(default_factory=list)
    frame: list[PageLine] = field(default_factory=list)
    title: str = ""
    site_name: str = ""

    @property
    def topic(self) -> str:
        return topic_of(re.sub(r"[\W_]+", " ", self.slug)) or topic_of(self.title)

    @cached_property
    def metas(self) -> defaultdict[str, str]:
        """What the tags in the head say, by their names."""
        fields = [{key: str(value or "") for key, value in tag.attrs.items()} for tag in self.document.query("meta")]
        names = ((each.get("name") or each.get("property", ""), each.get("content", "")) for each in fields)
        return defaultdict(str, {name: " ".join(content.split()) for name, content in reversed([*names])})

    def rest(self) -> list[PageLine]:
        """Return the lines that nothing was made of, without the headings of those that something was made of."""
        rest: list[PageLine] = []
        taken = 0  # the level down to which headings have lost what stood below them
        for line in reversed(self.lines):
            level = line.level or (6 if line.is_heading else 0)
            below = (rest[-1].level or (6 if rest[-1].is_heading else 7)) if rest else 0
            if line.is_used:
                taken = 7
            elif level and below <= level < taken:
                taken = level
            else:
                rest.append(line)
                taken = 0
        return rest[::-1]


def page_of(path: str, html: str, source: SiteSource, title: str, slug: str) -> HtmlPage:
    """Return the HTML of something that has a title, such as a page of an export, as a page by itself."""
    document = JustHTML(html, sanitize=False)
    page = HtmlPage(path, slug, document, source, {}, lines_of(document.query_one("body")), title=title)
    announce(page)
    return page


def read_pages(source: SiteSource, outcomes: Any) -> dict[str, HtmlPage]:
    """Return the pages of a source by their paths."""
    pages: dict[str, HtmlPage] = {}
    for path in source.files("", *ENDINGS):
        if TEMPLATES.search(path):
            outcomes.not_needed(path, "template")
            continue
        with outcomes.reading(path):
            text = _text(source, path)
            if "{%" in text:
                outcomes.left_out(path, "a page that a program fills in")
                continue
            document = JustHTML(text, sanitize=False)
            slug = re.sub(r"(?:^|/)index$", "", path.rpartition(".")[0]).replace("/", "-")
            lines = lines_of(document.query_one("body") or document.query_one("frameset"))
            pages[path] = HtmlPage(path, slug, document, source, pages, lines)
    _part_frames(pages.values())
    titles = {path: page.document.query_one("title") for path, page in pages.items()}
    parted = {path: PARTED.split(" ".join(title.to_text().split())) if title else [] for path, title in titles.items()}
    names = Counter(part for parts in parted.values() for part in dict.fromkeys(filter(None, parts)))
    most = max(2, len(pages) * MIN_SHARE)
    for page in pages.values():
        parts = [part for part in parted[page.path] if part and names[part] < most]
        page.site_name = next((part for part, count in names.most_common(1) if count >= most), "")
        heading = next((line for line in page.lines if line.level == 1), None)
        page.title = (heading.text if heading else "") or " – ".join(parts)
        page.title = page.title or " ".join(re.split(r"[\W_]+", page.slug.rpartition("-")[2])).strip().capitalize()
        if heading and not heading.links:
            heading.is_used = True
        announce(page)
    return pages


def _text(source: SiteSource, path: str) -> str:
    """Return the text of a page: UTF-8, or else in the encoding that it names. Raises BrokenFile."""
    data = source.data(path)
    stated = CHARSET.search(data[:4096])
    encoding = stated[1].decode("ascii").lower() if stated else ""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        try:
            text = data.decode(WIDER.get(encoding, encoding), "replace") if encoding not in ("", "utf-8") else ""
        except LookupError:
            text = ""
        text = text or source.text(path)
    try:
        return read_front_matter(storable(text), path)[1] if text.startswith("---") else storable(text)
    except BrokenFile:
        return storable(text)


def _part_frames(pages: Iterable[HtmlPage]) -> None:
    """Move the lines of menus and what many pages share out of the lines of each page."""
    keys = {
        page.path: [
            (line.text, *(page.source.resolve(at, page.path) or at for _, at in line.pictures)) for line in page.lines
        ]
        for page in pages
    }
    shared = Counter(key for of_page in keys.values() for key in set(of_page))
    for page in pages:
        lines, page.lines = page.lines, []
        for line, key in zip(lines, keys[page.path], strict=True):
            is_shared = shared[key] >= max(2, MIN_SHARE * len(keys))
            (page.frame if is_shared or line.region in ("nav", "footer") else page.lines).append(line)


def announce(page: HtmlPage) -> None:
    """Record for each line the headings above it and what they are about."""
    above: list[tuple[int, str]] = []
    inside = Counter(line.items[-1:] for line in page.lines)
    below_name = False
    for line in page.lines:
        level = line.level
        is_short = len(line.text) <= MAX_HEADING
        words = line.text if is_short else ""
        is_alone = not line.items or inside[line.items[-1:]] == 1
        is_group = (
            bool(words) and not any(without_titles(words)[1:]) and bool(_announced(words) or YEAR.fullmatch(words))
        )
        is_marked = YEAR.fullmatch(words) or heading_in(words) or (line.is_strong and is_group) if words else False
        is_of_one = below_name and fold(words) in ROLE_OF_ONE
        below_name = bool(level)
        if not level and is_alone and is_marked and not is_of_one and not line.row:
            level = 7
        line.is_heading = bool(level) and is_group
        if level and (line.level or line.is_heading):
            above = [each for each in above if each[0] < level]
        line.headings = tuple(heading for _, heading in above)
        short = (heading for heading in reversed(line.headings) if len(heading) <= MAX_HEADING)
        line.topic = next(filter(None, map(_announced, short)), "") or page.topic
        if level and (line.level or line.is_heading):
            above.append((level, line.text))


def _announced(words: str) -> str:
    """Return what a heading is about; "other" for people who are none of the lab's."""
    if OUTSIDE.search(words):
        return "other"
    return topic_of(words) or ("people" if role_in(words) or has_ended(words) else "")
