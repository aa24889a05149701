"""What pages for signing in need beside their context."""

from django import template
from django.conf import settings

register = template.Library()


@register.filter
def unprompted(field):
    """Write a form's field without the words that allauth puts into it: its label says them."""
    return field.as_widget(attrs={"placeholder": False})


@register.simple_tag
def university():
    """Return what the button for signing in by the university calls it."""
    return settings.SSO["name"]
