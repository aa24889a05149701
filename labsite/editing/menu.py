"""What a model says of its place in the menu of the editing side; where its rows are added, and where that leads."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext

from labsite import registry, roles
from labsite.modelling.publishing import Publishable
from labsite.registry import ContentFacet

from .form_anchors import form_address


@dataclass(frozen=True)
class MenuGroup:
    """Models that the first page of the admin shows together, under a name and with a sentence about them."""

    name: str | Promise
    about: str | Promise
    order: int


@dataclass(frozen=True)
class MenuEntry(ContentFacet):
    """A model in the menu: its group, and what members find under "Yours" of it, such as "My papers".

    ``add`` are the words that lead from the site's own pages to a new row; ``add_page`` is the name of an address that
    serves better for that than the empty form. What is rarely edited has no group: the lists of the models that it
    stands ``beside`` lead to it.
    """

    group: MenuGroup | None = None
    own: str | Promise = ""
    add: str | Promise = ""
    add_page: str = ""
    beside: tuple[type[Any], ...] = ()


def lead_to_page(request: HttpRequest, row: Any, page: str, message: str) -> HttpResponseRedirect:
    """Lead to the page on which a row that was added is seen, or its preview, and say so there with the ways on."""
    may_change = roles.may(request.user, "change", row)
    ways = [(form_address(row), gettext("Edit"))] if may_change else []
    ways += [(address_to_add(type(row)), gettext("Add another"))] if roles.may(request.user, "add", type(row)) else []
    messages.success(request, format_html("{} {}", message, format_html_join(" · ", '<a href="{}">{}</a>', ways)))
    if isinstance(row, Publishable) and not row.is_published() and not may_change:
        return redirect(f"admin:{row._meta.app_label}_{row._meta.model_name}_changelist")
    return redirect(page)


def address_to_add(model: type[Model], query: Mapping[str, str] | None = None) -> str:
    """Return where rows of a model are added: the page for that, else the empty form."""
    menu = registry.facet(model, MenuEntry)
    form = f"admin:{model._meta.app_label}_{model._meta.model_name}_add"
    return reverse(menu.add_page if menu and menu.add_page else form, query=query)
