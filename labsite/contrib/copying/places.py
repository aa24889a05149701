"""Where each address of the site stands in a copy of it: the same address, but for what a query would ask."""

import re
from functools import cached_property, lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language_from_path, override

from labsite.models import Page

CLOSED = ("/admin/", "/account/")  # of which a copy has nothing
# Lists that a script narrows in the reader's browser; without it they are whole.
NARROWED = {f"publications:{name}" for name in ("list", "year", "of-member", "at-venue")} | {"search"}
# What else is asked by queries, each of which is a folder in a copy: all that can be chosen on a page of that kind,
# but for what would multiply with the lab.
FOLDERS = {
    "services:list": {("by",), ("by", "year"), ("kind",), ("kind", "year"), ("member",), ("member", "venue")}
    | {("venue",), ("year",)},
    "publications:venues": {("kind",), ("kind", "sort"), ("sort",)},
}
VALUE = re.compile(r"[\w-]{1,80}", re.ASCII)
FORMATS = ("docx", "md", "tex")  # of documents, which everybody has as PDF
NUMBER = re.compile("[0-9]{1,5}")
MAX_RESOLVED = 2**14


class Place(NamedTuple):
    """``path`` in the copy, which may have a query for a script, and the ``address`` that the site is asked for."""

    path: str
    address: str


class Places:
    """The places of a copy that stands at ``base``, an address without a slash at its end, in some languages.

    The site is asked at ``origin``, which may differ from the base in its scheme. Of the formats of FORMATS a copy has
    only those that are asked for.
    """

    def __init__(self, base: str, languages: tuple[str, ...], formats: tuple[str, ...] = ()) -> None:
        scheme, host, self.prefix = urlsplit(base)[:3]
        self.base, self.languages, self.formats = base, languages, formats
        self.left_out = tuple(f".{each}" for each in FORMATS if each not in formats)
        self.origin = f"{'https' if settings.HTTPS else scheme}://{host}"
        self.is_elsewhere = self.origin != base  # so that whole addresses differ from those that the site writes

    def at(self, language: str, path: str) -> str:
        """Return the address of a page in a language."""
        return path if language == settings.LANGUAGE_CODE else f"/{language}{path}"

    def of(self, address: str) -> Place | None:
        """Return where an address of the site is in the copy; None for what no copy has."""
        path, _, query = address.partition("?")
        if path.startswith(CLOSED) or (path.endswith(self.left_out) and not path.startswith(settings.MEDIA_URL)):
            return None
        language, bare = of_language(path)
        if language not in self.languages and path.endswith("/"):  # its twin in a language that the copy has
            path = self.at(self.languages[0], bare)
        parameters = [part for part in query.split("&") if part and not part.startswith("language=")]
        if not parameters or path.startswith((settings.STATIC_URL, settings.MEDIA_URL)):
            return Place(path, path)
        pairs = sorted((name, unquote(value)) for name, _, value in (part.partition("=") for part in parameters))
        names, kind = tuple(name for name, _ in pairs), kind_of(bare)
        if names == ("page",) and NUMBER.fullmatch(pairs[0][1]):
            number = int(pairs[0][1])
            return Place(f"{path}page/{number}/", f"{path}?page={number}") if number > 1 else Place(path, path)
        if kind in NARROWED:
            for_script = "&".join(part for part in parameters if not part.startswith("page="))
            return Place(f"{path}?{for_script}" if for_script else path, path)
        if names in FOLDERS.get(kind, ()) and all(VALUE.fullmatch(value) for _, value in pairs):
            folders = "".join(f"{name}/{value}/" for name, value in pairs)
            return Place(path + folders, f"{path}?{'&'.join(f'{name}={value}' for name, value in pairs)}")
        return None

    def has(self, path: str) -> bool:
        """Say whether a path is one of the site's: others at the same host may belong to somebody else."""
        bare = of_language(unquote(path))[1]
        kind = kind_of(bare)
        return bare in self.pages if kind == "page" else bool(kind) or bare.startswith(settings.STATIC_URL)

    @cached_property
    def pages(self) -> set[str]:
        """The addresses of the lab's own pages."""
        with override(settings.LANGUAGE_CODE):
            return {reverse("page", args=[slug]) for slug in Page.objects.published().values_list("slug", flat=True)}


def of_language(path: str) -> tuple[str, str]:
    """Return the language of a path, and the path without its prefix."""
    language = get_language_from_path(path)
    return (language, path.removeprefix(f"/{language}")) if language else (settings.LANGUAGE_CODE, path)


@lru_cache(maxsize=MAX_RESOLVED)
def kind_of(path: str) -> str:
    """Return the name of the view that answers at a path, "" for none."""
    with override(of_language(path)[0]):
        try:
            return resolve(path).view_name
        except Resolver404:
            return ""


def file_of(path: str) -> str:
    """Return the file for a path, "" for one that leads out of the folder."""
    name = unquote(path).removeprefix("/")
    name += "index.html" if name.endswith("/") or not name else ""
    parts = name.split("/")
    return "" if any(part in ("", ".", "..") or "\0" in part or "\\" in part for part in parts) else name
