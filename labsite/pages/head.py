"""What a page says in its head, for browsers' tabs, search engines and those who show an address that was shared."""

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from labsite.data.linked_data.nodes import Node, Site, script
from labsite.data.linked_data.pages import breadcrumbs
from labsite.drawing.cards import HEIGHT, WIDTH
from labsite.texts.languages import OPEN_GRAPH_LOCALES, current_tag

Pair = tuple[str, str]


@dataclass(frozen=True)
class Head:
    """One page's head. ``trail`` are the pages above it but the home page, as pairs of name and path.

    ``number`` counts the pages that one long list is shown on.
    ``properties`` are what the open graph knows of its ``kind``; ``tags`` are named in other vocabularies.
    """

    site: Site
    path: str
    number: int = 1
    title: str = ""
    description: str = ""
    trail: tuple[Pair, ...] = ()
    kind: str = "website"
    card: str = ""
    properties: list[Pair] = field(default_factory=list)
    tags: list[Pair] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)

    @property
    def full_title(self) -> str:
        """The page's name and the lab's; on the home page the lab's and what it studies."""
        lab = self.site.lab
        names = [self.title, lab.name] if self.title else [lab.name, lab.tagline]
        if self.number > 1:
            names[0] = _("%(title)s, page %(number)s") % {"title": names[0], "number": self.number}
        return " – ".join(filter(None, names))

    @property
    def canonical(self) -> str:
        return self.site.at(f"{self.path}?page={self.number}" if self.number > 1 else self.path)

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
    def named_tags(self) -> list[Pair]:
        """All that is named, not a property; a card without words of its own takes those of the open graph."""
        return [("twitter:card", "summary_large_image"), *self.tags]

    @property
    def linked_data(self) -> str:
        """The text of the page's linked data."""
        places = [(_("Home"), reverse("home")), *self.trail, (self.title, self.path)]
        return script([*self.nodes, breadcrumbs(places, self.site)] if self.title else self.nodes)


def site_of(request: Any, lab: Any) -> Site:
    """Return the site at the address under which it was asked for."""
    return Site(f"{request.scheme}://{request.get_host()}", lab)


def page_number(request: Any) -> int:
    """Return which page of a long list this is. What a query narrows is a part of the list's first page."""
    page = request.GET.get("page", "")
    return int(page) if list(request.GET) == ["page"] and page.isdecimal() and len(page) < 6 else 1
