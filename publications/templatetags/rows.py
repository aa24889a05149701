from django import template

from publications.author_lists import author_list
from publications.citing import record_of
from publications.formats import bibtex as bibtex_format

register = template.Library()


@register.filter
def printed_authors(publication, may_fold):
    """Return the publication's authors, of a long list some folded. Queries nothing after ``with_authors()``."""
    return author_list(list(publication.authorships.all()), may_fold)


@register.simple_tag(takes_context=True)
def bibtex(context, publication):
    """Return the publication's BibTeX entry. Queries nothing after ``with_authors()``."""
    return bibtex_format.render([record_of(publication, context.request.build_absolute_uri)])
