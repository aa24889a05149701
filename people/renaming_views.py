"""The page on which a person's name is changed: first what will change, then one press."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from labsite import roles

from .models import Person
from .renaming import rename
from .renaming_form import RenamingForm


@require_http_methods(["GET", "HEAD", "POST"])
def change_name(request, pk):
    """Ask for a new name, show what it changes, and change it once that was seen."""
    person = get_object_or_404(Person, pk=pk)
    if not roles.may(request.user, "change", person):
        raise PermissionDenied
    form = RenamingForm(request.POST or None, instance=person)
    if request.method != "POST" or "back" in request.POST or not form.is_valid():
        return _page(request, "admin/rename.html", form, title=f"Change the name of {form.person}")
    renaming = form.renaming()
    if "change" not in request.POST:
        return _page(request, "admin/rename_preview.html", form, title="What will change", renaming=renaming)
    return _rename(request, renaming)


def _rename(request, renaming):
    step = rename(renaming, request.user)
    words = format_html("The name is {} now.", renaming.person)
    if step.row and roles.may_open(request.user, "step"):
        way = reverse("admin:step", args=[step.row.pk])
        words = format_html('{} <a href="{}">What was changed, and how to undo it</a>', words, way)
    messages.success(request, words)
    return redirect("admin:people_person_change", renaming.person.pk)


def _page(request, template, form, **context):
    everywhere = admin.site.each_context(request)
    return render(request, template, everywhere | {"form": form, "person": form.person, **context})
