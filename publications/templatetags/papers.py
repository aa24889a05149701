"""What a list of papers shows: their rows, and the signs behind their authors' names."""

import re
from collections.abc import Iterable
from functools import partial
from typing import Any
from urllib.parse import urljoin

from django import template
from django.template import RequestContext
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.encoding import iri_to_uri
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from labsite.modelling.pictures import rendition_url, srcset
from labsite.web.fragments import Fragments
from people.models import Person
from publications.citations.identifiers import INDEXES
from publications.citing import record_of
from publications.formats import bibtex
from publications.models import Authorship, Publication
from publications.models.parts import legend

register = template.Library()
register.simple_tag(legend)

MAX_AUTHORS = 10  # a list this long is still shown in full
ALWAYS_SHOWN = 7  # of a longer one
MIN_FOLDED = 3  # fewer names take no more room than the control that hides them
FIGURE_WIDTH, FIGURE_HEIGHT = 9.5, 6  # rem, at most, as rows.css says too
FIGURE_PIXELS = 480  # of the widest copy that a screen of three pixels for one needs
fragments: Fragments[str] = Fragments(16 * 2**20)  # bytes: the rows of some thousand papers
ADDRESS = re.compile(r"(https?://[^\s<>\"]*[^\s<>\".,;:!?])")


@register.filter
def choices(found: Iterable[Any]) -> SafeString:
    """List choices of a facet, each a link to the list with it or, where it is chosen, without it."""
    shown = (
        (
            each.address,
            mark_safe(' aria-current="true"') if each.is_chosen else "",
            format_html(' title="{}"', each.value.title) if each.value.title else "",
            each.value.label,
            each.count,
        )
        for each in found
    )
    choice = '<li><a href="{}" rel="nofollow"{}{}><span>{}</span> <span class="count">{}</span></a></li>'
    return format_html_join("", choice, shown)


@register.filter
def with_links(reference: str) -> SafeString:
    """Link the addresses in a reference."""
    parts = [escape(part) for part in ADDRESS.split(reference)]
    parts[1::2] = [format_html('<a href="{0}" rel="nofollow">{0}</a>', address) for address in parts[1::2]]
    return mark_safe("".join(parts))


@register.filter
def author(row: Authorship) -> SafeString:
    """Show an author's name as printed, linked where there is a page, with the signs behind it."""
    name = conditional_escape(row.display_name)
    if row.has_page:
        name = format_html('<a href="{}">{}</a>', row.person.get_absolute_url(), name)
    marks = row.marks()
    return format_html("{}<sup>{}</sup>", name, marks) if marks else name


@register.simple_tag
def search_at(index: str, title: str) -> dict[str, str]:
    """Return where a title is looked for at one of INDEXES, nothing where the lab chose none."""
    return {"name": INDEXES[index].name, "address": INDEXES[index].address(title)} if index in INDEXES else {}


@register.simple_tag(takes_context=True)
def publication_rows(
    context: RequestContext, publications: Iterable[Publication], lang: str, owner: Person | None = None
) -> SafeString:
    """Show the rows of papers, from ``as_rows()``; on a person's own page that is the ``owner``.

    The HTML of each is kept under the page's language and all that was fetched of the paper.
    """
    request: Any = context.request
    site, index = request.build_absolute_uri("/"), request.lab.finds_papers_at
    of_page = (get_language() or "", get_script_prefix(), lang, site, index)
    html = []
    for each in publications:
        people = [row for author in each.authorships.all() for row in (author, author.person, author.mentor)]
        rows = [each, each.venue, *people, *each.links.all(), *each.awards.all()]
        columns = [[value for name, value in vars(row).items() if name[0] != "_"] for row in rows if row]
        html.append(fragments.get((*of_page, repr(columns)), partial(row_html, each, lang, site, index)))
    if owner:
        # The first link to a person in a row is an author's; what a row shows is kept for all pages alike.
        link = format_html('<a href="{}"', owner.get_absolute_url())
        html = [each.replace(f"{link}>", f'{link} class="self">', 1) for each in html]
    return mark_safe("".join(html))


def row_html(publication: Publication, lang: str, site: str, index: str) -> str:
    """Return a paper in a list, from as_rows(): of long authors' lists the first and every member are shown."""
    authors: Any = publication.authorships.all()
    folded = [place for place, row in enumerate(authors) if place >= ALWAYS_SHOWN and not row.has_page]
    if len(authors) <= MAX_AUTHORS or len(folded) < MIN_FOLDED:
        folded = []
    folds = dict.fromkeys(folded, "next") | dict.fromkeys(folded[:1], "first")
    comma = conditional_escape(publication.comma_of_authors)
    names = [f"{comma if place else ''}{author(row)}" for place, row in enumerate(authors)]
    for place in folded:
        names[place] = f'<span class="folded">{names[place]}</span>'
    first = folded[0] if folded else len(names)
    record = record_of(publication, lambda path: urljoin(site, iri_to_uri(path)), with_abstract=False)
    shown = {
        "publication": publication,
        "lang": mark_safe(lang),
        "authors": [(row, folds.get(place)) for place, row in enumerate(authors)],
        "names": mark_safe("".join(names[:first])),
        "more_names": mark_safe("".join(names[first:])),
        "folded": len(folded),
        "citation": bibtex.render([record]),
        "index": index,
    }
    picture: Any = publication.teaser
    if publication.shows_figure:
        width = min(FIGURE_WIDTH, FIGURE_HEIGHT * picture.stored_width / picture.stored_height)
        copies = srcset(picture, "webp", FIGURE_PIXELS)
        shown["figure"] = {"width": f"{width:.1f}", "srcset": copies, "url": rendition_url(picture, FIGURE_PIXELS)}
    return render_to_string("publications/_row.html", shown)
