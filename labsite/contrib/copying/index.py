"""What a script in the reader's browser searches, where there is no server: a small file for each language."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.utils.html import strip_tags
from django.utils.translation import gettext as _, ngettext, override

from labsite import registry
from labsite.models import Lab
from labsite.pages.places import places_of
from labsite.search.results import Searched
from labsite.texts.folding import fold
from publications.models import Authorship, ExtraField, Publication
from publications.models.parts import topics_in
from publications.pages import lists
from publications.pages.filters import UNDATED, UNSTATED

PLACES = "places"  # among the kinds of what is found


def index(language: str, prefix: str) -> bytes:
    """Return as JSON what can be found, the words that say how much was found, and each publication's filters.

    The publications stand in the order of the site's lists, so that their place tells the page they are on. Addresses
    begin with ``prefix``.
    """
    kinds = registry.facets(Searched).values()
    with override(language):
        pages = (
            [PLACES, prefix + page.url, page.label, "", " ".join(page.words)]
            for page in places_of(Lab.objects.current())
        )
        words = {
            "one": ngettext("%(n)s publication", "%(n)s publications", 1) % {"n": "#"},
            "many": ngettext("%(n)s publication", "%(n)s publications", 2) % {"n": "#"},
            "none": _("No publication matches these filters."),
            "remove": _("Remove:"),
            "clear": _("Clear all"),
            "previous": _("Previous"),
            "next": _("Next"),
            "in_progress": _("In progress"),
            "undated": _("Year unknown"),
            "nothing": _("Nothing found for “%(query)s”.") % {"query": "#"},
        }
        content = {
            "page_size": lists.PAGE_SIZE,
            "words": words,
            "kinds": {PLACES: _("Pages of this site")} | {each.name: str(each.label) for each in kinds},
            "hits": [*pages, *(hit for each in kinds for hit in _hits(each, prefix))],
            "publications": list(_publications(prefix)),
        }
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def _hits(kind: Searched, prefix: str) -> Iterator[list[str]]:
    """Yield kind, address, title, line below it, and all words that find it, of each row that visitors may find."""
    rows = kind.rows()
    if kind.details:
        rows = kind.details().filter(pk__in=rows.order_by().values("pk"))
    for row in rows:
        hit = kind.hit(row, [])
        title, byline = (re.sub(r"\s+", " ", strip_tags(text)) for text in (hit.title, hit.byline))
        shown = [title, hit.other_name, byline, str(hit.beside), str(getattr(row, "sort_key", ""))]
        words = dict.fromkeys(f"{fold(' '.join(map(strip_tags, shown)))} {row.search_text}".split())
        yield [kind.name, prefix + hit.url, title, byline, " ".join(words)]


def _publications(prefix: str) -> Iterator[list[Any]]:
    """Yield address, year, venue, kind, status, authors and topics of each publication, as its filters call them."""
    authors: dict[int, list[str]] = {}
    for paper, person in Authorship.objects.order_by("order").values_list("publication", "person__slug"):
        authors.setdefault(paper, []).append(person)
    keywords = ExtraField.objects.filter(name=ExtraField.KEYWORDS).values_list("publication", "value")
    topics = {paper: [topic.casefold() for topic in topics_in(value)] for paper, value in keywords}
    papers = Publication.objects.published().select_related("venue").order_by(*lists.ORDER)
    for paper in papers.only("slug", "year", "kind", "status", "venue__slug"):
        venue = paper.venue.slug if paper.venue else ""
        filters = [str(paper.year or UNDATED), venue, paper.kind or UNSTATED, paper.status]
        yield [prefix + paper.get_absolute_url(), *filters, authors.get(paper.pk, []), topics.get(paper.pk, [])]
