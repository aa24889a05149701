from django import template

from labsite import roles

register = template.Library()


@register.inclusion_tag("includes/_edit.html", takes_context=True)
def edit_link(context, row):
    """Link to the form of a row, for those who may change it."""
    user = getattr(context.get("request"), "user", None)
    return {"row": row, "meta": row._meta, "may": user and user.is_authenticated and roles.may(user, "change", row)}
