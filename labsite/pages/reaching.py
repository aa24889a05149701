"""How to join the lab, how to reach it, and the statements that institutions must show."""

from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from labsite.models import ApplicantKind, Opening, Page
from labsite.models.pages import CONTACT, JOIN
from labsite.pages.linked_data import job_node
from labsite.pages.views import description_of, page
from labsite.texts.plain_text import plain, sentences
from labsite.web.head import Head, Site, collection
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from people.models import Membership, Person


@require_safe
def join(request: LabRequest) -> HttpResponse:
    """Say whom the lab looks for at any time, what one can apply for today, and who supervises."""
    today, lab = timezone.localdate(), request.lab
    found, kinds = map(lab.in_page_language, (Opening.objects.open(today), ApplicantKind.objects.all()))
    named = [opening.title for opening in found] or [kind.title for kind in kinds]
    label = lab.sections["openings"].label
    head = Head(
        request,
        title=label,
        description=sentences(_("How to join %(lab)s.") % {"lab": lab.name}, *named),
        nodes=(collection(label, found, reverse("openings"), Site(request)),),
    )
    supervisors = lab.in_page_language(supervisors_at(today))
    context = {
        "head": head,
        "openings": found,
        "kinds": kinds,
        "words": _words_at(JOIN, lab),
        "supervisors": supervisors,
        "are_asked": any(person.takes_students for person in supervisors),
    }
    return render(request, "labsite/join.html", context)


def supervisors_at(day: date) -> list[Person]:
    """Return the members on a day who say that they take students; if none does, those who lead the lab."""
    leads = Membership.objects.current(day).filter(role=Membership.Role.LEAD).values("person")
    found = list(Person.objects.current(day).filter(Q(takes_students=True) | Q(pk__in=leads)))
    return [person for person in found if person.takes_students] or found


@at_its_address(Opening.objects.all)
def opening(request: LabRequest, found: Opening) -> HttpResponse:
    """Show one opening; once it has closed it says so, for those who follow an old link."""
    request.lab.in_page_language([found])
    is_open = found.is_open(timezone.localdate())
    head = Head(
        request,
        title=found.title,
        description=description_of(request, found),
        trail=((request.lab.sections["openings"].label, reverse("openings")),),
        nodes=(job_node(found, Site(request)),) if is_open else (),
    )
    return render(request, "labsite/opening.html", {"opening": found, "is_open": is_open, "head": head})


@require_safe
def contact(request: LabRequest) -> HttpResponse:
    """Say where the lab is and how to write to it; where it says neither, show its own page of this address."""
    lab = request.lab
    if "contact" not in lab.notices:
        return page(request, CONTACT)
    where = ", ".join(lab.address.splitlines())
    description = sentences(_("How to reach %(lab)s.") % {"lab": lab.name}, where, plain(lab.contact_html))
    head = Head(request, title=lab.notices["contact"], description=description)
    return render(request, "labsite/contact.html", {"head": head, "words": _words_at(CONTACT, lab)})


@require_safe
def statement(request: LabRequest, name: str) -> HttpResponse:
    """Show one of the STATEMENTS where the lab wants it, else what the lab has at this address.

    Each is made of what is true of the site, after the lab's own words.
    """
    title = request.lab.notices.get(name)
    if not title:
        return page(request, name)
    head = Head(
        request, title=title, description=_("%(title)s of %(lab)s.") % {"title": title, "lab": request.lab.name}
    )
    context = {
        "head": head,
        "words": getattr(request.lab, f"{name}_html"),
        "facts": f"labsite/statements/_{name}.html",
        "days": settings.SESSION_COOKIE_AGE // 86400 or 1,
    }
    return render(request, "labsite/statement.html", context)


def _words_at(slug: str, lab: Any) -> Any:
    """Return the lab's page at the address of one of the site's own pages, at whose head it stands."""
    return next(iter(lab.in_page_language(Page.objects.published().filter(slug=slug)[:1])), None)
