"""Candidates of the whole site: read with a few queries however much there is, and kept until the content changes."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from labsite.modelling import content_version
from labsite.models import SettledPair
from people.models import NameVariant, Person
from publications.matching.known_papers import PaperIndex, papers_without_authors, with_authors
from publications.matching.papers import likeness_of
from publications.models import Authorship, Publication, Venue, VenueAlias

from . import people_alike, venues_alike
from .alike import Candidate
from .people_alike import Named
from .settling import different
from .venues_alike import Series


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
    return [each for each in found if each.pair not in settled]


def _people() -> list[Candidate]:
    spellings = _grouped(NameVariant.objects.values_list("person", "name"))
    papers = _grouped(Authorship.objects.order_by().values_list("person", "publication"))
    authors = _grouped(Authorship.objects.order_by().values_list("publication", "person"))
    columns = ("pk", "name", "family_name", "given_name", "native_name", "orcid")
    rows = [
        Named(
            pk=pk,
            name=name,
            family=family,
            given=given,
            spellings=(*filter(None, [native]), *spellings[pk]),
            orcid=orcid,
            papers=frozenset(papers[pk]),
            coauthors=frozenset(other for paper in papers[pk] for other in authors[paper]) - {pk},
        )
        for pk, name, family, given, native, orcid in Person.objects.order_by("pk").values_list(*columns)
    ]
    return _unsettled("people", people_alike.alike(rows), {row.pk for row in rows})


def _papers() -> list[Candidate]:
    papers = papers_without_authors()
    pairs = [(one.pk, other.pk) for one, other in PaperIndex(list(papers.values())).pairs()]
    complete = with_authors(papers, {pk for pair in pairs for pk in pair})
    found = [
        Candidate(one, other, likeness.rank, likeness.reasons)
        for one, other in pairs
        if (likeness := likeness_of(complete[one], complete[other]))
    ]
    return _unsettled("papers", sorted(found, key=Candidate.order), papers)


def _venues() -> list[Candidate]:
    aliases = _grouped(VenueAlias.objects.order_by("pk").values_list("venue", "name"))
    columns = ("pk", "acronym", "name", "kind")
    rows = [
        Series(pk, tuple(filter(None, [acronym, name, *aliases[pk]])), kind)
        for pk, acronym, name, kind in Venue.objects.order_by("pk").values_list(*columns)
    ]
    return _unsettled("venues", venues_alike.alike(rows), {row.pk for row in rows})


def _grouped(pairs: Any) -> dict[Any, list[Any]]:
    grouped: dict[Any, list[Any]] = defaultdict(list)
    for key, value in pairs:
        grouped[key].append(value)
    return grouped
