"""What the worklist finds: issues of rows, the rules that find them, and what a model says of itself to both."""

import datetime
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.functional import Promise

from labsite import roles
from labsite.editing.form_anchors import FROM_WORKLIST, form_address
from labsite.registry import ContentFacet
from labsite.roles import Role


@dataclass(frozen=True)
class Scope:
    """The rows to look at on the day ``at``: those that a user may change, or for none all; ``only`` some of them."""

    user: Any
    at: datetime.date
    only: Mapping[type[Model], Collection[int]] | None = None

    def rows(self, model: type[Model]) -> Any:
        """Return those rows of a model that has forms of its own."""
        rows = model._default_manager.all()
        if self.only is not None:
            rows = rows.filter(pk__in=self.only.get(model, ()))
        return roles.reached(self.user, "change", rows) if self.user else rows

    def may_change(self, model: type[Model]) -> bool:
        """Whether someone changes rows of a model at all: those of a form may be the lab's."""
        return self.user is None or roles.may(self.user, "change", model)


@dataclass(frozen=True)
class Issue:
    """Something missing or odd: the row that it is about, whose form puts it right, and the anchor in that form.

    What is found is kept for all who read it, so the ``sentence`` becomes words of a language when it is shown.
    """

    row: Any
    sentence: str | Promise
    anchor: str = ""
    form_of: Any = None
    about: str = ""
    rule: Any = None

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


Find = Callable[[Scope], Iterable[Issue]]


@dataclass(frozen=True)
class IssueRule:
    """One way in which something can be missing or odd; ``kind`` is stored with dismissals, so it never changes.

    ``forms`` are the models whose forms put it right, and ``lowest`` is the role from which on one can. On the
    worklist, rules of a lower ``order`` come first.
    """

    kind: str
    title: str | Promise
    advice: str | Promise
    forms: tuple[type[Model], ...]
    find: Find
    lowest: Role = Role.MEMBER
    order: int = 1000

    def issues(self, scope: Scope) -> list[Issue]:
        if scope.only is not None and scope.only.keys().isdisjoint(self.forms):
            return []
        return [replace(issue, rule=self) for issue in self.find(scope)]


class IssueRules(list[IssueRule]):
    """The rules whose issues the forms of one model put right, each said beside the function that finds them."""

    def __init__(self, form: type[Model]) -> None:
        self.form = form

    def add(
        self,
        kind: str,
        title: str | Promise,
        advice: str | Promise,
        lowest: Role = Role.MEMBER,
        order: int = 1000,
    ) -> Callable[[Find], Find]:
        """Decorate the function of a rule."""

        def decorate(find: Find) -> Find:
            self.append(IssueRule(kind, title, advice, (self.form,), find, lowest, order))
            return find

        return decorate


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
