"""Carrying out a plan: all of it in one step of the history, or nothing."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import Max, Q
from django.utils import timezone

from labsite import history, roles
from labsite.history.models import Version
from labsite.history.versions import key_of
from labsite.modelling import content_version
from labsite.modelling.addresses import Naming
from labsite.texts.stored import gettext_noop
from people.models import Person
from publications import approval
from publications.citation_keys import FreeKeys, is_key
from publications.citations.entry import packed
from publications.citations.names import whole_of
from publications.citations.repeats import NAMED_TWICE
from publications.models import (
    Authorship,
    EarlierVersion,
    ExtraField,
    Identifier,
    ImportedEntry,
    Link,
    Publication,
    Venue,
    VenueAlias,
)

from .new_rows import PeopleOfPlan, VenuesOfPlan, add, check, in_words, paper_of, problem_of, rows_of
from .plan import Decisions, Fate, FieldChange, Item, Plan, PlannedAuthor
from .planning import up_to_date

# Called now and then with how many entries of a long job are done, and of how many.
Progress = Callable[[int, int], None]

BATCH_SIZE = 50  # entries that are written at a time
ABSTRACT: Any = Publication._meta.get_field("abstract")
CHANGED_MEANWHILE = gettext_noop("The site changed during the import, so the result would be different: try again.")
SAME = ("doi", "arxiv_id", "title")  # by any of which a paper that others add is taken for the one of an entry
MARKS = ("is_equal", "is_lead", "is_corresponding")
KEY_TAKEN = gettext_noop("It is cited as {made}: the key {wanted} belongs to another paper.")
NO_KEY = gettext_noop("It is cited as {made}: BibTeX doesn’t accept the key {wanted}.")
AUTHOR_ONCE = gettext_noop("Named twice among the authors, but listed once: {names}.")
NAMED_ONCE = gettext_noop("{name} is named twice among the authors, but listed once.")
TWO_PEOPLE = gettext_noop(
    "{name} is named twice among the authors, and became two people here: merge them if they are the same."
)


@dataclass
class Applied:
    """What was written: the papers by the index of their entries, and what there is to say of an entry.

    ``step`` is the step of the history that undoes it, None if nothing of the content has changed.
    ``failed`` says of entries that were to be written why they couldn't be.
    """

    plan: Plan
    step: int | None = None
    publications: dict[int, int] = field(default_factory=dict)
    failed: dict[int, str] = field(default_factory=dict)
    remarks: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))


def apply(
    plan: Plan,
    user: AbstractUser | None,
    words: str,
    progress: Progress | None = None,
    decisions: Decisions | None = None,
    afterwards: Callable[[Applied], None] | None = None,
) -> Applied:
    """Write what was planned; without a user, as the command line may. Raises StalePlan.

    ``progress`` is called now and then with how many entries are written, and of how many. ``afterwards`` is called
    once all is written, in the same transaction as the last of it.
    """
    applied, pieces = applying(plan, user, progress, decisions)

    def finish(step: history.OpenStep) -> None:
        applied.step = step.row.pk if step.row else None
        if afterwards:
            afterwards(applied)

    history.write_in_parts(user, words, pieces, len(plan.items) > BATCH_SIZE, finish)
    return applied


def applying(
    plan: Plan, user: AbstractUser | None, progress: Progress | None = None, decisions: Decisions | None = None
) -> tuple[Applied, Iterator[None]]:
    """Return what apply() returns, and the pieces of a step of the history that write it. Raises StalePlan.

    What takes long and needs no database is done before anything is locked: checks, and Markdown as HTML.
    """
    created = [item for item in plan.items if item.fate is Fate.CREATE]
    failed = {item.index: problem for item in created if (problem := problem_of(item))}
    abstracts: set[Any] = {paper_of(item).abstract for item in created if item.index not in failed} - {""}
    html: dict[str, str] = {text: ABSTRACT.html_of(text) for text in abstracts}
    applied = Applied(up_to_date(plan, user, decisions), failed=failed)
    return applied, _pieces(applied, user, html, progress, decisions)


def _pieces(
    applied: Applied,
    user: AbstractUser | None,
    html: dict[str, str],
    progress: Progress | None,
    decisions: Decisions | None,
) -> Iterator[None]:
    """Write a plan piece by piece, so that the database is locked for a moment only and memory has room for it.

    Between two pieces others may write: what they do counts as done after the import, as far as it lets it stand.
    """
    plan = applied.plan = up_to_date(applied.plan, user, decisions)  # once nobody else writes
    written = applied.publications
    last_before = {model: model.objects.aggregate(last=Max("pk"))["last"] or 0 for model in (Publication, Version)}
    for person in Person.objects.filter(pk__in=plan.parted):
        person.take_parts(plan.parted[person.pk])
        person.save()
    created = [item for item in plan.items if item.fate is Fate.CREATE and item.index not in applied.failed]
    updated = [item for item in plan.items if item.fate is Fate.UPDATE]
    matched = [item for item in plan.items if item.fate is Fate.MATCH]
    repeated: dict[int | None, list[Item]] = defaultdict(list)  # entries that say the same paper as an earlier one
    for item in matched:
        repeated[item.same_as].append(item)
    people = PeopleOfPlan()
    venues = VenuesOfPlan([*created, *updated], not user or roles.may(user, "add", VenueAlias))
    version, is_overtaken = None, False  # of the content after the last piece; whether others have written since
    for items in (*in_batches(created), *in_batches(updated)):
        if content_version.current() != version:
            is_overtaken, taken = version is not None, TakenNames()
        if is_overtaken:
            applied.failed |= dict.fromkeys(overtaken(items, last_before, {*written.values()}), CHANGED_MEANWHILE)
        items = [item for item in items if item.index not in applied.failed]
        PieceWriter(applied, user, people, venues, taken, html).write(items)
        again = [each for item in items for each in repeated[item.index]]
        written |= {each.index: written[each.same_as] for each in again if each.same_as in written}
        log_entries(plan, [*items, *again], written, decisions)
        version = content_version.current()
        if progress:
            progress(len(written), len(created) + len(updated))
        yield
    rest = [item for item in matched if item.index not in written]
    written |= {item.index: item.publication for item in rest if item.publication}
    for items in in_batches([*rest, *(item for item in plan.items if item.fate is Fate.SKIP)]):
        log_entries(plan, items, written, decisions)
        yield


def in_batches(items: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """Yield items in short lists."""
    return (items[first : first + BATCH_SIZE] for first in range(0, len(items), BATCH_SIZE))


class TakenNames:
    """The addresses and keys that are taken by now, on the site and by what is written since."""

    def __init__(self) -> None:
        self.papers, self.people, self.venues = Naming(Publication), Naming(Person), Naming(Venue)
        self.keys = FreeKeys(Publication.objects.all())


def overtaken(items: Sequence[Item], last_before: dict[Any, int], own: Collection[int]) -> set[int]:
    """Return the entries of which others have added or changed the paper since this began to write.

    ``last_before`` has the last keys of that time, ``own`` the keys of papers that were written since.
    """
    changed = Version.objects.of(Publication, *(item.publication for item in items if item.publication))
    keys = {key_of(each).pk for each in changed.filter(pk__gt=last_before[Version]).defer("serialized_data")}
    papers = {item.index: paper_of(item) for item in items if item.fate is Fate.CREATE}
    same = Q(pk__in=())
    for name in SAME:
        same |= Q(**{f"{name}__in": {getattr(paper, name) for paper in papers.values()} - {"", None}})
    rows = Publication.objects.filter(same, pk__gt=last_before[Publication]).order_by().values("pk", *SAME)
    new = {(name, row[name]) for row in rows if row["pk"] not in own for name in SAME if row[name]}
    added = {index for index, paper in papers.items() if any((name, getattr(paper, name)) in new for name in SAME)}
    return added | {item.index for item in items if item.publication in keys}


@dataclass(frozen=True)
class PieceWriter:
    """Writes the papers of a piece, with the people and venues that they name; ``html`` is that of their abstracts."""

    applied: Applied
    user: AbstractUser | None
    people: PeopleOfPlan
    venues: VenuesOfPlan
    taken: TakenNames
    html: dict[str, str]

    def write(self, items: Sequence[Item]) -> None:
        self.venues.write([item.venue for item in items if item.writes("venue")], self.taken.venues)
        authors = [author for item in items if item.writes("authors") for author in item.authors]
        self.people.write(authors, self.taken.people)
        self.create([item for item in items if item.fate is Fate.CREATE])
        self.update([item for item in items if item.fate is Fate.UPDATE])

    def create(self, items: Sequence[Item]) -> None:
        papers = [self.paper(item) for item in items]
        add(papers, self.taken.papers)
        rows: dict[type[models.Model], list[models.Model]] = defaultdict(list)
        for item, paper in zip(items, papers, strict=True):
            self.applied.publications[item.index] = paper.pk
            for row in (*self.authorships(item, paper), *rows_of(item, paper)):
                rows[type(row)].append(row)
        for each in rows.values():
            add(each)

    def paper(self, item: Item) -> Publication:
        """Return the paper of an entry, under the key that the source gives if no other paper has it."""
        venue = self.venues.of(item.venue)
        paper = paper_of(item, venue.publisher)
        paper.venue_id, paper.added_by_id = venue.pk, self.user.pk if self.user else None
        paper.state = approval.first_state(self.user) if self.user else Publication.State.PUBLISHED
        if html := self.html.pop(paper.abstract, ""):
            ABSTRACT.keep_html(paper, html)
        wanted = item.record.key if item.record else ""
        if is_key(wanted) and self.taken.keys.is_free(wanted):
            paper.citation_key = self.taken.keys.take(wanted)
            return paper
        family = self.people.of(item.authors[0]).family_name if item.authors else ""
        paper.citation_key = self.taken.keys.make(family, paper.year, paper.title)
        if wanted:
            why = KEY_TAKEN if is_key(wanted) else NO_KEY
            self.applied.remarks[item.index].append(why.format(made=paper.citation_key, wanted=wanted))
        return paper

    def authorships(self, item: Item, paper: Publication) -> Iterator[Authorship]:
        """Yield the authors of a new paper, each once, with a remark on those whom the entry names twice."""
        met, names, remarks = set(), set(), []
        if item.record and (again := dict(item.record.extra).get(NAMED_TWICE)):
            remarks.append(AUTHOR_ONCE.format(names=again))
        for order, planned in enumerate(item.authors, start=1):
            author, name = self.people.of(planned), whole_of(planned.match.name)
            if name in names and author.pk not in met:
                remarks.append(TWO_PEOPLE.format(name=author.name))
            names.add(name)
            if author.pk in met:
                remarks.append(NAMED_ONCE.format(name=author.name))
                continue
            met.add(author.pk)
            yield authorship(paper, planned, author, order)
        if remarks:
            self.applied.remarks[item.index] += remarks

    def update(self, items: Sequence[Item]) -> None:
        """Write what is taken over from each entry, or say why nothing of it can be."""
        papers = Publication.objects.in_bulk([item.publication or 0 for item in items])
        if step := history.current():
            step.about_to_change(*papers.values())
        for item in items:
            paper = papers[item.publication or 0]
            try:
                with transaction.atomic():
                    for change in item.taken:
                        self.take(paper, change, item)
                    check(paper)
                    paper.save()
                self.applied.publications[item.index] = paper.pk
            except ValidationError as error:
                self.applied.failed[item.index] = in_words(error)

    def take(self, paper: Publication, change: FieldChange, item: Item) -> None:
        if change.part == "venue":
            paper.venue_id = self.venues.of(item.venue).pk
        elif change.part == "authors":
            save_authors(paper, [(author, self.people.of(author)) for author in item.authors])
        elif change.part in ROWS:
            model, telling = ROWS[change.part]
            which = {name: change.value[name] for name in telling}
            row = model._base_manager.filter(publication=paper, **which).first() or model(publication=paper)
            for name, text in change.value.items():
                setattr(row, name, text)
            check(row)
            row.save()
        else:
            setattr(paper, change.name, change.value)


# What belongs to a paper, by the part of it that a change is about, with the columns that tell one row from another.
ROWS: dict[str, tuple[type[models.Model], tuple[str, ...]]] = {
    "link": (Link, ("kind", "label")),
    "identifier": (Identifier, ("scheme", "value")),
    "extra": (ExtraField, ("name",)),
    "earlier": (EarlierVersion, ("title",)),
}


def save_authors(paper: Publication, authors: Iterable[tuple[PlannedAuthor, Person]]) -> None:
    """Make the list of authors what the source says; of who stays, marks of the site stay."""
    there = {row.person_id: row for row in paper.authorships.all()}
    wanted = {author.pk: (planned, author) for planned, author in authors}
    for person in there.keys() - wanted.keys():
        there[person].delete()
    for order, (person, (planned, author)) in enumerate(wanted.items(), start=1):
        new = authorship(paper, planned, author, order)
        row = there.get(person, new)
        row.order, row.printed_name = order, new.printed_name
        check(row)
        row.save()


def authorship(paper: Publication, planned: PlannedAuthor, author: Person, order: int) -> Authorship:
    """Return somebody as a new author of a paper, with the name as it prints it unless that is the person's own."""
    printed, marks = str(planned.match.name), {name: getattr(planned.marks, name) for name in MARKS}
    printed = "" if printed == author.name else printed
    return Authorship(publication=paper, person=author, order=order, printed_name=printed, **marks)


