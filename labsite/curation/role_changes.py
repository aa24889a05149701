"""Members can’t edit their roles in the lab: they say what has changed, and an editor carries it out with a click."""

from datetime import date
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite import history
from labsite.accounts.logins import begun_later, end_memberships, ending_memberships
from labsite.editing.inbox import to_inbox
from labsite.editing.inputs import WrittenDateField
from labsite.modelling import content_version
from labsite.modelling.periods import PartialDate
from labsite.models import Question
from labsite.texts.stored import gettext_noop
from labsite.web.requests import EditorRequest
from people.models import Membership, Person

HAS_LEFT = "left"
CHANGED = gettext_noop("Changed the role of {person}, as they asked")


class RoleChangeForm(forms.Form):
    """What somebody is now, and since when."""

    role = forms.ChoiceField(
        label=_("What has changed?"),
        choices=[
            ("", _("Choose…")),
            (HAS_LEFT, _("I have left, or am leaving")),
            (_("I am now"), Membership.Role.choices),
        ],
    )
    month = WrittenDateField(label=_("As of"), help_text=_("For example June 2026."))
    went_to = forms.CharField(
        label=_("Where you went"),
        max_length=200,
        required=False,
        help_text=_(
            "If you have left, for example Assistant Professor at Example University; the alumni page shows it."
        ),
    )
    words = forms.CharField(
        label=_("What else should the editors know?"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, person: Person, *args: Any) -> None:
        super().__init__(*args)
        self.held = ending_memberships(person, timezone.localdate())

    def clean(self) -> dict[str, Any]:
        role, month = self.cleaned_data.get("role"), self.cleaned_data.get("month")
        if role and month and (why_not := doubt(self.held, role, month)):
            self.add_error(None, why_not)
        return self.cleaned_data

    def proposal(self) -> dict[str, str]:
        """Return what an editor is asked to carry out, as it is stored."""
        return {name: str(self.cleaned_data[name]) for name in ("role", "month", "went_to")}


def doubt(held: list[Membership], role: str, month: str) -> str:
    """Say why the roles that somebody holds can't end in a month for what they are then; nothing where they can."""
    if later := begun_later(held, PartialDate(month)):
        return gettext("This is before “%(role)s” began.") % {"role": later.get_role_display()}
    if role == HAS_LEFT and not held:
        return gettext("The site lists no current role for you.")
    if same := next((each for each in held if each.role == role), None):
        return gettext("The site already says: %(role)s.") % {"role": same}
    return ""


def plan_of(held: list[Membership], proposal: dict[str, str]) -> list[str]:
    """Return what carrying it out will change, in sentences."""
    month = PartialDate(proposal["month"]).words
    names = [each.get_role_display() or gettext("Role not stated") for each in held]
    plan = [gettext("%(role)s until %(month)s.") % {"role": name, "month": month} for name in names]
    if proposal["role"] != HAS_LEFT:
        role = Membership.Role(proposal["role"]).label
        return [*plan, gettext("%(role)s since %(month)s.") % {"role": role, "month": month}]
    return [*plan, *([gettext("Now: %(where)s.") % {"where": proposal["went_to"]}] if proposal["went_to"] else [])]


@require_http_methods(["GET", "HEAD", "POST"])
def my_role(request: EditorRequest) -> HttpResponse:
    """Take what somebody says of their own role in the lab, for an editor to carry out."""
    person = getattr(request.user, "person", None)
    if person is None:
        messages.info(request, gettext("Your login has no page in the lab, and therefore no role."))
        return redirect("admin:index")
    form = RoleChangeForm(person, request.POST or None)
    if request.method == "POST" and form.is_valid():
        proposal = form.proposal()
        text = "\n".join([*plan_of(form.held, proposal), form.cleaned_data["words"]]).strip()
        Question.objects.ask(request.user, person, text, proposal)
        messages.success(request, gettext("An editor has been asked to change this. Their reply will appear here."))
        return to_inbox(request, kind="questions", settled="1")
    context = {"title": gettext("My role in the lab"), "form": form, "row": person, "opts": person._meta}
    return render(request, "admin/my_role.html", admin.site.each_context(request) | context | {"held": form.held})


def carry_out(person: Person, proposal: dict[str, str], by: Any, today: date) -> str:
    """Let a person's roles of today end, and the one begin that they said they have now.

    Return why nothing was changed, where their roles have changed since they said so; nothing else.
    """
    role, month = proposal["role"], PartialDate(proposal["month"])
    with history.step(by, CHANGED.format(person=person)) as step:
        content_version.wait_for_write_lock()  # another editor may be carrying it out
        if why_not := doubt(ending_memberships(person, today), role, month):
            return why_not
        step.about_to_change(person)
        end_memberships(person, month, proposal["went_to"], today)
        new = Membership(person=person, role=role, start=month)
        is_new = all(held.natural_key() != new.natural_key() for held in person.memberships.all())
        if role != HAS_LEFT and is_new:
            new.save()
    return ""
