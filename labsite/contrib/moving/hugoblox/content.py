"""Where a Hugo site has its pages, in one language or in several, and at which addresses.

Sections are below its content folder; addresses follow from the settings, front matter and the names of files.
https://gohugo.io/content-management/organization/, https://gohugo.io/content-management/multilingual/ and
https://gohugo.io/content-management/urls/
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

from labsite.contrib.moving.addresses.jekyll import day_at
from labsite.contrib.moving.no_people import SamplePeople, mentions
from labsite.contrib.moving.outcomes import DEMO_CONTENT, SiteReading, SourcePage
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.words import SAMPLES
from labsite.contrib.reading.front_matter import PageFields, line_of, mapping_in
from labsite.texts.folding import fold

ENDINGS = (".md", ".markdown")
BUNDLE = re.compile(r"_?index(?:\.(?P<language>[a-z]{2,3}(?:-[a-z]+)?))?\.(?:md|markdown)", re.IGNORECASE)
SINGLE = re.compile(r"(?P<name>.+?)(?:\.(?P<language>[a-z]{2}(?:-[a-z]{2,4})?))?\.(?:md|markdown)", re.IGNORECASE)
SETTINGS = ("config/_default", "config", "")
IMAGE = (".jpg", ".jpeg", ".png", ".webp", ".gif")


@dataclass(frozen=True)
class HugoPage(SourcePage):
    """A page: ``section`` is the folder below the content folder, ``slug`` what its own folder or file is called."""

    section: str = ""
    slug: str = ""
    language: str = ""
    is_list: bool = False

    @property
    def folder(self) -> str:
        """The folder whose other files belong to the page; empty for a page that is a single file."""
        return posixpath.dirname(self.path) if BUNDLE.fullmatch(posixpath.basename(self.path)) else ""


class HugoContent(SiteReading):
    """The pages of a site in its main language; translations and drafts are noted as left out.

    ``settings`` are those of the site itself, ``params`` those of the theme.
    """

    def __init__(self, source: SiteSource) -> None:
        super().__init__(source)
        self.settings = self._settings_file("hugo") or self._settings_file("config")
        languages = self._settings_file("languages") or self.settings.mapping("languages")
        self.params = self._settings_file("params") or self.settings.mapping("params")
        address = line_of(of_any_case(self.settings, "baseURL"))
        source.own_address = "" if "example." in address or "//" not in address else address
        self.language = line_of(of_any_case(self.settings, "defaultContentLanguage")).lower() or "en"
        own = mapping_in(of_any_case(languages, self.language))
        set_root = line_of(of_any_case(own, "contentDir") or of_any_case(self.settings, "contentDir")).strip("/")
        folders = filter(None, (set_root, f"content/{self.language}", "content"))
        self.root = next(filter(source.files, folders), "content")

    @cached_property
    def menu(self) -> dict[str, int]:
        """The places in the navigation of the pages there, by their addresses without slashes."""
        held = self._settings_file("menus") or self.settings.mapping("menu")
        weights = {each.line("url").strip("/"): each.line("weight") for each in held.mappings("main")}
        return {address: int(weight) for address, weight in weights.items() if address and weight.isdecimal()}

    @cached_property
    def own_files(self) -> list[str]:
        """The pages below the content folder, without other languages' folders, which are noted."""
        paths = self.source.files("content", *ENDINGS)
        own = [path for path in paths if path.startswith(f"{self.root}/")]
        for path in paths:
            if self.root != "content" and path not in own:
                self.left_out(path, "in a language other than the site’s main one")
        return own

    def sections(self) -> list[str]:
        """Return the folders right below the content folder that hold pages."""
        inner = (path.removeprefix(f"{self.root}/") for path in self.own_files)
        return list(dict.fromkeys(path.partition("/")[0] for path in inner if "/" in path))

    def pages_of(self, *sections: str) -> Iterator[HugoPage]:
        """Yield the pages of sections, those of no section for "", lists of pages among them."""
        located = [page for path in self.own_files if (page := self.located(path)).section in sections]
        spoken = {(page.section, page.slug) for page in located if page.language in ("", self.language)}
        for page in located:
            if page.language not in ("", self.language) and (page.section, page.slug) in spoken:
                self.left_out(page.path, "a translation of a page")
            else:
                for read in self.pages([page.path]):
                    yield replace(page, fields=read.fields, body=read.body.strip())

    def articles(self, *sections: str) -> Iterator[HugoPage]:
        """Yield the pages of sections that are no lists, no drafts and not the template's; those are noted."""
        for page in self.pages_of(*sections):
            if page.is_list:
                self.not_needed(page.path, "heads a list of pages")
            elif page.fields.is_set("draft"):
                self.leave_out(page, "a draft")
            elif is_demo(page):
                self.leave_out(page, DEMO_CONTENT)
            else:
                yield page

    def leave_out(self, page: HugoPage, why: str) -> None:
        """Note that a page is left out, with all files that belong to it."""
        for path in (page.path, *self.files_of(page)):
            self.left_out(path, why)

    def files_of(self, page: HugoPage) -> list[str]:
        """Return the files that belong to a page."""
        inside = self.source.files(page.folder) if page.folder else []
        return [path for path in inside if posixpath.dirname(path) == page.folder and path != page.path]

    def image_of(self, page: HugoPage, *names: str) -> str:
        """Return the path of a page's image with one of the names, such as featured.jpg."""
        images = [path for path in self.files_of(page) if path.lower().endswith(IMAGE)]
        named = (path for name in names for path in images if name in posixpath.basename(path).lower())
        return next(named, "")

    def resolve(self, address: str, page: HugoPage) -> str:
        """Return the file that an address on a page leads to; nothing for an address elsewhere."""
        section = f"{self.root}/{page.section}"
        roots = (self.root, section, "static", "assets", "assets/media", "static/media", "static/files", "static/img")
        return self.source.resolve(address, base=page.path, roots=roots)

    def located(self, path: str) -> HugoPage:
        """Return a page that isn't read yet."""
        folder, name = posixpath.split(path.removeprefix(f"{self.root}/"))
        section = folder.partition("/")[0]
        match = BUNDLE.fullmatch(name) or SINGLE.fullmatch(name)
        language = (match["language"] or "").lower() if match else ""
        if match and "name" not in match.groupdict():
            own = posixpath.basename(folder) if "/" in folder else ""
            is_list = name.startswith("_") or not own
            return HugoPage(path, section=section, slug=own or section, language=language, is_list=is_list)
        return HugoPage(path, section=section, slug=match["name"] if match else name, language=language)

    def _settings_file(self, name: str) -> PageFields:
        return self.settings_in(setting_paths(name), "settings: names and languages")


