"""The form and the list of people, with what concerns who signs in: somebody new gets a role, and is invited."""

from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextInputWidget
from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from labsite import roles
from labsite.accounts.forms import LeavingForm
from labsite.accounts.inviting import MAX_INVITED, invitation_of, send_invitations
from labsite.accounts.logins import ending_memberships, leave_lab
from labsite.editing.actions import change_each, form_or_page, merge_two
from labsite.editing.change_lists import CountColumn, MissingAddressFilter, stored_picture, thumbnail_column
from labsite.editing.inputs import DescribedPicturesForm, WrittenDateField
from labsite.editing.model_admin import LabModelAdmin
from labsite.editing.parts import Part
from people.admin import (
    AwardInline,
    ContactDetailInline,
    EducationInline,
    MembershipInline,
    NameVariantInline,
    PositionInline,
    ProfileLinkInline,
    ReferenceInline,
    StandingFilter,
    TeachingInline,
    export_people,
)
from people.models import ContactDetail, Membership, Person, page_of
from people.models.person import SHARP_PHOTO, PersonQuerySet

UNSAID, COAUTHOR = "unsaid", "co-author"
IN_THE_LAB: Any = [*Membership.Role.choices, (UNSAID, _("In the lab, role not stated"))]


NEW = _("A person with a role has their own page. A co-author has none; they are named on their papers.")


class RoleForm(forms.Form):
    """A role in the lab, and from when on."""

    role = forms.ChoiceField(label=pgettext_lazy("membership", "Role"), choices=[("", _("Choose…")), *IN_THE_LAB])
    start = WrittenDateField(label=_("From"), required=False, widget=AdminTextInputWidget(attrs={"size": 14}))

    def membership(self, person: Person) -> Membership:
        """Return the row that says so of a person, not yet saved."""
        role = "" if self.cleaned_data["role"] == UNSAID else self.cleaned_data["role"]
        return Membership(person=person, role=role, start=self.cleaned_data["start"])


