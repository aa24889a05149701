"""A form whose row was deleted while it was open: what was typed isn't lost."""

from django.template.response import TemplateResponse
from django.utils.text import capfirst

from labsite import roles

from .merging import read_rows, values, words


def is_gone(model_admin, request, object_id):
    """Say whether a form was sent whose row has been deleted since, by someone who may change such rows."""
    if not model_admin.has_change_permission(request) or not object_id.isdecimal():
        return False
    return not model_admin.model._base_manager.filter(pk=object_id).exists()


def page(model_admin, request):
    """Say that the row was deleted, and show all that was typed, to be copied."""
    context = model_admin.admin_site.each_context(request) | {
        "title": f"This {model_admin.opts.verbose_name} was deleted while you had it open",
        "opts": model_admin.opts,
        "typed": "\n\n".join(f"{label}: {text}" for label, text in _typed(model_admin, request)),
        "may_open_bin": "bin" in roles.PLACES and roles.may_visit(request.user, "bin"),
    }
    return TemplateResponse(request, "admin/gone.html", context, status=410)


def _typed(model_admin, request):
    form, groups = model_admin.form_to_compare(request, None)
    yield from words.of_sent(form, values.typed(form, request.POST, request.FILES))
    for group in groups:
        read_rows(group, request.POST, request.FILES)
        for row in group.typed:
            parts = [f"{label}: {text}" for label, text in words.of_sent(group.blank, row.held)]
            yield capfirst(group.noun), "; ".join(parts)
