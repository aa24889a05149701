"""The forms and lists of what belongs to the lab as a whole."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Field, Model, QuerySet
from django.forms import Script
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from labsite.editing.actions import publishing_actions
from labsite.editing.change_lists import CountColumn, own_page, thumbnail, thumbnail_column
from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.publishing import OnSiteFilter, PublishableAdmin
from labsite.editing.role_permissions import prefetch_readable
from labsite.modelling.periods import PartialDate
from labsite.models import Lab, NewsItem, Opening, Page, Project, TextPicture


@admin.register(Lab)
class LabAdmin(LabModelAdmin):
    """The lab is one row: its list is its form."""

    fieldsets = (
        (None, {"fields": ("name", "tagline", "about"), "description": "The name stands at the head of every page."}),
        ("How to reach the lab", {"fields": ("address", "email", "contact", "links")}),
        ("How the site looks and reads", {"fields": ("accent", "look", ("language", "licence"))}),
        ("Who publishes papers", {"fields": ("needs_approval",)}),
        ("Privacy", {"fields": ("shows_privacy", "privacy")}),
    )
    readonly_fields = ("look",)
    view_on_site = own_page

    class Media:
        css = {"all": ["labsite/admin/accent.css"]}
        js = [Script("labsite/admin/accent.js", type="module")]

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "accent":
            field.widget.attrs |= {"data-stylesheet": reverse("accent", args=["000000"]), "size": 9}
        return field

    @admin.display(description="how it looks")
    def look(self, lab: Lab) -> str:
        return render_to_string("admin/_accent.html")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        lab = Lab.objects.first()
        return redirect("admin:labsite_lab_change", lab.pk) if lab else redirect("admin:labsite_lab_add")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not Lab.objects.exists()

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(NewsItem)
class NewsItemAdmin(PublishableAdmin, LabModelAdmin):
    list_display = ("title", "when", "on_site")
    list_filter = (OnSiteFilter,)
    search_fields = ("title", "text", "people__search_text", "publications__search_text")
    search_help_text = "Words of the title or the text, a person or a paper."
    autocomplete_fields = ("people", "publications")
    fieldsets = (
        (None, {"fields": ("title", "date", "text")}),
        ("Whom and what it is about", {"fields": ("people", "publications")}),
        PublishableAdmin.SECTION,
        ("Address", {"fields": ("slug",), "classes": ("collapse",)}),
    )
    actions = publishing_actions()
    view_on_site = own_page

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related(prefetch_readable(request, "publications", NewsItem))

    @admin.display(description="date", ordering="date")
    def when(self, news: NewsItem) -> str:
        return PartialDate(news.date).words


@admin.register(Project)
class ProjectAdmin(LabModelAdmin):
    list_display = ("title", "period", CountColumn("people", "people"), CountColumn("papers", "publications"))
    search_fields = ("title", "summary", "text", "funding", "people__search_text", "publications__search_text")
    search_help_text = "Words of the title or the text, a person, a paper or a grant."
    autocomplete_fields = ("people", "publications")
    readonly_fields = ("current_picture",)
    fieldsets = (
        (None, {"fields": ("title", "summary", ("start", "end"), "text")}),
        ("Picture", {"fields": ("current_picture", "picture", "picture_alt")}),
        ("Who works on it and what came of it", {"fields": ("people", "publications", "funding")}),
        ("Address", {"fields": ("slug",), "classes": ("collapse",)}),
    )
    view_on_site = own_page

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related(prefetch_readable(request, "publications", Project))

    @admin.display(description="period", ordering="start")
    def period(self, project: Project) -> str | None:
        return project.years or None

    @admin.display(description="picture now")
    def current_picture(self, project: Project) -> str:
        return thumbnail(project.picture)


class OpenFilter(admin.SimpleListFilter):
    """Openings by whether they can be applied for today."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin) -> list[tuple[str, str]]:
        return [("open", "Open"), ("closed", "Closed")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Opening]) -> QuerySet[Opening]:
        open_today = Opening.objects.open(timezone.localdate()).values("pk")
        if self.value() == "open":
            return queryset.filter(pk__in=open_today)
        return queryset.exclude(pk__in=open_today) if self.value() == "closed" else queryset


@admin.register(Opening)
class OpeningAdmin(LabModelAdmin):
    list_display = ("title", "role", "closes", "is_open")
    list_filter = (OpenFilter, "role")
    search_fields = ("title", "text")
    search_help_text = "Words of the title or the text."
    fieldsets = (
        (None, {"fields": ("title", ("role", "closes"), "text")}),
        ("Address", {"fields": ("slug",), "classes": ("collapse",)}),
    )
    view_on_site = own_page

    @admin.display(description="open", boolean=True)
    def is_open(self, opening: Opening) -> bool:
        return opening.is_open(timezone.localdate())


@admin.register(Page)
class PageAdmin(PublishableAdmin, LabModelAdmin):
    list_display = ("title", "place", "slug", "on_site")
    list_filter = (OnSiteFilter,)
    search_fields = ("title", "text")
    search_help_text = "Words of the title or the text."
    fieldsets = (
        (None, {"fields": ("title", "text")}),
        PublishableAdmin.SECTION,
        ("Where it is", {"fields": ("place", "slug")}),
    )
    actions = publishing_actions()
    view_on_site = own_page


@admin.register(TextPicture)
class TextPictureAdmin(LabModelAdmin):
    """Pictures get here by being dropped or pasted into a text, so this list only shows, copies and deletes."""

    list_display = (thumbnail_column("image"), "uploaded_at", "uploaded_by", "size", "code")
    list_display_links = ("uploaded_at",)
    list_select_related = ("uploaded_by",)
    fields = (thumbnail_column("image"), "code", "size", "uploaded_at", "uploaded_by")
    readonly_fields = fields

    class Media:
        js = [Script("labsite/js/site.js", type="module")]

    @admin.display(description="size in pixels")
    def size(self, picture: TextPicture) -> str:
        return f"{picture.width} × {picture.height}"

    @admin.display(description="to put it into a text")
    def code(self, picture: TextPicture) -> str:
        return format_html('<code class="copyable">![describe it here]({})</code>', picture.image.url)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
