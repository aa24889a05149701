"""Lists that answer whatever address or selection they are sent, if only by saying that it makes no sense."""

from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.autocomplete import AutocompleteJsonView
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBadRequest, HttpResponseRedirect

from .choosing import is_key

SELECT_AGAIN = "The selection could not be read. Nothing was changed: select the rows again."
PLAIN_LOOKUPS = ("exact", "isnull")


class CarefulChangeList(ChangeList):
    """Narrows only by the filters beside the list and by columns being equal to something."""

    def get_filters(self, request):
        filters = super().get_filters(request)
        for lookup in filters[2]:
            name, _, how = lookup.partition("__")
            if how and how not in PLAIN_LOOKUPS:
                raise IncorrectLookupParameters(f"{name} can't be asked for by {how}")
        return filters


class CarefulSuggestions(AutocompleteJsonView):
    """Suggests rows for a column of a model, and for nothing else that leads to rows."""

    def process_request(self, request):
        asked = super().process_request(request)
        if asked[2].auto_created:
            raise PermissionDenied
        return asked


class CarefulListAdmin:
    """Mixed into a ModelAdmin: what a list is asked is checked before the database is."""

    opts: Any

    def get_changelist(self, request, **kwargs):
        return CarefulChangeList

    def changelist_view(self, request, extra_context=None):
        selected = request.POST.getlist(ACTION_CHECKBOX_NAME)
        if not all(map(is_key, selected)):
            messages.warning(request, SELECT_AGAIN)
            return HttpResponseRedirect(request.get_full_path())
        return super().changelist_view(request, extra_context)


def without_nul(view):
    """Refuse addresses with a character that no text of the site has, and that not every database can look for."""

    @wraps(view)
    def guarded(request, *args, **kwargs):
        if "\0" in request.path or any(
            "\0" in key + value for key in request.GET for value in request.GET.getlist(key)
        ):
            return HttpResponseBadRequest("There is no such address.", content_type="text/plain; charset=utf-8")
        return view(request, *args, **kwargs)

    return guarded


def nowhere(request, guessed):
    """Answer in the place of Django's redirect to any row's page, which would tell the address of a draft."""
    raise Http404
