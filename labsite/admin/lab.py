"""The forms and lists of what belongs to the lab as a whole."""

from copy import copy
from operator import attrgetter
from typing import Any, ClassVar

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Field
from django.forms import ChoiceField, Script
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, override

from labsite.editing.actions import publishing_actions
from labsite.editing.change_lists import CountColumn, OptionsFilter, stored_picture, thumbnail_column
from labsite.editing.inlines import ORDERED_ROWS
from labsite.editing.model_admin import LabModelAdmin, history_step, offer_undo
from labsite.editing.parts import Part
from labsite.editing.publishing import OnSiteFilter, PublishableAdmin
from labsite.editing.stashed_uploads import restore_uploads
from labsite.modelling.periods import PartialDate
from labsite.models import ApplicantKind, Lab, NewsItem, Opening, Page, Project, Section, Sponsor, TextPicture
from labsite.models.identity import menu_pages
from labsite.models.lab import STATEMENTS
from labsite.texts.markdown import markdown_fields
from labsite.web.middleware import content_security_policy
from publications.admin import ApprovedAdmin
from publications.approval import may_publish

from . import visitors_menu


class PreviewedAdmin(LabModelAdmin):
    """A form with a button *Preview*: nothing of it is written, and a page is made of a lab that has what it says."""

    def lab_with(self, row: Any) -> Lab:
        """Return the lab as it would be with an unsaved row."""
        raise NotImplementedError

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        page = self.preview(request, object_id) if "_preview" in request.POST else None
        context = {**(extra_context or {}), "has_preview": True}
        if page:
            return self.framed(request, page)
        return super().changeform_view(request, object_id, form_url, context)

    def preview(self, request: HttpRequest, object_id: str | None) -> HttpResponse | None:
        """Return the page of the row that the form would save; None where it can't be saved, or not by the user."""
        restore_uploads(request)
        row: Any = self.get_object(request, unquote(object_id)) if object_id else None
        may = self.has_change_permission(request, row) if object_id else self.has_add_permission(request)
        if not may or (object_id and row is None):
            return None
        form = self.get_form(request, row, change=row is not None)(request.POST, request.FILES, instance=row)
        if not form.is_valid():
            return None
        row = form.save(commit=False)
        for field in markdown_fields(type(row)):
            setattr(row, field.html_name, field.html_of(getattr(row, field.attname)))
        visitors: Any = copy(request)
        with override(settings.LANGUAGE_CODE):
            path = row.get_absolute_url() if hasattr(row, "get_absolute_url") else reverse("home")
            match = resolve(path)
            visitors.method, visitors.GET, visitors.path, visitors.path_info = "GET", QueryDict(), path, path
            visitors.resolver_match, visitors.lab, visitors.preview = match, self.lab_with(row).shown_at(path), row
            request.preview = row  # type: ignore[attr-defined]  # so that nobody keeps the page
            return match.func(visitors, *match.args, **match.kwargs)


