"""Pairs that look like one, found with a few queries however much there is, and what somebody decides about each.

They are of three kinds: people, papers and venues. They are merged as one step of the history, or not the same, which
is remembered for ever.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, override

from labsite import history
from labsite.curation.looks import latest
from labsite.models import SettledPair
from labsite.texts.stored import gettext_noop, translated
from people.models import Person
from publications.matching import Alike
from publications.matching.candidates import (
    Frequency,
    Index,
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

from .merging import Decision, merge

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


class Candidate(NamedTuple):
    """Two rows of a kind, by their primary keys, that may be one: the higher the rank, the likelier."""

    kind: str
    one: int
    other: int
    rank: int
    reasons: tuple[str, ...]

    @property
    def pair(self) -> frozenset[int]:
        return frozenset((self.one, self.other))

    @property
    def why(self) -> str:
        return capfirst(translated("; ".join(self.reasons)))


MERGED = gettext_noop("Merged {gone} into {kept}")  # the step of the history


def open_candidates() -> dict[str, list[Candidate]]:
    """Return by kind what looks like one and isn't settled, the likeliest first."""
    candidates, changed = latest("duplicates", Candidate, lambda: chain.from_iterable(map(_alike, KINDS.values())))
    settled, there = dict[str, set[frozenset[int]]](), dict[str, set[int]]()
    for name, kind in KINDS.items():
        existing = {*kind.model._base_manager.values_list("pk", flat=True)}
        settled[name], there[name] = different(name, existing), existing - changed.get(kind.model, set())
    open_ones: dict[str, list[Candidate]] = {name: [] for name in KINDS}
    for each in candidates:
        is_there = each.one in there[each.kind] and each.other in there[each.kind]
        if is_there and not (settled[each.kind] and each.pair in settled[each.kind]):
            open_ones[each.kind].append(each)
    return open_ones


def _alike(kind: Kind) -> list[Candidate]:
    """Return what looks like one, of any two rows that have a key in common."""
    index: Any = Index(kind.fingerprints(), kind.keys)
    rows = kind.complete({row.pk: row for row in index.rows})
    candidates = []
    for pair in index.pairs():
        one, other = sorted(row.pk for row in pair)
        if alike := kind.likeness(rows[one], rows[other], lambda key: len(index.positions[key])):
            candidates.append(Candidate(kind.name, one, other, alike.rank, alike.reasons))
    return sorted(candidates, key=lambda each: (-each.rank, each.one, each.other))


def settle_as_one(user: Any, decision: Decision) -> SettledPair:
    """Merge two rows; return what is remembered of it, with the step that undoes it."""
    kept, gone = decision.kept, decision.gone
    words, keys = f"{gone} and {kept}", (kept.pk, gone.pk)
    with history.step(user, MERGED.format(gone=gone, kept=kept)) as step:
        with override(None):  # what is kept of it is read in any language
            left_out = merge(decision)
        kind = next(kind for kind in KINDS.values() if kind.model is type(kept))
        pair = _remember(user, kind, keys, words=words, kept=kept.pk, left_out="\n".join(left_out))
    pair.revision = step.row.pk if step.row else None
    pair.save()
    return pair


def settle_as_different(user: Any, kind: Kind, one: Any, other: Any) -> SettledPair:
    """Remember that two rows aren't the same."""
    blank = {"kept": None, "left_out": "", "revision": None}
    return _remember(user, kind, (one.pk, other.pk), words=f"{one} and {other}", **blank)


def _remember(user: Any, kind: Kind, keys: tuple[int, int], **values: Any) -> SettledPair:
    pair, _ = SettledPair.objects.update_or_create(
        kind=kind.name, first=min(keys), second=max(keys), defaults={"settled_by": user, **values}
    )
    return pair


def different(kind: str, existing: Container[int]) -> set[frozenset[int]]:
    """Return the pairs of keys that somebody said aren't the same; what was merged since is what it became.

    ``existing`` are the keys of the rows that are there: a merge holds only while the row that went is gone.
    """
    pairs = SettledPair.objects.filter(kind=kind).values_list("first", "second", "kept")
    became = {first + second - kept: kept for first, second, kept in pairs if kept}

    def now(key: int) -> int:
        seen = set()
        while key not in existing and key in became and key not in seen:
            seen.add(key)
            key = became[key]
        return key

    return {frozenset((now(first), now(second))) for first, second, kept in pairs if kept is None}
