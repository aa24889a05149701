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

NAMES = Left("search_text", StrIndex("search_text", Value(NAMES_END)))
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
    """A query, folded: its words, of which a row must have each, and the whole as texts and addresses would have it.

    In a prepared queryset its parts are parameters instead of texts.
    """

    words: list[Any]
    begun: list[Any]  # the words with the space that stands before each in a text
    phrase: Any
    name: Any  # the phrase as a name of its own among others
    name_start: Any
    slug: Any

    @classmethod
    def of(cls, query: str) -> Self:
        phrase, found = fold(query), words(query)
        begun = [f" {word}" for word in found]
        return cls(found, begun, f" {phrase} ", f"\n {phrase} \n", f"\n {phrase}", slug_of(phrase))

    @property
    def parts(self) -> tuple[Any, ...]:
        """What of_parts() makes it of again."""
        return (*self.words, *self.begun, self.phrase, self.name, self.name_start, self.slug)

    @classmethod
    def of_parts(cls, parts: tuple[Any, ...]) -> Self:
        number = len(parts) // 2 - 2
        return cls([*parts[:number]], [*parts[number:-4]], *parts[-4:])


class SearchedQuerySet(QuerySet):
    """Rows with a ``search_text``, a FoldedField; a subclass says where else a word or a name may stand."""

    def put_first(self) -> tuple[Any, ...]:
        """What lists and choices of the editing side are ordered by before all else."""
        return ()

    def elsewhere(self, word: Any) -> Iterable[QuerySet[Any]]:
        """The keys of all rows that have a folded ``word`` in another place, one queryset for each such place."""
        return ()

    def with_word(self, word: Any) -> QuerySet[Any]:
        """The keys of all rows that have a folded ``word``; with a space before it, in which a word begins so."""
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
        begun = asked.begun
        by_name = Case(
            When(in_names(asked.name), then=Rank.NAME),
            When(in_names(asked.name_start), then=Rank.NAME_START),
            default=Rank.NAME_WORDS,
        )
        ranks = [
            When(self.known_as_q(asked), then=Rank.NAME),
            When(reduce(and_, map(in_names, begun)), then=by_name),
        ]
        if len(begun) <= FEW_WORDS:
            in_text = []
            for word in begun:
                elsewhere = [*self.elsewhere(word)]
                has = Q(stands_in("search_text", word))
                in_text.append(has | Q(pk__in=union_of(*elsewhere)) if elsewhere else has)
            ranks.append(When(reduce(and_, in_text), then=Rank.WORDS))
        return self.annotate(match_rank=Case(*ranks, default=Rank.INSIDE))


def in_names(part: Any) -> Q:
    """The condition that a part of text stands in ``search_text`` before its names end."""
    return Q(stands_in(NAMES, part))


def folded_names(rows: QuerySet[Any]) -> QuerySet[Any, str]:
    """What rows with a ``search_text`` are called, folded, the names of each as one text."""
    return rows.order_by().values_list(NAMES, flat=True)


def stands_in(text: Any, part: Any) -> GreaterThan:
    """The condition that a text, an expression, has a part, which may be the parameter of a prepared queryset."""
    return GreaterThan(StrIndex(text, part if isinstance(part, Value) else Value(part)), 0)


def union_of(first: QuerySet[Any], *others: QuerySet[Any]) -> QuerySet[Any]:
    return first.union(*others, all=True) if others else first
