"""What may be there twice: people, papers and venues; what belongs together in each, and which of two is the main."""

from dataclasses import dataclass, field
from typing import Any

from people.models import Person
from publications.models import Publication, Venue

PICTURE_OF = {"photo": ("photo_alt",), "teaser": ("teaser_alt",)}


@dataclass(frozen=True)
class Kind:
    """A kind of thing: its name in addresses and words, and the fields that are chosen as one or as both."""

    name: str
    model: Any
    one: str
    companions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    lists: tuple[str, ...] = ()  # texts of one thing a line, which can be put together
    stays: str = ""  # what comes of the names that are not chosen
    has_authors: bool = False  # whose lists are chosen as one or as both
    is_fuller_when_longer: bool = True  # whether of two texts the longer one is chosen beforehand

    @property
    def title(self) -> str:
        return self.name.capitalize()


KINDS = {
    kind.name: kind
    for kind in (
        Kind(
            "people",
            Person,
            "person",
            {"name": ("given_name", "family_name"), "native_name": ("native_language",), **PICTURE_OF},
            ("interests", "skills"),
            "The other name becomes another spelling, and papers go on printing the names that they print now.",
        ),
        Kind(
            "papers",
            Publication,
            "paper",
            {"year": ("month",), "state": ("publish_from",), **PICTURE_OF},
            ("notes",),
            "How the other one was printed, as a preprint for example, stays as an earlier version.",
            has_authors=True,
            is_fuller_when_longer=False,  # what a published paper prints wins over its preprint
        ),
        Kind("venues", Venue, "venue", stays="The other names become other spellings."),
    )
}


def kind_of(model: Any) -> Kind:
    return next(kind for kind in KINDS.values() if kind.model is model)


def weight(row: Any) -> tuple[int, ...]:
    """Say how much speaks for a row as the one that stays: more comes first."""
    return WEIGHTS[type(row)](row)


def _of_person(person: Person) -> tuple[int, ...]:
    return (
        person.memberships.exists(),
        person.login_id is not None,
        len(person.given_name.replace(".", "")) > 1,
        person.authorships.count(),
        -person.pk,
    )


def _of_paper(paper: Publication) -> tuple[int, ...]:
    is_preprint = Publication.Kind.PREPRINT in (paper.kind, paper.status)
    is_out = paper.status == Publication.Status.PUBLISHED
    return (paper.is_published(), is_out and not is_preprint, not is_preprint, bool(paper.doi), -paper.pk)


def _of_venue(venue: Venue) -> tuple[int, ...]:
    return (venue.publications.count() + venue.services.count(), bool(venue.name), -venue.pk)


WEIGHTS: dict[Any, Any] = {Person: _of_person, Publication: _of_paper, Venue: _of_venue}
