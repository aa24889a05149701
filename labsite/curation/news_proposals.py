"""News that could be written of what changed: papers that came out, people who came and went, awards.

Nothing is published by itself: an editor makes a draft of a proposal, or dismisses it, and then it isn't made again.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.db.models import Count, Max, Model, Prefetch
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext, gettext_lazy as _, override

from labsite.editing.inbox import Action, InboxKind, InboxRow, Waiting, settles, to_inbox
from labsite.modelling import content_version
from labsite.modelling.periods import PartialDate
from labsite.models import Dismissal, NewsItem
from labsite.texts.plain_text import as_markdown, shortened
from labsite.web.requests import EditorRequest
from people.models import Award, Membership, Person
from publications.models import Publication, Venue

MAX_AGE = datetime.timedelta(days=365)  # of what is proposed; of a year or a month, its last day counts
MAX_TITLE_LENGTH: Any = NewsItem._meta.get_field("title").max_length
RULE = "news"  # of the dismissals here
CAME_OUT, JOINED, LEFT, RECEIVED = "came out", "joined", "left", "received"


@dataclass(frozen=True)
class NewsProposal:
    """An item of news that could be written: ``about`` says what happened to the ``rows``."""

    about: str
    rows: tuple[Model, ...]
    date: str
    title: str
    text: str = ""
    people: tuple[Any, ...] = ()
    publications: tuple[Any, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.about}: {', '.join(f'{row._meta.label_lower} {row.pk}' for row in self.rows)}"

    def draft(self) -> NewsItem:
        """Make a draft of it, which only editors see until one of them publishes it."""
        title = shortened(self.title, MAX_TITLE_LENGTH)
        item = NewsItem.objects.create(title=title, date=self.date, text=self.text, state=NewsItem.State.DRAFT)
        item.people.set(self.people)
        item.publications.set(self.publications)
        return item

    def settle(self, user: Any) -> None:
        """Remember not to propose it again."""
        settled = [Dismissal(by=user, **dismissal) for dismissal in self.dismissals]
        Dismissal.objects.bulk_create(settled, ignore_conflicts=True)

    @property
    def dismissals(self) -> list[dict[str, Any]]:
        """The columns by which each of its rows is dismissed."""
        return [
            {"rule": RULE, "model": row._meta.label_lower, "row": row.pk, "about": self.about} for row in self.rows
        ]


class NewsToWrite(InboxKind):
    """What happened in the last year and no news tells."""

    name, page = "news", "news-proposals"
    title = _("News suggestions")
    advice = _(
        "What happened in the last year without a news item: papers, people who joined or left, awards. Nothing is "
        "published automatically; you get a draft to edit."
    )
    settled_title = _("Dismissed suggestions")

    def open(self, user: Any) -> list[Waiting]:
        return self._waiting(of_dismissed=False)

    def settled(self, user: Any, query: dict[str, str]) -> list[Waiting]:
        return self._waiting(of_dismissed=True)

    def _waiting(self, of_dismissed: bool) -> list[Waiting]:
        proposed = proposals(of_dismissed=of_dismissed)
        return [Waiting(self.name, [person.pk for person in each.people], each) for each in proposed]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        actions = [Action(_("Create a draft"), "draft"), Action(_("Dismiss"), "dismiss")]
        return [
            InboxRow(
                each.item.title,
                since=each.item.date,
                post=reverse("admin:news-proposals") + (f"?{query}" if query else ""),
                hidden=[("proposal", each.item.key)],
                actions=[Action(_("Suggest again"), "again")] if is_settled else actions,
            )
            for each in waiting
        ]


@settles("news")
@transaction.atomic
def news_proposals(request: EditorRequest) -> HttpResponse:
    """Make a draft of a proposal, dismiss it, or take that back."""
    sent, is_dismissed = request.POST.get("proposal"), "again" in request.POST
    proposal = next((each for each in proposals(of_dismissed=is_dismissed) if each.key == sent), None)
    if proposal is None:
        messages.info(request, gettext("This is no longer on the list."))
    elif is_dismissed:
        for dismissal in proposal.dismissals:
            Dismissal.objects.filter(**dismissal).delete()
        messages.success(request, gettext("Suggested again: %(title)s") % {"title": proposal.title})
    else:
        proposal.settle(request.user)
        if "draft" in request.POST:
            messages.success(request, gettext("This is a draft: change what you like, then publish it."))
            return redirect(proposal.draft().form_url)
        messages.success(request, gettext("No longer suggested: %(title)s") % {"title": proposal.title})
    return to_inbox(request)


_proposed: dict[bool, tuple[Any, list[NewsProposal]]] = {}  # up to which change and dismissal


def forget() -> None:
    _proposed.clear()


def proposals(*, of_dismissed: bool = False) -> list[NewsProposal]:
    """Return what could be news, or what was dismissed: looked for again only once something has changed."""
    dismissals = Dismissal.objects.filter(rule=RULE).aggregate(Max("pk"), Count("pk"))
    now = content_version.current(), timezone.localdate(), *dismissals.values()
    known = _proposed.get(of_dismissed)
    if known is None or known[0] != now:
        known = _proposed[of_dismissed] = now, NewsFinder(timezone.localdate(), of_dismissed=of_dismissed).proposals()
    return known[1]


class NewsFinder:
    """Looks for what happened within a year before the day ``at`` and no news tells, drafts included."""

    def __init__(self, at: datetime.date, *, of_dismissed: bool = False) -> None:
        self.at, self.oldest, self.of_dismissed = at, at - MAX_AGE, of_dismissed
        self.dismissed = set(Dismissal.objects.filter(rule=RULE).values_list("model", "row", "about"))
        about = ("people", "publications")
        self.news = list(NewsItem.objects.filter(date__gte=str(self.oldest.year)).prefetch_related(*about))

    @override(settings.LANGUAGE_CODE)  # a title becomes that of the draft, whoever asked for it
    def proposals(self) -> list[NewsProposal]:
        """Return the proposals, newest first; or only those that were dismissed."""
        proposals = [*self._papers(), *self._joined(), *self._left(), *self._awards()]
        return sorted(proposals, key=lambda proposal: (proposal.date, proposal.title), reverse=True)

    def _papers(self) -> Iterator[NewsProposal]:
        """Yield the papers of each venue and year that are out or accepted."""
        papers = Publication.objects.published().filter(
            year__gte=self.oldest.year, status__in=("published", "accepted")
        )
        in_news = NewsItem.publications.through.objects.values("publication")
        together = defaultdict(list)
        for paper in papers.exclude(kind=Publication.Kind.PREPRINT).exclude(pk__in=in_news).select_related("venue"):
            date = f"{paper.year}-{paper.month:02}" if paper.month else str(paper.year)
            is_new = self._is_recent(date) or paper.status == Publication.Status.ACCEPTED
            if is_new and self._is_asked_for(CAME_OUT, paper):
                together[paper.venue, paper.year].append((date, paper))
        for (venue, year), dated in together.items():
            rows = tuple(paper for _, paper in dated)
            date = min(max(date for date, _ in dated), self.at.isoformat())
            preposition = "in" if venue and venue.kind == Venue.Kind.JOURNAL else "at"
            where = f"{preposition} {venue.short_name} {year}" if venue else f"in {year}"
            verb = "accepted" if rows[0].status == Publication.Status.ACCEPTED else "published"
            title = f"{len(rows)} papers {where}" if len(rows) > 1 else f"“{rows[0].title}” {verb} {where}"
            yield NewsProposal(CAME_OUT, rows, date, title, publications=rows)

    def _joined(self) -> Iterator[NewsProposal]:
        """Yield those who came together, on their first day."""
        together = defaultdict(list)
        for stay in self._stays(start__gte=str(self.oldest.year)):
            is_first = all(stay.start <= other.start for other in stay.person.memberships.all())
            if is_first and self._is_untold(stay.person, stay.start) and self._is_asked_for(JOINED, stay):
                together[stay.start].append(stay)
        for start, stays in together.items():
            role = f" as {stays[0].get_role_display()}" if len(stays) == 1 and stays[0].role else ""
            yield self._of_people(JOINED, stays, start, f"joined the lab{role}")

    def _left(self) -> Iterator[NewsProposal]:
        """Yield those who left together, with where they went."""
        together = defaultdict(list)
        alumni = Person.objects.alumni(self.at)
        for stay in self._stays(end__gte=str(self.oldest.year), person__in=alumni):
            is_last = all(other.end <= stay.end for other in stay.person.memberships.all())
            if is_last and self._is_untold(stay.person, stay.end) and self._is_asked_for(LEFT, stay):
                together[stay.end].append(stay)
        for end, stays in together.items():
            went = [
                f"- {as_markdown(stay.person.name)}: {as_markdown(stay.went_to)}" for stay in stays if stay.went_to
            ]
            yield self._of_people(LEFT, stays, end, "left the lab", "\n".join(went))

    def _awards(self) -> Iterator[NewsProposal]:
        papers = Prefetch("publications", Publication.objects.published())
        given = Award.objects.public().filter(year__gte=self.oldest.year).select_related("person")
        for award in given.prefetch_related(papers):
            rows = tuple(award.publications.all())
            people = (award.person,) if award.person else ()
            named = [*(person.name for person in people), *(f"“{paper.title}”" for paper in rows)]
            is_told = any(award.title.casefold() in f"{item.title}\n{item.text}".casefold() for item in self.news)
            if named and self._is_recent(str(award.year)) and not is_told and self._is_asked_for(RECEIVED, award):
                what = ", ".join(filter(None, [award.title, award.organisation]))
                title = f"{what}: {get_text_list(named, 'and')}"
                yield NewsProposal(RECEIVED, (award,), str(award.year), title, people=people, publications=rows)

    def _stays(self, **narrowed: Any) -> Any:
        """Return the stays in the order of their people's names: that of a title naming several."""
        stays = Membership.objects.filter(**narrowed).order_by("person__sort_key", "pk")
        return stays.select_related("person").prefetch_related("person__memberships")

    def _of_people(self, about: str, stays: list[Any], date: str, what: str, text: str = "") -> NewsProposal:
        people = tuple(stay.person for stay in stays)
        title = f"{get_text_list([person.name for person in people], 'and')} {what}"
        return NewsProposal(about, tuple(stays), date, title, text, people)

    def _is_recent(self, date: str) -> bool:
        day = PartialDate(date)
        return day.first <= self.at and day.last >= self.oldest

    def _is_asked_for(self, about: str, row: Model) -> bool:
        return ((row._meta.label_lower, row.pk, about) in self.dismissed) == self.of_dismissed

    def _is_untold(self, person: Person, date: str) -> bool:
        """Say whether a recent date has no news about the person, as far as both dates are known."""
        about = (item.date for item in self.news if person in item.people.all())
        return self._is_recent(date) and not any(day.startswith(date) or date.startswith(day) for day in about)
