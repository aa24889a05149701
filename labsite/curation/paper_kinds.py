"""Of what kind papers are, where nobody has said so: asked once for each venue, and answered by a click."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite import history, roles
from labsite.editing.inbox import Action, InboxKind, InboxRow, Waiting, settles, to_inbox
from labsite.editing.model_admin import offer_undo
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications.models import Authorship, Publication, Venue

# What a paper is, in the words of the button. The venue is of the kind of the same name.
ANSWERS = {
    Publication.Kind.CONFERENCE: _("Conference paper"),
    Publication.Kind.JOURNAL: _("Journal article"),
    Publication.Kind.WORKSHOP: _("Workshop paper"),
}


def _unstated(user: Any) -> Any:
    """Return the papers of unstated kind that somebody may change, at venues where kinds are told apart."""
    papers = Publication.objects.filter(kind="", venue__isnull=False).exclude(venue__kind=Venue.Kind.PREPRINTS)
    return roles.reached(user, "change", papers)


class PaperKinds(InboxKind):
    """Venues with papers whose kind isn’t stated, until somebody who may change these papers says it."""

    name, page = "paper-kinds", "paper-kinds"
    title = _("Papers of unknown kind")
    advice = _("CVs and lists of references need the kind. One answer applies to all papers of the venue.")

    def open(self, user: Any) -> list[Waiting]:
        titles: dict[int, list[str]] = {}
        for venue, title in _unstated(user).order_by("-year", "pk").values_list("venue", "title"):
            titles.setdefault(venue, []).append(title)
        members = Person.objects.members().order_by().values("pk")
        people: dict[int, list[int]] = {}
        if titles:
            rows = Authorship.objects.filter(
                publication__in=_unstated(user).order_by().values("pk"), person__in=members
            )
            for venue, person in rows.order_by("publication__venue").values_list("publication__venue", "person"):
                people.setdefault(venue, []).append(person)
        return [
            Waiting(self.name, tuple(dict.fromkeys(people.get(venue, ()))), (venue, titles[venue]))
            for venue in sorted(titles, key=lambda venue: -len(titles[venue]))
        ]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        venues = Venue.objects.in_bulk([each.item[0] for each in waiting])
        stated = Publication.objects.filter(venue__in=venues, kind__in=ANSWERS).order_by().values_list("venue", "kind")
        usual = dict(stated.annotate(number=Count("pk")).order_by("number").values_list("venue", "kind"))
        post = reverse("admin:paper-kinds") + (f"?{query}" if query else "")
        rows = []
        for each in waiting:
            pk, titles = each.item
            words = ngettext(
                "“%(title)s” appeared there: what is it?",
                "%(number)d papers appeared there, such as “%(title)s”: what are they?",
                len(titles),
            )
            words %= {"number": len(titles), "title": titles[0]}
            if pk in usual:
                words += " " + gettext("Other papers there: %(kind)s.") % {
                    "kind": ANSWERS[Publication.Kind(usual[pk])]
                }
            rows.append(
                InboxRow(
                    str(venues[pk]),
                    venues[pk].get_absolute_url(),
                    words,
                    people=each.people,
                    post=post,
                    hidden=[("venue", pk)],
                    actions=[Action(label, kind) for kind, label in ANSWERS.items()],
                )
            )
        return rows


@settles("paper-kinds")
def paper_kinds(request: Any) -> HttpResponse:
    """Give the papers at a venue the kind that somebody says, and the venue, if it has none and they may change it."""
    kind = next((each for each in ANSWERS if each in request.POST), None)
    pk = request.POST.get("venue", "")
    with history.step(request.user) as step:
        papers = list(_unstated(request.user).filter(venue=pk).select_related("venue")) if pk.isdecimal() else []
        if not kind or not papers:
            messages.info(request, gettext("This is no longer on the list."))
            return to_inbox(request)
        for paper in papers:
            paper.kind = kind
            paper.save()
        venue = papers[0].venue
        if not venue.kind and roles.may(request.user, "change", Venue):
            venue.kind = kind
            venue.save()
        step.words = gettext_noop("Set the kind of the papers at {venue}").format(venue=venue.short_name)
    words = ngettext(
        "Saved for %(number)d paper at %(venue)s.", "Saved for %(number)d papers at %(venue)s.", len(papers)
    )
    messages.success(request, words % {"number": len(papers), "venue": venue.short_name})
    offer_undo(request, step)
    return to_inbox(request)
