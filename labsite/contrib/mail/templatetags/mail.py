from django import template

from labsite.contrib.mail.models import Notice

register = template.Library()


@register.simple_tag
def given_up() -> int:
    """Return how much nobody tries to tell any more."""
    return Notice.objects.filter(has_failed=True).count()
