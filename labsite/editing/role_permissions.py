"""The table of roles (labsite.roles), obeyed by every form, list and row of the admin."""

from functools import partialmethod
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import label_for_field
from django.db.models import ForeignKey, Model, Prefetch, QuerySet
from django.forms import ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _

from labsite import roles
from labsite.roles import Role

from .change_lists import OptionsFilter

OWN, ALL = roles.Reach.OWN, roles.Reach.ALL


class RolePermissionsAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: shows the rows that the user may see, edits those that the user may edit."""

    list_readable: tuple[str, ...] = ()  # relations that the list and the form show as far as the user may read them

    def may(self, action: str, request: HttpRequest, obj: Model | None = None) -> bool:
        return roles.may(request.user, action, obj or self.model)

    has_add_permission: Any = partialmethod(may, "add")
    has_change_permission: Any = partialmethod(may, "change")
    has_delete_permission: Any = partialmethod(may, "delete")

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return self.has_change_permission(request, obj) or self.may("view", request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return roles.role_of(request.user) is not None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that the user may see, with those that ``list_readable`` names: no drafts of others."""
        user, links = request.user, map(self.opts.get_field, self.list_readable)
        models: dict[str, Any] = {link.name: link.related_model for link in links}
        seen = (
            Prefetch(name, roles.reached(user, "view", each._default_manager.all())) for name, each in models.items()
        )
        return roles.reached(user, "view", super().get_queryset(request)).prefetch_related(*seen)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        fixed = roles.fixed_fields(request.user, self.model)
        return (*super().get_readonly_fields(request, obj), *fixed)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Say who can change what the user only reads: beside each field, or once in each part of a form."""
        form, row = context["adminform"], context["original"]

        def ask(about: str, **who: bool) -> SafeString:
            who["is_editor"] = roles.at_least(request.user, Role.EDITOR)
            return render_to_string("admin/_ask_editor.html", context | {"opts": self.opts, "about": about, **who})

        if row and not self.has_change_permission(request, row):
            form.fieldsets = [(name, options | {"description": ask(name or "")}) for name, options in form.fieldsets]
        else:
            administrators = roles.rights_of(self.model).fixed.get(Role.EDITOR, ())
            fixed = {*form.readonly_fields} - {*self.readonly_fields}
            form.form._meta.help_texts = (form.form._meta.help_texts or {}) | {
                name: ask(str(label_for_field(name, self.model, self)), is_administrators=name in administrators)
                for name in fixed
            }
        return super().render_change_form(request, context, *args, **kwargs)

    def get_autocomplete_fields(self, request: HttpRequest) -> list[str]:
        owner = self._owner_field(request)
        return [name for name in super().get_autocomplete_fields(request) if name != owner]

    def formfield_for_foreignkey(
        self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any
    ) -> ModelChoiceField | None:
        """Offer no owner but the user to those who may add only their own rows."""
        if db_field.name == self._owner_field(request):
            rows = db_field.related_model._default_manager.all()
            kwargs["queryset"] = rows.filter(roles.own_rows(request.user, db_field.related_model))
            kwargs["initial"] = kwargs["queryset"].first()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_list_filter(self, request: HttpRequest) -> Any:
        filters = super().get_list_filter(request)
        has_own = bool(roles.rights_of(self.model).own) and hasattr(request.user, "person")
        return (OwnRowsFilter, *filters) if has_own else filters

    def list_title(self, request: HttpRequest) -> str:
        kind = self.opts.verbose_name_plural
        is_own = request.GET.get(OwnRowsFilter.parameter_name) == "mine"
        return gettext("My %(kind)s") % {"kind": kind} if is_own else capfirst(str(kind))

    def _owner_field(self, request: HttpRequest) -> str | None:
        """Return the name of the foreign key that says whose a row is, if the user may add only their own rows."""
        if roles.reach(request.user, "add", self.model) is not OWN:
            return None
        return roles.rights_of(self.model).own[0].partition("__")[0]


def may_change(request: HttpRequest, row: Model) -> bool:
    """Say whether the user may change a row, as inlines and pencils ask many times in a request: a query a model."""
    user, model, known = request.user, row._meta.model, request.__dict__.setdefault("may_change", {})
    if roles.reach(user, "change", model) is not OWN:
        return roles.may(user, "change", model)
    if model not in known:
        own = model._base_manager.filter(roles.own_rows(user, model))
        known[model] = {*own.values_list("pk", flat=True)}
    return row.pk in known[model]


class OwnRowsFilter(OptionsFilter):
    """For users with a page of their own: only the rows that are theirs."""

    title = _("owner")
    parameter_name = "whose"
    options = {"mine": (_("Mine"), lambda rows, user: rows.filter(roles.own_rows(user, rows.model)))}