@admin.register(Lab)
class LabAdmin(PreviewedAdmin):
    """The lab is one row: its list is its form."""

    parts = {
        "sentence": Part(_("Name and description"), ("name", "tagline", "about", "parent", "parent_url")),
        "contact": Part(_("How to reach the lab"), ("address", "map_url", "email", "contact", "links")),
        "picture": Part(_("Group picture"), ("current_picture", "picture", "picture_alt", "picture_caption")),
        "look": Part(
            _("Logo, colour and typefaces"),
            ("current_logo", "logo", "current_logo_dark", "logo_dark", "accent", "sample", "look", "typefaces"),
        ),
        "words": Part(_("Language and licence"), ("language", "licence")),
        "policy": Part(_("Members and papers"), ("shows_confirmations", "needs_approval", "finds_papers_at")),
        "public": Part(_("Before the site is public"), ("is_published", "shows_first_steps")),
        "statements": Part(_("Statements"), tuple(field for name in STATEMENTS for field in (f"shows_{name}", name))),
    }
    in_parts = True
    fieldsets = tuple((part.label, {"fields": part.fields}) for part in parts.values())
    readonly_fields = ("sample", "current_picture", "current_logo", "current_logo_dark")
    radio_fields: ClassVar[Any] = {"look": admin.VERTICAL, "typefaces": admin.VERTICAL}
    current_picture = stored_picture("picture", _("current picture"))
    current_logo = stored_picture("logo", _("current logo"))
    current_logo_dark = stored_picture("logo_dark", _("current logo for dark mode"))

    class Media:
        css = {"all": ["labsite/admin/accent.css"]}
        js = [Script("labsite/admin/accent.js", type="module")]

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "accent":
            field.widget.attrs |= {"data-stylesheet": reverse("accent", args=["000000"]), "size": 9}
        if db_field.name == "look":
            field.widget.option_template_name = "admin/_look.html"
        return field

    def framed(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response = super().framed(request, response)
        response.headers.setdefault("Content-Security-Policy", content_security_policy({"frame-src": ["'self'"]}))
        return response

    def lab_with(self, row: Lab) -> Lab:
        return row.with_frame(Lab.objects.current().frame)

    @admin.display(description=_("preview"))
    def sample(self, lab: Lab) -> str:
        return render_to_string("admin/_accent.html")

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        lab = Lab.objects.first()
        return redirect("admin:labsite_lab_change", lab.pk) if lab else redirect("admin:labsite_lab_add")

    def has_add_permission(self, request: Any) -> bool:
        return super().has_add_permission(request) and request.lab.pk is None


@admin.register(Section)
class SectionAdmin(PreviewedAdmin):
    """The lists of the site: those that the lab has decided about are rows, the others can become some."""

    list_display = ("__str__", "shown", "place", "home")
    parts = {"introduction": Part(_("Introduction"), ("introduction",))}
    view_on_site = False

    class Media:
        js = [ORDERED_ROWS]

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        page = obj.page if obj else request.GET.get("page") or request.POST.get("page")
        on_home = {each.name for each in menu_pages() if each.home}
        home = ["home"] if page in on_home else []
        return ["page", "name", "introduction", "shown", "place", *home]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [*super().get_readonly_fields(request, obj), *(["page"] if obj else [])]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        chosen = (each for each in menu_pages() if each.name == request.GET.get("page"))
        return next(({"page": each.name, "place": each.order, "home": each.home} for each in chosen), {})

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "page":
            decided = set(Section.objects.values_list("page", flat=True))
            return ChoiceField(
                label=capfirst(db_field.verbose_name),
                choices=[(each.name, each.label) for each in menu_pages() if each.name not in decided],
                help_text=db_field.help_text,
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the menu with all that can be in it, or save the order that was sent."""
        shown = visitors_menu.entries(Lab.objects.current())
        may_change, version = self.has_change_permission(request), visitors_menu.version(shown)
        if request.method == "POST":
            if not may_change or request.POST.get("seen") == version:
                return self.save_menu(request, shown) if may_change else redirect(request.path)
            words = gettext(
                "Somebody else has saved the menu in the meantime, in this order: {}. Your version is below, "
                "together with their other changes: save it if it is right."
            )
            messages.warning(request, words.format(", ".join(str(entry.label) for entry in shown)))
        own = {"entries": visitors_menu.rows(shown, request.POST), "may_change": may_change, "seen": version}
        return super().changelist_view(request, {**(extra_context or {}), **own})

    def save_menu(self, request: HttpRequest, shown: list[visitors_menu.MenuItem]) -> HttpResponse:
        with history_step(request) as step:
            visitors_menu.save(shown, request.POST)
        messages.success(request, gettext("The menu has been saved."))
        offer_undo(request, step)
        return redirect(request.path)

    def lab_with(self, row: Section) -> Lab:
        lab = Lab.objects.current()
        lab.sections[row.page] = row
        return lab


@admin.register(Sponsor)
class SponsorAdmin(PreviewedAdmin):
    list_display = (thumbnail_column("logo"), "name", "kind", "order")
    list_display_links = ("name",)
    readonly_fields = ("current_logo", "current_logo_dark")
    current_logo = stored_picture("logo", _("current logo"))
    current_logo_dark = stored_picture("logo_dark", _("current logo for dark mode"))
    fieldsets = (
        (None, {"fields": ("name", ("kind", "order"), "url")}),
        (_("Logo"), {"fields": ("current_logo", "logo", "current_logo_dark", "logo_dark")}),
    )

    def lab_with(self, row: Sponsor) -> Lab:
        lab = Lab.objects.current()
        others = [other for other in lab.sponsors if other.pk != row.pk]
        lab.sponsors = sorted([*others, row], key=attrgetter("order", "name"))
        return lab


@admin.register(NewsItem)
class NewsItemAdmin(ApprovedAdmin, LabModelAdmin):
    list_display = ("title", "when", "on_site")
    list_filter = (OnSiteFilter,)
    search_fields = ("title", "text", "people__search_text", "publications__search_text")
    search_help_text = _("Searches titles, texts, people and papers.")
    list_readable = ("publications",)
    autocomplete_fields = ("people", "publications")
    fieldsets = (
        (None, {"fields": ("title", "date", "text")}),
        (_("Related people and papers"), {"fields": ("people", "publications")}),
        PublishableAdmin.SECTION,
        (_("Address"), {"fields": ("slug",), "classes": ("collapse",)}),
    )
    parts = {
        "text": Part(_("News"), ("title", "date", "text"), adds=True),
        "about": Part(_("Related people and papers"), ("people", "publications")),
    }
    actions = publishing_actions(may_publish)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return {"date": timezone.localdate().isoformat()} | super().get_changeform_initial_data(request)

    @admin.display(description=_("date"), ordering="date")
    def when(self, news: NewsItem) -> str:
        return PartialDate(news.date).words


@admin.register(Project)
class ProjectAdmin(LabModelAdmin):
    list_display = ("title", "period", CountColumn(_("people"), "people"), CountColumn(_("papers"), "publications"))
    search_fields = ("title", "summary", "text", "funding", "people__search_text", "publications__search_text")
    search_help_text = _("Searches titles, texts, people, papers and grants.")
    list_readable = ("publications",)
    autocomplete_fields = ("people", "publications")
    readonly_fields = ("current_picture",)
    current_picture = stored_picture("picture", _("current picture"))
    fieldsets = (
        (None, {"fields": ("title", "summary", ("start", "end"), "text")}),
        (_("Picture"), {"fields": ("current_picture", "picture", "picture_alt")}),
        (_("People and results"), {"fields": ("people", "publications", "links", "funding")}),
        (_("Address"), {"fields": ("slug",), "classes": ("collapse",)}),
    )
    parts = {
        "text": Part(_("Project"), ("title", "summary", "start", "end", "text")),
        "picture": Part(_("Picture"), ("current_picture", "picture", "picture_alt")),
        "about": Part(_("People and results"), ("people", "publications", "links", "funding")),
    }

    @admin.display(description=_("period"), ordering="start")
    def period(self, project: Project) -> str | None:
        return project.years or None


class OpenFilter(OptionsFilter):
    """Openings by whether they can be applied for today."""

    title = _("state")
    parameter_name = "state"
    options = {
        "open": (_("Open"), lambda rows, user: rows.open(timezone.localdate())),
        "closed": (_("Closed"), lambda rows, user: rows.exclude(pk__in=rows.open(timezone.localdate()).values("pk"))),
    }


@admin.register(Opening)
class OpeningAdmin(LabModelAdmin):
    list_display = ("title", "role", "closes", "is_open")
    list_filter = (OpenFilter, "role")
    search_fields = ("title", "text")
    search_help_text = _("Searches titles and texts.")
    fieldsets = (
        (None, {"fields": ("title", ("role", "closes"), "text")}),
        (_("Address"), {"fields": ("slug",), "classes": ("collapse",)}),
    )
    parts = {"text": Part(_("Open position"), ("title", "role", "closes", "text"))}

    @admin.display(description=_("open"), boolean=True)
    def is_open(self, opening: Opening) -> bool:
        return opening.is_open(timezone.localdate())


@admin.register(ApplicantKind)
class ApplicantKindAdmin(LabModelAdmin):
    list_display = ("title", "place")
    search_fields = ("title", "text")
    search_help_text = _("Searches titles and texts.")
    fields = ("title", "text", "place")


@admin.register(Page)
class PageAdmin(PublishableAdmin, LabModelAdmin):
    list_display = ("title", "place", "slug", "on_site")
    list_filter = (OnSiteFilter,)
    search_fields = ("title", "text")
    search_help_text = _("Searches titles and texts.")
    fieldsets = (
        (None, {"fields": ("title", "text")}),
        PublishableAdmin.SECTION,
        (_("Address and menu"), {"fields": ("place", "slug")}),
    )
    parts = {"text": Part(_("Text"), ("title", "text"))}
    actions = publishing_actions()


@admin.register(TextPicture)
class TextPictureAdmin(LabModelAdmin):
    """Pictures get here by being dropped or pasted into a text, so this list only shows, copies and deletes."""

    not_here = ("add",)
    list_display = (thumbnail_column("image"), "uploaded_at", "uploaded_by", "size", "code")
    list_display_links = ("uploaded_at",)
    list_select_related = ("uploaded_by",)
    fields = (thumbnail_column("image"), "code", "size", "uploaded_at", "uploaded_by")
    readonly_fields = fields

    class Media:
        js = [Script("labsite/js/site.js", type="module")]

    @admin.display(description=_("size in pixels"))
    def size(self, picture: TextPicture) -> str:
        return f"{picture.width} × {picture.height}"

    @admin.display(description=_("code to insert it"))
    def code(self, picture: TextPicture) -> str:
        return format_html('<code class="copyable">![{}]({})</code>', gettext("describe it here"), picture.image.url)
