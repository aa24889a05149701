"""The looks that a lab may choose, each seen with its own pages first: by one administrator alone."""

from collections.abc import Callable
from copy import copy
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import resolve, reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from labsite import roles
from labsite.editing.model_admin import history_step, offer_undo
from labsite.models import Lab
from labsite.web.middleware import content_security_policy
from labsite.web.requests import EditorRequest

SEEN = "look"  # in the session of an administrator, for as long as they see the site in another look


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


def known(look: str) -> Lab.Look:
    """Return a look by its name; Http404 for any other."""
    if look not in Lab.Look.values:
        raise Http404(f"There is no look {look!r}.")
    return Lab.Look(look)


@never_cache
@require_safe
def home_in_look(request: EditorRequest, look: str) -> HttpResponse:
    """Show the home page as visitors would see it in a look, in a frame of the lab's form."""
    visitors: Any = copy(request)
    visitors.user, visitors.path = AnonymousUser(), reverse("home")
    visitors.lab = in_look(Lab.objects.current().shown_at(visitors.path), known(look))
    match = visitors.resolver_match = resolve(visitors.path)
    response: HttpResponse = match.func(visitors)
    response["X-Frame-Options"] = "SAMEORIGIN"
    response["Content-Security-Policy"] = content_security_policy({"frame-ancestors": ["'self'"]})
    return response


@never_cache
@require_safe
def see_look(request: EditorRequest, look: str) -> HttpResponse:
    """Let an administrator alone see all of the site in a look; in the lab's own, as everybody does."""
    request.session[SEEN] = known(look).value
    return redirect("home")


@require_POST
def take_look(request: EditorRequest, look: str) -> HttpResponse:
    """Make a look that of the lab, as one step of the history."""
    with history_step(request) as step:
        lab = Lab.objects.first() or Lab()
        lab.look = known(look).value
        lab.save()
    request.session.pop(SEEN, None)
    messages.success(request, gettext("The site has a new look."))
    offer_undo(request, step)
    return redirect("home")
