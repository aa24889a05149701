"""What may be there twice: people, papers and venues; how two are found, compared, and which of them is the main."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from people.models import Person
from publications.matching import Alike
from publications.matching.candidates import (
    Index,
    paper_keys,
    papers_without_authors,
    people_alike,
    venue_keys,
    with_authors,
)
from publications.matching.papers import likeness_of as papers_alike
from publications.matching.people import people_with_coauthors
from publications.matching.venues import known_venues, likeness_of as venues_alike
from publications.models import Publication, Venue

PICTURE_OF = {"photo": ("photo_alt",), "teaser": ("teaser_alt",)}

# The keys of all rows of a kind, and of the pairs among them that look like one, with how alike they are.
AlikePairs = tuple[Collection[int], list[tuple[int, int, Alike]]]


@dataclass(frozen=True)
class Kind:
    """A kind of thing: its name in addresses and words, and the fields that are chosen as one or as both.

    ``alike`` looks for pairs with as many queries for many rows as for few; ``weight`` says how much speaks for a row
    as the one that stays, more first; ``facts`` are what helps to tell whether two rows are one.
    """

    name: str
    model: Any
    one: str
    alike: Callable[[], AlikePairs]
    weight: Callable[[Any], tuple[int, ...]]
    facts: Callable[[Any], Iterator[str]]
    stays: str  # what comes of the names that are not chosen
    companions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lists: tuple[str, ...] = ()  # texts of one thing a line, which can be put together
    has_authors: bool = False  # whose lists are chosen as one or as both
    is_fuller_when_longer: bool = True  # whether of two texts the longer one is chosen beforehand

    @property
    def title(self) -> str:
        return self.name.capitalize()


def _people_alike() -> AlikePairs:
    people = people_with_coauthors()
    found = [(one.pk, other.pk, alike) for one, other, alike in people_alike(people)]
    return {person.pk for person in people}, found


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
    yield str(person.membership(timezone.localdate()) or "Never in the lab")
    yield ", ".join(map(str, person.positions.all()[:1]))
    yield f"Signs in as {person.login}" if person.login else ""


def _papers_alike() -> AlikePairs:
    papers = papers_without_authors()
    pairs = [(one.pk, other.pk) for one, other in Index(list(papers.values()), paper_keys).pairs()]
    complete = with_authors(papers, {pk for pair in pairs for pk in pair})
    judged = ((one, other, papers_alike(complete[one], complete[other])) for one, other in pairs)
    return papers, [(one, other, alike) for one, other, alike in judged if alike]


def _weight_of_paper(paper: Publication) -> tuple[int, ...]:
    is_preprint = Publication.Kind.PREPRINT in (paper.kind, paper.status)
    is_out = paper.status == Publication.Status.PUBLISHED
    return (paper.is_published(), is_out and not is_preprint, not is_preprint, bool(paper.doi), -paper.pk)


def _facts_of_paper(paper: Publication) -> Iterator[str]:
    yield ", ".join(str(row) for row in paper.authorships.select_related("person").order_by("order", "pk"))
    yield " ".join(filter(None, [paper.venue.short_name if paper.venue else "", str(paper.year or "")]))
    yield paper.get_status_display()


def _venues_alike() -> AlikePairs:
    venues = known_venues()
    judged = ((one.pk, other.pk, venues_alike(one, other)) for one, other in Index(venues, venue_keys).pairs())
    return {venue.pk for venue in venues}, [(one, other, alike) for one, other, alike in judged if alike]


def _weight_of_venue(venue: Venue) -> tuple[int, ...]:
    return (venue.publications.count() + venue.services.count(), bool(venue.name), -venue.pk)


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
            "person",
            _people_alike,
            _weight_of_person,
            _facts_of_person,
            "The other name becomes another spelling, and papers go on printing the names that they print now.",
            {"name": ("given_name", "family_name"), "native_name": ("native_language",), **PICTURE_OF},
            ("interests", "skills"),
        ),
        Kind(
            "papers",
            Publication,
            "paper",
            _papers_alike,
            _weight_of_paper,
            _facts_of_paper,
            "How the other one was printed, as a preprint for example, stays as an earlier version.",
            {"year": ("month",), "state": ("publish_from",), **PICTURE_OF},
            ("notes",),
            has_authors=True,
            is_fuller_when_longer=False,  # what a published paper prints wins over its preprint
        ),
        Kind(
            "venues",
            Venue,
            "venue",
            _venues_alike,
            _weight_of_venue,
            _facts_of_venue,
            "The other names become other spellings.",
        ),
    )
}


def kind_of(model: Any) -> Kind:
    return next(kind for kind in KINDS.values() if kind.model is model)
