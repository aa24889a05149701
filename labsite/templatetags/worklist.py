from django import template

from labsite.curation import worklist

register = template.Library()


@register.inclusion_tag("admin/_open_points.html", takes_context=True)
def open_points(context, row):
    """List what is missing or odd about the row of a form, for those who may put it right."""
    is_saved = row is not None and row.pk is not None
    return {"points": worklist.open_points(context["request"].user, only=row) if is_saved else []}
