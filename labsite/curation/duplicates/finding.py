"""Candidates of the whole site: read with a few queries however much there is, and kept until the content changes."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.utils.text import capfirst

from labsite.modelling import content_version
from labsite.models import SettledPair
from people.models import Person
from publications.matching.blocking import Alike
from publications.matching.known_papers import PaperIndex, papers_without_authors, with_authors
from publications.matching.papers import likeness_of as papers_alike
from publications.matching.people import PeopleIndex, people_with_coauthors
from publications.matching.venues import VenueNameIndex, likeness_of as venues_alike, named_venues
from publications.models import Publication, Venue

from .settling import different


@dataclass(frozen=True)
class Candidate:
    """Two rows of a kind, by their primary keys, that may be one: the higher the rank, the likelier."""

    one: int
    other: int
    rank: int
    reasons: tuple[str, ...]

    @classmethod
    def of(cls, one: int, other: int, alike: Alike) -> "Candidate":
        return cls(one, other, alike.rank, alike.reasons)

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.one, self.other))

    @property
    def why(self) -> str:
        return capfirst("; ".join(self.reasons))


@dataclass(frozen=True)
class Found:
    """The open candidates of each kind, the likeliest first."""

    people: list[Candidate]
    papers: list[Candidate]
    venues: list[Candidate]

    def of(self, kind: str) -> list[Candidate]:
        return getattr(self, kind)


def open_candidates() -> Found:
    """Return what looks like one and isn't settled: two queries while nothing has changed, else some fifteen."""
    settled = SettledPair.objects.order_by("-settled_at").values_list("settled_at", flat=True).first()
    version = f"{content_version.current()} {settled} {SettledPair.objects.count()}"
    kept = cache.get("duplicates")
    if kept is None or kept[0] != version:
        kept = (version, Found(_people(), _papers(), _venues()))
        cache.set("duplicates", kept, None)
    return kept[1]


def number_open(kind: str | None = None) -> int:
    """Count the pairs that somebody should look at, of one kind or of all."""
    found = open_candidates()
    return sum(len(found.of(each)) for each in ([kind] if kind else ("people", "papers", "venues")))


def candidates_of(row: Any) -> list[Candidate]:
    """Return the open pairs to which a person, a paper or a venue belongs."""
    kind = {Person: "people", Publication: "papers", Venue: "venues"}[type(row)]
    return [each for each in open_candidates().of(kind) if row.pk in each.pair]


def _unsettled(kind: str, found: list[Candidate], existing: Collection[int]) -> list[Candidate]:
    settled = different(kind, existing)
    ordered = sorted(found, key=lambda each: (-each.rank, each.one, each.other))
    return [each for each in ordered if each.pair not in settled]


def _people() -> list[Candidate]:
    people = people_with_coauthors()
    found = [Candidate.of(one.pk, other.pk, alike) for one, other, alike in PeopleIndex(people).alike()]
    return _unsettled("people", found, {person.pk for person in people})


def _papers() -> list[Candidate]:
    papers = papers_without_authors()
    pairs = [(one.pk, other.pk) for one, other in PaperIndex(list(papers.values())).pairs()]
    complete = with_authors(papers, {pk for pair in pairs for pk in pair})
    judged = ((pair, papers_alike(*(complete[pk] for pk in pair))) for pair in pairs)
    return _unsettled("papers", [Candidate.of(*pair, alike) for pair, alike in judged if alike], papers)


def _venues() -> list[Candidate]:
    venues = named_venues()
    judged = ((one.pk, other.pk, venues_alike(one, other)) for one, other in VenueNameIndex(venues).pairs())
    found = [Candidate.of(one, other, alike) for one, other, alike in judged if alike]
    return _unsettled("venues", found, {venue.pk for venue in venues})
