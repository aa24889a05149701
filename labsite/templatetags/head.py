from django import template

from labsite.pages import page_heads

register = template.Library()


@register.simple_tag(takes_context=True)
def page_head(context):
    """Return what the page says of itself in its head; None for an error's page."""
    request = context.get("request")
    return page_heads.head_of(request, context) if request else None
