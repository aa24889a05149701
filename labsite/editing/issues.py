"""What the worklist finds: issues of rows, the rules that find them, and what a model says of itself to both."""

import dataclasses
import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, TypeVar

from django.db.models import BooleanField, ExpressionWrapper, Model, Q, QuerySet
from django.db.models.expressions import Combinable
from django.utils.functional import Promise

from labsite import roles
from labsite.editing.form_anchors import FROM_WORKLIST, defer_long_texts, field, form_address
from labsite.modelling.ordered_lists import Ordered
from labsite.registry import ContentFacet, SiteFacet
from labsite.roles import Role

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Scope:
    """The rows to look at on the day ``at``: those that a user may change, or for none all; ``only`` some of them.

    ``loaded`` are rows that were read before: the one of ``only`` and all those of its form, by model. What several
    rules need is read for the first of them.
    """

    user: Any
    at: datetime.date
    only: Mapping[type[Model], Collection[int]] | None = None
    loaded: Mapping[type[Model], Sequence[Any]] = dataclasses.field(default_factory=dict)
    _answers: dict[Hashable, Any] = dataclasses.field(default_factory=dict, compare=False)

    def once(self, question: Hashable, answer: Callable[[], Answer]) -> Answer:
        """Return the answer to a question, asking the database the first time only."""
        if question not in self._answers:
            self._answers[question] = answer()
        return self._answers[question]

    def rows(self, model: type[Model]) -> Any:
        """Return those rows of a model that has forms of its own."""
        rows = model._default_manager.all()
        if self.only is not None:
            rows = rows.filter(pk__in=self.only.get(model, ()))
        return roles.reached(self.user, "change", rows) if self.user else rows

    def inline_rows(self, model: Any, owner: str) -> list["EditedRow"]:
        """Return the rows that are edited in the forms of their owners."""
        if (model, owner) not in self._answers:
            rows: Any = self.loaded.get(model)
            if rows is None:
                rows = defer_long_texts(model._default_manager.all(), owner, own=False)
                if self.user or self.only is not None:
                    owners = self.rows(model._meta.get_field(owner).related_model)
                    rows = rows.filter(**{f"{owner}__in": owners.order_by().values("pk")})
            if issubclass(model, Ordered):  # as their formset sorts them
                rows = sorted(rows, key=lambda row: row.rank())
            numbers: dict[int, Iterator[int]] = defaultdict(count)
            self._answers[model, owner] = [
                EditedRow(row, owner, next(numbers[getattr(row, f"{owner}_id")])) for row in rows
            ]
        return self._answers[model, owner]


@dataclass(frozen=True)
class Issue:
    """Something missing or odd: the row that it is about, whose form puts it right, and the anchor in that form."""

    row: Any
    sentence: str | Promise
    anchor: str = ""
    form_of: Any = None
    about: str = ""
    rule: Any = None
    since: datetime.datetime | None = None  # else since its row was changed last

    @property
    def subject(self) -> Any:
        """The row whose form puts it right."""
        return self.form_of or self.row

    @property
    def key(self) -> tuple[str, str, int, str]:
        """What tells this issue from all others, for as long as its row is there."""
        return self.rule.kind, self.row._meta.label_lower, self.row.pk, self.about[:500]

    @property
    def address(self) -> str:
        """The address of the field that puts it right."""
        return self.address_from(None)

    def address_from(self, query: str | None) -> str:
        """Return the address of that field, from the worklist and back to what its query narrowed it to."""
        return form_address(self.subject, None if query is None else {FROM_WORKLIST: query}, self.anchor)


@dataclass(frozen=True)
class EditedRow:
    """A row, and where it is edited: in its own form, or as the ``number``-th inline row in the form of its owner."""

    row: Any
    owner: str = ""  # the foreign key to the row of the form
    number: int = 0

    def issue(self, sentence: str | Promise, name: str, **of_issue: Any) -> Issue:
        """Return the issue that something is wrong with a field."""
        if not self.owner:
            return Issue(self.row, sentence, field(name), **of_issue)
        key: Any = self.row._meta.get_field(self.owner)
        anchor = field(f"{key.remote_field.get_accessor_name()}-{self.number}-{name}")
        return Issue(self.row, sentence, anchor, getattr(self.row, self.owner), **of_issue)


