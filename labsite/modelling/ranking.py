"""Rows that have the words of a query, the one that the query most likely means first."""

from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import Self

from django.db.models import Case, IntegerChoices, Q, QuerySet, Value, When
from django.db.models.functions import StrIndex
from django.db.models.lookups import GreaterThan, LessThan

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
    """A query, folded: as one phrase and as its words, of which a row must have each."""

    phrase: str
    words: list[str]

    @classmethod
    def of(cls, query: str) -> "Asked":
        return cls(fold(query), words(query))


class SearchedQuerySet(QuerySet):
    """Rows with a ``search_text``, a FoldedField; a subclass says where else a word or a name may stand."""

    def containing_q(self, word: str) -> Q:
        """The condition that a row has a folded ``word``; with a space before it, that a word begins so."""
        return Q(search_text__contains=word)

    def known_as_q(self, phrase: str) -> Q:
        """The condition that a row is called ``phrase`` other than by its names in ``search_text``."""
        return Q(pk__in=[])

    def matching(self, words: list[str]) -> Self:
        """Those that have each folded word somewhere."""
        return self.filter(*map(self.containing_q, words))

    def ranked(self, asked: Asked) -> Self:
        """Those that answer, each with its ``match_rank``, the best first and then in their usual order."""
        begun = [f" {word}" for word in asked.words]
        ranks = [
            When(self.known_as_q(asked.phrase) | in_names(f"\n {asked.phrase} \n"), then=Rank.NAME),
            When(in_names(f"\n {asked.phrase}"), then=Rank.NAME_START),
            When(reduce(and_, map(in_names, begun)), then=Rank.NAME_WORDS),
        ]
        if len(begun) <= FEW_WORDS:
            ranks.append(When(reduce(and_, map(self.containing_q, begun)), then=Rank.WORDS))
        rank = Case(*ranks, default=Rank.INSIDE)
        usual = self.query.order_by or self.model._meta.ordering or ()
        return self.matching(asked.words).annotate(match_rank=rank).order_by("match_rank", *usual)


def in_names(part: str, column: str = "search_text") -> Q:
    """The condition that a part of text stands in a FoldedField before its names end."""
    found = StrIndex(column, Value(part))
    return Q(GreaterThan(found, 0), LessThan(found, StrIndex(column, Value(NAMES_END))))
