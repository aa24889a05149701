"""The addresses of the pages of a Hugo site, from the settings, front matter and the names of folders and files.

https://gohugo.io/content-management/urls/
"""

import posixpath
import re
from datetime import date

from labsite.contrib.reading.front_matter import BrokenFile
from labsite.contrib.reading.plain_values import PageFields, mapping_in

from .content import HugoContent, HugoPage, of_any_case

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
        try:
            fields = PageFields(self.content.source.front_matter(path)[0])
        except BrokenFile:
            return []
        page = self.content.located(path)
        own = self._own(page, fields)
        # Of a profile they may be other names of the person.
        aliases = [alias for alias in fields.lines("aliases") if "/" in alias or page.section not in TERMS]
        return [own, *(posixpath.join(posixpath.dirname(own), alias) for alias in aliases)]

    def _own(self, page: HugoPage, fields: PageFields) -> str:
        if url := fields.line("url"):
            return f"{self.prefix if not url.startswith('/') else ''}/{url.lstrip('/')}"
        inner = posixpath.relpath(page.folder or posixpath.splitext(page.path)[0], self.content.root)
        folder, name = posixpath.split("" if inner == "." else inner)
        name = fields.line("slug") or (name if page.folder or not page.slug else page.slug)
        shape = self.permalinks.get(page.section)
        if isinstance(shape, str) and name != page.section:
            return self.prefix + self._by(shape, page, fields, name, folder)
        return f"{self.prefix}/{_as_address(posixpath.join(folder, name))}"

    def _by(self, shape: str, page: HugoPage, fields: PageFields, name: str, folder: str) -> str:
        """Return the address by a permalink of the settings."""
        title = _as_address(fields.line("title", "name"))
        # The slug of what has none is its title; so a profile stands under the name of the person.
        slug = _as_address(fields.line("slug")) or title or _as_address(name)
        name = _as_address(name)
        values = {"title": title, "slug": slug, "section": page.section, "sections": folder, "filename": name}
        values |= dict.fromkeys(("slugorfilename", "slugorcontentbasename", "contentbasename"), name)
        numbers = re.match(r"(\d{4})-(\d\d)-(\d\d)", fields.line("date"))
        if numbers:
            day = date(*map(int, numbers.groups()))
            values |= {"year": f"{day:%Y}", "month": f"{day:%m}", "day": f"{day:%d}", "monthname": f"{day:%B}".lower()}
        return "/" + re.sub(r":(\w+)", lambda match: values.get(match[1], ""), shape).strip("/")


def _as_address(text: str) -> str:
    """Return a name or a path as Hugo writes it in addresses: small letters, and hyphens for blanks."""
    return re.sub(r"-{2,}", "-", re.sub(r"\s+", "-", re.sub(r"[^\w\s./+~@#%-]", "", text.strip()))).lower()