def setting_paths(*names: str) -> Iterable[str]:
    """Yield the files that settings may be in."""
    endings = ("yaml", "yml", "toml")
    return (f"{folder}/{name}.{end}".lstrip("/") for name in names for folder in SETTINGS for end in endings)


def of_any_case(fields: PageFields, name: str) -> Any:
    """Return a field of Hugo's settings, whose names are case-insensitive."""
    return next((value for each, value in fields.items() if each.casefold() == name.casefold()), None)


DEMO = SAMPLES["hugoblox"]
SAMPLE_PEOPLE = SamplePeople.of("hugoblox")
is_unwritten = partial(mentions, DEMO["words"])


def is_demo(page: HugoPage) -> bool:
    """Return whether a page is demo content of the templates."""
    if page.section in DEMO["sections"] or any(f"/{folder}" in page.path for folder in DEMO["folders"]):
        return True
    title = fold(page.line("title"))
    words = fold(f"{page.line('abstract')} {page.line('summary')} {page.body}")
    is_empty = not words and title.startswith(("an example", "example"))
    # A project on deep learning may well be a lab's own, unless it mentions the generator.
    names_generator = mentions(DEMO["generators"], f"{page.body} {page.fields}")
    return title in DEMO["titles"] and (is_empty or is_unwritten(words) or names_generator)


def is_sample_person(page: HugoPage) -> bool:
    """Return whether a profile is one of the templates' sample people."""
    parts = page.fields.mapping("name")
    name = parts.line("display") if parts else page.line("title")
    return SAMPLE_PEOPLE.include(name, f"{page.fields} {page.body}")


OF_DATA = re.compile(r"data/authors/(?P<name>[^/]+)\.\w+")
TERMS = ("authors", "author")  # sections whose pages are those of people, headed by lists of what is theirs


class HugoAddresses:
    """Tells the addresses of a file of a site."""

    def __init__(self, content: HugoContent) -> None:
        self.content = content
        set_for = mapping_in(of_any_case(content.settings, "permalinks"))
        self.permalinks = set_for | set_for.mapping("page") | set_for.mapping("term")
        is_in_folder = of_any_case(content.settings, "defaultContentLanguageInSubdir") is True
        self.prefix = f"/{content.language}" if is_in_folder else ""

    def __call__(self, path: str) -> list[str]:
        """Return the addresses of a file: its own, and those of before; none of what makes no page."""
        if of_data := OF_DATA.fullmatch(path):
            return [f"{self.prefix}/authors/{of_data['name']}"]
        if not path.startswith(f"{self.content.root}/"):
            return []
        fields = self.content.source.fields(path)
        if fields is None:
            return []
        page = self.content.located(path)
        own = self._own(page, fields)
        # Of a profile they may be other names of the person.
        aliases = [alias for alias in fields.lines("aliases") if "/" in alias or page.section not in TERMS]
        return [own, *(posixpath.join(posixpath.dirname(own), alias) for alias in aliases)]

    def _own(self, page: HugoPage, fields: PageFields) -> str:
        """Return the address of a page by its fields, by a permalink of the settings, or by its place."""
        if url := fields.line("url"):
            return f"{self.prefix if not url.startswith('/') else ''}/{url.lstrip('/')}"
        inner = posixpath.relpath(page.folder or posixpath.splitext(page.path)[0], self.content.root)
        folder, name = posixpath.split("" if inner == "." else inner)
        name = fields.line("slug") or (name if page.folder or not page.slug else page.slug)
        shape = self.permalinks.get(page.section)
        if not isinstance(shape, str) or name == page.section:
            return f"{self.prefix}/{_as_address(posixpath.join(folder, name))}"
        title = _as_address(fields.line("title", "name"))
        # The slug of what has none is its title; so a profile stands under the name of the person.
        slug = _as_address(fields.line("slug")) or title or _as_address(name)
        name = _as_address(name)
        values = {"title": title, "slug": slug, "section": page.section, "sections": folder, "filename": name}
        values |= dict.fromkeys(("slugorfilename", "slugorcontentbasename", "contentbasename"), name)
        if day := day_at(fields.line("date")):
            values |= {"year": f"{day:%Y}", "month": f"{day:%m}", "day": f"{day:%d}", "monthname": f"{day:%B}".lower()}
        return f"{self.prefix}/" + re.sub(r":(\w+)", lambda match: values.get(match[1], ""), shape).strip("/")


def _as_address(text: str) -> str:
    """Return a name or a path as Hugo writes it in addresses: small letters, and hyphens for blanks."""
    return re.sub(r"-{2,}", "-", re.sub(r"\s+", "-", re.sub(r"[^\w\s./+~@#%-]", "", text.strip()))).lower()
