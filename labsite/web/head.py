"""What a page says in its head, for browsers' tabs, search engines and those who show an address that was shared.

Its linked data is https://schema.org, written as JSON-LD. What a person, a paper or a venue is in it stands beside
their models; here is what all of them are made of.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext as _, override

from labsite import registry
from labsite.registry import SiteFacet
from labsite.texts.languages import OPEN_GRAPH_LOCALES
from labsite.web.requests import LabRequest

Node = dict[str, Any]
Pair = tuple[str, str]

MAX_ITEMS = 10  # of a list that a page's head repeats
# What could end the script element or, to an old reader, the line: written as JSON escapes, which mean the same.
ESCAPES = {ord(character): f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"}

# From where to where a copy of the site moves addresses in files that aren't text, which it can't rewrite once made.
_moved: ContextVar[tuple[str, str]] = ContextVar("moved", default=("", ""))


class Site:
    """The site at the address under which it was asked for, for those who write whole addresses.

    ``at`` returns a path of this site, or an address anywhere, as a whole address.
    """

    def __init__(self, request: LabRequest) -> None:
        self.request, self.root = request, f"{request.scheme}://{request.get_host()}"
        self.at = partial(urljoin, self.root)

    def address(self, row: Any, thing: str = "") -> str:
        """Return where a row's page is, the same on pages in every language.

        With a ``thing``, such as "#person", it is the name by which linked data knows that, apart from the page.
        """
        with override(settings.LANGUAGE_CODE):
            return f"{self.at(row.get_absolute_url())}{thing}"


@contextmanager
def addresses_moved(origin: str, base: str) -> Iterator[None]:
    """Let addresses at ``origin`` lead to ``base`` in files that are made meanwhile."""
    token = _moved.set((origin, base))
    try:
        yield
    finally:
        _moved.reset(token)


def moved_address(text: str) -> str:
    """Return a text; an address of the site leads to where a copy of it is to stand."""
    origin, base = _moved.get()
    for old, new in ((origin, base), (origin.partition("://")[2], base.partition("://")[2])):
        if origin != base and text.startswith(f"{old}/"):
            return f"{new}{text.removeprefix(old)}"
    return text


def node(kind: str, identity: str = "", **properties: Any) -> Node:
    """Return a node of a schema.org type with those of its properties that have a value.

    A node of which nothing is known but its type is no value either.
    """
    found = {"@type": kind, "@id": identity, **properties}
    said = {name: value for name, value in found.items() if value not in (None, "", [], ())}
    return {name: value for name, value in said.items() if not isinstance(value, dict) or value.keys() != {"@type"}}


def collection(name: str, rows: Iterable[Any], path: str, site: Site) -> Node:
    """Return a page that lists rows with pages of their own; of a long list the first ones."""
    rows = list(rows)
    first = enumerate(rows[:MAX_ITEMS], start=1)
    items = [node("ListItem", position=n, name=str(row), url=site.address(row)) for n, row in first]
    listed = node("ItemList", numberOfItems=len(rows), itemListElement=items)
    return node("CollectionPage", name=name, url=site.at(path), mainEntity=listed)


@dataclass(frozen=True)
class SharedPicture(SiteFacet):
    """A PNG that is shown of a page where its address is shared, with its size in pixels.

    ``name`` is its URL name in *data:*; that of a picture of the row which the page is about begins with its model.
    """

    name: str
    width: int
    height: int


@dataclass(frozen=True)
class Head:
    """One page's head, which its view gives to the template as ``head``; the home page is the one without a title.

    ``trail`` are the pages above it but the home page, as pairs of name and path. ``row`` is what it is about, of
    which a picture may be shown. ``properties`` are what the open graph knows of its ``kind``; ``tags`` are named in
    other vocabularies; ``nodes`` are its linked data besides the trail. ``canonical`` is the path of the page that
    says all that this one does, if it is another.
    """

    request: LabRequest
    title: str = ""
    description: str = ""
    trail: tuple[Pair, ...] = ()
    kind: str = "website"
    row: Any = None
    properties: tuple[Pair, ...] = ()
    tags: tuple[Pair, ...] = ()
    nodes: tuple[Node, ...] = ()
    canonical: str = ""

    @classmethod
    def of_list(cls, request: LabRequest, page: str, words: str, **more: Any) -> "Head":
        """Return the head of a list page, called as the lab calls it; the ``words`` about it name the ``lab``."""
        lab = request.lab
        return cls(request, lab.sections[page].label, words % {"lab": lab.name}, **more)

    @cached_property
    def metadata(self) -> dict[str, Any]:
        """What ``base.html`` and ``includes/_metadata.html`` write: the title, the canonical address, the open graph.

        ``number`` is which page of a long list this is; what a query narrows is a part of the list's first page. The
        title names the page and the lab; on the home page the lab and what it studies. The open graph is what is
        shown of the page where its address is shared: https://ogp.me.
        """
        site, path, lab, query = Site(self.request), self.request.path, self.request.lab, self.request.GET
        page = query.get("page", "")
        number = int(page) if list(query) == ["page"] and page.isdecimal() and len(page) < 6 else 1
        names = [self.title, lab.name] if self.title else [lab.name, lab.tagline]
        if number > 1:
            names[0] = _("%(title)s, page %(number)s") % {"title": names[0], "number": number}
        title = self.title or lab.name
        canonical = site.at(self.canonical or (f"{path}?page={number}" if number > 1 else path))
        locale = OPEN_GRAPH_LOCALES.get(get_language() or "", "en_GB")
        pictures, row = [("og:image", site.at(lab.picture.url))] if lab.picture else [], self.row
        for each in registry.added(SharedPicture):
            name, slugs = (f"{row._meta.model_name}-{each.name}", [row.slug]) if row else (each.name, [])
            pictures = [
                *(("og:image", site.at(reverse(f"data:{name}", args=slugs))), ("og:image:type", "image/png")),
                *(("og:image:width", str(each.width)), ("og:image:height", str(each.height))),
            ]
        pairs = [
            ("og:type", self.kind),
            ("og:title", title),
            ("og:description", self.description),
            ("og:url", canonical),
            ("og:site_name", lab.name),
            ("og:locale", locale),
            *(("og:locale:alternate", other) for other in OPEN_GRAPH_LOCALES.values() if other != locale),
            *pictures,
            ("og:image:alt", title if pictures else ""),
            *self.properties,
        ]
        shown = {"number": number, "title": " – ".join(filter(None, names)), "canonical": canonical}
        return shown | {"open_graph": [(name, content) for name, content in pairs if content]}

    @property
    def linked_data(self) -> str:
        """The nodes and, except on the home page, the way to the page from there.

        It is the text of a ``<script type="application/ld+json">``: nothing in it can end the script.
        """
        at, nodes = Site(self.request).at, list(self.nodes)
        if self.title:
            trail = [(_("Home"), reverse("home")), *self.trail, (self.title, self.request.path)]
            way = enumerate(trail, start=1)
            items = [node("ListItem", position=n, name=name, item={"@id": at(page)}) for n, (name, page) in way]
            nodes.append(node("BreadcrumbList", itemListElement=items))
        graph = {"@context": "https://schema.org", "@graph": nodes}
        return json.dumps(graph, ensure_ascii=False, separators=(",", ":")).translate(ESCAPES)
