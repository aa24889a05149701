"""The row of a paper in a list, as HTML: a function of what the row's texts hold, so that these are its key."""

from typing import Any
from urllib.parse import urljoin

from django.urls import get_script_prefix
from django.utils.encoding import iri_to_uri
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, ngettext, pgettext

from labsite.modelling.pictures import rendition_url, srcset
from labsite.texts.plain_text import lines_of
from labsite.web.fragments import Fragments
from publications.citations.identifiers import INDEXES
from publications.citing import record_of
from publications.formats import bibtex
from publications.models import Authorship, Publication
from publications.models.rows import PublicationRow

MAX_AUTHORS = 10  # a list this long is still shown in full
ALWAYS_SHOWN = 7  # of a longer one
FIGURE_WIDTH, FIGURE_HEIGHT = 9.5, 6  # rem, at most, as rows.css says too
FIGURE_PIXELS = 480  # of the widest copy that a screen of three pixels for one needs
MIN_FOLDED = 3  # fewer names take no more room than the control that hides them
fragments: Fragments[str] = Fragments(16 * 2**20)  # bytes: the rows of some thousand papers


def row_html(row: PublicationRow, lang: str, site: str, index: str) -> SafeString:
    """Return a row in the language of the page; ``lang`` is the attribute of what papers say, ``site`` its address.

    A paper with nothing to open is looked for at ``index``, one of INDEXES.
    """
    texts = (get_language() or "", get_script_prefix(), lang, site, index, *row.texts)
    return mark_safe(fragments.get(texts, lambda: _row(row.publication(), mark_safe(lang), site, index)))


def _row(paper: Publication, lang: SafeString, site: str, index: str) -> SafeString:
    return format_html(
        '<article class="row publication">\n  {}\n  <div>\n'
        '    <h3{}><a href="{}">{}</a></h3>\n'
        '    <div class="authors"{}>{}</div>\n'
        '    <div class="links">\n      <p class="where">{}</p>\n      {}\n    </div>\n'
        "  </div>\n{}</article>\n",
        *(badge(paper), lang, paper.get_absolute_url(), paper.title),
        *(lang, _authors(list(paper.authorships.all())), _where(paper, lang), _links(paper, lang, site, index)),
        _figure(paper),
    )


def badge(paper: Publication) -> SafeString:
    """Return where and in which year a paper appeared, at a glance."""
    year = format_html(' <span class="year">{}</span>', paper.year) if paper.year else ""
    venue = paper.venue
    if venue:
        full = format_html('<span class="series" title="{}">{}</span>', venue.name, venue.short_name)
        address, name = venue.get_absolute_url(), venue.acronym or full
        return format_html('<a class="badge badge-{}" href="{}">{}{}</a>', paper.kind, address, name, year)
    if paper.kind or paper.year:
        return format_html('<span class="badge badge-{}">{}{}</span>', paper.kind, paper.get_kind_display(), year)
    return mark_safe("")


def _authors(authorships: list[Authorship]) -> SafeString:
    """Return the authors as the paper prints them; of a long list the first and every member of the lab are shown."""
    folded = [place for place, row in enumerate(authorships) if place >= ALWAYS_SHOWN and not row.has_page]
    if len(authorships) <= MAX_AUTHORS or len(folded) < MIN_FOLDED:
        folded = []
    names = [format_html("{}{}", ", " if place else "", author(row)) for place, row in enumerate(authorships)]
    for place in folded:
        names[place] = format_html('<span class="folded">{}</span>', names[place])
    if folded:
        more = ngettext("and %(n)s more", "and %(n)s more", len(folded)) % {"n": len(folded)}
        control = '<details class="fold"><summary><span>, <u>{}</u></span><span> <u>{}</u></span></summary></details>'
        names.insert(folded[0], format_html(control, more, gettext("fewer")))
    return mark_safe("".join(names))


