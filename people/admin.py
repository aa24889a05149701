from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite import roles
from labsite.editing.actions import export_csv_action, merge_two
from labsite.editing.change_lists import (
    CountColumn,
    MissingAddressFilter,
    linked_rows,
    stored_picture,
    thumbnail_column,
)
from labsite.editing.inlines import (
    ORDERED_ROWS,
    BlockInline,
    LinkInline,
    RowInline,
    RowsFormSet,
    UsuallyOrderedFormSet,
    ordered_form,
)
from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.parts import Part
from labsite.editing.role_permissions import prefetch_readable
from labsite.texts.wording import EARLIER
from people.models import (
    Award,
    ContactDetail,
    Education,
    Membership,
    NameVariant,
    Person,
    Position,
    ProfileLink,
    Reference,
    Teaching,
    page_of,
)
from people.models.person import SHARP_PHOTO


class MembershipFormSet(RowsFormSet):
    """Times in the lab, each there once: in the rows of a form Django checks no constraint that has a condition."""

    def clean(self) -> None:
        super().clean()
        gone: Any = self.deleted_forms
        stored = Membership.objects.filter(person=self.instance.pk or 0).select_related("person")
        seen: dict[Any, Any] = {
            row.natural_key(): row for row in stored.exclude(pk__in=[form.instance.pk for form in gone])
        }
        for form in self.forms:
            row, is_there = form.instance, form not in gone and (form.instance.pk or form.has_changed())
            if is_there and seen.setdefault(row.natural_key(), row) != row:
                form.add_error(None, gettext("This role is listed twice with the same start or end date."))


class MembershipInline(RowInline):
    model = Membership
    verbose_name = _("role in the lab")
    verbose_name_plural = _("roles in the lab")
    formset = MembershipFormSet
    ask = "admin:my-role"
    fields = ("role", "start", "end", "has_left", "went_to")

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        choices = [("", gettext("Not stated")), *db_field.choices]
        return super().formfield_for_choice_field(db_field, request, **kwargs, choices=choices)


class ProfileLinkInline(LinkInline):
    model = ProfileLink
    verbose_name = _("link")
    verbose_name_plural = _("links")
    classes = ("collapse",)


class ContactDetailInline(RowInline):
    model = ContactDetail
    fields = ("kind", "value", "visibility", "is_former")
    classes = ("collapse",)


class CareerInline(BlockInline):
    form = ordered_form(_("entry"), usual=_("date, the latest first"))
    formset = UsuallyOrderedFormSet
    autocomplete_fields = ("advisors",)
    classes = ("collapse",)

    class Media:
        js = [ORDERED_ROWS]


class PositionInline(CareerInline):
    model = Position
    fields = (
        "order",
        ("title", "organisation"),
        ("unit", "place"),
        ("start", "end", "ongoing"),
        "advisors",
        "text",
        "earlier_wording",
    )


class EducationInline(CareerInline):
    model = Education
    verbose_name = _("degree")
    verbose_name_plural = _("degrees")
    fields = (
        "order",
        ("degree", "field"),
        ("organisation", "unit", "place"),
        ("start", "end", "ongoing"),
        "advisors",
        ("honours", "gpa"),
        "earlier_wording",
    )


class AwardInline(BlockInline):
    model = Award
    fields = ("title", ("organisation", "year", "until"), "note", "earlier_wording")
    classes = ("collapse",)


class TeachingInline(RowInline):
    model = Teaching
    verbose_name = _("course")
    verbose_name_plural = _("courses")
    fields = ("course", "role", "place", "term")
    classes = ("collapse",)


class ReferenceInline(BlockInline):
    model = Reference
    fk_name = "person"
    autocomplete_fields = ("referee",)
    fields = (("referee", "title"), "affiliation", "url")
    classes = ("collapse",)


class NameVariantInline(RowInline):
    model = NameVariant
    verbose_name = _("other spelling of the name")
    verbose_name_plural = _("other spellings of the name")
    fields = ("name",)
    classes = ("collapse",)


