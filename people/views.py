from itertools import chain

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.web.head import Head, Site, collection
from labsite.web.requests import LabRequest
from people.models import Award
from people.roster import roster


@require_safe
def people(request: LabRequest) -> HttpResponse:
    """Show who is in the lab by role, then those who were."""
    found = roster(timezone.localdate(), request.lab)
    listed = [
        *chain.from_iterable(group.people for group in found["groups"]),
        *(alumnus.person for alumnus in found["alumni"]),
    ]
    nodes = (collection(_("People"), dict.fromkeys(listed), reverse("people:list"), Site(request)),)
    head = Head.of_list(request, "people:list", _("The members and alumni of %(lab)s."), nodes=nodes)
    return render(request, "people/list.html", found | {"head": head})


@require_safe
def awards(request: LabRequest) -> HttpResponse:
    """Show the awards of members and of papers, newest first."""
    head = Head.of_list(request, "people:awards", _("Awards to members of %(lab)s and to their papers."))
    return render(request, "people/awards.html", {"awards": Award.objects.public().with_recipients(), "head": head})
