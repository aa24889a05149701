"""The table of roles, obeyed by every form, list and row of the admin."""

from typing import Any

from django.contrib import admin
from django.db.models import Prefetch
from django.utils.text import capfirst

from labsite import roles

OWN, ALL = roles.Reach.OWN, roles.Reach.ALL


class RuledAdmin:
    """Mixed into a ModelAdmin: shows the rows that someone may see, edits those that they may edit."""

    model: Any

    def has_view_permission(self, request, obj=None):
        subject = obj or self.model
        return roles.may(request.user, "view", subject) or roles.may(request.user, "change", subject)

    def has_add_permission(self, request):
        return roles.may(request.user, "add", self.model)

    def has_change_permission(self, request, obj=None):
        return roles.may(request.user, "change", obj or self.model)

    def has_delete_permission(self, request, obj=None):
        return roles.may(request.user, "delete", obj or self.model)

    def has_module_permission(self, request):
        return roles.role_of(request.user) is not None

    def get_queryset(self, request):
        return roles.reached(request.user, "view", super().get_queryset(request))

    def get_readonly_fields(self, request, obj=None):
        fixed = roles.fixed_fields(request.user, self.model)
        return (*super().get_readonly_fields(request, obj), *fixed)

    def get_autocomplete_fields(self, request):
        own = self._whose(request)
        return [name for name in super().get_autocomplete_fields(request) if name != own]

    def formfield_for_foreignkey(self, db_field, request, **kwargs):
        """Offer someone who may add only what is their own only themselves."""
        if db_field.name == self._whose(request):
            rows = db_field.related_model._default_manager.all()
            kwargs["queryset"] = rows.filter(roles.own_rows(request.user, db_field.related_model))
            kwargs["initial"] = kwargs["queryset"].first()
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_list_filter(self, request):
        filters = super().get_list_filter(request)
        has_own = bool(roles.rights_of(self.model).own) and hasattr(request.user, "person")
        return (OwnRowsFilter, *filters) if has_own else filters

    def changelist_view(self, request, extra_context=None):
        whose = "My" if request.GET.get(OwnRowsFilter.parameter_name) == "mine" else ""
        title = capfirst(f"{whose} {self.opts.verbose_name_plural}".strip())
        return super().changelist_view(request, {"title": title} | (extra_context or {}))

    def _whose(self, request):
        """Return the name of the field that says whose a row is, if someone may only add their own."""
        if roles.reach(request.user, "add", self.model) is not OWN:
            return None
        return roles.rights_of(self.model).own[0].partition("__")[0]


def readable(request, name, model):
    """Fetch with rows those that they name and someone may read: of papers, a member gets no drafts of others."""
    rows = model._meta.get_field(name).related_model._default_manager.all()
    return Prefetch(name, roles.reached(request.user, "view", rows))


class RuledInline:
    """Mixed into an inline: its rows follow the row they belong to, and never reach further than the table."""

    model: Any
    parent_model: Any

    def has_view_permission(self, request, obj=None):
        return obj is not None and roles.may(request.user, "view", self.model)

    def has_add_permission(self, request, obj=None):
        return self._may(request, "add", obj)

    def has_change_permission(self, request, obj=None):
        return self._may(request, "change", obj)

    def has_delete_permission(self, request, obj=None):
        return self._may(request, "delete", obj)

    def get_queryset(self, request):
        # Past the inline's own, which asks for a permission without saying for which form.
        return roles.reached(request.user, "view", super(admin.options.InlineModelAdmin, self).get_queryset(request))

    def _may(self, request, action, parent):
        user = request.user
        if parent is None:
            # Who adds a row isn't yet the one whose row it is.
            return roles.may(user, "add", self.parent_model) and roles.reach(user, action, self.model) is ALL
        return roles.may(user, "change", parent) and roles.may(user, action, self.model)


class OwnRowsFilter(admin.SimpleListFilter):
    """For those with a page: which rows are their own."""

    title = "whose"
    parameter_name = "whose"

    def lookups(self, request, model_admin):
        return [("mine", "Mine")]

    def queryset(self, request, queryset):
        if self.value() != "mine":
            return queryset
        own = queryset.model._base_manager.filter(roles.own_rows(request.user, queryset.model))
        return queryset.filter(pk__in=own.values("pk"))
