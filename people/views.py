from itertools import chain

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.modelling.publishing import with_public
from labsite.texts.plain_text import lines_of, plain, sentences
from labsite.web.head import Head, Site, collection
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from people.linked_data import profile_page
from people.models import Award, Person
from people.profile import PersonFacts, profile, profile_rows
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


@at_its_address(lambda: with_public(Person.objects.members(), *profile_rows()))
def person(request: LabRequest, found: Person) -> HttpResponse:
    """Show everything the site knows of one member."""
    today = timezone.localdate()
    for rows in ([found], found.projects.all(), found.news.all()):
        request.lab.in_page_language(rows)
    facts = PersonFacts(found)
    own = [award for award in facts.awards if award.person_id == found.pk]
    about = sentences(found.headline, ", ".join(lines_of(found.interests)), plain(found.biography_html))
    head = Head(
        request,
        title=" ".join(found.both_names) if found.native_name_is_first else found.name,
        description=about or sentences(found.shown_name, request.lab.name),
        trail=((_("People"), reverse("people:list")),),
        kind="profile",
        row=found,
        properties=(("profile:first_name", found.given_name), ("profile:last_name", found.family_name)),
        nodes=(profile_page(found, own, Site(request), today),),
    )
    return render(request, "people/detail.html", profile(facts, today) | {"head": head})


@require_safe
def awards(request: LabRequest) -> HttpResponse:
    """Show the awards of members and of papers, newest first."""
    head = Head.of_list(request, "people:awards", _("Awards to members of %(lab)s and to their papers."))
    return render(request, "people/awards.html", {"awards": Award.objects.public().with_recipients(), "head": head})