class StandingFilter(admin.SimpleListFilter):
    """Where a person stands with the lab today, which follows from the dates of their roles."""

    title = _("status in the lab")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [
            ("members", gettext("All members")),
            ("current", gettext("In the lab now")),
            ("alumni", gettext("Alumni")),
            ("others", gettext("Co-authors")),
            ("unstated", gettext("Role not stated")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Person]) -> QuerySet[Person]:
        people, today = Person.objects, timezone.localdate()
        chosen = {
            "members": people.members(),
            "current": people.current(today),
            "alumni": people.alumni(today),
            "others": people.exclude(pk__in=people.members().values("pk")),
            "unstated": people.filter(memberships__role=""),
        }
        value = self.value()
        return queryset.filter(pk__in=chosen[value].values("pk")) if value in chosen else queryset


export_people = export_csv_action(
    {
        "Name": lambda person: person.name,
        "Given name": lambda person: person.given_name,
        "Family name": lambda person: person.family_name,
        "Native name": lambda person: person.native_name,
        "Roles in the lab": lambda person: "; ".join(map(str, person.memberships.all())),
        "Headline": lambda person: person.headline,
        "ORCID": lambda person: person.orcid,
    },
    rows_of=lambda people: people.prefetch_related("memberships"),
)

export_awards = export_csv_action(
    {
        "Title": lambda award: award.title,
        "Given by": lambda award: award.organisation,
        "Years": lambda award: award.years,
        "Recipient": lambda award: award.person.name if award.person else "",
        "Papers": lambda award: "; ".join(map(str, award.publications.all())),
    },
    rows_of=lambda awards: awards.select_related("person"),
)


COAUTHOR = (
    None,
    {
        "fields": ("name", ("given_name", "family_name"), ("native_name", "native_language"), "orcid"),
        "description": _(
            "Someone who wrote a paper with you or advised you. Editors add the people who join the lab."
        ),
    },
)
IN_PARTS = (("given_name", "family_name"), ("native_name", "native_language"), "honorific")
NAMES = (_("Parts of the name"), {"fields": IN_PARTS, "classes": ("collapse",)})
ADDRESS = (_("Address"), {"fields": ("slug",), "classes": ("collapse",), "description": _("The address of the page.")})


