"""What an app says of how a model is searched, and what a search shows of each row that it finds."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Self

from django.utils.functional import Promise
from django.utils.safestring import SafeString

from labsite.modelling.ranking import SearchedQuerySet
from labsite.registry import ContentFacet
from labsite.search.snippets import begun, excerpt, mark, missing
from labsite.texts.plain_text import shortened


@dataclass(frozen=True)
class Hit:
    """One row found; the words of the query are marked in all that is shown of it."""

    row: Any
    url: str
    title: SafeString
    byline: SafeString
    excerpts: tuple[SafeString, ...]
    beside: str = ""
    other_name: SafeString = SafeString("")

    @classmethod
    def of(
        cls,
        row: Any,
        words: list[str],
        title: str,
        byline: str = "",
        texts: Iterable[str] = (),
        *,
        url: str = "",
        beside: str = "",
        other_name: str = "",
    ) -> Self:
        """Make a hit; of the ``texts`` it shows what explains the words that title and byline don't have."""
        texts = list(texts)
        words = begun([title, other_name, byline, *texts], words)
        line = excerpt(byline, words) or mark(shortened(byline), [])
        excerpts, lacking = [], missing(f"{title} {other_name} {byline}", words)
        for text in texts:
            still_lacking = missing(text, lacking) if lacking else []
            if len(still_lacking) < len(lacking):
                excerpts.append(excerpt(text, words))
            lacking = still_lacking
        url = url or row.get_absolute_url()
        return cls(row, url, mark(title, words), line, tuple(excerpts), beside, mark(other_name, words))


@dataclass(frozen=True)
class Searched(ContentFacet):
    """A model that visitors search: where its rows are, how a hit is shown, how many beside those of other models.

    ``name`` stands in the query of the search page, ``label`` above the hits. ``list_page`` is the name of an address
    that lists all rows with the same words.
    """

    name: str
    label: str | Promise
    rows: Callable[[], SearchedQuerySet]
    hit: Callable[[Any, list[str]], Hit]
    most: int = 5
    # Where rows are many and wide: the same rows with all that is shown, fetched for the few that are.
    details: Callable[[], SearchedQuerySet] | None = None
    list_page: str = ""

    def fetch(self, ranks: dict[Any, int]) -> list[Any]:
        """Return the rows with these keys, the best ranked first and then in their usual order."""
        rows = (self.details or self.rows)().filter(pk__in=ranks)
        return sorted(rows, key=lambda row: ranks[row.pk])