def author(row: Authorship) -> SafeString:
    """Return an author's name as printed, linked where there is a page, with the signs behind it."""
    name = conditional_escape(row.display_name)
    if row.has_page:
        name = format_html('<a href="{}">{}</a>', row.person.get_absolute_url(), name)
    return format_html("{}<sup>{}</sup>", name, row.marks) if row.marks else name


def _where(paper: Publication, lang: SafeString) -> SafeString:
    """Return where and when it appeared. A venue's own page hides what it says already (said-above)."""
    comma = pgettext("between the parts of a reference", ", ")
    printed, issue, date, standing = paper.printed_in, paper.issue, paper.date, paper.standing
    said_above = mark_safe(' class="said-above"')
    parts = []
    if printed:
        behind = comma if issue or (date and not paper.proceedings) else ""
        parts.append(
            format_html("<span{}><i{}>{}</i>{}</span>", "" if paper.proceedings else said_above, lang, printed, behind)
        )
    if issue:
        parts.append(format_html("<span>{}</span>", issue))
    if date:
        before = comma if issue or paper.proceedings else ""
        parts.append(format_html("<span{}>{}{}</span>", "" if paper.month else said_above, before, date))
    if not standing and paper.kind == Publication.Kind.POSTER:
        standing = gettext("Poster")
    if standing:
        parts.append(format_html(' <span class="status">{}</span>', standing))
    marks = [("mark", award.title) for award in paper.awards.all()]
    notes = [("muted", note) for note in lines_of(paper.notes)] if paper.shows_notes else []
    parts.extend(format_html(' <span class="{}"{}>{}</span>', name, lang, text) for name, text in marks + notes)
    return mark_safe("".join(parts))


def _links(paper: Publication, lang: SafeString, site: str, index: str) -> SafeString:
    """Return what can be followed from it, and what opens in place."""
    title = paper.title
    named = [(url, name, title, name) for _kind, name, url in paper.public_links]
    links = format_html_join("", '<a href="{}" aria-label="{}: {}">{}</a>', named) or find_link(paper, index)
    record = record_of(paper, lambda path: urljoin(site, iri_to_uri(path)), with_abstract=False)
    citation = format_html('<pre class="copyable">{}</pre>', bibtex.render([record]))
    abstract = mark_safe("")
    if paper.abstract_html:
        text = mark_safe(paper.abstract_html)
        abstract = _opened(gettext("Abstract"), title, format_html('<div class="opened prose"{}>{}</div>', lang, text))
    return links + _opened("BibTeX", title, format_html('<div class="opened">{}</div>', citation)) + abstract


def find_link(paper: Publication, index: str) -> SafeString:
    """Return a link that looks for a paper by its title at one of INDEXES, nothing where the lab chose none."""
    if index not in INDEXES:
        return mark_safe("")
    address, where = INDEXES[index].address(paper.title), INDEXES[index].name
    link = '<a class="find" href="{}" rel="nofollow" title="{}" aria-label="{} ({}): {}">{}</a>'
    words = gettext("Find it")
    return format_html(link, address, where, words, where, paper.title, words)


def _opened(name: str, title: str, content: SafeString) -> SafeString:
    return format_html(
        '\n      <details><summary aria-label="{}: {}">{}</summary>{}</details>', name, title, name, content
    )


def _figure(paper: Publication) -> SafeString:
    """Return its figure in the size of a row. Who doesn't see it has the link at the title, its words on the page."""
    picture: Any = paper.teaser
    if not picture:
        return mark_safe("")
    width = min(FIGURE_WIDTH, FIGURE_HEIGHT * picture.stored_width / picture.stored_height)
    return format_html(
        '  <a class="figure" href="{}" tabindex="-1" aria-hidden="true"><picture>'
        '<source type="image/webp" srcset="{}" sizes="{}rem"><img src="{}" width="{}" height="{}" alt="" '
        'loading="lazy" decoding="async"></picture></a>\n',
        *(paper.get_absolute_url(), srcset(picture, "webp", FIGURE_PIXELS), f"{width:.1f}"),
        *(rendition_url(picture, FIGURE_PIXELS), picture.stored_width, picture.stored_height),
    )
