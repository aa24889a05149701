"""How pages show the texts of documents."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from labsite.documents.parts import Span, Text

register = template.Library()


@register.filter
def spans(text: Text) -> SafeString:
    """Return a text as HTML."""
    return mark_safe("".join(map(_span, text)))


def _span(span: Span) -> SafeString:
    said = format_html("{}", span.text)
    for tag, holds in (("em", span.is_emphasised), ("strong", span.is_strong), ("sup", span.is_raised)):
        if holds:
            said = format_html("<{0}>{1}</{0}>", mark_safe(tag), said)
    return format_html('<a href="{}">{}</a>', span.href, said) if span.href else said
