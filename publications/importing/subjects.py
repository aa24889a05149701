"""The papers that a source tells of: all that its entries say of each, beside what the site has."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from people.models import Person
from publications.citations.record import Record
from publications.matching import VenueMatch, match_names, match_venues
from publications.models import Venue

from .changes import Comparison, VenueHere, changes, with_choices
from .deciding import Decided, number
from .grouping import Group
from .new_people import NewPeople
from .new_venues import NewVenues
from .plan import FieldChange, PlannedAuthor, PlannedVenue, PlannedVersion
from .progress import Tally
from .reading import Reading, said_in
from .resolving import Resolved
from .site import Imported, Paper, Rights, papers, rights_of
from .union import is_preprint, union_of, version, versions_in


@dataclass
class Subject:
    """A paper that the source tells of, in the ``members`` that nobody left out."""

    group: Group
    members: list[int]
    record: Record
    names_all_authors: bool = True
    is_doubtful: bool = False
    versions: tuple[PlannedVersion, ...] = ()
    said: Record | None = None
    ever_said: tuple[Record, ...] = ()
    changes: tuple[FieldChange, ...] = ()
    venue: PlannedVenue = field(default_factory=PlannedVenue)
    authors: tuple[PlannedAuthor, ...] = ()

    @property
    def first(self) -> int:
        return self.members[0]

    @property
    def publication(self) -> int | None:
        return self.group.publication

    @property
    def is_sure(self) -> bool:
        """Whether its authors are written unless somebody says otherwise."""
        return self.is_new and not self.is_doubtful

    @property
    def is_new(self) -> bool:
        """Whether the site hasn't got it, as far as is known."""
        return not self.group.publication

    def changes_of(self, name: str) -> bool:
        return any(change.name == name for change in self.changes)


class Subjects:
    """All papers that a source tells of, looked up on the site together."""

    def __init__(
        self,
        read: Reading,
        found: Resolved,
        decided: Decided,
        imported: Sequence[Imported],
        source: str,
        user: Any,
        tally: Tally,
    ) -> None:
        self.read = read
        self.claimed = found.rows
        self.doubtful = found.papers.keys() | found.entries.keys()
        self.decided = decided
        self.source = source
        self.user = user
        self.tally = tally
        self.rights = Rights()
        self.imported: dict[int, list[Imported]] = defaultdict(list)
        for row in imported:
            if row.publication:
                self.imported[row.publication].append(row)

    def of(self, groups: Sequence[Group], left_out: Collection[int]) -> dict[int, Subject]:
        """Return the papers of groups, by the first entry of each, with all that they get."""
        subjects = [subject for group in groups if (subject := self._subject(group, left_out))]
        here = papers({subject.publication for subject in subjects if subject.publication})
        self.rights = rights_of(self.user, here.keys())
        self._compare(subjects, here)
        self._name_authors(subjects)
        return {subject.group.first: subject for subject in subjects}

    def _subject(self, group: Group, left_out: Collection[int]) -> Subject | None:
        members = [place for place in group.members if place not in left_out]
        if not members or (not group.publication and group.first in left_out):
            return None
        records = [self.read.record(place) for place in members]
        complete = [self.read.entries[place].names_all_authors for place in members]
        whole = union_of(records, complete)
        subject = Subject(group, members, whole, any(complete), versions=versions_in(records, whole))
        subject.is_doubtful = bool(group.doubt) or group.first in self.doubtful
        if group.publication:
            self._remember(subject)
        return subject

    def _remember(self, subject: Subject) -> None:
        """Add what this source and any source said of the paper before."""
        rows = self.imported[subject.publication or 0]
        own = [row for row in rows if row.source == self.source]
        claimed = [row for place in subject.members for row in self.claimed.get(place, ())]
        same = [row for row in own if row in claimed] or own
        said = [record for row in same if (record := self._said(row))]
        subject.said = union_of(said) if said else None
        subject.ever_said = tuple(record for row in rows if (record := self._said(row)))

    def _said(self, row: Imported) -> Record | None:
        return self.read.record(row.places[0]) if row.places else said_in(row.said)

    def _compare(self, subjects: Sequence[Subject], here: dict[int, Paper]) -> None:
        """Say where each appeared, and of those on the site what differs."""
        venues = _venues()
        records = [subject.record for subject in subjects]
        befores = [subject.said or subject.record for subject in subjects]
        found = match_venues([*records, *befores])
        acronyms = {pk: venue.acronym for pk, venue in venues.items()}
        new = NewVenues(found[: len(records)], self.decided.venues, acronyms)
        for subject, match, before in zip(subjects, found, found[len(records) :], strict=False):
            self.tally.one_more()
            subject.venue = new.planned(match)
            if subject.publication in here:
                subject.changes = self._changes(subject, here[subject.publication], before, venues)
            if not subject.is_new and not subject.changes_of("venue"):
                subject.venue = PlannedVenue()

    def _changes(self, subject: Subject, paper: Paper, before: VenueMatch, venues: dict[int, VenueHere]) -> Any:
        compared = Comparison(
            paper,
            subject.record,
            subject.said,
            subject.ever_said,
            venues.get(paper.values["venue"], VenueHere()),
            subject.venue,
            before.venue if subject.said else None,
            subject.names_all_authors,
            self._versions(subject, paper),
        )
        choices = [self.decided.choice(place) for place in subject.members]
        take = {name for choice in choices for name in choice.take}
        return with_choices(changes(compared), take, {name for choice in choices for name in choice.leave})

    def _versions(self, subject: Subject, paper: Paper) -> tuple[PlannedVersion, ...]:
        if is_preprint(subject.record):
            return (version(subject.record, paper.authors),)
        return subject.versions

    def _name_authors(self, subjects: Sequence[Subject]) -> None:
        """Say who the authors are of papers that are new or whose authors differ."""
        asked = [subject for subject in subjects if subject.is_new or subject.changes_of("authors")]
        matches = match_names([subject.record.authors for subject in asked])
        sure = [subject.is_sure for subject in asked]
        new = NewPeople(matches, sure, self.decided.people, self._people_chosen())
        for subject, found in zip(asked, matches, strict=True):
            chosen = self.decided.choice(subject.first).authors
            subject.authors = new.authors(found, self._marks(subject), chosen)

    def _marks(self, subject: Subject) -> Any:
        """Return the signs of the list of authors that the paper gets."""
        authors = subject.record.authors
        place = next((each for each in subject.members if self.read.record(each).authors == authors), subject.first)
        return self.read.marks[place]

    def _people_chosen(self) -> set[int]:
        """Return the people that somebody chose, as far as they are on the site: a query if somebody did."""
        said = [*self.decided.people.values()]
        said += [each for choice in self.decided.choices.values() for each in choice.authors.values()]
        keys = {key for value in said if (key := number(value))}
        return set(Person.objects.filter(pk__in=keys).values_list("pk", flat=True)) if keys else set()


def _venues() -> dict[int, VenueHere]:
    """Return all venues by key: one query."""
    rows = Venue.objects.order_by().values_list("pk", "acronym", "name", "publisher", "kind")
    return {
        pk: VenueHere(pk, acronym, name or acronym, publisher, kind == Venue.Kind.PREPRINTS)
        for pk, acronym, name, publisher, kind in rows
    }
