"""The papers that a source tells of: all that its entries say of each, beside what the site has."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from people.models import Person
from publications.citations.record import Record
from publications.matching.people import match_names
from publications.matching.venues import match_venues
from publications.models import Venue

from .changes import SourceComparison, VenueHere, changes, with_choices
from .grouping import EntryGroup, GroupedEntries, Planning
from .import_log import LoggedEntry
from .plan import FieldChange, PlannedAuthor, PlannedVenue, PlannedVersion, number
from .proposed import NewPeople, NewVenues
from .read import is_preprint, logged_record, union_of, version, versions_in
from .site import Paper, papers


@dataclass(frozen=True)
class IncomingPaper:
    """A paper that the source tells of, in the ``members`` of a group that nobody left out.

    ``record`` is all that they say of it; ``said`` is what this source said of it before, ``ever_said`` what any did.
    """

    group: EntryGroup
    members: tuple[int, ...]
    record: Record
    names_all_authors: bool
    versions: tuple[PlannedVersion, ...]
    said: Record | None = None
    ever_said: tuple[Record, ...] = ()
    venue: PlannedVenue = PlannedVenue()
    changes: tuple[FieldChange, ...] = ()
    authors: tuple[PlannedAuthor, ...] = ()

    @property
    def first(self) -> int:
        return self.members[0]

    @property
    def publication(self) -> int | None:
        """The primary key of the paper on the site that it is, as far as is known."""
        return self.group.publication

    def changes_part(self, part: str) -> bool:
        return any(change.name == part for change in self.changes)


def incoming_papers(planning: Planning, grouped: GroupedEntries, left_out: Collection[int]) -> list[IncomingPaper]:
    """Return the papers of all groups that somebody takes in, with what each would get and change."""
    found = [paper for group in grouped.groups if (paper := _united(planning, group, left_out))]
    return _with_authors(planning, grouped, _with_changes(planning, found))


def _united(planning: Planning, group: EntryGroup, left_out: Collection[int]) -> IncomingPaper | None:
    """Return what the entries of a group say together, with what was said of the paper before."""
    read = planning.read
    members = tuple(place for place in group.members if place not in left_out)
    if not members or (not group.publication and group.first in left_out):
        return None
    records = [read.record(place) for place in members]
    complete = [read.entries[place].names_all_authors for place in members]
    record = union_of(records, complete)
    paper = IncomingPaper(group, members, record, any(complete), versions_in(records, record))
    if not group.publication:
        return paper
    rows = planning.log.by_publication.get(group.publication, [])
    own = [row for row in rows if row.source == planning.source]
    logged = [row for place in members for row in planning.log.by_place.get(place, ())]
    said = _records(planning, [row for row in own if row in logged] or own)
    return replace(paper, said=union_of(said) if said else None, ever_said=tuple(_records(planning, rows)))


def _records(planning: Planning, rows: Sequence[LoggedEntry]) -> list[Record]:
    """Return what rows of the log say, of those that were not only left out."""
    found = (planning.read.record(row.places[0]) if row.places else logged_record(row.said) for row in rows)
    return [record for record in found if record]


def _with_changes(planning: Planning, incoming: Sequence[IncomingPaper]) -> list[IncomingPaper]:
    """Return the papers with where each appeared and, of those on the site, what differs."""
    here = papers({paper.publication for paper in incoming if paper.publication})
    columns = ("pk", "acronym", "name", "publisher", "kind")
    venues = {
        pk: VenueHere(pk, acronym, name or acronym, publisher, kind == Venue.Kind.PREPRINTS)
        for pk, acronym, name, publisher, kind in Venue.objects.order_by().values_list(*columns)
    }
    matches = match_venues(
        [*(paper.record for paper in incoming), *(paper.said or paper.record for paper in incoming)]
    )
    now, before = matches[: len(incoming)], matches[len(incoming) :]
    new = NewVenues(now, planning.decided.venues, {pk: venue.acronym for pk, venue in venues.items()})
    found = []
    for paper, match, match_before in zip(incoming, now, before, strict=True):
        planning.tally.one_more()
        paper = replace(paper, venue=new.planned(match))
        if paper.publication in here:
            venue_said = match_before.venue if paper.said else None
            changed = _changes(planning, paper, here[paper.publication], venues, venue_said)
            paper = replace(paper, changes=changed)
        if paper.publication and not paper.changes_part("venue"):
            paper = replace(paper, venue=PlannedVenue())
        found.append(paper)
    return found


def _changes(
    planning: Planning, paper: IncomingPaper, here: Paper, venues: dict[int, VenueHere], venue_said: int | None
) -> tuple[FieldChange, ...]:
    """Return the changes to a paper on the site as somebody chose them."""
    is_before = is_preprint(paper.record)
    compared = SourceComparison(
        here,
        paper.record,
        paper.said,
        paper.ever_said,
        venues.get(here.values["venue"], VenueHere()),
        paper.venue,
        venue_said,
        paper.names_all_authors,
        (version(paper.record, here.authors),) if is_before else paper.versions,
    )
    choices = [planning.decided.choice(place) for place in paper.members]
    take = {name for choice in choices for name in choice.take}
    return with_choices(changes(compared), take, {name for choice in choices for name in choice.leave})


def _with_authors(
    planning: Planning, grouped: GroupedEntries, incoming: Sequence[IncomingPaper]
) -> list[IncomingPaper]:
    """Return the papers with who the authors are of those that are new or whose authors differ."""
    read, decided = planning.read, planning.decided
    asked = [paper for paper in incoming if not paper.publication or paper.changes_part("authors")]
    matches = match_names([paper.record.authors for paper in asked])
    doubtful = grouped.papers.keys() | grouped.entries.keys()
    sure = [not (paper.publication or paper.group.doubt or paper.group.first in doubtful) for paper in asked]
    new = NewPeople(matches, sure, decided.people, _people_chosen(planning))
    named = {}
    for paper, found in zip(asked, matches, strict=True):
        names = paper.record.authors
        place = next((each for each in paper.members if read.record(each).authors == names), paper.first)
        named[paper.first] = new.authors(found, read.marks[place], decided.choice(paper.first).authors)
    return [replace(paper, authors=named.get(paper.first, ())) for paper in incoming]


def _people_chosen(planning: Planning) -> set[int]:
    """Return the people that somebody chose, as far as they are on the site: a query if somebody did."""
    decided = planning.decided
    chosen: list[Any] = [*decided.people.values()]
    chosen += [each for choice in decided.choices.values() for each in choice.authors.values()]
    keys = {key for value in chosen if (key := number(value))}
    return set(Person.objects.filter(pk__in=keys).values_list("pk", flat=True)) if keys else set()
