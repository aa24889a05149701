"""The inbox: all that waits for somebody in rows of one shape, narrowed to a kind or to a member."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.contrib import admin
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_safe

from labsite import roles
from labsite.curation.looks import last_look
from labsite.editing.inbox import InboxKind, InboxRow, KindPart, inbox_address, kinds_for
from labsite.web.pager import Pager
from people.models import Person

PER_PAGE = 50
NOBODY = "lab"  # stands for what is no member's; a person's slug may be the same word, and then wins


@dataclass(frozen=True)
class FilterOption:
    """One value that the inbox can be narrowed to, and how much waits there then."""

    value: str
    name: Any
    number: int
    is_chosen: bool


class Inbox:
    """What waits for somebody, or what was settled, and what the query of the address narrows it to.

    ``people`` are the members whom it may be about; ``pairs`` is the query again, for addresses that keep it.
    """

    def __init__(self, user: Any, query: dict[str, str]) -> None:
        self.query = query
        members = Person.objects.members().values_list("pk", "name", "slug", named=True)
        self.people = {person.pk: person for person in members}
        self.shows_settled = "settled" in query
        kinds, wanted, person = kinds_for(user), query.get("kind", ""), query.get("person", "")
        self.parts = {part.name: part for kind in kinds for part in kind.parts()}
        self.kind = next((kind for kind in kinds if wanted in (kind.name, *(p.name for p in kind.parts()))), None)
        self.kinds = [self.kind] if self.shows_settled and self.kind else kinds
        waiting = {
            kind.name: kind.settled(user, query) if self.shows_settled else kind.open(user) for kind in self.kinds
        }
        self.of_kind = [
            (kind, each)
            for kind in ([self.kind] if self.kind else self.kinds)
            for each in waiting[kind.name]
            if wanted in ("", kind.name, each.kind)
        ]
        self.numbers = {
            name: Counter(each.kind for each in all_of_it if self._is_about(each, person))
            for name, all_of_it in waiting.items()
        }
        self.shown = [(kind, each) for kind, each in self.of_kind if self._is_about(each, person)]
        self.pairs = [(name, query[name]) for name in ("kind", "person", "settled", "at") if query.get(name)]

    @property
    def heading(self) -> Any:
        """What it is narrowed to."""
        part = self.parts.get(self.query.get("kind", ""))
        return part.title if part else self.kind.title if self.kind else ""

    @property
    def kind_options(self) -> list[FilterOption]:
        """All, and the kinds of which something waits."""
        numbers = [(kind, self.numbers[kind.name].total()) for kind in self.kinds]
        options = [
            FilterOption(self._narrowed(kind=kind.name), kind.title, number, kind is self.kind)
            for kind, number in numbers
            if number or kind is self.kind
        ]
        everything = sum(number for _, number in numbers)
        return [FilterOption(self._narrowed(kind=""), gettext("Everything"), everything, self.kind is None), *options]

    @property
    def part_options(self) -> list[FilterOption]:
        """The parts of the kind that is shown of which something waits."""
        parts: Sequence[KindPart] = self.kind.parts() if self.kind else ()
        chosen = self.query.get("kind", "")
        return [
            FilterOption(part.name, part.title, number, part.name == chosen)
            for part in parts
            if (number := self.numbers[self.kind.name][part.name] if self.kind else 0) or part.name == chosen
        ]

    @property
    def members(self) -> list[FilterOption]:
        """The members about whom something waits, by name, and the lab itself."""
        counts = Counter(owner for _, each in self.of_kind for owner in self._owners(each))
        names = {person.slug: person.name for person in self.people.values()}
        options = {**names, NOBODY: gettext("Nobody in particular")}
        chosen = self.query.get("person")
        return [
            FilterOption(slug, name, counts[slug], slug == chosen) for slug, name in options.items() if counts[slug]
        ]

    def _narrowed(self, **query: str) -> str:
        pairs = dict(self.pairs) | query
        return inbox_address(**{name: value for name, value in pairs.items() if value})

    def _owners(self, waiting: Any) -> list[str]:
        return [self.people[pk].slug for pk in waiting.people if pk in self.people] or [NOBODY]

    def _is_about(self, waiting: Any, person: str) -> bool:
        return not person or person in self._owners(waiting)

    def sections(self, page: Iterable[tuple[InboxKind, Any]]) -> list["InboxSection"]:
        """Return what a page shows under the headings of its parts."""
        query = urlencode(self.pairs)
        sections = []
        for (kind, part), pairs in groupby(page, key=lambda pair: (pair[0], pair[1].kind)):
            rows = kind.rows([each for _, each in pairs], query, self.shows_settled)
            named = [(row, [self.people[pk].name for pk in row.people if pk in self.people]) for row in rows]
            sections.append(InboxSection(self.parts[part], named, self.numbers[kind.name][part]))
        return sections


class InboxSection(NamedTuple):
    """The rows of one part on a page, each with the names of those whom it is about, and how many there are in all."""

    part: KindPart
    rows: list[tuple[InboxRow, list[str]]]
    number: int

    @property
    def is_ticked(self) -> bool:
        """Whether several can be settled at once."""
        return any(row.tick for row, _ in self.rows)

    @property
    def says_more(self) -> bool:
        """Whether the rows say more than the heading."""
        return len(self.rows) == 1 or len({row.words for row, _ in self.rows}) > 1


def waiting_about(user: Any, person: int) -> list[tuple[InboxKind, Any]]:
    """Return what waits for somebody and is about a person, with its kind."""
    return [(kind, each) for kind in kinds_for(user) for each in kind.open(user) if person in each.people]


class OpenTasks(NamedTuple):
    """How many things of one kind wait for somebody, how many of them are about themself, and where they stand."""

    number: int
    own: int
    words: Any
    address: str


def tasks_for(user: Any) -> list[OpenTasks]:
    """Return how much waits for somebody, by kind; kinds of which nothing does are left out."""
    if roles.role_of(user) is None:
        return []
    person = getattr(user, "person", None)
    tasks = []
    for kind in kinds_for(user):
        waiting = kind.open(user)
        own = sum(person.pk in each.people for each in waiting) if person else 0
        tasks.append(OpenTasks(len(waiting), own, kind.title, inbox_address(kind=kind.name)))
    return [task for task in tasks if task.number]


@require_safe
def inbox(request: HttpRequest) -> HttpResponse:
    """Show what waits for the user, or what was settled, narrowed to a kind, a part of it, or a member."""
    shown = Inbox(request.user, request.GET.dict())
    page = Paginator(shown.shown, PER_PAGE).get_page(request.GET.get("page"))
    number, kind = len(shown.shown), shown.kind
    title = ngettext("%(n)s thing needs your attention", "%(n)s things need your attention", number) % {
        "n": f"{number:,}"
    }
    if shown.shows_settled:
        title = str(kind.settled_title) if kind and kind.settled_title else gettext("Resolved")
    elif not number:
        title = gettext("Nothing needs your attention")
    context = admin.site.each_context(request) | {
        "title": title,
        "inbox": shown,
        "sections": shown.sections(page),
        "tool": kind.tool(request, request.GET["kind"]) if kind and not shown.shows_settled else None,
        "settled": [(each.settled_title, each.settled_address()) for each in shown.kinds if each.settled_title],
        "pager": Pager(page, shown.pairs),
        "last_look": last_look(),
        "of_the_lab": roles.at_least(request.user, roles.Role.EDITOR),
        "media": "",
    }
    if context["tool"]:
        context["media"] = context["tool"][1].get("media", "")
    return render(request, "admin/inbox.html", context)
