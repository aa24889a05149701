"""The addresses of the pages of a Jekyll site, from the settings, front matter and the names of files.

https://jekyllrb.com/docs/permalinks/ and https://github.com/jekyll/jekyll-redirect-from
"""

import posixpath
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import date
from fnmatch import fnmatchcase

from labsite.contrib.moving.source import SiteSource
from labsite.contrib.reading.front_matter import BrokenFile, PageFields, mapping_in
from labsite.modelling.periods import partial_date

CONFIG = ("_config.yml", "_config.yaml")
ENDINGS = (".md", ".markdown", ".html")
BY_DATE = "/:categories/:year/:month/:day/:title"
STYLES = {
    "": BY_DATE,
    "date": BY_DATE,
    "pretty": BY_DATE,
    "ordinal": "/:categories/:year/:y_day/:title",
    "weekdate": "/:categories/:year/W:week/:short_day/:title",
    "none": "/:categories/:title",
}
DATED = re.compile(r"(?P<date>\d{2,4}-\d{1,2}-\d{1,2})-(?P<slug>.+)")
IN_TITLES = r"[^\w.~!$&'()+,;=@-]+"  # what stands in no address as it is; other slugs have letters and digits only


class JekyllAddresses:
    """Tells the addresses of a file of a site; ``defaults`` and ``collections`` are those of its settings."""

    def __init__(self, source: SiteSource) -> None:
        self.source, self.config = source, PageFields()
        for path in filter(source.exists, CONFIG[::-1]):
            with suppress(BrokenFile):
                self.config = mapping_in(source.values(path))
        self.defaults = self.config.mappings("defaults")
        self.collections = self.config.mapping("collections")

    def __call__(self, path: str) -> list[str]:
        """Return the addresses of a file: its own, and those of before; none of what makes no page."""
        own_fields = self.source.fields(path) if path.endswith(ENDINGS) else None
        if own_fields is None:
            return []
        kind, fields = self._kind(path), PageFields()
        for each in self.defaults:  # of the files of a folder and a kind
            scope = each.mapping("scope")
            folder = scope.line("path").strip("/")
            is_in = not folder or fnmatchcase(path, folder) or path.startswith(f"{folder}/")
            if is_in and scope.line("type") in ("", kind):
                fields |= each.mapping("values")
        fields = PageFields(fields | own_fields)
        own = self._address(path, kind, fields)
        return list(filter(None, (own, *fields.lines("redirect_from")))) if own else []

    def _kind(self, path: str) -> str:
        """Return the collection that a file is in; "pages" for none, and nothing where it makes no page."""
        folders = path.split("/")[:-1]
        if "_posts" in folders:
            return "posts"
        if not folders or not folders[0].startswith("_"):
            return "pages"
        name = folders[0][1:]
        if self.collections.mapping(name).is_set("output"):
            return name
        return "pages" if folders[0] in self.config.lines("include") else ""

    def _address(self, path: str, kind: str, fields: PageFields) -> str:
        own = fields.line("permalink")
        if not kind or fields.get("published") is False or fields.line("redirect_to"):
            return ""
        folder, name = posixpath.split(path)
        stem = name.rpartition(".")[0]
        if kind == "pages":
            return own or f"/{folder}/{'' if stem == 'index' else stem}"
        template = self.collections.mapping(kind).line("permalink")
        if kind == "posts":
            template = template or self.config.line("permalink")
            template = STYLES.get(template, template)
        values = _values(folder, stem, kind, fields)
        shape = own or template or "/:collection/:path"
        return re.sub(r":([a-z_]+)", lambda match: values.get(match[1], ""), shape)


def _values(folder: str, stem: str, kind: str, fields: PageFields) -> Mapping[str, str]:
    """Return what the placeholders of a permalink stand for."""
    dated = DATED.fullmatch(stem)
    slug = fields.line("slug") or (dated["slug"] if dated else stem)
    inner = folder.partition("_posts")[0] if kind == "posts" else f"{folder.partition('/')[2]}/"
    written = fields.get("categories")
    categories = written.split() if isinstance(written, str) else fields.lines("categories")
    above = inner.strip("/").split("/") if kind == "posts" and inner.strip("/") else []
    categories = [*above, *(categories or fields.lines("category"))]
    values = {
        "collection": kind,
        "path": f"{inner}{stem}".strip("/"),
        "name": _slug(stem),
        "title": re.sub(IN_TITLES, "-", slug).strip("-"),
        "slug": _slug(slug),
        "categories": "/".join(dict.fromkeys(each.lower() for each in categories)),
        "output_ext": ".html",
    }
    day = day_at(fields.line("date")) or day_at(dated["date"] if dated else "")
    if day:
        values |= {"year": f"{day:%Y}", "month": f"{day:%m}", "day": f"{day:%d}", "y_day": f"{day:%j}"}
        values |= {"short_year": f"{day:%y}", "i_month": str(day.month), "i_day": str(day.day), "week": f"{day:%V}"}
        values |= {"short_month": f"{day:%b}", "long_month": f"{day:%B}", "short_day": f"{day:%a}"}
    return values


def _slug(text: str) -> str:
    return re.sub(r"[\W_]+", "-", text).strip("-").lower()


def day_at(text: str) -> date | None:
    """Return the day with which a text begins."""
    day = partial_date(text)
    return day.first if day.is_day else None
