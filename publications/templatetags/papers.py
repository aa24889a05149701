"""What a list of papers shows: their rows, and the signs behind their authors' names."""

from collections.abc import Iterable

from django import template
from django.template import RequestContext
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy as _

from people.models import Person
from publications.models import Publication
from publications.models.rows import PublicationRow
from publications.row_html import author, badge, row_html

register = template.Library()
register.filter("author", author)
register.filter("badge", badge)

MEANINGS = {"*": _("equal contribution"), "†": _("system lead"), "✉": _("corresponding author")}


@register.simple_tag(takes_context=True)
def publication_rows(
    context: RequestContext, rows: Iterable[PublicationRow], lang: str, owner: Person | None = None
) -> SafeString:
    """Show the rows of papers, from ``as_rows()``; on a person's own page that is the ``owner``."""
    site = context.request.build_absolute_uri("/")
    html: list[str] = [row_html(row, lang, site) for row in rows]
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
