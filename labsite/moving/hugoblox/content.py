"""Where a Hugo site has its pages: sections below its content folder, in one language or in several.

https://gohugo.io/content-management/organization/ and https://gohugo.io/content-management/multilingual/
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from labsite.moving.fates import Fates
from labsite.moving.plain_values import is_set, line_of, mapping_in, mappings_in
from labsite.moving.source import Source

ENDINGS = (".md", ".markdown")
BUNDLE = re.compile(r"_?index(?:\.(?P<language>[a-z]{2,3}(?:-[a-z]+)?))?\.(?:md|markdown)", re.IGNORECASE)
SINGLE = re.compile(r"(?P<name>.+?)(?:\.(?P<language>[a-z]{2}(?:-[a-z]{2,4})?))?\.(?:md|markdown)", re.IGNORECASE)
SETTINGS = ("config/_default", "config", "")
IMAGE = (".jpg", ".jpeg", ".png", ".webp", ".gif")


@dataclass(frozen=True)
class Page:
    """A page: ``section`` is the folder below the content folder, ``slug`` what its own folder or file is called."""

    path: str
    section: str
    slug: str
    language: str = ""
    is_list: bool = False
    fields: dict[str, Any] = field(default_factory=dict)
    body: str = ""

    @property
    def folder(self) -> str:
        """The folder whose other files belong to the page; none of a page that is a single file."""
        return posixpath.dirname(self.path) if BUNDLE.fullmatch(posixpath.basename(self.path)) else ""


class Content:
    """The pages of a site in its main language; translations and drafts are noted as left out."""

    def __init__(self, source: Source, fates: Fates) -> None:
        self.source, self.fates = source, fates
        address = line_of(_any_case(self.settings, "baseURL"))
        source.own_address = "" if "example." in address or "//" not in address else address

    @cached_property
    def settings(self) -> dict[str, Any]:
        """The settings of the site itself, of its languages by "languages" and of the theme by "params"."""
        found = dict(self._settings_file("hugo") or self._settings_file("config"))
        found["languages"] = self._settings_file("languages") or mapping_in(found.get("languages"))
        found["params"] = self._settings_file("params") or mapping_in(found.get("params"))
        return found

    @cached_property
    def menu(self) -> dict[str, int]:
        """The places in the navigation of the pages there, by their addresses without slashes."""
        held = self._settings_file("menus") or mapping_in(self.settings.get("menu"))
        weights = {
            line_of(each.get("url")).strip("/"): line_of(each.get("weight")) for each in mappings_in(held.get("main"))
        }
        return {address: int(weight) for address, weight in weights.items() if address and weight.isdigit()}

    @property
    def settings_path(self) -> str:
        """The file that says what the site is called."""
        paths = [path for name in ("hugo", "config") for path in _setting_paths(name)]
        return next(filter(self.source.exists, paths), "")

    @cached_property
    def language(self) -> str:
        return line_of(_any_case(self.settings, "defaultContentLanguage")).lower() or "en"

    @cached_property
    def root(self) -> str:
        """The folder of the pages in the main language."""
        own = mapping_in(_any_case(self.settings["languages"], self.language))
        set_root = line_of(_any_case(own, "contentDir") or _any_case(self.settings, "contentDir")).strip("/")
        candidates = filter(None, (set_root, f"content/{self.language}", "content"))
        return next((each for each in candidates if self.source.files(each)), "content")

    @cached_property
    def own_files(self) -> list[str]:
        """The pages below the content folder, without other languages' folders, which are noted."""
        kept = []
        for path in self.source.files("content", *ENDINGS):
            if path.startswith(f"{self.root}/"):
                kept.append(path)
            elif self.root != "content":
                self.fates.left_out(path, "in another language than the site’s main one")
        return kept

    def sections(self) -> list[str]:
        """Return the folders right below the content folder that hold pages."""
        return list(dict.fromkeys(path.split("/")[0] for path in map(self._below, self.own_files) if "/" in path))

    def pages(self, *sections: str) -> Iterator[Page]:
        """Yield the pages of sections, those of no section for "", lists of pages among them."""
        located = [page for path in self.own_files if (page := self._located(path)).section in sections]
        spoken = {(page.section, page.slug) for page in located if page.language in ("", self.language)}
        for page in located:
            is_translation = page.language not in ("", self.language) and (page.section, page.slug) in spoken
            if is_translation:
                self.fates.left_out(page.path, "a translation of a page")
            elif read := self._read(page):
                yield read

    def articles(self, *sections: str) -> Iterator[Page]:
        """Yield the pages of sections that are no lists and no drafts; those are noted."""
        for page in self.pages(*sections):
            if page.is_list:
                self.fates.not_needed(page.path, "heads a list of pages")
            elif is_set(page.fields.get("draft")):
                self.leave_out(page, "a draft")
            else:
                yield page

    def leave_out(self, page: Page, why: str) -> None:
        """Note that a page is left out, with all files that belong to it."""
        self.fates.left_out(page.path, why)
        for path in self.files_of(page):
            self.fates.left_out(path, why)

    def files_of(self, page: Page) -> list[str]:
        """Return the files beside a page that are its own."""
        inside = self.source.files(page.folder) if page.folder else []
        return [path for path in inside if posixpath.dirname(path) == page.folder and path != page.path]

    def image_of(self, page: Page, *names: str) -> str:
        """Return the path of a page's image with one of the names, such as featured.jpg."""
        images = [path for path in self.files_of(page) if path.lower().endswith(IMAGE)]
        stems = {name: [path for path in images if name in posixpath.basename(path).lower()] for name in names}
        return next((paths[0] for paths in stems.values() if paths), "")

    def resolve(self, address: str, page: Page) -> str:
        """Return the file that an address on a page leads to; nothing for an address elsewhere."""
        section = f"{self.root}/{page.section}"
        roots = (self.root, section, "static", "assets", "assets/media", "static/media", "static/files", "static/img")
        return self.source.resolve(address, base=page.path, roots=roots)

    def _below(self, path: str) -> str:
        return path.removeprefix(f"{self.root}/")

    def _located(self, path: str) -> Page:
        folder, name = posixpath.split(self._below(path))
        section = folder.partition("/")[0]
        bundle = BUNDLE.fullmatch(name)
        single = SINGLE.fullmatch(name)
        found = bundle or single
        language = (found["language"] or "").lower() if found else ""
        if bundle:
            own = posixpath.basename(folder) if "/" in folder else ""
            return Page(path, section, own or section, language, is_list=name.startswith("_") or not own)
        return Page(path, section, single["name"] if single else name, language)

    def _read(self, page: Page) -> Page | None:
        with self.fates.reading(page.path):
            fields, body = self.source.front_matter(page.path)
            return Page(page.path, page.section, page.slug, page.language, page.is_list, fields, body.strip())
        return None

    def _settings_file(self, name: str) -> dict[str, Any]:
        for path in _setting_paths(name):
            if self.source.exists(path):
                with self.fates.reading(path):
                    self.fates.brought(path, "settings: names and languages")
                    return mapping_in(self.source.toml(path) if path.endswith(".toml") else self.source.yaml(path))
        return {}


def _setting_paths(name: str) -> Iterable[str]:
    return (f"{folder}/{name}.{ending}".lstrip("/") for folder in SETTINGS for ending in ("yaml", "yml", "toml"))


def _any_case(fields: dict[str, Any], name: str) -> Any:
    """Return a field of Hugo's settings, whose names may be written in capitals or not."""
    return next((value for each, value in fields.items() if each.casefold() == name.casefold()), None)
