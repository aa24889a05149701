from typing import Any

from django import template
from django.db.models import Model

from labsite.curation import worklist
from labsite.editing.issues import Issue

register = template.Library()


@register.inclusion_tag("admin/_open_points.html", takes_context=True)
def open_issues(context: dict[str, Any], row: Model | None) -> dict[str, list[Issue]]:
    """List what is missing or odd about the row of a form, for those who may put it right."""
    is_saved = row is not None and row.pk is not None
    return {"issues": worklist.open_issues(context["request"].user, only=row) if is_saved else []}
