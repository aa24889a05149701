"""How these pages are answered."""

from django.contrib import admin
from django.http import Http404
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from .whose import reached

page_methods = require_http_methods(["GET", "HEAD", "POST"])


def page(request, name, context):
    """Return one of these pages, in the frame of the admin."""
    return render(request, f"admin/importing/{name}.html", admin.site.each_context(request) | context)


def back_to(request):
    """Lead back to the page that was sent, as it is now."""
    return redirect(request.get_full_path())


def leading_to(place, *args):
    """Lead to another page of the editing side, by its name."""
    return redirect(f"admin:{place}", *args)


def found(request, pk):
    """Return an import that somebody may look at; those of others aren't there for them."""
    row = reached(request.user).select_related("by__person", "person").filter(pk=pk).first()
    if row is None:
        raise Http404
    return row