def log_entries(plan: Plan, items: Iterable[Item], publications: dict[int, int], decisions: Decisions | None) -> None:
    """Log what entries said of which paper; ``publications`` are those by the index of their entries."""
    decided = (decisions or {}).get("items", {})
    left_out = {identity for identity, row in decided.items() if identity and row.get("fate") == "skip"}
    logged = [
        item for item in items if item.index in publications or (item.fate is Fate.SKIP and item.identity in left_out)
    ]
    there: dict[str, list[ImportedEntry]] = defaultdict(list)
    identities = {item.identity for item in logged}
    for row in ImportedEntry.objects.filter(source=plan.source, identity__in=identities).order_by("pk"):
        there[row.identity].append(row)
    new: list[ImportedEntry] = []
    for item in logged:
        values: dict[str, Any] = {"publication_id": publications.get(item.index), "said": packed(item.entry)["record"]}
        rows = there[item.identity]
        last = rows[-1] if rows else None
        known = next((each for each in rows if each.publication_id == values["publication_id"]), last)
        if known is None:
            new.append(ImportedEntry(source=plan.source, identity=item.identity, **values))
        elif (known.publication_id, known.said) != tuple(values.values()):
            ImportedEntry.objects.filter(pk=known.pk).update(**values, imported_at=timezone.now())
    add(new)
