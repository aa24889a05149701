from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.forms import CheckboxSelectMultiple, ModelMultipleChoiceField, Script
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from labsite.content_version import CONTENT_APPS
from labsite.editing import LabModelAdmin, count_column, linked_rows, own_page, thumbnail, thumbnail_column
from labsite.models import Lab, NewsItem, Opening, Page, Project, TextPicture, User
from labsite.periods import PartialDate


@admin.register(Lab)
class LabAdmin(LabModelAdmin):
    """The lab is one row: its list is its form."""

    fieldsets = (
        (None, {"fields": ("name", "tagline", "about"), "description": "The name stands at the head of every page."}),
        ("How to reach the lab", {"fields": ("address", "email", "contact", "links")}),
        ("How the site looks and reads", {"fields": ("accent", "look", ("language", "licence"))}),
    )
    readonly_fields = ("look",)
    view_on_site = own_page

    class Media:
        css = {"all": ["labsite/admin/accent.css"]}
        js = [Script("labsite/admin/accent.js", type="module")]

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if db_field.name == "accent":
            field.widget.attrs |= {"data-stylesheet": reverse("accent", args=["000000"]), "size": 9}
        return field

    @admin.display(description="how it looks")
    def look(self, lab):
        return render_to_string("admin/_accent.html")

    def changelist_view(self, request, extra_context=None):
        lab = Lab.objects.first()
        return redirect("admin:labsite_lab_change", lab.pk) if lab else redirect("admin:labsite_lab_add")

    def has_add_permission(self, request):
        return super().has_add_permission(request) and not Lab.objects.exists()

    def has_delete_permission(self, request, obj=None):
        return False


@admin.register(NewsItem)
class NewsItemAdmin(LabModelAdmin):
    list_display = ("title", "when")
    search_fields = ("title", "text", "people__search_text", "publications__search_text")
    search_help_text = "Words of the title or the text, a person or a paper."
    autocomplete_fields = ("people", "publications")
    fieldsets = (
        (None, {"fields": ("title", "date", "text")}),
        ("Whom and what it is about", {"fields": ("people", "publications")}),
        ("Address", {"fields": ("slug",), "classes": ("collapse",)}),
    )
    view_on_site = own_page

    @admin.display(description="date", ordering="date")
    def when(self, news):
        return PartialDate(news.date).words


@admin.register(Project)
class ProjectAdmin(LabModelAdmin):
    list_display = ("title", "period", count_column("people", "people"), count_column("papers", "publications"))
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

    @admin.display(description="period", ordering="start")
    def period(self, project):
        return project.years or None

    @admin.display(description="picture now")
    def current_picture(self, project):
        return thumbnail(project.picture)


class OpenFilter(admin.SimpleListFilter):
    """Openings that one can apply for today, or no more."""

    title = "state"
    parameter_name = "state"

    def lookups(self, request, model_admin):
        return [("open", "Open"), ("closed", "Closed")]

    def queryset(self, request, queryset):
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
    def is_open(self, opening):
        return opening.is_open(timezone.localdate())


@admin.register(Page)
class PageAdmin(LabModelAdmin):
    list_display = ("title", "place", "slug")
    search_fields = ("title", "text")
    search_help_text = "Words of the title or the text."
    fieldsets = (
        (None, {"fields": ("title", "text")}),
        ("Where it is", {"fields": ("place", "slug")}),
    )
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
        js = [Script("labsite/js/copy.js", type="module")]

    @admin.display(description="size in pixels")
    def size(self, picture):
        return f"{picture.width} × {picture.height}"

    @admin.display(description="to put it into a text")
    def code(self, picture):
        return format_html('<code class="copyable">![describe it here]({})</code>', picture.image.url)

    def has_add_permission(self, request):
        return False


class OneEmailForm:
    """Refuses an address that differs from another login's only in its capitals: people sign in by either."""

    def clean_email(self):
        email = User.objects.normalize_email(self.cleaned_data["email"])
        if User.objects.exclude(pk=self.instance.pk).filter(email__iexact=email).exists():
            raise ValidationError("There is already a login with this address.", code="unique")
        return email


class LoginForm(OneEmailForm, UserChangeForm):
    class Meta:
        model = User
        fields = "__all__"


class NewLoginForm(OneEmailForm, BaseUserCreationForm):
    class Meta:
        model = User
        fields = ("email",)


class PermissionField(ModelMultipleChoiceField):
    widget = CheckboxSelectMultiple(attrs={"class": "permissions"})

    def label_from_instance(self, permission):
        return permission.name.removeprefix("Can ").capitalize()


admin.site.unregister(Group)


@admin.register(Group)
class EditorGroupAdmin(LabModelAdmin, GroupAdmin):
    """What a group may edit, as check boxes for whatever can be edited here."""

    NOT_EDITED = ("contentversion", "permission", "plantedrow")

    filter_horizontal = ()
    list_display = ("name", count_column("users", "user"), count_column("permissions", "permissions"))

    def formfield_for_manytomany(self, db_field, request, **kwargs):
        edited = Permission.objects.filter(content_type__app_label__in=[*CONTENT_APPS, "auth"])
        permissions = edited.exclude(content_type__model__in=self.NOT_EDITED).select_related("content_type")
        return PermissionField(permissions, required=False)


@admin.register(User)
class LoginAdmin(LabModelAdmin, UserAdmin):
    form = LoginForm
    add_form = NewLoginForm
    list_display = ("email", "full_name", "profile", "is_staff", "is_superuser", "last_login")
    list_filter = ("is_staff", "is_superuser", "is_active", "groups")
    list_select_related = ("person",)
    search_fields = ("email", "first_name", "last_name", "person__search_text")
    search_help_text = "An e-mail address or a name."
    ordering = ("email",)
    autocomplete_fields = ("groups",)
    filter_horizontal = ()
    readonly_fields = ("profile", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email", "password", ("first_name", "last_name"), "profile")}),
        (
            "What this login may do",
            {
                "fields": ("is_active", "is_staff", "is_superuser", "groups"),
                "description": "Someone who edits the site has staff status, and a group that says what they edit.",
            },
        ),
        ("Dates", {"fields": (("last_login", "date_joined"),)}),
    )
    add_fieldsets = (
        (
            None,
            {
                "fields": (
                    "email",
                    ("first_name", "last_name"),
                    ("password1", "password2"),
                    "is_staff",
                    "groups",
                ),
                "description": "With staff status they can sign in here; a group says what they may edit.",
            },
        ),
    )

    def get_changeform_initial_data(self, request):
        return {"is_staff": True}

    @admin.display(description="name", ordering="last_name")
    def full_name(self, user):
        return user.get_full_name() or None

    @admin.display(description="page of", ordering="person__sort_key")
    def profile(self, user):
        person = getattr(user, "person", None)
        return linked_rows([person]) if person else "–"
