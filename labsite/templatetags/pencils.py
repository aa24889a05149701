"""Pencils on public pages, for those who may change what stands there. For visitors nothing is written."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import template
from django.contrib import admin
from django.db.models import Model
from django.template import Context
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _

from labsite import roles
from labsite.admin_site.menu import ways_of
from labsite.editing.form_anchors import form_address
from labsite.editing.parts import PART, RETURN_TO, PartsAdmin
from labsite.web.fragments import icon

register = template.Library()


class Pencil(NamedTuple):
    """The way to a part of a row's form."""

    label: Any
    address: str


@register.simple_tag(takes_context=True)
def pencil(context: Context, row: Model, name: str) -> str:
    """Lead to a part of a row's form, by its name, if there is such a part and the user may change it."""
    found = next(_pencils(context, row, name), None)
    words = _("Edit: %(part)s") % {"part": found.label} if found else ""
    shown = '<a class="pencil" href="{}" aria-label="{}" title="{}">{}</a>'
    return format_html(shown, found.address, words, words, icon("edit")) if found else ""


@register.simple_tag(takes_context=True)
def other_pencils(context: Context, row: Model) -> str:
    """Lead to those parts that have no pencil above, as there is nothing in them yet."""
    others = [*_pencils(context, row)]
    return render_to_string("includes/_other_pencils.html", {"pencils": others}) if others else ""


@register.simple_tag(takes_context=True)
def page_tools(context: Context) -> str:
    """Lead those who edit to what is theirs, load what pencils need, and say what was saved."""
    request: Any = getattr(context, "request", None)
    if request is None:
        return ""
    request.has_pencils = True  # for those who may, so that they aren't shown what is kept for visitors
    user, preview = getattr(request, "user", None), getattr(request, "preview", None)
    # Somebody with a role, who looks at a page of what is saved.
    is_saved = preview is None or bool(getattr(preview, "state", ""))
    request.has_editor = is_saved and user and user.is_authenticated and roles.role_of(user) is not None
    if not request.has_editor:
        return ""
    context["is_signed_in"] = True  # the foot leads nobody to the way in who has come in
    ways = ways_of(request.user, request.get_full_path())
    return render_to_string("includes/_page_tools.html", {"ways": ways}, request)


def _pencils(context: Context, row: Any, name: str = "") -> Iterator[Pencil]:
    """Yield the pencil of the part of this name, or those of all parts that have none yet."""
    # A template included "only" with its own variables has no request among them, but its context has.
    request: Any = getattr(context, "request", None)
    if not getattr(request, "has_editor", False) or not row.pk:
        return
    model_admin = admin.site.get_model_admin(row._meta.model)
    assert isinstance(model_admin, PartsAdmin)
    shown = request.__dict__.setdefault("pencils", set())
    query = {RETURN_TO: request.get_full_path()}
    for each in [name] if name else [other for other in model_admin.parts if (row.pk, other) not in shown]:
        part = model_admin.parts.get(each)
        if part and model_admin.may_change_part(request, row, each):
            shown.add((row.pk, each))
            yield Pencil(part.label or row, form_address(row, {PART: each} | query))
        elif part and part.ask and roles.may_change(request, row):
            shown.add((row.pk, each))
            yield Pencil(part.label, reverse(part.ask))
