"""Once a term a member looks at all that the site says of them, and says that it is still true."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from typing import Any

from django.contrib import admin, messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite import history, registry, roles
from labsite.editing.inbox import Action, InboxKind, InboxRow, Waiting
from labsite.editing.menu import MenuEntry
from labsite.history.comparison import SnapshotComparer, SnapshotComparison
from labsite.history.models import Version
from labsite.history.tracked import Key
from labsite.history.versions import Snapshot, read
from labsite.roles import Role
from labsite.texts.stored import gettext_noop
from labsite.web.requests import EditorRequest
from people.models import Membership, Person

TERM = timedelta(days=182)


class StillTrue(InboxKind):
    """The page of a member who hasn't confirmed it for a term."""

    name, page = "still-true", "still-true"
    title = _("Still up to date?")
    advice = _("Read everything the site says about you, change what is out of date, then confirm the rest.")
    settled_title = _("What the site says about you, and who has confirmed their own page")

    def open(self, user: Any) -> list[Waiting]:
        return [Waiting(self.name, (each.pk,), each) for each in due(timezone.localdate()).filter(login=user)]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        page = reverse("admin:still-true")
        return [
            InboxRow(
                gettext("Is your page still up to date?"),
                page,
                since=each.item.confirmed_on or each.item.login.date_joined,
                actions=[
                    Action(_("Look at it"), address=page),
                    Action(_("My profile"), address=reverse("admin:people_person_change", args=[each.item.pk])),
                ],
            )
            for each in waiting
        ]

    def settled_address(self) -> str:
        return reverse("admin:still-true")


def due(today: date) -> Any:
    """Return the members with a login who haven't confirmed their page for a term, and were here before it began."""
    before = today - TERM
    is_old = Q(confirmed_on__lt=before) | Q(confirmed_on=None, login__date_joined__date__lt=before)
    return Person.objects.current(today).filter(is_old, login__is_active=True, login__is_staff=True)


@require_http_methods(["GET", "HEAD", "POST"])
def still_true(request: EditorRequest) -> HttpResponse:
    """Show somebody all facts about them, and editors who has confirmed theirs; a POST confirms one's own."""
    person = getattr(request.user, "person", None)
    if request.method == "POST" and person:
        if request.POST.get("newest") != str(_newest(person)):
            messages.warning(request, gettext("Your page has changed since you opened this. Please check it again."))
            return redirect("admin:still-true")
        with history.step(request.user, gettext_noop("{person} confirmed their page").format(person=person)):
            person.confirmed_on = timezone.localdate()
            person.save()
        messages.success(request, gettext("Thank you. You will be asked again in six months."))
        return redirect("admin:still-true")
    context = {
        "title": gettext("Is your page still up to date?"),
        "person": person,
        "newest": _newest(person) if person else 0,
        "facts": _facts(person) if person else None,
        "own_rows": list(_own_rows(request.user)) if person else [],
        "members": Person.objects.current(timezone.localdate()) if roles.at_least(request.user, Role.EDITOR) else [],
    }
    return render(request, "admin/still_true.html", admin.site.each_context(request) | context)


def _facts(person: Person) -> SnapshotComparison:
    """Return what the form of a profile has, but for what members can't change and what a list of their own has."""
    key, fixed = Key(Person, person.pk), roles.rights_of(Person).fixed[Role.MEMBER]
    rows = read([key])[key].rows
    elsewhere = {Membership, *(model for model, menu in registry.facets(MenuEntry).items() if menu.own)}
    own = {name: value for name, value in rows[key].items() if name not in fixed}
    others = {each: row for each, row in rows.items() if each.model not in {Person, *elsewhere}}
    snapshot = Snapshot({key: own} | others)
    return SnapshotComparer([snapshot]).contents(snapshot)


def _newest(person: Person) -> int:
    """Return the key of the person's last version, by which a page knows whether it shows what there is."""
    return Version.objects.of(Person, person.pk).order_by("-pk").values_list("pk", flat=True).first() or 0


def _own_rows(user: Any) -> Iterator[dict[str, Any]]:
    """Yield what else stands on somebody's page, by kind, and the address of the list in which it is edited."""
    for model, menu in registry.facets(MenuEntry).items():
        if menu.own:
            rows = model._default_manager.filter(roles.own_rows(user, model)).distinct()
            address = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist", query={"whose": "mine"})
            yield {"label": capfirst(str(menu.own)), "names": list(rows), "address": address}
