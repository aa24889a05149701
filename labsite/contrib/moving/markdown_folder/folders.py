"""Where Quarto, Hugo and Jekyll have their pages, in which order, and at which addresses.

https://quarto.org/docs/websites/ – for the others see ``hugoblox.content`` and ``addresses.jekyll``.
"""

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from labsite.contrib.moving.addresses.jekyll import CONFIG, JekyllAddresses
from labsite.contrib.moving.hugoblox.addresses import HugoAddresses
from labsite.contrib.moving.hugoblox.content import HugoContent, setting_paths
from labsite.contrib.moving.outcomes import SiteReading
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.front_matter import BrokenFile
from labsite.contrib.reading.plain_values import PageFields, mappings_in

QUARTO = ("_quarto.yml", "_quarto.yaml")
HUGO = tuple(setting_paths("hugo", "config"))
ENDINGS = (".qmd", ".rmd", ".md", ".markdown")
# Of readers of the repository, and what programs keep for themselves.
NO_PAGE = re.compile(
    r"(?:.*/)?(?:[A-Z_-]+\.\w+|404\.\w+|[._]site/.*|_(?:drafts|includes|layouts|sass|plugins|extensions|freeze|template)/.*)"
    r"|(?:themes|layouts|archetypes|node_modules)/.*"
)


@dataclass
class MarkdownFolder:
    """A site while it is read; ``places`` are those in the menu, by addresses without slashes and endings."""

    site: SiteReading
    settings: PageFields
    paths: list[str]
    root: str = ""
    addresses: Callable[[str], list[str]] = lambda path: []
    places: dict[str, int] = field(default_factory=dict)

    def inner(self, path: str) -> str:
        """Return a path below the folder of the pages, without the underscores of collections."""
        return re.sub(r"(^|/)_+", r"\1", path.removeprefix(f"{self.root}/"))

    def place_of(self, path: str) -> int | None:
        return self.places.get(without_ending(self.inner(path)))


def without_ending(path: str) -> str:
    """Return what a page is called at its address."""
    return re.sub(r"(?:^|/)_?index$", "", posixpath.splitext(path.strip("/"))[0]).strip("/")


def has_settings(source: SiteSource) -> bool:
    return any(map(source.exists, (*QUARTO, *CONFIG))) or (
        any(map(source.exists, HUGO)) and bool(source.files("content"))
    )


def read_folder(source: SiteSource) -> MarkdownFolder:
    """Return the pages of a site, with what its settings say."""
    if any(map(source.exists, HUGO)) and source.files("content"):
        content = HugoContent(source)
        folder = MarkdownFolder(content, content.settings, content.own_files, content.root, HugoAddresses(content))
        folder.places = content.menu
        return folder
    site = SiteReading(source)
    paths = [path for path in source.files("", *ENDINGS) if not NO_PAGE.fullmatch(path)]
    if any(map(source.exists, QUARTO)):
        held = site.settings_in(QUARTO, "settings: the name of the site and its menu")
        website, output = held.mapping("website"), held.mapping("project").line("output-dir") or "docs"
        paths = [path for path in paths if not re.match(rf"(?:.*/)?_|{re.escape(output)}/", path)]
        named = [each.line("href", "file") for each in _items(website.mapping("navbar"))]
        places = {without_ending(each): position for position, each in enumerate(named, start=1)}
        source.own_address = website.line("site-url")
        return MarkdownFolder(site, website, paths, "", partial(_quarto_addresses, source), places)
    settings = site.settings_in(CONFIG, "settings: the name of the site")
    source.own_address = settings.line("url") + settings.line("baseurl") if settings.line("url") else ""
    with_fields = (path for path in source.files("", ".html") if source.glimpse(path).startswith("---"))
    paths += [path for path in with_fields if not NO_PAGE.fullmatch(path)]
    return MarkdownFolder(site, settings, paths, "", JekyllAddresses(source))


def _items(menu: PageFields) -> Iterator[PageFields]:
    for each in (*mappings_in(menu.get("left")), *mappings_in(menu.get("right")), *mappings_in(menu.get("menu"))):
        yield each
        yield from _items(PageFields(menu=each.get("menu")) if each.get("menu") else PageFields())


def _quarto_addresses(source: SiteSource, path: str) -> list[str]:
    """Return the addresses of a page: its own, and its aliases, which count from where it is."""
    try:
        aliases = PageFields(source.front_matter(path)[0]).lines("aliases") if path.endswith(ENDINGS) else None
    except BrokenFile:
        aliases = None
    own = f"/{posixpath.splitext(path)[0]}.html"
    return [] if aliases is None else [own, *(posixpath.join(posixpath.dirname(own), each) for each in aliases)]
