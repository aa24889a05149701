"""Carrying out a plan: all of it in one transaction and one step of the history, or nothing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from labsite import history, roles
from labsite.modelling import content_version
from labsite.modelling.addresses import Naming
from publications import approval
from publications.citation_keys import FreeKeys, is_key
from publications.models import Publication, VenueAlias

from .new_paper import paper_of, problem_of, rows_of
from .newcomers import People, Venues, add, in_batches
from .overtaking import up_to_date
from .plan import Decisions, Fate, Item, Plan
from .progress import Progress
from .remembering import remember
from .updating import authorship, taken, update


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
    user: Any,
    words: str,
    progress: Progress | None = None,
    decisions: Decisions | None = None,
    afterwards: Callable[[Applied], None] | None = None,
) -> Applied:
    """Write what was planned; without a user, as the command line may. Raises Overtaken.

    ``progress`` is told how many entries are written, and of how many, while nobody else can write: not even it can.
    ``afterwards`` is called in the same transaction, once all is written.
    """
    plan = up_to_date(plan, user, decisions)
    ready = Readiness(plan)
    with transaction.atomic():
        with history.step(user, words) as step:
            content_version.wait_for_write_lock()
            plan = up_to_date(plan, user, decisions)
            writing = Writing(plan, user, step, ready, progress or (lambda done, total: None))
            writing.write(decisions)
        writing.applied.step = step.row.pk if step.row else None
        if afterwards:
            afterwards(writing.applied)
    return writing.applied


class Readiness:
    """What takes long and needs no database, done before anything is locked: checks, and Markdown as HTML."""

    def __init__(self, plan: Plan) -> None:
        self.failed: dict[int, str] = {}
        self.html: dict[str, str] = {}
        for item in plan.items:
            if item.fate is Fate.CREATE:
                self._get_ready(item)

    def _get_ready(self, item: Item) -> None:
        if problem := problem_of(item):
            self.failed[item.index] = problem
        elif text := paper_of(item).abstract:
            self.html[text] = ABSTRACT.html_of(text)


ABSTRACT: Any = Publication._meta.get_field("abstract")


class Writing:
    """Writes a plan, in batches that memory has room for."""

    def __init__(self, plan: Plan, user: Any, step: Any, ready: Readiness, progress: Progress) -> None:
        self.plan, self.user, self.step, self.ready, self.progress = plan, user, step, ready, progress
        self.applied = Applied(plan, failed=dict(ready.failed))
        self.created = [item for item in self._of(Fate.CREATE) if item.index not in ready.failed]
        self.updated = list(self._of(Fate.UPDATE))
        self.people = People(author for item in self._naming("authors") for author in item.authors)
        self.venues = Venues(self._naming("venue"))
        self.state = approval.first_state(user) if user else Publication.State.PUBLISHED
        self.keys = FreeKeys(Publication.objects.all())

    def _of(self, fate: Fate) -> Iterable[Item]:
        return (item for item in self.plan.items if item.fate is fate)

    def _naming(self, part: str) -> list[Item]:
        """Return the entries whose authors or venues are written."""
        return self.created + [item for item in self.updated if part in {change.part for change in taken(item)}]

    def write(self, decisions: Decisions | None) -> None:
        self.venues.write(not self.user or roles.may(self.user, "add", VenueAlias))
        self.people.write()
        naming = Naming(Publication)
        for items in in_batches(self.created):
            self._create(items, naming)
            self._tell()
        for items in in_batches(self.updated):
            self._update(items)
            self._tell()
        self._settle()
        remember(self.plan, self.applied.publications, decisions)

    def _tell(self) -> None:
        self.progress(len(self.applied.publications), len(self.created) + len(self.updated))

    def _create(self, items: list[Item], naming: Naming) -> None:
        papers = [self._paper(item) for item in items]
        for paper in papers:
            naming.name(paper)
        add(papers)
        self.applied.publications |= {item.index: paper.pk for item, paper in zip(items, papers, strict=True)}
        rows: dict[type, list[Any]] = {}
        for item, paper in zip(items, papers, strict=True):
            for row in (*self._authorships(item, paper), *rows_of(item, paper)):
                rows.setdefault(type(row), []).append(row)
        for each in rows.values():
            add(each)

    def _paper(self, item: Item) -> Publication:
        paper = paper_of(item, self.venues.publisher_of(item.venue))
        paper.venue_id = self.venues.of(item.venue)
        paper.state, paper.added_by = self.state, self.user
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
        made = self.keys.make(family, paper.year, paper.title)
        if wanted:
            why = "is another paper’s" if is_key(wanted) else "isn’t one that BibTeX takes"
            self.applied.remark(item, f"It is cited as {made}: the key {wanted} {why}.")
        return made

    def _authorships(self, item: Item, paper: Publication) -> Iterable[Any]:
        met = set()
        for order, planned in enumerate(item.authors, start=1):
            author = self.people.of(planned)
            if author.pk in met:
                self.applied.remark(item, f"{author.name} is named twice among the authors, and stands there once.")
                continue
            met.add(author.pk)
            yield authorship(paper, planned, author, order)

    def _update(self, items: list[Item]) -> None:
        papers = Publication.objects.in_bulk([item.publication for item in items])
        self.step.about_to_change(*papers.values())
        for item in items:
            problem = update(papers[item.publication], item, self.people, self.venues)
            if problem:
                self.applied.failed[item.index] = problem
            else:
                self.applied.publications[item.index] = papers[item.publication].pk

    def _settle(self) -> None:
        """Say of the entries that change nothing which papers they are."""
        for item in self._of(Fate.MATCH):
            found = item.publication or self.applied.publications.get(-1 if item.same_as is None else item.same_as)
            if found:
                self.applied.publications[item.index] = found
