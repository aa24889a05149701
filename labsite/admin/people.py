"""The form and the list of people, with what concerns who signs in: somebody new gets a role, and is invited."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.widgets import AdminTextInputWidget
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _

from labsite import roles
from labsite.accounts.forms import LeavingForm
from labsite.accounts.inviting import MAX_INVITED, invitation_of, send_invitations
from labsite.accounts.logins import ending_memberships, leave_lab
from labsite.editing.actions import change_each, intermediate_page, sent
from labsite.editing.inputs import DescribedPicturesForm, WrittenDateField
from people.admin import MembershipInline, PersonAdmin
from people.models import ContactDetail, Membership, Person
from people.models.person import PersonQuerySet

UNSAID, COAUTHOR = "unsaid", "co-author"
IN_THE_LAB: Any = [*Membership.Role.choices, (UNSAID, _("In the lab, role not stated"))]


NEW = _("A person with a role has their own page. A co-author has none; they are named on their papers.")


class RoleForm(forms.Form):
    """A role in the lab, and from when on."""

    role = forms.ChoiceField(label=_("Role"), choices=[("", _("Choose…")), *IN_THE_LAB])
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
    month = WrittenDateField(label=_("Month of leaving"))


@admin.action(permissions=["roles"], description=_("Add a role…"))
def add_role(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: PersonQuerySet) -> HttpResponse | None:
    form: Any = sent(RoleForm, request)
    if not form.is_valid():
        words = {"title": gettext("Add a role"), "action": "add_role", "button": gettext("Add the role")}

        def with_roles(person: Person) -> str:
            held = ", ".join(map(str, person.memberships.all()))
            return f"{person} ({held})" if held else str(person)

        return intermediate_page(model_admin, request, queryset.with_roles(), form, with_roles, **words)

    def change(person: Person) -> str:
        new = form.membership(person)
        if any(held.natural_key() == new.natural_key() for held in person.memberships.all()):
            return gettext("has this role already")
        new.save()
        return ""

    change_each(request, queryset.with_roles(), _("Added a role"), change)
    return None


@admin.action(permissions=["roles"], description=_("Have left the lab…"))
def end_roles(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: PersonQuerySet) -> HttpResponse | None:
    """End the roles of those who left, and who signs in by which login, as far as the user may decide that."""
    form = sent(EndOfRolesForm, request)
    form.initial = {"month": f"{timezone.localdate():%Y-%m}"}
    rows = queryset.with_roles().select_related("login", "invitation")
    if not form.is_valid():
        words = {
            "title": gettext("Have left the lab"),
            "action": "end_roles",
            "button": gettext("Yes, they have left"),
        }

        def what_ends(person: Person) -> str:
            """Say what ends of a person: their roles of today, and their login."""
            ending = [str(held) for held in person.memberships.all() if held.is_current(timezone.localdate())]
            ending += [gettext("the login %(login)s") % {"login": person.login}] if person.login and ending else []
            return f"{person}: {', '.join(ending) or gettext('not in the lab now')}"

        return intermediate_page(model_admin, request, rows, form, what_ends, **words)
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


@admin.register(Person)
class MemberAdmin(PersonAdmin):
    """People, as the lab's editors and administrators keep them."""

    actions: Any = (add_role, end_roles, invite, *PersonAdmin.actions)

    def has_roles_permission(self, request: HttpRequest) -> bool:
        return roles.may(request.user, "add", Membership)

    def has_invite_permission(self, request: HttpRequest) -> bool:
        return roles.may_open(request.user, "invite-several")

    def may_invite(self, request: HttpRequest) -> bool:
        return settings.SENDS_EMAIL and self.has_invite_permission(request)

    def asks_role(self, request: HttpRequest, obj: Person | None) -> bool:
        return obj is None and self.has_roles_permission(request)

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[Any]:
        if self.asks_role(request, obj):
            kwargs["form"] = InvitedPersonForm if self.may_invite(request) else NewPersonForm
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Ask for a role right after the name, and for an address to invite them at, where that may be."""
        shown = list(super().get_fieldsets(request, obj))
        if not self.asks_role(request, obj):
            return shown
        names = ("name", ("role", "start"), "email", *(["invite"] if self.may_invite(request) else []))
        others = [line for line in shown[0][1]["fields"] if line != "name"]
        first = (None, {"fields": names, "description": NEW})
        return [first, (_("More details"), {"fields": others}), *shown[1:]]

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> Any:
        inlines = super().get_inline_instances(request, obj)
        if self.asks_role(request, obj):
            return [inline for inline in inlines if not isinstance(inline, MembershipInline)]
        return inlines

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Take whom somebody adds while they choose an author for a co-author."""
        popup = {"role": COAUTHOR} if "_popup" in request.GET else {}
        return popup | super().get_changeform_initial_data(request)

    def save_related(self, request: Any, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if isinstance(form, NewPersonForm):
            form.save_more()
            if form.cleaned_data.get("invite"):
                request.to_invite = invitation_of(form.instance, form.cleaned_data["email"])

    def changeform_view(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        """Invite somebody new once they are saved: no mail is sent inside the transaction."""
        response = super().changeform_view(request, *args, **kwargs)
        invitation = getattr(request, "to_invite", None)
        if invitation and invitation.is_valid():
            send_invitations(request, [invitation])
        return response

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: str | None = None) -> HttpResponse:
        """Say of a co-author that they have no page, and where they get one."""
        if self.has_roles_permission(request) and not obj.memberships.exists() and "_popup" not in request.POST:
            words = gettext('{} has no page, because they have no role in the lab. <a href="{}">Give them a role</a>')
            where = f"{reverse('admin:people_person_change', args=[obj.pk])}#memberships-group"
            messages.info(request, format_html(words, obj, where))
        return super().response_add(request, obj, post_url_continue)