Find = Callable[[Scope], Iterable[Issue]]
Condition = Q | Combinable | Callable[[Scope], Q]
Sentence = str | Promise | Callable[[Any], str | Promise]


@dataclass(frozen=True)
class IssueRule:
    """One way in which something can be missing or odd; ``kind`` is stored with dismissals, so it never changes.

    ``forms`` are the models whose forms put it right, and ``lowest`` is the role from which on one can. On the
    worklist, rules of a lower ``order`` come first. ``state`` returns what its issues follow from besides content.
    """

    kind: str
    title: str | Promise
    advice: str | Promise
    forms: tuple[type[Model], ...]
    find: Find
    lowest: Role = Role.MEMBER
    order: int = 1000
    state: Callable[[], Hashable] = lambda: None

    def issues(self, scope: Scope) -> list[Issue]:
        if scope.only is not None and scope.only.keys().isdisjoint(self.forms):
            return []
        return [replace(issue, rule=self) for issue in self.find(scope)]


class IssueRules(list[IssueRule]):
    """The rules whose issues the forms of one model put right.

    Most say of single rows what is wrong with them: what holds of such a row, and the sentence about it. One query
    asks all these conditions, and reads the rows of which one holds. For the rest there is a function that finds them.
    """

    def __init__(self, form: type[Model], *together: str, order: int = 1000) -> None:
        self.form, self.together = form, together  # foreign keys of which the sentences speak
        self.order = order  # of the rules that have none of their own
        self.conditions: dict[str, Condition] = {}

    def add(
        self,
        kind: str,
        title: str | Promise,
        advice: str | Promise,
        lowest: Role = Role.MEMBER,
        order: int = 0,
    ) -> Callable[[Find], Find]:
        """Decorate the function of a rule."""

        def decorate(find: Find) -> Find:
            self.append(IssueRule(kind, title, advice, (self.form,), find, lowest, order or self.order))
            return find

        return decorate

    def add_where(
        self,
        kind: str,
        condition: Condition,
        sentence: Sentence,
        anchor: str,
        title: str | Promise,
        advice: str | Promise,
        lowest: Role = Role.MEMBER,
        order: int = 0,
        about: str = "",
    ) -> None:
        """Add a rule about each row of which a condition holds; ``about`` is the field that its issue is about."""
        self.conditions[kind] = condition

        def find(scope: Scope) -> Iterable[Issue]:
            for row in scope.once(self.form, lambda: self._odd_rows(scope)).get(kind, ()):
                words = sentence(row) if callable(sentence) else sentence
                yield Issue(row, words, anchor, about=getattr(row, about)[:500] if about else "")

        self.add(kind, title, advice, lowest, order)(find)

    def _odd_rows(self, scope: Scope) -> dict[str, list[Any]]:
        """Return by rule the rows of which its condition holds."""
        conditions = {kind: each(scope) if callable(each) else each for kind, each in self.conditions.items()}
        holding = {f"odd_{n}": ExpressionWrapper(each, BooleanField()) for n, each in enumerate(conditions.values())}
        rows = scope.rows(self.form).filter(Q(*conditions.values(), _connector=Q.OR)).annotate(**holding)
        rows = list(defer_long_texts(rows, *self.together))
        names = zip(conditions, holding, strict=True)
        return {kind: [row for row in rows if getattr(row, name)] for kind, name in names}


@dataclass(frozen=True)
class AddedToWorklist(SiteFacet):
    """What an app adds to the worklist, by dotted names: its rules, and what can be done to several points at once.

    ``rules`` is of a function that returns rules, and ``treatments`` of a dictionary of them by name.
    """

    rules: str
    treatments: str


@dataclass(frozen=True)
class Curated(ContentFacet):
    """A model with a form of its own, whose texts, drafts and links the worklist looks over.

    Markdown, addresses and states are found by the classes of the fields, in the model and in the rows of its form.
    What isn't: ``texts_of``, the relations to rows whose plain texts are looked over too; ``person``, the foreign key
    to the one person whose row it is; ``links``, which yields the addresses outside that rows lead to otherwise, each
    with its row and the name of its field; and ``rules``, for what else can be missing or odd.
    """

    texts_of: tuple[str, ...] = ()
    person: str = ""
    links: Callable[[QuerySet[Any]], Iterable[tuple[Any, str, str]]] | None = None
    rules: Sequence[IssueRule] = ()
