"""Search over all that has a page or a place on one: every word must be found, however it is spelt or accented."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from django.db.models import Count, Window
from django.urls import reverse
from django.utils.translation import get_language

from labsite import registry
from labsite.modelling.prepared import prepared
from labsite.modelling.ranking import Asked, folded_names
from labsite.search.results import Hit, Searched
from labsite.texts.folding import fold

MAX_QUERY_LENGTH = 400  # characters, as long as a title may be
MAX_OF_ONE_KIND = 100
MAX_WORDS = 8  # of a query that found nothing; each is compared with all names
MARKED = re.compile(r"<mark>([^<]+)</mark>")
LONG = 6  # letters of a word, from which on two of them may be wrong instead of one


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
        return reverse("search", query={"q": self.query, "kind": self.kind.name})

    @property
    def more_url(self) -> str:
        """Where the rest is: on a list that is narrowed by the same words, or here."""
        page = self.kind.list_page
        return reverse(page, query={"q": self.query}) if page else self.url


@dataclass(frozen=True)
class SearchResults:
    """What a query found: a group for each kind, that with the best match first."""

    query: str
    folded: Asked
    groups: list[HitGroup]
    only: str = ""

    @cached_property
    def meant(self) -> str:
        """What the query may have meant, as it is spelt here, if it found nothing and something like it is found."""
        near = "" if self.groups else corrected(self.folded.words)
        hits = [hit for group in find(near).groups for hit in group.hits] if near else []
        marked = (word for hit in hits for part in MARKED.findall(hit.title) for word in part.split())
        spelt = {fold(word): word for word in marked}
        return " ".join(spelt.get(word, word) for word in near.split()) if hits else ""

    @property
    def total(self) -> int:
        return sum(group.total for group in self.groups)

    @property
    def url(self) -> str:
        return reverse("search", query={"q": self.query})

    @property
    def shown(self) -> list[HitGroup]:
        return [group for group in self.groups if group.kind.name == self.only] if self.only else self.groups


def find(query: str, only: str = "", shown: Callable[[Any], Any] = list) -> SearchResults:
    """Return what has all words of ``query``, more of it of the kind ``only``; nothing where it has no word.

    The rows of each kind are those that ``shown`` makes of them.
    """
    query = query.replace("\0", " ").strip()[:MAX_QUERY_LENGTH]
    folded = Asked.of(query)
    groups = []
    for kind in registry.facets(Searched).values() if folded.words else ():
        most = MAX_OF_ONE_KIND if kind.name == only else kind.most
        best = _best(*folded.parts, kind=kind, most=most, language=get_language())
        if best:
            rows = shown(kind.fetch({key: rank for key, rank, _ in best}))
            hits = [kind.hit(row, folded.words) for row in rows]
            groups.append(HitGroup(kind, hits, total=best[0][2], rank=best[0][1], query=query))
    groups.sort(key=lambda group: group.rank)
    return SearchResults(query, folded, groups, only if only in {group.kind.name for group in groups} else "")


@prepared
def _best(*parts: Any, kind: Searched, most: int, language: str) -> Any:
    """Query the keys of the best rows of a kind, with their ranks and how many rows answer, in a language."""
    rows = kind.rows().ranked(Asked.of_parts(parts)).annotate(match_total=Window(Count("*")))
    return rows.values_list("pk", "match_rank", "match_total")[:most]


def corrected(words: list[str]) -> str:
    """Return a query of folded ``words``, each as the nearest word of a name; "" where one has none, or all are right.

    A name is what a row is called: a person, a title, a venue. The first letter is taken to be right.
    """
    if len(words) > MAX_WORDS:
        return ""
    names = chain.from_iterable(folded_names(kind.rows()) for kind in registry.facets(Searched).values())
    known = sorted(set(chain.from_iterable(map(str.split, names))))
    meant = [_nearest(word, known) for word in words]
    return " ".join(meant) if all(meant) and meant != words else ""


def _nearest(word: str, known: list[str]) -> str:
    if any(name.startswith(word) for name in known):
        return word
    from rapidfuzz.distance import Levenshtein  # takes 4 MB, for those who mistype
    from rapidfuzz.process import extractOne

    alike = [name for name in known if name[0] == word[0]]
    near = extractOne(word, alike, scorer=Levenshtein.distance, score_cutoff=2 if len(word) >= LONG else 1)
    return near[0] if near else ""
