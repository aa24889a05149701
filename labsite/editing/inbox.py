"""What waits for somebody: apps register kinds of it, and every kind shows what waits in rows of one shape."""

import datetime
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, ClassVar, NamedTuple

from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.views.decorators.http import require_http_methods

from labsite import registry, roles
from labsite.registry import SiteFacet

Words = str | Promise


class Waiting(NamedTuple):
    """Something that waits, as it is counted: the part of its kind, and the keys of the people that it is about."""

    kind: str
    people: Sequence[int]
    item: Any


class Action(NamedTuple):
    """A button of a row: it sends its name, or leads to an address where more than a press is needed."""

    label: Words
    name: str = ""
    address: str = ""


@dataclass(frozen=True)
class InboxRow:
    """What waits, in words, with where to look at it, since when it does, and what settles it.

    ``text`` was typed by somebody, and ``reply`` has who replied when, and what. ``post`` is the address to which the
    buttons send their name with the ``hidden`` pairs, and with what is typed if ``answer`` has the name and the words
    of a field, for ``max_length`` characters. ``tick`` is what a row is called when several are settled at once.
    """

    what: str
    address: str = ""
    words: Words = ""
    text: str = ""
    reply: tuple[str, str] = ("", "")
    since: datetime.date | None = None
    people: Sequence[int] = ()
    post: str = ""
    hidden: Sequence[tuple[str, Any]] = ()
    actions: Sequence[Action] = ()
    answer: tuple[str, Words] | None = None
    max_length: int = 0
    tick: str = ""


class KindPart(NamedTuple):
    """A part of a kind that the inbox can be narrowed to, with a heading and what to do about it."""

    name: str
    title: Words
    advice: Words = ""
    is_of_links: bool = False  # whether several rows can be readdressed or deleted as links


class InboxKind:
    """A kind of thing that waits, for those who may open the AdminPage ``page``, whose POST settles it."""

    name: ClassVar[str]
    title: ClassVar[Words]
    advice: ClassVar[Words] = ""
    page: ClassVar[str]
    settled_title: ClassVar[Words] = ""  # of the link to what was settled

    def parts(self) -> Sequence[KindPart]:
        return [KindPart(self.name, self.title, self.advice)]

    def open(self, user: Any) -> Sequence[Any]:
        """Return all that waits for somebody: Waiting, or what has a kind and people as well; few queries for many."""
        raise NotImplementedError

    def settled(self, user: Any, query: dict[str, str]) -> Sequence[Any]:
        """Return what was settled and can be looked at again."""
        return ()

    def rows(self, waiting: Sequence[Any], query: str, is_settled: bool) -> Sequence[InboxRow]:
        """Return what is shown of some that wait; ``query`` is that of the inbox, to which forms lead back."""
        raise NotImplementedError

    def settled_address(self) -> str:
        return inbox_address(kind=self.name, settled="1")

    def tool(self, request: Any, part: str) -> tuple[str, dict[str, Any]] | None:
        """Return the template and the context of what else can be done where the inbox is narrowed to the kind."""
        return None


@dataclass(frozen=True)
class InboxEntry(SiteFacet):
    """A kind of thing that waits, by the dotted name of its class, so that registering it loads nothing."""

    kind: str


def kinds_for(user: Any) -> list[InboxKind]:
    """Return the kinds of which something may wait for somebody."""
    kinds = (import_string(each.kind)() for each in registry.added(InboxEntry))
    return [kind for kind in kinds if roles.may_open(user, kind.page)]


def inbox_address(**query: str) -> str:
    return reverse("admin:inbox", query=query or None)


def to_inbox(request: Any, **query: str) -> HttpResponse:
    """Lead to the inbox, narrowed as it was when the form was sent from it, or by a query."""
    return redirect(reverse("admin:inbox", query=query or request.GET or None))


def back_to_inbox(request: Any, otherwise: str, *args: Any) -> HttpResponse:
    """Lead back to the inbox if a form of another page was sent from a row of it, else to a page."""
    if "inbox" in request.POST:
        return redirect(reverse("admin:inbox", query=QueryDict(request.POST["inbox"]) or None))
    return redirect(otherwise, *args)


def settles(kind: str) -> Callable[[Any], Any]:
    """Let a view take the POSTs that settle a kind; where its list used to be, lead to the inbox narrowed to it."""

    def decorate(view: Callable[[Any], HttpResponse]) -> Callable[[Any], HttpResponse]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @wraps(view)
        def settle(request: Any) -> HttpResponse:
            if request.method == "POST":
                return view(request)
            return redirect(inbox_address(**{"kind": kind} | request.GET.dict()), permanent=True)

        return settle

    return decorate
