"""What a page says in its head, for browsers' tabs, search engines and those who show an address that was shared."""

from dataclasses import dataclass
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.drawing.cards import HEIGHT, WIDTH
from labsite.texts.languages import OPEN_GRAPH_LOCALES, current_tag
from labsite.web.json_ld import Node, Site, breadcrumbs, script
from labsite.web.requests import LabRequest

Pair = tuple[str, str]


@dataclass(frozen=True)
class Head:
    """One page's head, which its view gives to the template as ``head``; the home page is the one without a title.

    ``trail`` are the pages above it but the home page, as pairs of name and path. ``card`` is the path of a picture,
    else the lab's own is shown. ``properties`` are what the open graph knows of its ``kind``; ``tags`` are named in
    other vocabularies; ``nodes`` are its linked data besides the trail.
    """

    request: LabRequest
    title: str = ""
    description: str = ""
    trail: tuple[Pair, ...] = ()
    kind: str = "website"
    card: str = ""
    properties: tuple[Pair, ...] = ()
    tags: tuple[Pair, ...] = ()
    nodes: tuple[Node, ...] = ()

    @cached_property
    def site(self) -> Site:
        return Site.of(self.request)

    @cached_property
    def number(self) -> int:
        """Which page of a long list this is. What a query narrows is a part of the list's first page."""
        query = self.request.GET
        page = query.get("page", "")
        return int(page) if list(query) == ["page"] and page.isdecimal() and len(page) < 6 else 1

    @property
    def full_title(self) -> str:
        """The page's name and the lab's; on the home page the lab's and what it studies."""
        lab = self.site.lab
        names = [self.title, lab.name] if self.title else [lab.name, lab.tagline]
        if self.number > 1:
            names[0] = _("%(title)s, page %(number)s") % {"title": names[0], "number": self.number}
        return " – ".join(filter(None, names))

    @cached_property
    def canonical(self) -> str:
        path = self.request.path
        return self.site.at(f"{path}?page={self.number}" if self.number > 1 else path)

    @property
    def open_graph(self) -> list[Pair]:
        """What is shown of the page where its address is shared: https://ogp.me."""
        title = self.title or self.site.lab.name
        locale = OPEN_GRAPH_LOCALES[current_tag()]
        pairs = [
            ("og:type", self.kind),
            ("og:title", title),
            ("og:description", self.description),
            ("og:url", self.canonical),
            ("og:site_name", self.site.lab.name),
            ("og:locale", locale),
            *(("og:locale:alternate", other) for other in OPEN_GRAPH_LOCALES.values() if other != locale),
            ("og:image", self.site.at(self.card or reverse("data:card"))),
            ("og:image:type", "image/png"),
            ("og:image:width", str(WIDTH)),
            ("og:image:height", str(HEIGHT)),
            ("og:image:alt", title),
            *self.properties,
        ]
        return [(name, content) for name, content in pairs if content]

    @property
    def linked_data(self) -> str:
        """The text of the page's linked data."""
        way = [(_("Home"), reverse("home")), *self.trail, (self.title, self.request.path)]
        return script([*self.nodes, breadcrumbs(way, self.site)] if self.title else self.nodes)
