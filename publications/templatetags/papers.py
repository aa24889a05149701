"""What a list of papers shows: their rows, and the signs behind their authors' names."""

import re
from collections.abc import Iterable
from typing import Any

from django import template
from django.template import RequestContext
from django.utils.functional import Promise
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy as _

from people.models import Person
from publications.models import Publication
from publications.models.rows import PublicationRow
from publications.row_html import author, badge, find_link, row_html

register = template.Library()
register.filter("author", author)
register.filter("badge", badge)
register.filter("find_link", find_link)

ADDRESS = re.compile(r"(https?://[^\s<>\"]*[^\s<>\".,;:!?])")
MEANINGS = {"*": _("equal contribution"), "†": _("system lead"), "✉": _("corresponding author")}


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


@register.simple_tag(takes_context=True)
def publication_rows(
    context: RequestContext, rows: Iterable[PublicationRow], lang: str, owner: Person | None = None
) -> SafeString:
    """Show the rows of papers, from ``as_rows()``; on a person's own page that is the ``owner``."""
    request: Any = context.request
    site, index = request.build_absolute_uri("/"), request.lab.finds_papers_at
    html: list[str] = [row_html(row, lang, site, index) for row in rows]
    if owner:
        # The first link to a person in a row is an author's; what a row shows is kept for all pages alike.
        link = format_html('<a href="{}"', owner.get_absolute_url())
        html = [each.replace(f"{link}>", f'{link} class="self">', 1) for each in html]
    return mark_safe("".join(html))


@register.simple_tag
def legend(publications: Iterable[Publication | PublicationRow]) -> list[tuple[str, str | Promise]]:
    """Return (sign, meaning) for each sign behind the authors' names of a list of papers. Queries nothing."""
    marked = [row for publication in publications for row in publication.marked]
    used = {sign for row in marked for sign in row.marks}
    mentors = {row.mentor.name for row in marked if row.mentor}
    mentee = gettext("mentee of another author")
    if len(mentors) == 1:
        mentee = gettext("mentee of {name}").format(name=mentors.pop())
    return [(sign, mentee if sign == "‡" else MEANINGS[sign]) for sign in "*†‡✉" if sign in used]
