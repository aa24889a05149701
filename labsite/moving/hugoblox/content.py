"""Where a Hugo site has its pages: sections below its content folder, in one language or in several.

https://gohugo.io/content-management/organization/ and https://gohugo.io/content-management/multilingual/
"""

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from labsite.moving.outcomes import FileOutcomes
from labsite.moving.plain_values import is_set, line_of, mapping_in, mappings_in
from labsite.moving.source import SiteSource
from labsite.texts.folding import fold

ENDINGS = (".md", ".markdown")
BUNDLE = re.compile(r"_?index(?:\.(?P<language>[a-z]{2,3}(?:-[a-z]+)?))?\.(?:md|markdown)", re.IGNORECASE)
SINGLE = re.compile(r"(?P<name>.+?)(?:\.(?P<language>[a-z]{2}(?:-[a-z]{2,4})?))?\.(?:md|markdown)", re.IGNORECASE)
SETTINGS = ("config/_default", "config", "")
IMAGE = (".jpg", ".jpeg", ".png", ".webp", ".gif")


@dataclass(frozen=True)
class HugoPage:
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
        """The folder whose other files belong to the page; empty for a page that is a single file."""
        return posixpath.dirname(self.path) if BUNDLE.fullmatch(posixpath.basename(self.path)) else ""


class HugoContent:
    """The pages of a site in its main language; translations and drafts are noted as left out."""

    def __init__(self, source: SiteSource, outcomes: FileOutcomes) -> None:
        self.source, self.outcomes = source, outcomes
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
                self.outcomes.left_out(path, "in another language than the site’s main one")
        return kept

    def sections(self) -> list[str]:
        """Return the folders right below the content folder that hold pages."""
        return list(dict.fromkeys(path.split("/")[0] for path in map(self._below, self.own_files) if "/" in path))

    def pages(self, *sections: str) -> Iterator[HugoPage]:
        """Yield the pages of sections, those of no section for "", lists of pages among them."""
        located = [page for path in self.own_files if (page := self._located(path)).section in sections]
        spoken = {(page.section, page.slug) for page in located if page.language in ("", self.language)}
        for page in located:
            is_translation = page.language not in ("", self.language) and (page.section, page.slug) in spoken
            if is_translation:
                self.outcomes.left_out(page.path, "a translation of a page")
            elif read := self._read(page):
                yield read

    def articles(self, *sections: str) -> Iterator[HugoPage]:
        """Yield the pages of sections that are no lists and no drafts; those are noted."""
        for page in self.pages(*sections):
            if page.is_list:
                self.outcomes.not_needed(page.path, "heads a list of pages")
            elif is_set(page.fields.get("draft")):
                self.leave_out(page, "a draft")
            else:
                yield page

    def leave_out(self, page: HugoPage, why: str) -> None:
        """Note that a page is left out, with all files that belong to it."""
        self.outcomes.left_out(page.path, why)
        for path in self.files_of(page):
            self.outcomes.left_out(path, why)

    def files_of(self, page: HugoPage) -> list[str]:
        """Return the files that belong to a page."""
        inside = self.source.files(page.folder) if page.folder else []
        return [path for path in inside if posixpath.dirname(path) == page.folder and path != page.path]

    def image_of(self, page: HugoPage, *names: str) -> str:
        """Return the path of a page's image with one of the names, such as featured.jpg."""
        images = [path for path in self.files_of(page) if path.lower().endswith(IMAGE)]
        stems = {name: [path for path in images if name in posixpath.basename(path).lower()] for name in names}
        return next((paths[0] for paths in stems.values() if paths), "")

    def resolve(self, address: str, page: HugoPage) -> str:
        """Return the file that an address on a page leads to; nothing for an address elsewhere."""
        section = f"{self.root}/{page.section}"
        roots = (self.root, section, "static", "assets", "assets/media", "static/media", "static/files", "static/img")
        return self.source.resolve(address, base=page.path, roots=roots)

    def _below(self, path: str) -> str:
        return path.removeprefix(f"{self.root}/")

    def _located(self, path: str) -> HugoPage:
        folder, name = posixpath.split(self._below(path))
        section = folder.partition("/")[0]
        bundle = BUNDLE.fullmatch(name)
        single = SINGLE.fullmatch(name)
        found = bundle or single
        language = (found["language"] or "").lower() if found else ""
        if bundle:
            own = posixpath.basename(folder) if "/" in folder else ""
            return HugoPage(path, section, own or section, language, is_list=name.startswith("_") or not own)
        return HugoPage(path, section, single["name"] if single else name, language)

    def _read(self, page: HugoPage) -> HugoPage | None:
        with self.outcomes.reading(page.path):
            fields, body = self.source.front_matter(page.path)
            return HugoPage(page.path, page.section, page.slug, page.language, page.is_list, fields, body.strip())
        return None

    def _settings_file(self, name: str) -> dict[str, Any]:
        for path in _setting_paths(name):
            if self.source.exists(path):
                with self.outcomes.reading(path):
                    self.outcomes.brought(path, "settings: names and languages")
                    return mapping_in(self.source.values(path))
        return {}


