from dataclasses import dataclass

from django.contrib import admin

from labsite.context_processors import lab_of
from labsite.editing.careful_lists import without_nul


@dataclass(frozen=True)
class Group:
    """What the first page of the admin shows together, by the labels of the models."""

    name: str
    about: str
    models: tuple[str, ...]


GROUPS = (
    Group("People", "Members and their pages, co-authors, and what they were awarded.", ("Person", "Award")),
    Group(
        "Publications",
        "Papers with their authors, the venues they appear at, and talks.",
        ("Publication", "Venue", "Talk"),
    ),
    Group("Professional service", "Committees, reviewing, organising and editing.", ("Service",)),
    Group(
        "The lab",
        "What the home page says, news, projects, openings, other pages, and pictures in texts.",
        ("Lab", "NewsItem", "Project", "Opening", "Page", "TextPicture"),
    ),
    Group("Users", "Who can sign in here, and what each may edit.", ("User",)),
)


class LabAdminSite(admin.AdminSite):
    """The admin, under the lab's name."""

    index_title = "What would you like to edit?"
    empty_value_display = "–"

    def each_context(self, request):
        return super().each_context(request) | {"site_header": lab_of(request).name}

    def admin_view(self, view, cacheable=False):
        return super().admin_view(without_nul(view), cacheable)

    def get_urls(self):
        """Put the extra pages before the forms and lists, whose last address answers to everything."""
        from labsite.admin_urls import urlpatterns

        return [*urlpatterns, *super().get_urls()]

    def get_app_list(self, request, app_label=None):
        """Return the models in groups that people would look for, whichever app they live in."""
        apps = super().get_app_list(request, app_label)
        if app_label:
            return apps
        models = {model["object_name"]: model for app in apps for model in app["models"]}
        groups = [self._group(group, models) for group in GROUPS]
        return [group for group in groups if group["models"]]

    def _group(self, group, models):
        shown = [models[name] for name in group.models if name in models]
        label = group.name.lower().replace(" ", "-")
        return {"name": group.name, "about": group.about, "app_label": label, "app_url": "", "models": shown}
