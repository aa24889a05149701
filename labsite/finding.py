"""Search over members, papers and venues: every word of the query must be found, however it is spelt or accented."""

from dataclasses import dataclass, field
from typing import Any

from labsite.folding import fold, words
from people.models import Person
from publications.models import Publication, Venue

LONGEST_QUERY = 200
MOST_OF_A_KIND = 100


@dataclass
class Found:
    """What a query found, by kind; the best known name first."""

    people: list[Person] = field(default_factory=list)
    publications: list[Publication] = field(default_factory=list)
    venues: list[Venue] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.people) + len(self.publications) + len(self.venues)


def find(query: str) -> Found:
    """Return what has all words of ``query``; nothing for a query without a letter or digit."""
    asked = words(query)
    if not asked:
        return Found()
    folded = fold(query)
    return Found(
        people=_named_first(folded, "name", Person.objects.members().with_roles().matching(asked)),
        publications=_named_first(folded, "title", Publication.objects.with_authors().matching(asked)),
        venues=_named_first(folded, "acronym", Venue.objects.with_counts().matching(asked)),
    )


def _named_first(folded: str, name: str, rows: Any) -> list[Any]:
    """Put rows of exactly this name before those that merely mention it."""
    return sorted(rows[:MOST_OF_A_KIND], key=lambda row: fold(getattr(row, name)) != folded)
