"""Whoever came to a form from the worklist is back there once it is saved."""

from django.http import QueryDict
from django.shortcuts import redirect
from django.urls import reverse

FROM_WORKLIST = "worklist"  # in the address of a form: what the list was narrowed to, as a query


class ReturningAdmin:
    """Mixed into a ModelAdmin."""

    def response_post_save_change(self, request, obj):
        if FROM_WORKLIST not in request.GET:
            return super().response_post_save_change(request, obj)
        narrowed_to = QueryDict(request.GET[FROM_WORKLIST])
        return redirect(reverse("admin:worklist", query=narrowed_to))
