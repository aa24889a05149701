"""What a row of a list of papers shows: its authors, the signs behind their names, its BibTeX."""

from collections.abc import Iterable
from typing import NamedTuple

from django import template
from django.template import RequestContext
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from publications.citing import record_of
from publications.formats import bibtex as bibtex_format
from publications.models import Authorship, Publication

register = template.Library()

MAX_AUTHORS = 10  # a list this long is still shown in full
ALWAYS_SHOWN = 7  # of a longer one
MIN_FOLDED = 3  # fewer names take no more room than the control that hides them
MEANINGS = {"*": _("equal contribution"), "†": _("system lead"), "✉": _("corresponding author")}


class ListedAuthor(NamedTuple):
    """One author in a list: whether the name is folded away, and at the first such name how many are."""

    authorship: Authorship
    name: str
    is_folded: bool = False
    folds: int = 0


@register.filter
def printed_authors(publication: Publication, may_fold: bool = True) -> list[ListedAuthor]:
    """Return the authors in the order of the paper; of a long list the first and every member of the lab are shown.

    Queries nothing after ``with_authors()``.
    """
    authorships = list(publication.authorships.all())
    folded = [row for row in authorships[ALWAYS_SHOWN:] if not row.has_page]
    if not may_fold or len(authorships) <= MAX_AUTHORS or len(folded) < MIN_FOLDED:
        folded = []
    return [
        ListedAuthor(row, row.display_name, row in folded, len(folded) if folded and row is folded[0] else 0)
        for row in authorships
    ]


@register.simple_tag
def legend(publications: Iterable[Publication]) -> list[tuple[str, str | Promise]]:
    """Return (sign, meaning) for each sign behind the authors' names of a list of papers. Expects with_authors()."""
    authorships = [row for publication in publications for row in publication.authorships.all()]
    used = {sign for row in authorships for sign in row.marks}
    mentors = {row.mentor.name for row in authorships if row.mentor}
    mentee = gettext("mentee of another author")
    if len(mentors) == 1:
        mentee = gettext("mentee of {name}").format(name=mentors.pop())
    return [(sign, mentee if sign == "‡" else MEANINGS[sign]) for sign in "*†‡✉" if sign in used]


@register.simple_tag(takes_context=True)
def bibtex(context: RequestContext, publication: Publication) -> str:
    """Return the publication's BibTeX entry. Queries nothing after ``with_authors()``."""
    return bibtex_format.render([record_of(publication, context.request.build_absolute_uri, with_abstract=False)])
