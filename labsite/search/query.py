"""Search over all that has a page or a place on one: every word must be found, however it is spelt or accented."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from labsite import registry
from labsite.modelling.ranking import Asked
from labsite.search.results import Hit, Searched

MAX_QUERY_LENGTH = 400  # characters, as long as a title may be
MAX_OF_ONE_KIND = 100


@dataclass(frozen=True)
class HitGroup:
    """What was found of one kind: the best of it, and how much there is in all."""

    kind: Searched
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
        """Where the rest is: on a list that is narrowed by the same words, or here."""
        page = self.kind.list_page
        return f"{reverse(page)}?{urlencode({'q': self.query})}" if page else self.url


@dataclass(frozen=True)
class SearchResults:
    """What a query found: a group for each kind, that with the best match first."""

    query: str
    asked: Asked
    groups: list[HitGroup]
    only: str = ""

    @property
    def total(self) -> int:
        return sum(group.total for group in self.groups)

    @property
    def url(self) -> str:
        return f"{reverse('search')}?{urlencode({'q': self.query})}"

    @property
    def shown(self) -> list[HitGroup]:
        return [group for group in self.groups if group.kind.name == self.only] if self.only else self.groups


def find(query: str, only: str = "") -> SearchResults:
    """Return what has all words of ``query``, more of it of the kind ``only``; nothing where it has no word."""
    query = query.replace("\0", " ").strip()[:MAX_QUERY_LENGTH]
    asked = Asked.of(query)
    kinds = registry.facets(Searched).values() if asked.words else ()
    found = [_group(kind, query, asked, kind.name == only) for kind in kinds]
    groups = sorted((group for group in found if group), key=lambda group: group.rank)
    return SearchResults(query, asked, groups, only if only in {group.kind.name for group in groups} else "")


def _group(kind: Searched, query: str, asked: Asked, is_only: bool) -> HitGroup | None:
    rows = kind.best(asked, MAX_OF_ONE_KIND if is_only else kind.most)
    hits = [kind.hit(row, asked.words) for row in rows]
    return HitGroup(kind, hits, rows[0].match_total, rows[0].match_rank, query) if rows else None