class PersonAdmin(LabModelAdmin):
    """People and all that their pages show; labsite/admin/people.py registers it, with roles and logins."""

    list_display = (
        thumbnail_column("photo", _("photo")),
        "name",
        "native_name",
        "role",
        CountColumn(_("papers"), "authorships"),
        CountColumn(_("services"), "services"),
        CountColumn(_("talks"), "talks"),
    )
    list_display_links = ("name",)
    list_filter = (StandingFilter, "memberships__role", MissingAddressFilter)
    search_fields = ("search_text",)
    search_help_text = _("Search by name (in any spelling), headline or interest.")
    autocomplete_fields = ("login",)
    readonly_fields = ("current_photo",)
    current_photo = stored_picture("photo", _("current photo"))
    fieldsets: ClassVar[Any] = (
        (
            None,
            {
                "fields": ("name", ("headline", "orcid"), "takes_students"),
                "description": _(
                    "People with a role in the lab (see below) have a page of their own; others only appear where "
                    "they wrote a paper or advised someone. If someone’s name has changed, use “Change the name”: "
                    "it also takes care of papers, addresses and other spellings."
                ),
            },
        ),
        (_("Photo"), {"fields": (("current_photo", "photo"), "photo_alt")}),
        (
            _("About you"),
            {
                "fields": ("biography", "interests", "research_statement", "skills", "life"),
                "classes": ("collapse",),
            },
        ),
        NAMES,
        (
            _("Address and account"),
            {
                "fields": ("slug", "login"),
                "classes": ("collapse",),
                "description": _("The address of the page, and the account that signs in as this person."),
            },
        ),
    )
    picture_shapes = {"photo": "4:5"}
    sharp_widths = {"photo": SHARP_PHOTO}
    inlines = (
        MembershipInline,
        ProfileLinkInline,
        ContactDetailInline,
        PositionInline,
        EducationInline,
        AwardInline,
        TeachingInline,
        ReferenceInline,
        NameVariantInline,
    )

    parts = {
        "head": Part(
            _("Photo and headline"), ("headline", "interests", "takes_students", "current_photo", "photo", "photo_alt")
        ),
        "roles": Part(_("Roles in the lab"), inlines=(MembershipInline,)),
        "links": Part(_("Links and contact"), ("orcid",), (ProfileLinkInline, ContactDetailInline)),
        "about": Part(_("About"), ("biography",)),
        "research": Part(_("Research"), ("research_statement",)),
        "positions": Part(_("Positions"), inlines=(PositionInline,)),
        "education": Part(_("Education"), inlines=(EducationInline,)),
        "awards": Part(_("Awards"), inlines=(AwardInline,)),
        "teaching": Part(_("Teaching"), inlines=(TeachingInline,)),
        "skills": Part(_("Skills"), ("skills",)),
        "references": Part(_("References"), inlines=(ReferenceInline,)),
        "life": Part(_("Life"), ("life",)),
    }
    actions = (merge_two, export_people)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Ask a member who adds a co-author for the name alone; show a login to those who may see logins."""
        if obj is None and not roles.may(request.user, "add", Membership):
            return (COAUTHOR,)
        shown = super().get_fieldsets(request, obj)
        if roles.may(request.user, "view", get_user_model()):
            return shown
        return [ADDRESS if "login" in options["fields"] else (name, options) for name, options in shown]

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        adds_members = roles.may(request.user, "add", Membership)
        may_erase = roles.may_open(request.user, "erase")
        context = {"show_save_and_add_another": adds_members, "may_erase": may_erase} | (extra_context or {})
        return super().changeform_view(request, object_id, form_url, context)

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        if form.cleaned_data.get("family_name"):
            obj.family_is_guess = False  # whoever saves it has seen it
        super().save_model(request, obj, form, change)
        self.warn_of_blurred_pictures(request, form)

    def get_ordering(self, request: HttpRequest) -> Any:
        return *Person.objects.all().put_first(), *(self.opts.ordering or ())

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        people = super().get_queryset(request).prefetch_related("memberships")
        return people.select_related("login", "invitation")

    @admin.display(description=_("role in the lab"))
    def role(self, person: Person) -> Any:
        return person.membership(timezone.localdate()) or gettext("co-author")

    def view_on_site(self, person: Person) -> str | None:
        return page_of(person)


@admin.register(Award)
class AwardAdmin(LabModelAdmin):
    list_display = ("title", "recipient", "organisation", "years", CountColumn(_("papers"), "publications"))
    list_filter = ("year",)
    list_select_related = ("person",)
    search_fields = (
        "title",
        "organisation",
        "note",
        "earlier_wording",
        "person__search_text",
        "person__name_variants__folded",
    )
    search_help_text = _("Search by title, awarding body or recipient.")
    autocomplete_fields = ("person",)
    readonly_fields = ("papers",)
    fieldsets = (
        (None, {"fields": ("title", "organisation", ("year", "until"), "note")}),
        (_("Who received it"), {"fields": ("person", "papers")}),
        (_("Original wording"), {"fields": ("earlier_wording",), "classes": ("collapse",), "description": EARLIER}),
    )
    parts = {"award": Part("", ("title", "organisation", "year", "until", "note", "person"), adds=True)}
    actions = (export_awards,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related(prefetch_readable(request, "publications", Award))

    def save_model(self, request: Any, obj: Award, form: Any, change: bool) -> None:
        obj.added_by = obj.added_by if change else request.user
        super().save_model(request, obj, form, change)

    @admin.display(description=_("recipient"), ordering="person__sort_key")
    def recipient(self, award: Award) -> Person | None:
        return award.person

    @admin.display(description=_("years"), ordering="year")
    def years(self, award: Award) -> str | None:
        return award.years or None

    @admin.display(description=_("papers it was given to"))
    def papers(self, award: Award) -> str:
        return linked_rows(award.publications.all()) if award.pk else gettext("None yet.")

    def view_on_site(self, award: Award) -> str | None:
        """An award is shown on its recipient's page."""
        return page_of(award.person)
