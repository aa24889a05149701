"""Search over all that has a page or a place on one: every word must be found, however it is spelt or accented."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Window
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from labsite.modelling.ranking import Asked, SearchedQuerySet
from labsite.models import Opening, Page
from labsite.search import results
from labsite.search.results import Hit
from publications.models import Publication, Talk
from services.models import Service

MAX_QUERY_LENGTH = 400  # characters, as long as a title may be
MAX_OF_ONE_KIND = 100


def _papers():
    return Publication.objects.published().only("pk")


@dataclass(frozen=True)
class Kind:
    """A kind of thing that is searched: where its rows are, how one is shown, how many beside those of other kinds."""

    name: str
    label: str | Promise
    rows: Callable[[], SearchedQuerySet]
    hit: Callable[[Any, list[str]], Hit]
    most: int = 5
    # Where rows are many and wide: the same rows with all that is shown, fetched for the few that are.
    details: Callable[[], SearchedQuerySet] | None = None

    def best(self, asked: Asked, most: int) -> list[Any]:
        """Return the best rows, each with its ``match_rank`` and ``match_total``, the number of those that answer."""
        best = list(self.rows().ranked(asked).annotate(match_total=Window(Count("*")))[:most])
        if not self.details or not best:
            return best
        detailed = self.details().in_bulk([row.pk for row in best])
        for row in best:
            detailed[row.pk].match_rank, detailed[row.pk].match_total = row.match_rank, row.match_total
        return [detailed[row.pk] for row in best]


KINDS = (
    Kind("people", _("People"), results.people, results.person, 8),
    Kind("venues", _("Venues"), results.venues, results.venue),
    Kind("projects", _("Projects"), results.projects, results.project),
    Kind("openings", _("Openings"), lambda: Opening.objects.open(timezone.localdate()), results.opening),
    Kind("pages", _("Pages"), Page.objects.published, results.page),
    Kind("publications", _("Publications"), _papers, results.publication, 10, results.papers),
    Kind("news", _("News"), results.news, results.news_item),
    Kind("talks", _("Talks"), lambda: Talk.objects.newest_first().with_occasions(), results.talk),
    Kind("awards", _("Awards"), results.awards, results.award),
    Kind("services", _("Service"), Service.objects.with_people, results.service),
)


@dataclass(frozen=True)
class Group:
    """What was found of one kind: the best of it, and how much there is in all."""

    kind: Kind
    hits: list[Hit]
    total: int
    rank: int
    query: str

    @property
    def is_whole(self) -> bool:
        return len(self.hits) == self.total

    @property
    def url(self) -> str:
        """Where only this kind is shown, and more of it."""
        return f"{reverse('search')}?{urlencode({'q': self.query, 'kind': self.kind.name})}"

    @property
    def more_url(self) -> str:
        """Where the rest is: publications have a list that is narrowed by the same words."""
        is_listed = self.kind.name == "publications"
        return f"{reverse('publications:list')}?{urlencode({'q': self.query})}" if is_listed else self.url


@dataclass(frozen=True)
class Found:
    """What a query found: a group for each kind, that with the best match first."""

    query: str
    asked: Asked
    groups: list[Group]
    only: str = ""

    @property
    def total(self) -> int:
        return sum(group.total for group in self.groups)

    @property
    def url(self) -> str:
        return f"{reverse('search')}?{urlencode({'q': self.query})}"

    @property
    def shown(self) -> list[Group]:
        return [group for group in self.groups if group.kind.name == self.only] if self.only else self.groups


def find(query: str, only: str = "") -> Found:
    """Return what has all words of ``query``, more of it of the kind ``only``; nothing where it has no word."""
    query = query.replace("\0", " ").strip()[:MAX_QUERY_LENGTH]
    asked = Asked.of(query)
    found = [_group(kind, query, asked, kind.name == only) for kind in KINDS] if asked.words else []
    groups = sorted((group for group in found if group), key=lambda group: group.rank)
    return Found(query, asked, groups, only if only in {group.kind.name for group in groups} else "")


def _group(kind: Kind, query: str, asked: Asked, is_only: bool) -> Group | None:
    rows = kind.best(asked, MAX_OF_ONE_KIND if is_only else kind.most)
    hits = [kind.hit(row, asked.words) for row in rows]
    return Group(kind, hits, rows[0].match_total, rows[0].match_rank, query) if rows else None
