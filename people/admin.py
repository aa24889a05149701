from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.actions import export_csv_action
from labsite.editing.change_lists import CountColumn, OptionsFilter, linked_rows
from labsite.editing.inlines import (
    ORDERED_ROWS,
    BlockInline,
    LinkInline,
    OrderedRowsFormSet,
    RowInline,
    RowsFormSet,
    ordered_form,
)
from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.parts import Part
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
from people.models.career import EARLIER


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
    of_new = False  # the form of somebody new asks for the role itself
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
    formset = OrderedRowsFormSet
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


class StandingFilter(OptionsFilter):
    """Where a person stands with the lab today, which follows from the dates of their roles."""

    title = _("status in the lab")
    parameter_name = "standing"
    options = {
        "members": (_("All members"), lambda people, user: people.members()),
        "current": (_("In the lab now"), lambda people, user: people.current(timezone.localdate())),
        "alumni": (_("Alumni"), lambda people, user: people.alumni(timezone.localdate())),
        "others": (_("Co-authors"), lambda people, user: people.exclude(pk__in=people.members().values("pk"))),
        "unstated": (_("Role not stated"), lambda people, user: people.filter(memberships__role="")),
    }


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
    list_readable = ("publications",)
    autocomplete_fields = ("person",)
    readonly_fields = ("papers",)
    fieldsets = (
        (None, {"fields": ("title", "organisation", ("year", "until"), "note")}),
        (_("Who received it"), {"fields": ("person", "papers")}),
        (_("Original wording"), {"fields": ("earlier_wording",), "classes": ("collapse",), "description": EARLIER}),
    )
    parts = {"award": Part("", ("title", "organisation", "year", "until", "note", "person"), adds=True)}
    actions = (export_awards,)

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
