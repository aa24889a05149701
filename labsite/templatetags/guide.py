import re

from django import template
from django.utils.html import escape
from django.utils.safestring import mark_safe

register = template.Library()


@register.filter
def on_the_page(step):
    """Set apart what is between asterisks: words to be found on a page."""
    return mark_safe(re.sub(r"\*([^*]+)\*", r"<strong>\1</strong>", escape(step)))
