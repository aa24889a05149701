"""Erasing a person, and what the site holds about a login."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from people.models import Person

from .erasing import erase, foreseen
from .own_data import own_data


class ErasureForm(forms.Form):
    """Asks for the name, so that nobody is erased by a slip."""

    name = forms.CharField(label=_("Type the name exactly as shown here"), required=False)

    def __init__(self, person: Person, *args: Any) -> None:
        super().__init__(*args)
        self.person = person

    def clean_name(self) -> str:
        if self.cleaned_data["name"].strip() != self.person.name:
            raise forms.ValidationError(
                gettext("Type “%(name)s”. Nothing has been erased.") % {"name": self.person.name}
            )
        return self.cleaned_data["name"]


@require_http_methods(["GET", "HEAD", "POST"])
def erase_person(request: Any, pk: int) -> HttpResponse:
    """Say what erasing somebody does, which can't be undone; do it once the name was typed; say what is left."""
    person = get_object_or_404(Person.objects.select_related("login"), pk=pk)
    is_own = person.login is not None and person.login == request.user
    form = ErasureForm(person, *([request.POST] if request.method == "POST" else []))
    context = {"person": person, "form": form, "is_own": is_own, "title": gettext("Erase %(name)s") % {"name": person}}
    if request.method == "POST" and not is_own and form.is_valid():
        done = erase(person, request.user)
        messages.success(request, gettext("The person has been erased. This can’t be undone."))
        if not done.left:
            return redirect("admin:people_person_changelist")
        context |= {"is_done": True, "found": done, "title": gettext("What still mentions the name")}
    else:
        context["found"] = foreseen(person)
    return render(request, "admin/erase.html", admin.site.each_context(request) | context)


@require_safe
@login_required
def my_data(request: Any) -> FileResponse:
    """Give somebody what the site holds about them."""
    name = f"my-data-{timezone.localdate().isoformat()}.zip"
    return FileResponse(own_data(request.user), as_attachment=True, filename=name)
