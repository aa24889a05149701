from typing import Any

from django import template

from labsite.contrib.sources.missing import MAX_PAPERS, lacking

register = template.Library()


@register.simple_tag
def number_lacking(user: Any) -> int:
    """Return about how many papers sources would be asked what they lack."""
    return min(lacking(user).count(), MAX_PAPERS)