class NewPersonForm(RoleForm, DescribedPicturesForm):
    """Asks of somebody new what they are in the lab."""

    email = forms.EmailField(
        label=_("E-mail address"),
        required=False,
        max_length=254,
        help_text=_("Visible only to those who can edit the page, unless you change that under “contact details”."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        role: Any = self.fields["role"]
        others = [(COAUTHOR, _("Co-author, without a page"))]
        role.choices = [("", _("Choose…")), (_("In the lab as"), IN_THE_LAB), (_("Not in the lab"), others)]

    def save_more(self) -> None:
        """Save the role and the address, each a row of its own, where the rows of the form don't say the same."""
        person, email = self.instance, self.cleaned_data.get("email")
        if self.cleaned_data["role"] != COAUTHOR:
            self.membership(person).save()
        if email and not person.contact_details.filter(value__iexact=email).exists():
            ContactDetail.objects.create(person=person, value=email, visibility=ContactDetail.Visibility.PRIVATE)


class InvitedPersonForm(NewPersonForm):
    """Asks those who may invite whether somebody new is to be."""

    invite = forms.BooleanField(
        label=_("Invite them to edit their page"),
        required=False,
        help_text=_("As a member. They get an e-mail with a link that works for a week."),
    )

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not data.get("invite") or "email" in self.errors:
            return data
        if data.get("role") == COAUTHOR:
            self.add_error("invite", gettext("Only people in the lab have a page to edit: choose a role."))
        elif not data["email"]:
            self.add_error("email", gettext("Which address should the invitation go to?"))
        elif why_not := invitation_of(self.instance, data["email"]).errors.get("email"):
            self.add_error("email", [*why_not])
        return data


class EndOfRolesForm(forms.Form):
    month = WrittenDateField(label=_("Month of leaving"), initial=lambda: f"{timezone.localdate():%Y-%m}")


@admin.action(permissions=["roles"], description=_("Add a role…"))
def add_role(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: PersonQuerySet) -> HttpResponse | None:
    def with_roles(person: Person) -> str:
        held = ", ".join(map(str, person.memberships.all()))
        return f"{person} ({held})" if held else str(person)

    words = {"title": gettext("Add a role"), "action": "add_role", "button": gettext("Add the role")}
    form, page = form_or_page(model_admin, request, queryset.with_roles(), RoleForm, with_roles, **words)
    if page:
        return page

    def change(person: Person) -> str:
        new = form.membership(person)
        if any(held.natural_key() == new.natural_key() for held in person.memberships.all()):
            return gettext("has this role already")
        new.save()
        return ""

    change_each(request, queryset.with_roles(), _("Added a role"), change)
    return None


@admin.action(permissions=["roles"], description=_("Mark as having left the lab…"))
def end_roles(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: PersonQuerySet) -> HttpResponse | None:
    """End the roles of those who left, and who signs in by which login, as far as the user may decide that."""
    rows = queryset.with_roles().select_related("login", "invitation")

    def what_ends(person: Person) -> str:
        """Say what ends of a person: their roles of today, and their login."""
        ending = [str(held) for held in person.memberships.all() if held.is_current(timezone.localdate())]
        ending += [gettext("the login %(login)s") % {"login": person.login}] if person.login and ending else []
        return f"{person}: {', '.join(ending) or gettext('not in the lab now')}"

    words = {
        "title": gettext("Who has left the lab?"),
        "action": "end_roles",
        "button": gettext("Yes, they have left"),
    }
    form, page = form_or_page(model_admin, request, rows, EndOfRolesForm, what_ends, **words)
    if page:
        return page
    may_end_logins = roles.may_open(request.user, "leave")

    def change(person: Person) -> str:
        leaving = LeavingForm(person, request.user, {"month": form.cleaned_data["month"]})
        if not ending_memberships(person, timezone.localdate()):
            return gettext("not in the lab now")
        if not leaving.is_valid():
            return " ".join(str(error) for errors in leaving.errors.values() for error in errors)
        if (person.login or hasattr(person, "invitation")) and not may_end_logins:
            return gettext("has a login, which only an administrator can close")
        leave_lab(person, leaving.cleaned_data["month"], "", request.user)
        return ""

    change_each(request, rows, _("Left the lab"), change)
    return None


@admin.action(permissions=["invite"], description=_("Invite…"))
def invite(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: PersonQuerySet) -> HttpResponse | None:
    keys = list(queryset.values_list("pk", flat=True)[: MAX_INVITED + 1])
    if len(keys) <= MAX_INVITED:
        return redirect(reverse("admin:invite-several", query={"people": ",".join(map(str, keys))}))
    words = gettext("At most %(number)s people can be invited at a time: tick fewer.")
    messages.error(request, words % {"number": MAX_INVITED})
    return None


ADDED_COAUTHOR = (
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


@admin.register(Person)
class PersonAdmin(LabModelAdmin):
    """People and all that their pages show, with roles and logins."""

    list_display = (
        thumbnail_column("photo", _("photo")),
        "name",
        "native_name",
        "role",
        CountColumn(_("papers"), "authorships"),
        CountColumn(_("service"), "services"),
        CountColumn(_("talks"), "talks"),
    )
    list_display_links = ("name",)
    ordering = (*Person.objects.all().put_first(), *(Person._meta.ordering or ()))
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
    actions: Any = (add_role, end_roles, invite, merge_two, export_people)
    view_on_site: Any = staticmethod(page_of)

    def has_roles_permission(self, request: HttpRequest) -> bool:
        return roles.may(request.user, "add", Membership)

    def has_invite_permission(self, request: HttpRequest) -> bool:
        return roles.may_open(request.user, "invite-several")

    def may_invite(self, request: HttpRequest) -> bool:
        return settings.SENDS_EMAIL and self.has_invite_permission(request)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[Any]:
        if obj is None and self.has_roles_permission(request):
            kwargs["form"] = InvitedPersonForm if self.may_invite(request) else NewPersonForm
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Show a login to those who may see logins.

        Of somebody new a member is asked the name alone, and an editor the role right after it, with an address to
        invite them at where that may be.
        """
        if obj is None and not self.has_roles_permission(request):
            return (ADDED_COAUTHOR,)
        shown = list(super().get_fieldsets(request, obj))
        if not roles.may(request.user, "view", get_user_model()):
            shown = [ADDRESS if "login" in options["fields"] else (name, options) for name, options in shown]
        if obj is not None:
            return shown
        names = ("name", ("role", "start"), "email", *(["invite"] if self.may_invite(request) else []))
        others = [line for line in shown[0][1]["fields"] if line != "name"]
        first = (None, {"fields": names, "description": NEW})
        return [first, (_("More details"), {"fields": others}), *shown[1:]]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Take whom somebody adds while they choose an author for a co-author."""
        popup = {"role": COAUTHOR} if "_popup" in request.GET else {}
        return popup | super().get_changeform_initial_data(request)

    def changeform_view(
        self, request: Any, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Invite somebody new once they are saved: no mail is sent inside the transaction."""
        adds_members = self.has_roles_permission(request)
        may_erase = roles.may_open(request.user, "erase")
        context = {"show_save_and_add_another": adds_members, "may_erase": may_erase} | (extra_context or {})
        response = super().changeform_view(request, object_id, form_url, context)
        invitation = getattr(request, "to_invite", None)
        if invitation and invitation.is_valid():
            send_invitations(request, [invitation])
        return response

    def save_model(self, request: HttpRequest, obj: Person, form: Any, change: bool) -> None:
        if form.cleaned_data.get("family_name"):
            obj.family_is_guess = False  # whoever saves it has seen it
        super().save_model(request, obj, form, change)
        if "photo" in form.changed_data and obj.photo_width and obj.photo_width < SHARP_PHOTO:
            words = gettext(
                "The picture is only %(width)s pixels wide and will look blurred: choose one "
                "that is at least %(sharp)s pixels wide."
            )
            messages.warning(request, words % {"width": obj.photo_width, "sharp": SHARP_PHOTO})

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if isinstance(form, NewPersonForm):
            form.save_more()
            if form.cleaned_data.get("invite"):
                request.to_invite = invitation_of(form.instance, form.cleaned_data["email"])

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        people = super().get_queryset(request).prefetch_related("memberships")
        return people.select_related("login", "invitation")

    @admin.display(description=_("role in the lab"))
    def role(self, person: Person) -> Any:
        return person.membership(timezone.localdate()) or gettext("co-author")

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        """Say of a co-author that they have no page, and where they get one."""
        if self.has_roles_permission(request) and not obj.memberships.exists() and "_popup" not in request.POST:
            words = gettext('{} has no page, because they have no role in the lab. <a href="{}">Give them a role</a>')
            where = f"{reverse('admin:people_person_change', args=[obj.pk])}#memberships-group"
            messages.info(request, format_html(words, obj, where))
        return super().response_add(request, obj, post_url_continue)
