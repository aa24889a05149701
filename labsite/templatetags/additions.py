"""Where a template shows what other apps add to its page."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from labsite import registry
from labsite.web.additions import Addition

register = template.Library()


@register.simple_tag(takes_context=True)
def additions(context: template.Context, place: str) -> SafeString:
    """Show what apps add in a place of the page, each with the page's own context."""
    added = (each.template for each in registry.added(Addition) if each.place == place)
    engine = context.template.engine  # type: ignore[union-attr]
    return mark_safe("".join(engine.get_template(name).render(context) for name in added))
