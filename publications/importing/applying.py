"""Carrying out a plan: all of it in one step of the history, or nothing."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
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

from .new_rows import (
    BATCH_SIZE,
    AuthorRow,
    PeopleOfPlan,
    VenuesOfPlan,
    add,
    check,
    in_batches,
    in_words,
    paper_of,
    problem_of,
    rows_of,
)
from .plan import Decisions, Fate, FieldChange, Item, Plan, PlannedAuthor
from .planning import up_to_date
from .read import Progress

ABSTRACT: Any = Publication._meta.get_field("abstract")
CHANGED_MEANWHILE = gettext_noop(
    "The site has changed while this was brought in, so that something else would happen: try again."
)
SAME = ("doi", "arxiv_id", "title")  # by any of which a paper that others add is taken for the one of an entry
MARKS = ("is_equal", "is_lead", "is_corresponding")
KEY_TAKEN = gettext_noop("It is cited as {made}: the key {wanted} is another paper’s.")
NO_KEY = gettext_noop("It is cited as {made}: the key {wanted} isn’t one that BibTeX takes.")
AUTHOR_ONCE = gettext_noop("Named twice among the authors, and an author once: {names}.")
NAMED_ONCE = gettext_noop("{name} is named twice among the authors, and stands there once.")
TWO_PEOPLE = gettext_noop("{name} is named twice among the authors, and two people here: merge them if they are one.")


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
    remarks: dict[int, list[str]] = field(default_factory=dict)

    def remark(self, item: Item, words: str) -> None:
        self.remarks.setdefault(item.index, []).append(words)


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
    """Return what apply() returns, and the pieces of a step of the history that write it. Raises StalePlan."""
    ready = Preparation.of(plan)
    applied = Applied(up_to_date(plan, user, decisions), failed=ready.failed)

    def pieces() -> Iterator[None]:
        applied.plan = up_to_date(applied.plan, user, decisions)
        yield from PlanWriter(applied, user, decisions, ready, progress).write()

    return applied, pieces()


@dataclass
class Preparation:
    """What takes long and needs no database, done before anything is locked: checks, and Markdown as HTML."""

    failed: dict[int, str]
    html: dict[str, str]

    @classmethod
    def of(cls, plan: Plan) -> "Preparation":
        created = [item for item in plan.items if item.fate is Fate.CREATE]
        failed = {item.index: problem for item in created if (problem := problem_of(item))}
        abstracts = {paper_of(item).abstract for item in created if item.index not in failed} - {""}
        return cls(failed, {text: ABSTRACT.html_of(text) for text in abstracts})


class PlanWriter:
    """Writes a plan piece by piece, so that the database is locked for a moment only and memory has room for it.

    Between two pieces others may write: what they do counts as done after the import, as far as it lets it stand.
    """

    def __init__(
        self,
        applied: Applied,
        user: AbstractUser | None,
        decisions: Decisions | None,
        ready: Preparation,
        progress: Progress | None,
    ) -> None:
        self.applied, self.plan, self.user, self.decisions = applied, applied.plan, user, decisions
        self.ready, self.progress = ready, progress
        self.created = [item for item in self._of(Fate.CREATE) if item.index not in applied.failed]
        self.updated = list(self._of(Fate.UPDATE))
        self.repeated: dict[int, list[Item]] = defaultdict(list)  # entries that say the same paper as an earlier one
        for item in self._of(Fate.MATCH):
            if item.same_as is not None:
                self.repeated[item.same_as].append(item)
        self.people = PeopleOfPlan()
        self.venues = VenuesOfPlan([*self.created, *self.updated])
        self.state = approval.first_state(user) if user else Publication.State.PUBLISHED
        self.version = -1  # of the content, after the last piece
        self.is_overtaken = False  # whether others have written since the first
        self.last_paper, self.last_version = (_last(model) for model in (Publication, Version))  # of before

    def _of(self, fate: Fate) -> Iterable[Item]:
        return (item for item in self.plan.items if item.fate is fate)

    def write(self) -> Iterator[None]:
        """Write a piece at each step of the iteration, with what the log says of its entries."""
        for person in Person.objects.filter(pk__in=self.plan.parted):
            person.take_parts(self.plan.parted[person.pk])
            person.save()
        for write, all_items in ((self._create, self.created), (self._update, self.updated)):
            for items in in_batches(all_items):
                yield from self._piece(write, items)
        matched = [item for item in self._of(Fate.MATCH) if item.index not in self.applied.publications]
        self.applied.publications |= {item.index: item.publication for item in matched if item.publication}
        for items in in_batches([*matched, *self._of(Fate.SKIP)]):
            self._log(items)
            yield

    def _piece(self, write: Callable[[list[Item]], None], items: list[Item]) -> Iterator[None]:
        if content_version.current() != self.version:
            self._look_again()
        if self.is_overtaken:
            self.applied.failed |= dict.fromkeys(self._overtaken(items), CHANGED_MEANWHILE)
        items = [item for item in items if item.index not in self.applied.failed]
        venues = [item.venue for item in items if item.writes("venue")]
        self.venues.write(venues, self.names_of_venues, not self.user or roles.may(self.user, "add", VenueAlias))
        authors = [author for item in items if item.writes("authors") for author in item.authors]
        self.people.write(authors, self.names_of_people)
        write(items)
        repeated = [each for item in items for each in self.repeated[item.index]]
        written = self.applied.publications
        written |= {each.index: written[each.same_as or 0] for each in repeated if each.same_as in written}
        self._log([*items, *repeated])
        self.version = content_version.current()
        if self.progress:
            self.progress(len(written), len(self.created) + len(self.updated))
        yield

    def _look_again(self) -> None:
        """See which names are taken by now, at the beginning or by others."""
        self.is_overtaken = self.version != -1
        self.names_of_papers, self.keys = Naming(Publication), FreeKeys(Publication.objects.all())
        self.names_of_people, self.names_of_venues = Naming(Person), Naming(Venue)

    def _overtaken(self, items: list[Item]) -> set[int]:
        """Return the entries of which others have added or changed the paper since this began to write."""
        changed = Version.objects.of(Publication, *(item.publication for item in items if item.publication))
        keys = {key_of(each).pk for each in changed.filter(pk__gt=self.last_version).defer("serialized_data")}
        papers = {item.index: paper_of(item) for item in items if item.fate is Fate.CREATE}
        same = Q(pk__in=())
        for name in SAME:
            same |= Q(**{f"{name}__in": {getattr(paper, name) for paper in papers.values()} - {"", None}})
        own = set(self.applied.publications.values())
        others = Publication.objects.filter(same, pk__gt=self.last_paper).order_by().values("pk", *SAME)
        new = {(name, row[name]) for row in others if row["pk"] not in own for name in SAME if row[name]}
        added = {index for index, paper in papers.items() if any((name, getattr(paper, name)) in new for name in SAME)}
        return added | {item.index for item in items if item.publication in keys}

    def _log(self, items: list[Item]) -> None:
        log_entries(self.plan, items, self.applied.publications, self.decisions)

    def _create(self, items: list[Item]) -> None:
        papers = [self._paper(item) for item in items]
        for paper in papers:
            self.names_of_papers.name(paper)
        add(papers)
        self.applied.publications |= {item.index: paper.pk for item, paper in zip(items, papers, strict=True)}
        rows: dict[type[models.Model], list[models.Model]] = {}
        for item, paper in zip(items, papers, strict=True):
            for row in (*self._authorships(item, paper), *rows_of(item, paper)):
                rows.setdefault(type(row), []).append(row)
        for each in rows.values():
            add(each)

    def _paper(self, item: Item) -> Publication:
        paper = paper_of(item, self.venues.publisher_of(item.venue))
        paper.venue_id = self.venues.of(item.venue)
        paper.state, paper.added_by_id = self.state, self.user.pk if self.user else None
        paper.citation_key = self._key(item, paper)
        if html := self.ready.html.pop(paper.abstract, ""):
            ABSTRACT.keep_html(paper, html)
        return paper

    def _key(self, item: Item, paper: Publication) -> str:
        """Return the key that the source gives if no other paper has it, else a new one."""
        wanted = item.record.key if item.record else ""
        if is_key(wanted) and self.keys.is_free(wanted):
            return self.keys.take(wanted)
        family = self.people.of(item.authors[0]).family_name if item.authors else ""
        key = self.keys.make(family, paper.year, paper.title)
        if wanted:
            self.applied.remark(item, (KEY_TAKEN if is_key(wanted) else NO_KEY).format(made=key, wanted=wanted))
        return key

    def _authorships(self, item: Item, paper: Publication) -> Iterator[Authorship]:
        met, names = set(), set()
        if item.record and (again := dict(item.record.extra).get(NAMED_TWICE)):
            self.applied.remark(item, AUTHOR_ONCE.format(names=again))
        for order, planned in enumerate(item.authors, start=1):
            author, name = self.people.of(planned), whole_of(planned.match.name)
            if name in names and author.pk not in met:
                self.applied.remark(item, TWO_PEOPLE.format(name=author.name))
            names.add(name)
            if author.pk in met:
                self.applied.remark(item, NAMED_ONCE.format(name=author.name))
                continue
            met.add(author.pk)
            yield authorship(paper, planned, author, order)

    def _update(self, items: list[Item]) -> None:
        papers = Publication.objects.in_bulk([item.publication or 0 for item in items])
        if step := history.current():
            step.about_to_change(*papers.values())
        for item in items:
            problem = self._updated(papers[item.publication or 0], item)
            if problem:
                self.applied.failed[item.index] = problem
            else:
                self.applied.publications[item.index] = papers[item.publication or 0].pk

    def _updated(self, paper: Publication, item: Item) -> str:
        """Write what is taken over from an entry; return in words why nothing of it could be."""
        try:
            with transaction.atomic():
                for change in taken(item):
                    self._take(paper, change, item)
                check(paper)
                paper.save()
        except ValidationError as error:
            return in_words(error)
        return ""

    def _take(self, paper: Publication, change: FieldChange, item: Item) -> None:
        if change.part == "venue":
            paper.venue_id = self.venues.of(item.venue)
        elif change.part == "authors":
            save_authors(paper, [(author, self.people.of(author)) for author in item.authors])
        elif change.part in ("link", "identifier", "extra", "earlier"):
            row = changed_row(paper, change)
            check(row)
            row.save()
        else:
            setattr(paper, change.name, change.value)


def _last(model: Any) -> int:
    return model.objects.aggregate(last=Max("pk"))["last"] or 0


def taken(item: Item) -> list[FieldChange]:
    return [change for change in item.changes if change.is_taken]


def changed_row(paper: Publication, change: FieldChange) -> models.Model:
    """Return the row of a paper that a change is about, with its new values."""
    value = change.value
    model: type[models.Model]
    which: dict[str, Any]
    if change.part == "link":
        model, which = Link, {"kind": value.kind, "label": value.label}
        new = {"url": value.url, "file": ""}
    elif change.part == "identifier":
        model, which, new = Identifier, {"scheme": value[0], "value": value[1]}, {}
    elif change.part == "extra":
        model, which, new = ExtraField, {"name": value[0]}, {"value": value[1]}
    else:
        model, which = EarlierVersion, {"title": value.title}
        new = {name: text for name, text in vars(value).items() if text}
    row = model._base_manager.filter(publication=paper, **which).first() or model(publication=paper, **which)
    for name, text in new.items():
        setattr(row, name, text)
    return row


def save_authors(paper: Publication, authors: Iterable[tuple[PlannedAuthor, AuthorRow]]) -> None:
    """Make the list of authors what the source says; of who stays, marks of the site stay."""
    there = {row.person_id: row for row in paper.authorships.all()}
    wanted = {author.pk: (planned, author) for planned, author in authors}
    for person in there.keys() - wanted.keys():
        there[person].delete()
    for order, (person, (planned, author)) in enumerate(wanted.items(), start=1):
        row = there.get(person) or authorship(paper, planned, author)
        row.order, row.printed_name = order, printed_name(planned, author)
        check(row)
        row.save()


def authorship(paper: Publication, planned: PlannedAuthor, author: AuthorRow, order: int = 0) -> Authorship:
    """Return somebody as a new author of a paper."""
    marks = {name: getattr(planned.marks, name) for name in MARKS}
    row = Authorship(publication=paper, order=order, printed_name=printed_name(planned, author), **marks)
    row.person = author.as_person()
    return row


def printed_name(planned: PlannedAuthor, author: AuthorRow) -> str:
    """Return the name as the paper prints it, nothing where that is the person's own."""
    printed = str(planned.match.name)
    return "" if printed == author.name else printed


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
    new = [_logged(plan.source, item, publications.get(item.index), there[item.identity]) for item in logged]
    add([row for row in new if row is not None])


def _logged(source: str, item: Item, publication: int | None, rows: list[ImportedEntry]) -> ImportedEntry | None:
    """Bring the row of an entry up to date; return a new row where there is none."""
    record = packed(item.entry)["record"]
    row = next((each for each in rows if each.publication_id == publication), rows[-1] if rows else None)
    if row is None:
        return ImportedEntry(source=source, identity=item.identity, publication_id=publication, said=record)
    if (row.publication_id, row.said) != (publication, record):
        values = {"publication": publication, "said": record, "imported_at": timezone.now()}
        ImportedEntry.objects.filter(pk=row.pk).update(**values)
    return None
