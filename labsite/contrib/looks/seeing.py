"""The site in a look that isn't the lab's, for one administrator alone, for as long as their session says so."""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.conf import settings
from django.http.response import HttpResponseBase

from labsite import roles
from labsite.models import Lab

SEEN = "look"  # in the session


def in_look(lab: Lab, look: str) -> Lab:
    """Return a copy of the lab with a look, to be shown and not saved."""
    shown = copy(lab)
    shown.look = look
    return shown


class SeenLookMiddleware:
    """Give the views of somebody who sees the site in another look a lab that has it. Visitors have no session."""

    def __init__(self, get_response: Callable[[Any], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: Any) -> HttpResponseBase:
        look = request.session.get(SEEN) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        if look in Lab.Look.values and look != request.lab.look and roles.may_open(request.user, "look"):
            request.own_look, request.lab = request.lab.look, in_look(request.lab, look)
        return self.get_response(request)
