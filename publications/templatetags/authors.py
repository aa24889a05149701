from django import template

from publications import marks

register = template.Library()


@register.simple_tag
def legend(publications):
    """Return (sign, meaning) for each sign behind the authors' names of a list of papers."""
    return marks.legend(publications)
