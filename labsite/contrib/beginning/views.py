"""The page *Begin*, with the first steps of a new lab, and the page that takes a list of people."""

from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from labsite import history, roles
from labsite.accounts.inviting import invitation_of, send_invitations
from labsite.editing.edit_conflicts import BACK
from labsite.editing.model_admin import offer_undo
from labsite.models import Lab
from labsite.texts.stored import gettext_noop
from labsite.web.requests import EditorRequest
from people.models import ContactDetail, Person

from .people_plan import PastedListForm, PeoplePlan, PersonLineForm, add_people, not_invited, plan_of
from .steps import first_steps, people_in_words

# What each button sets of the lab's row, the name of the step of the history, and what is said of it.
BUTTONS = {
    "publish": (
        {"is_published": True},
        gettext_noop("Published the site"),
        _("The site is published: everyone can see it now."),
    ),
    "put-away": (
        {"shows_first_steps": False},
        gettext_noop("Hid the first steps"),
        _("The first steps are hidden. “The site” leads back to them."),
    ),
}


def on_the_first_page(request: Any) -> dict[str, Any]:
    """Return the context of the first steps, until they are put away."""
    if not (request.lab.shows_first_steps and roles.may_open(request.user, "begin")):
        return {}
    return {"first_steps": first_steps(request.lab), "title": gettext("Set up your lab")}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: EditorRequest) -> HttpResponse:
    """Show the first steps; a POST publishes the lab, or puts the steps away."""
    for button in BUTTONS.keys() & request.POST.keys():
        values, words, message = BUTTONS[button]
        with history.step(request.user, words):
            lab = Lab.objects.first() or Lab()
            for name, value in values.items():
                setattr(lab, name, value)
            lab.save()
        messages.success(request, message)
        return redirect("admin:begin" if button == "publish" else "admin:index")
    lab = Lab.objects.current()
    context = {"title": gettext("Set up your lab"), "first_steps": first_steps(lab), "lab": lab}
    return render(request, "beginning/begin.html", admin.site.each_context(request) | context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def paste_people(request: EditorRequest) -> HttpResponse:
    """Take a list of people: show what would become of each line, then save it in one go."""
    form = PastedListForm(request.POST if "text" in request.POST else None)
    may_invite = settings.SENDS_EMAIL and roles.may_open(request.user, "invite")
    plan = None
    brought_back = BACK in request.POST
    if "back" in request.POST or not form.is_bound or (brought_back and "form-TOTAL_FORMS" not in request.POST):
        begun = not_invited() if "members" in request.GET else ""
        form = PastedListForm(initial={"text": request.POST.get("text", begun)})
    elif form.is_valid() and "form-TOTAL_FORMS" not in request.POST:
        plan = plan_of(form.people, may_invite, request.user)
    elif form.is_valid():
        plan = PeoplePlan(request.POST, form_kwargs={"user": request.user})
        if plan.is_valid() and not brought_back:
            return _take_over(request, plan, may_invite)
    context = {
        "title": gettext("Look at the list") if plan else gettext("Paste a list of people"),
        "form": form,
        "plan": plan,
        "may_invite": may_invite,
        "is_shown": "is_shown" in request.POST,
    }
    return render(request, "beginning/paste_people.html", admin.site.each_context(request) | context)


def _take_over(request: Any, plan: Any, may_invite: bool) -> HttpResponse:
    """Save a valid plan, invite those who are ticked, and say what came of it."""
    kinds = ContactDetail.Visibility
    saved, step = add_people(request.user, plan.forms, kinds.PUBLIC if "is_shown" in request.POST else kinds.PRIVATE)
    messages.success(request, gettext("The list is saved: %(people)s.") % {"people": people_in_words(len(saved))})
    offer_undo(request, step)
    if may_invite:
        invited = [(form, person) for form, person in saved if form.cleaned_data["invite"] and not person.login]
        invite_all(request, invited)
    return redirect("admin:index" if request.lab.shows_first_steps else "admin:people_person_changelist")


def invite_all(request: EditorRequest, ticked: list[tuple[PersonLineForm, Person]]) -> None:
    """Invite people as members; say for each who couldn't be invited why."""
    invitations = [invitation_of(person, line.cleaned_data["email"]) for line, person in ticked]
    for invitation in invitations:
        if not invitation.is_valid():
            why = " ".join(str(error) for errors in invitation.errors.values() for error in errors)
            words = gettext("%(person)s wasn’t invited: %(why)s")
            messages.warning(request, words % {"person": invitation.person, "why": why})
    send_invitations(request, [invitation for invitation in invitations if invitation.is_valid()])
