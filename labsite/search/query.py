"""Search over all that has a page or a place on one: every word must be found, however it is spelt or accented."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.db import connection
from django.db.models import Count, Window
from django.urls import reverse
from django.utils.translation import get_language

from labsite import registry
from labsite.modelling import trigrams
from labsite.modelling.prepared import Late, statement_of
from labsite.modelling.ranking import Asked
from labsite.search.results import Hit, Searched
from labsite.texts.folding import UNSPACED

MAX_QUERY_LENGTH = 400  # characters, as long as a title may be
MAX_OF_ONE_KIND = 100

# What stands in a statement for the parts of a query: characters that no folded text has.
PHRASE, SLUG = "\ue000", "\ue001"
STAND_IN = re.compile("([\x80-\x8f\ue000-\ue02f])\\1*")


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


def find(query: str, only: str = "", shown: Callable[[Any], Any] = list) -> SearchResults:
    """Return what has all words of ``query``, more of it of the kind ``only``; nothing where it has no word.

    The rows of each kind are those that ``shown`` makes of them.
    """
    query = query.replace("\0", " ").strip()[:MAX_QUERY_LENGTH]
    asked = Asked.of(query)
    kinds = list(registry.facets(Searched).values())
    ranks: dict[int, dict[Any, int]] = defaultdict(dict)
    totals = {}
    for kind, key, rank, totals[kind] in _best(asked, kinds, only) if asked.words else ():
        ranks[kind][key] = rank
    groups = [_group(kinds[n], query, asked, ranks[n], totals[n], shown) for n in sorted(ranks)]
    groups.sort(key=lambda group: group.rank)
    return SearchResults(query, asked, groups, only if only in {group.kind.name for group in groups} else "")


def _group(
    kind: Searched, query: str, asked: Asked, ranks: dict[Any, int], total: int, shown: Callable[[Any], Any]
) -> HitGroup:
    hits = [kind.hit(row, asked.words) for row in shown(kind.fetch(ranks))]
    return HitGroup(kind, hits, total, min(ranks.values()), query)


def _best(asked: Asked, kinds: list[Searched], only: str) -> list[tuple[int, Any, int, int]]:
    """Return of the best rows of each kind its place, their keys and ranks, and how many rows answer: one query."""
    stand_ins = tuple(_stand_in(word, place) for place, word in enumerate(asked.words))
    limits = tuple((kind, MAX_OF_ONE_KIND if kind.name == only else kind.most) for kind in kinds)
    sql, parameters = _statement(stand_ins, limits, get_language())
    texts = {PHRASE: asked.phrase, SLUG: asked.slug, **dict(zip(stand_ins, asked.words, strict=True))}
    with connection.cursor() as cursor:
        cursor.execute(sql, tuple(_filled(each, texts) for each in parameters))
        return cursor.fetchall()


@lru_cache(maxsize=32)
def _statement(
    words: tuple[str, ...], limits: tuple[tuple[Searched, int], ...], language: str
) -> tuple[str, tuple[Any, ...]]:
    """Return the SQL that finds the best of all kinds, with parameters in which others stand for the words.

    To make it takes the ORM far longer than to run it takes the database of a small lab.
    """
    asked, pieces, parameters = Asked(PHRASE, list(words), SLUG), [], []
    for place, (kind, most) in enumerate(limits):
        rows = kind.rows().ranked(asked).annotate(match_total=Window(Count("*")))
        _, sql, its_own = statement_of(rows.values_list("pk", "match_rank", "match_total")[:most])
        pieces.append(f"SELECT {place} AS kind, found.* FROM ({sql}) found")
        parameters += its_own
    return " UNION ALL ".join(pieces), tuple(parameters)


def _stand_in(word: str, place: int) -> str:
    """Return what stands for a word in a statement: none that a text has, but looked up in the same way."""
    first = 0xE010 if UNSPACED.search(word) else 0x80
    return chr(first + place) * min(len(word), trigrams.LENGTH)


def _filled(parameter: Any, texts: dict[str, str]) -> Any:
    """Return a parameter with the texts in the place of what stands for them."""
    if isinstance(parameter, Late):
        return parameter.bound(())
    if isinstance(parameter, trigrams.Trigrams):
        return trigrams.Trigrams(_filled(parameter.text, texts))
    return STAND_IN.sub(lambda match: texts[match[0]], parameter) if isinstance(parameter, str) else parameter
