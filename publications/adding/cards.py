"""What tells people, venues and papers apart, in a line each: for those who choose among them."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from labsite import roles
from people.models import Person
from publications.models import Authorship, Publication, Venue

Keys = Iterable[int]


@dataclass(frozen=True)
class ChoiceCard:
    """Something on the site that may be meant: what it is called, and what else is known of it."""

    name: str
    details: str = ""
    address: str = ""


def people(keys):
    """Return a card for each person, with role, number of papers and the latest of them: three queries."""
    public = Authorship.objects.filter(publication__in=Publication.objects.published())
    papers = public.select_related("publication").order_by("-publication__year", "-publication__pk")
    rows = Person.objects.filter(pk__in=set(keys)).with_roles().prefetch_related(Prefetch("authorships", papers))
    today = timezone.localdate()
    return {person.pk: ChoiceCard(person.name, _details(person, today)) for person in rows}


def venues(keys):
    """Return a card for each venue: one query."""
    return {venue.pk: ChoiceCard(venue.acronym, venue.name) for venue in Venue.objects.filter(pk__in=set(keys))}


def papers(keys, user):
    """Return a card for each paper, without words where it isn't for the user's eyes: a few queries."""
    found = Publication.objects.filter(pk__in=set(keys))
    readable = set(roles.reached(user, "view", found).values_list("pk", flat=True))
    return {paper.pk: _paper(paper) if paper.pk in readable else HIDDEN for paper in found.with_authors()}


HIDDEN = ChoiceCard("A paper that isn’t public yet", "Somebody else is adding it: ask an editor.")


def _paper(paper):
    authors = ", ".join(row.display_name for row in list(paper.authorships.all())[:5])
    more = " and others" if paper.authorships.all()[5:] else ""
    where = " ".join(filter(None, [paper.venue.acronym if paper.venue else "", str(paper.year or "")]))
    state = "" if paper.is_published() else paper.get_state_display()
    details = " · ".join(filter(None, [authors + more, where or paper.get_status_display(), state]))
    return ChoiceCard(paper.title, details, reverse("admin:publications_publication_change", args=[paper.pk]))


def _details(person, today):
    membership = person.membership(today)
    authorships = list(person.authorships.all())
    papers = f"{len(authorships)} paper{'s' if len(authorships) != 1 else ''}" if authorships else "no papers yet"
    latest = f"latest “{authorships[0].publication.title}”" if authorships else ""
    role = str(membership) if membership else "never in the lab"
    return " · ".join(filter(None, [person.native_name, role, papers, latest, person.orcid]))