def _setting_paths(name: str) -> Iterable[str]:
    return (f"{folder}/{name}.{ending}".lstrip("/") for folder in SETTINGS for ending in ("yaml", "yml", "toml"))


def _any_case(fields: dict[str, Any], name: str) -> Any:
    """Return a field of Hugo's settings, whose names are case-insensitive."""
    return next((value for each, value in fields.items() if each.casefold() == name.casefold()), None)


LOREM = "lorem ipsum dolor sit amet"

# Whose names are nobody's, and whose may well be somebody's: then the profile has to be the template's too.
SAMPLE_NAMES = {"nelson bighetti", "alice wu 吳恩達", "吳恩達", "your name"}
COMMON_SAMPLE_NAMES = {"alice wu", "dr alex johnson", "alex johnson", "lena smith", "robert ford"}
SAMPLE_PROFILE_WORDS = ("stanford ai lab", "meta ai", "gcushen", "georgecushen", "example com", "robotic neurobiology")
DEMO_TITLES = {
    *("an example conference paper", "an example journal article", "an example preprint working paper"),
    *("a modern approach to hierarchical clustering", "example talk", "example event", "example project"),
    *("external project", "internal project", "external link", "deep learning", "hello r markdown"),
    *("academic the website builder for hugo", "display jupyter notebooks with academic", "slides"),
    *("welcome to wowchemy the website builder for hugo", "writing technical content in academic"),
    *("writing technical content in markdown", "writing markdown latex", "embed media widgets example"),
    *("jian yang and monica hall win the best paper award at wowchemy 2020", "richard hendricks wins first place in"),
    *("richard hendricks wins first place in the wowchemy prize", "pandas", "pytorch", "scikit learn", "scikit"),
    *("communicate your results effectively with the best data visualizations", "manage your projects"),
    *("easily create your own simple yet highly customizable blog", "sharpen your thinking with a second brain"),
    *("turn jupyter notebooks into blog posts", "teach academic courses", "managing academic projects with"),
    *("create beautiful presentations with markdown", "example page", "slides demo", "hugo blox", "hugoblox"),
    *("getting started with wowchemy", "python basics", "visualization basics", "statistics basics", "r basics"),
}
DEMO_SECTIONS = {"tour", "admin"}
DEMO_FOLDERS = ("courses/hugo-blox", "courses/example", "courses/wowchemy", "slides/example", "tutorial/example")
# Words of a bio, project or page that nobody writes of their own work.
DEMO_WORDS = (
    *(LOREM, "sed ut perspiciatis unde omnis", "add your privacy policy here", "add your terms here"),
    *(
        "has been a center of excellence for artificial intelligence research",
        "use this area to speak to your mission",
    ),
    *("easily build anything with blocks", "build your own academic website like this"),
)


def is_demo(page: HugoPage) -> bool:
    """Return whether a page is demo content of the templates."""
    title = fold(_text(page.fields.get("title")))
    words = fold(f"{_text(page.fields.get('abstract'))} {_text(page.fields.get('summary'))} {page.body}")
    if page.section in DEMO_SECTIONS or any(f"/{folder}" in page.path for folder in DEMO_FOLDERS):
        return True
    is_empty = not words and title.startswith(("an example", "example"))
    return title in DEMO_TITLES and (is_empty or is_unwritten(words) or _tells_of_template(page))


def is_sample_person(page: HugoPage) -> bool:
    """Return whether a profile is one of the templates' sample people."""
    fields = page.fields
    parts = fields.get("name")
    name = fold(_text(parts.get("display") if isinstance(parts, dict) else fields.get("title")))
    words = fold(f"{fields} {page.body}")
    return name in SAMPLE_NAMES or (
        name in COMMON_SAMPLE_NAMES and any(each in words for each in SAMPLE_PROFILE_WORDS)
    )


def is_unwritten(text: str) -> bool:
    """Return whether a text is one of the template's placeholders."""
    folded = fold(text)
    return any(words in folded for words in DEMO_WORDS)


def _tells_of_template(page: HugoPage) -> bool:
    """Return whether a page mentions its generator: a project on deep learning may well be a lab's own."""
    words = fold(f"{page.body} {page.fields}")
    return any(name in words for name in ("wowchemy", "hugo blox", "hugoblox", "hugo academic", "source themes"))


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
