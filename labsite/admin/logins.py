"""Who can sign in, and with which role."""

from typing import Any

from allauth.account.internal.flows.reauthentication import did_recently_reauthenticate
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm, UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.forms.models import BaseModelForm
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, override

from labsite import history, roles
from labsite.accounts.logins import remove_second_factors
from labsite.editing.change_lists import OptionsFilter, linked_rows
from labsite.editing.model_admin import LabModelAdmin
from labsite.models import User
from labsite.roles import Role

ROLES = [
    ("", _("None: can’t edit anything")),
    (Role.MEMBER.value, _("Member: their own page, papers, talks, service and awards")),
    (Role.EDITOR.value, _("Editor: all content of the site")),
    (Role.ADMINISTRATOR.value, _("Administrator: logins and settings as well")),
]


class RoleField(forms.TypedChoiceField):
    """One of the roles, or None."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=ROLES,
            coerce=lambda value: Role(int(value)),
            empty_value=None,
            required=False,
            widget=forms.RadioSelect,
            **kwargs,
        )

    def has_changed(self, initial: Any, data: Any) -> bool:
        return str(initial or "") != str(data or "")


class OneEmailForm(BaseModelForm):
    """Mixed into a form: refuses an address that is another login's in other capitals, as one signs in by either.

    An address leads to a new password, so whoever changes one has just shown who they are.
    """

    request: HttpRequest

    def clean_email(self) -> str:
        email = User.objects.normalize_email(self.cleaned_data["email"])
        if User.objects.exclude(pk=self.instance.pk).filter(email__iexact=email).exists():
            raise ValidationError(gettext("There is already a login with this address."), code="unique")
        if self.instance.pk and email != self.initial.get("email") and not did_recently_reauthenticate(self.request):
            raise ValidationError(
                format_html(
                    gettext(
                        'Confirm that it is you, <a href="{}" target="_blank">in another tab</a>; '
                        "then save this again."
                    ),
                    reverse("account_reauthenticate"),
                ),
                code="unconfirmed",
            )
        return email


class LoginForm(OneEmailForm, UserChangeForm):
    role = RoleField(label=_("Role"))

    class Meta:
        model = User
        fields = "__all__"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["role"] = roles.given_to(self.instance)


class NewLoginForm(OneEmailForm, BaseUserCreationForm):
    role = RoleField(label=_("Role"), initial=Role.MEMBER.value)

    class Meta:
        model = User
        fields = ("email",)


class RoleFilter(OptionsFilter):
    title = _("role")
    parameter_name = "role"
    options = {
        role.name.lower(): (role.label, lambda rows, user, role=role: rows.filter(groups__name=role.group))  # type: ignore[misc]
        for role in Role
    }


admin.site.unregister(Group)


@admin.register(User)
class LoginAdmin(LabModelAdmin, UserAdmin):
    """Logins: an address, a password and one role. Nobody changes their own role here, or shuts themselves out."""

    form = LoginForm
    add_form = NewLoginForm
    add_form_template = None  # Django’s own says that more can be said of a login afterwards
    list_display = ("email", "full_name", "profile", "role", "is_active", "last_login")
    list_filter = (RoleFilter, "is_active")
    list_select_related = ("person",)
    search_fields = ("email", "first_name", "last_name", "person__search_text")
    search_help_text = _("An e-mail address or a name.")
    ordering = ("email",)
    filter_horizontal = ()
    readonly_fields = ("profile", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("email", "password", ("first_name", "last_name"), "profile")}),
        (_("What this login may do"), {"fields": ("role", "is_active")}),
        (_("Dates"), {"fields": (("last_login", "date_joined"),)}),
    )
    add_fieldsets = (
        (
            None,
            {
                "fields": ("email", ("first_name", "last_name"), ("password1", "password2"), "role"),
                "description": _(
                    "It is better to invite somebody with a page from that page’s form: they then choose their own "
                    "password."
                ),
            },
        ),
    )

    actions = ("remove_second_factors",)

    @admin.action(description=_("Remove lost second factors"), permissions=["change"])
    def remove_second_factors(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        removed = [str(login) for login in queryset if remove_second_factors(request, login)]
        who = gettext("Can now sign in with just a password: %(logins)s.") % {"logins": ", ".join(removed)}
        self.message_user(request, who if removed else gettext("None of them had a second factor."))

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        return super().get_queryset(request).prefetch_related("groups")

    def get_form(
        self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any
    ) -> type[forms.ModelForm]:
        form: Any = super().get_form(request, obj, change=change, **kwargs)
        form.request = request
        if obj and (obj == request.user or obj.is_superuser):
            form.base_fields["role"].disabled = True
            form.base_fields["is_active"].disabled = True
        return form

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:
        if id == str(request.user.pk):
            return redirect("account_change_password")
        if not did_recently_reauthenticate(request):
            return redirect(reverse("account_reauthenticate", query={REDIRECT_FIELD_NAME: request.path}))
        return super().user_change_password(request, id, form_url)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if "role" in form.changed_data or not change:
            roles.give(form.instance, form.cleaned_data["role"])

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        return self._noted(super().log_addition(request, obj, message))

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> LogEntry:
        return self._noted(super().log_change(request, obj, message))

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> list[LogEntry]:
        return [self._noted(entry) for entry in super().log_deletions(request, queryset)]

    def _noted(self, entry: LogEntry) -> LogEntry:
        """Note a change of a login, which has no versions, among the recent changes."""
        if step := history.current():
            with override(settings.LANGUAGE_CODE):
                words = entry.get_change_message() or "Deleted."
                step.note(f"{capfirst(self.opts.verbose_name)} {entry.object_repr}: {words}")
        return entry

    @admin.display(description=_("name"), ordering="last_name")
    def full_name(self, user: User) -> str | None:
        return user.get_full_name() or None

    @admin.display(description=_("role"))
    def role(self, user: User) -> Promise | None:
        role = roles.given_to(user)
        return role.label if role else None

    @admin.display(description=_("page of"), ordering="person__sort_key")
    def profile(self, user: User) -> str:
        person = getattr(user, "person", None)
        return linked_rows([person]) if person else "–"
