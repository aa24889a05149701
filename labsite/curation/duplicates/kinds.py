"""What may be there twice: people, papers and venues; how two are found, compared, and which of them is the main."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from people.models import Person
from publications.matching import Alike
from publications.matching.candidates import (
    Frequency,
    initial_key,
    paper_keys,
    papers_without_authors,
    person_keys,
    venue_keys,
    with_authors,
)
from publications.matching.papers import likeness_of as papers_alike
from publications.matching.people import likeness_of as people_alike, people_with_coauthors
from publications.matching.venues import known_venues, likeness_of as venues_alike
from publications.models import Publication, Venue

PICTURE_OF = {"photo": ("photo_alt",), "teaser": ("teaser_alt",)}

Bearing = Callable[[Hashable], int]  # returns how many rows have a key


@dataclass(frozen=True)
class Kind:
    """A kind of thing: its name in addresses and words, and the fields that are chosen as one or as both.

    ``plural`` and ``question`` are words for it.

    ``fingerprints`` reads all rows, with as many queries for many as for few, and ``complete`` adds what only judging
    two needs; ``keys`` are what two that are alike have in common; ``likeness`` judges two. ``weight`` says how much
    speaks for a row as the one that stays, more first; ``facts`` are what helps to tell whether two are one.
    """

    name: str
    model: Any
    plural: Any
    question: Any
    fingerprints: Callable[[], Sequence[Any]]
    keys: Callable[[Any, Frequency], Iterable[Hashable]]
    likeness: Callable[[Any, Any, Bearing], Alike | None]
    weight: Callable[[Any], tuple[int, ...]]
    facts: Callable[[Any], Iterator[str]]
    stays: Any  # what comes of the names that are not chosen
    companions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lists: tuple[str, ...] = ()  # texts of one thing a line, which can be put together
    complete: Callable[[dict[int, Any]], dict[int, Any]] = dict
    has_authors: bool = False  # whose lists are chosen as one or as both
    is_fuller_when_longer: bool = True  # whether of two texts the longer one is chosen beforehand


def _weight_of_person(person: Person) -> tuple[int, ...]:
    return (
        person.memberships.exists(),
        person.login_id is not None,
        len(person.given_name.replace(".", "")) > 1,
        person.authorships.count(),
        -person.pk,
    )


def _facts_of_person(person: Person) -> Iterator[str]:
    yield person.native_name
    yield str(person.membership(timezone.localdate()) or gettext("Never in the lab"))
    yield ", ".join(map(str, person.positions.all()[:1]))
    yield gettext("Signs in as %(login)s") % {"login": person.login} if person.login else ""


def _weight_of_paper(paper: Publication) -> tuple[int, ...]:
    is_preprint = Publication.Kind.PREPRINT in (paper.kind, paper.status)
    is_out = paper.status == Publication.Status.PUBLISHED
    return (paper.is_published(), is_out and not is_preprint, not is_preprint, bool(paper.doi), -paper.pk)


def _facts_of_paper(paper: Publication) -> Iterator[str]:
    yield ", ".join(str(row) for row in paper.authorships.select_related("person").order_by("order", "pk"))
    yield " ".join(filter(None, [paper.venue.short_name if paper.venue else "", str(paper.year or "")]))
    yield paper.get_status_display()


def _facts_of_venue(venue: Venue) -> Iterator[str]:
    yield venue.name
    yield venue.get_kind_display()
    yield ", ".join(str(alias) for alias in venue.aliases.all())


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "people",
            Person,
            _("people"),
            _("Are these the same person?"),
            people_with_coauthors,
            person_keys,
            lambda one, other, bearing: people_alike(one, other, bearing(initial_key(one))),
            _weight_of_person,
            _facts_of_person,
            _("The other name becomes another spelling, and papers keep the names printed on them."),
            {"name": ("given_name", "family_name"), "native_name": ("native_language",), **PICTURE_OF},
            ("interests", "skills"),
        ),
        Kind(
            "papers",
            Publication,
            _("papers"),
            _("Are these the same paper?"),
            lambda: list(papers_without_authors().values()),
            paper_keys,
            lambda one, other, bearing: papers_alike(one, other),
            _weight_of_paper,
            _facts_of_paper,
            _("The other one, such as a preprint, is kept as an earlier version."),
            {"year": ("month",), "state": ("publish_from",), **PICTURE_OF},
            ("notes",),
            complete=lambda papers: with_authors(papers, papers.keys()),
            has_authors=True,
            is_fuller_when_longer=False,  # what a published paper prints wins over its preprint
        ),
        Kind(
            "venues",
            Venue,
            _("venues"),
            _("Are these the same venue?"),
            known_venues,
            venue_keys,
            lambda one, other, bearing: venues_alike(one, other),
            lambda venue: (venue.publications.count() + venue.services.count(), bool(venue.name), -venue.pk),
            _facts_of_venue,
            _("The other names become other spellings."),
        ),
    )
}


def kind_of(model: Any) -> Kind:
    return next(kind for kind in KINDS.values() if kind.model is model)
