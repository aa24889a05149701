"""Rows that have the words of a query, the one that the query most likely means first."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Any, Self

from django.db.models import Case, IntegerChoices, Q, QuerySet, Value, When
from django.db.models.functions import Left, StrIndex
from django.db.models.lookups import GreaterThan

from labsite.modelling.addresses import slug_of
from labsite.texts.folding import NAMES_END, fold, words

FEW_WORDS = 4  # of more it hardly matters whether all of them begin words of a text, and to tell takes long


class Rank(IntegerChoices):
    """How a row answers a query, best first."""

    NAME = 0, "its name is the query"
    NAME_START = 1, "its name begins with the query"
    NAME_WORDS = 2, "words of its names begin with those of the query"
    WORDS = 3, "words of its text begin with those of the query"
    INSIDE = 4, "words of the query stand inside other words"


@dataclass(frozen=True)
class Asked:
    """A query, folded: as one phrase, as its words, of which a row must have each, and as an address would have it."""

    phrase: str
    words: list[str]
    slug: str

    @classmethod
    def of(cls, query: str) -> "Asked":
        phrase = fold(query)
        return cls(phrase, words(query), slug_of(phrase))


class SearchedQuerySet(QuerySet):
    """Rows with a ``search_text``, a FoldedField; a subclass says where else a word or a name may stand."""

    def put_first(self) -> tuple[Any, ...]:
        """What lists and choices of the editing side are ordered by before all else."""
        return ()

    def elsewhere(self, word: str) -> Iterable[QuerySet[Any]]:
        """The keys of all rows that have a folded ``word`` in another place, one queryset for each such place."""
        return ()

    def with_word(self, word: str) -> QuerySet[Any]:
        """The keys of all rows that have a folded ``word``; with a space before it, in which a word begins so.

        A union, as each place is then looked up in its own index, and none would be in one condition with the others.
        """
        own = self.model._base_manager.filter(search_text__contains=word)
        return union_of(own.order_by().values("pk"), *self.elsewhere(word))

    def known_as_q(self, asked: Asked) -> Q:
        """The condition that a row is called so other than by its names in ``search_text``."""
        return Q(pk__in=[])

    def matching(self, words: list[str]) -> Self:
        """Those that have each folded word somewhere."""
        return self.filter(*(Q(pk__in=self.with_word(word)) for word in words))

    def ranked(self, asked: Asked) -> Self:
        """Those that answer, each with its ``match_rank``, the best first and then in their usual order."""
        usual = self.query.order_by or self.model._meta.ordering or ()
        return self.matching(asked.words).with_rank(asked).order_by("match_rank", *usual)

    def suggested(self, asked: Asked) -> Self:
        """The rows for somebody who chooses one: those put first, of each the best match, then in their order."""
        return self.with_rank(asked).order_by(*self.put_first(), "match_rank", *(self.model._meta.ordering or ()))

    def with_rank(self, asked: Asked) -> Self:
        """Say of rows that answer how well they do, as ``match_rank``."""
        begun = [f" {word}" for word in asked.words]
        by_name = Case(
            When(in_names(f"\n {asked.phrase} \n"), then=Rank.NAME),
            When(in_names(f"\n {asked.phrase}"), then=Rank.NAME_START),
            default=Rank.NAME_WORDS,
        )
        ranks = [
            When(self.known_as_q(asked), then=Rank.NAME),
            When(reduce(and_, map(in_names, begun)), then=by_name),
        ]
        if len(begun) <= FEW_WORDS:
            ranks.append(When(reduce(and_, map(self._has_q, begun)), then=Rank.WORDS))
        return self.annotate(match_rank=Case(*ranks, default=Rank.INSIDE))

    def _has_q(self, word: str) -> Q:
        """The condition that a row has a folded ``word``: the row is read anyhow, so no index is asked."""
        has = Q(GreaterThan(StrIndex("search_text", Value(word)), 0))
        places = [*self.elsewhere(word)]
        return has | Q(pk__in=union_of(*places)) if places else has


def in_names(part: str) -> Q:
    """The condition that a part of text stands in ``search_text`` before its names end."""
    names = Left("search_text", StrIndex("search_text", Value(NAMES_END)))
    return Q(GreaterThan(StrIndex(names, Value(part)), 0))


def union_of(first: QuerySet[Any], *others: QuerySet[Any]) -> QuerySet[Any]:
    return first.union(*others, all=True) if others else first
