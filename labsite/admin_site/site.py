from django.conf import settings
from django.contrib import admin
from django.urls import path

from labsite.admin_site import dashboard, menu
from labsite.context_processors import lab_of
from labsite.editing.careful_lists import CarefulSuggestions, nowhere, without_nul
from labsite.editing.plain_lines import with_plain_lines
from labsite.history.recent import last_by
from labsite.roles import role_of


class LabAdminSite(admin.AdminSite):
    """The admin, under the lab's name."""

    index_title = "What would you like to edit?"
    empty_value_display = "–"

    def each_context(self, request):
        return super().each_context(request) | {"site_header": lab_of(request).name, "version": settings.VERSION}

    def has_permission(self, request):
        """Whether somebody has anything to do here: whoever has a role."""
        return role_of(request.user) is not None

    def admin_view(self, view, cacheable=False):
        return super().admin_view(without_nul(with_plain_lines(view)), cacheable)

    def index(self, request, extra_context=None):
        own = {"to_do": dashboard.of(request.user), "last_changes": last_by(request.user)}
        return super().index(request, own | (extra_context or {}))

    def get_urls(self):
        """Put the extra pages before the forms and lists, whose last address answers to everything."""
        from labsite.admin_site.urls import urlpatterns

        return [*urlpatterns, path("r/<path:guessed>", self.admin_view(nowhere)), *super().get_urls()]

    def autocomplete_view(self, request):
        return CarefulSuggestions.as_view(admin_site=self)(request)

    def get_app_list(self, request, app_label=None):
        """Return the models in groups that people would look for, whichever app they live in."""
        apps = super().get_app_list(request, app_label)
        if app_label:
            return apps
        models = {model["object_name"]: model for app in apps for model in app["models"]}
        return menu.groups(request.user, models)
