"""Candidates of the whole site: read with a few queries however much there is, and kept until the content changes."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Q

from labsite.modelling import content_version
from labsite.models import SettledPair
from people.models import NameVariant, Person
from publications.citations.identifiers import arxiv_in, doi_in
from publications.models import Authorship, EarlierVersion, Identifier, Link, Publication, Venue, VenueAlias

from . import papers_alike, people_alike, venues_alike
from .alike import Candidate
from .papers_alike import Titled
from .people_alike import Named
from .settling import different
from .venues_alike import Series

KEYS = {"dblp": "dblp key", "isbn": "ISBN"}  # what others call an id


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


def _unsettled(kind: str, found: list[Candidate], rows: list[Any]) -> list[Candidate]:
    settled = different(kind, {row.pk for row in rows})
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
    return _unsettled("people", people_alike.alike(rows), rows)


def _papers() -> list[Candidate]:
    authors = _grouped(Authorship.objects.order_by().values_list("publication", "person"))
    earlier = _grouped(EarlierVersion.objects.order_by("pk").values_list("publication", "title"))
    ids, others = _identifiers(), _other_identifiers()
    columns = ("pk", "title", "year", "doi", "arxiv_id")
    rows = [
        _titled(pk, (title, *earlier[pk]), year, [own_doi, own_id, *ids[pk]], frozenset(authors[pk]), others[pk])
        for pk, title, year, own_doi, own_id in Publication.objects.order_by("pk").values_list(*columns)
    ]
    return _unsettled("papers", papers_alike.alike(rows), rows)


def _titled(
    pk: int,
    titles: tuple[str, ...],
    year: int | None,
    ids: list[str],
    authors: frozenset[int],
    others: list[tuple[str, str]],
) -> Titled:
    dois = frozenset(doi_in(each).casefold() for each in ids) - {""}
    arxiv_ids = frozenset(map(arxiv_in, ids)) - {""}
    return Titled(pk, titles, year, dois, arxiv_ids, authors, frozenset(others))


def _identifiers() -> dict[Any, list[Any]]:
    """Return by paper its earlier versions' arXiv ids, its other DOIs, and what addresses of its links identify."""
    found = _grouped(EarlierVersion.objects.exclude(arxiv_id="").order_by().values_list("publication", "arxiv_id"))
    telling = Q(url__icontains="arxiv.org/") | Q(url__icontains="doi.org/")
    for paper, url in Link.objects.filter(telling).order_by().values_list("publication", "url"):
        found[paper].append(url)
    others = Identifier.objects.filter(scheme=Identifier.Scheme.DOI).order_by()
    for paper, value in others.values_list("publication", "value"):
        found[paper].append(value)
    return found


def _other_identifiers() -> dict[Any, list[Any]]:
    """Return by paper what else identifies it: where, and as what; chapters have the ISBN of their book."""
    rows = Identifier.objects.exclude(scheme=Identifier.Scheme.DOI).order_by()
    told = rows.exclude(~Q(publication__kind=Publication.Kind.BOOK), scheme=Identifier.Scheme.ISBN)
    return _grouped(
        (paper, (KEYS.get(scheme, f"{Identifier.Scheme(scheme).label} id"), value))
        for paper, scheme, value in told.values_list("publication", "scheme", "value")
    )


def _venues() -> list[Candidate]:
    aliases = _grouped(VenueAlias.objects.order_by("pk").values_list("venue", "name"))
    columns = ("pk", "acronym", "name", "kind")
    rows = [
        Series(pk, tuple(filter(None, [acronym, name, *aliases[pk]])), kind)
        for pk, acronym, name, kind in Venue.objects.order_by("pk").values_list(*columns)
    ]
    return _unsettled("venues", venues_alike.alike(rows), rows)


def _grouped(pairs: Any) -> dict[Any, list[Any]]:
    grouped: dict[Any, list[Any]] = defaultdict(list)
    for key, value in pairs:
        grouped[key].append(value)
    return grouped
