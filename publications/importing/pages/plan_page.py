"""A page of a plan: the numbers that lead to its parts, and of one part as much as a page holds."""

from functools import cached_property
from itertools import groupby
from typing import Any

from django.core.paginator import Paginator

from labsite.web.pager import Pager
from publications import approval
from publications.importing.plan import Fate, Item, Plan

from . import choosing
from .looking import Look
from .sections import BY_FATE, BY_NAME, PLACES, SECTIONS, Tab
from .showing import Shower

PER_PAGE = 25
VENUES, PEOPLE = "venues", "people"


class PlanPage:
    """What somebody looks at of a plan; ``query`` says which part, and which page of it."""

    def __init__(self, row: Any, look: Look, user: Any, query: Any) -> None:
        self.row, self.look, self.user = row, look, user
        wanted = query.get("show", "")
        self.part = wanted if wanted in (*BY_NAME, VENUES, PEOPLE) else ""
        self.wanted_page = query.get("page")

    @property
    def plan(self) -> Plan:
        return self.look.plan

    @property
    def tabs(self) -> list[Tab]:
        """All entries, then those with each fate that there are: the numbers of the fates make up the first."""
        counts = self.plan.counts
        fates = [self._tab(each.name, each.words(counts[each.fate]), counts[each.fate]) for each in SECTIONS]
        return [self._tab("", "all", len(self.plan.items)), *(tab for tab in fates if tab.number or tab.is_current)]

    @property
    def more_tabs(self) -> list[Tab]:
        """What is chosen for all entries at once."""
        people = self._tab(PEOPLE, "new name" if len(self.people) == 1 else "new names", len(self.people))
        venues = self._tab(VENUES, "new venue" if len(self.venues) == 1 else "new venues", len(self.venues))
        return [tab for tab in (people, venues) if tab.number or tab.is_current]

    def _tab(self, name: str, words: str, number: int) -> Tab:
        return Tab(name, words, number, name == self.part)

    @cached_property
    def people(self) -> list[choosing.Newcomer]:
        return choosing.new_people(self.plan, self.row.decisions)

    @cached_property
    def venues(self) -> list[choosing.Newcomer]:
        return choosing.new_venues(self.plan)

    @cached_property
    def rows(self) -> list[Any]:
        """All that the part holds."""
        if self.part == PEOPLE:
            return self.people
        if self.part == VENUES:
            return self.venues
        fates = {BY_NAME[self.part].fate} if self.part else set(Fate)
        items = (item for item in self.plan.items if item.fate in fates)
        return sorted(items, key=lambda item: (PLACES[item.fate], item.index))

    @cached_property
    def page(self) -> Any:
        return Paginator(self.rows, PER_PAGE).get_page(self.wanted_page)

    @property
    def pager(self) -> Pager:
        return Pager(self.page, [("show", self.part)] if self.part else [])

    @property
    def shown_items(self) -> list[Item]:
        return list(self.page) if self.part not in (PEOPLE, VENUES) else []

    @property
    def sections(self) -> list[Any]:
        """The entries of this page under the headings of their fates, with how many have that fate in all."""
        shower = Shower(self.plan, self.shown_items, self.row.decisions, self.user)
        counts = self.plan.counts
        grouped = groupby(self.shown_items, key=lambda item: item.fate)
        return [(BY_FATE[fate], counts[fate], list(map(shower.show, items))) for fate, items in grouped]

    @property
    def forms(self) -> list[Any]:
        """The choices of this page about people or venues."""
        if self.part == PEOPLE:
            return choosing.person_forms(self.page, self.row.decisions)
        return choosing.venue_forms(self.page, self.row.decisions) if self.part == VENUES else []

    @property
    def asks_for_approval(self) -> bool:
        return not approval.may_publish(self.user)

    @property
    def deed(self) -> str:
        """What the button does, in its words; nothing if there is nothing to do."""
        return deed(self.plan, self.asks_for_approval)

    @property
    def number_open(self) -> int:
        return self.plan.counts[Fate.DECIDE]


def deed(plan: Plan, for_approval: bool = False) -> str:
    """Say what carrying out a plan does: ``Add 23 papers and change 4``."""
    added, changed = plan.counts[Fate.CREATE], plan.counts[Fate.UPDATE]
    adding = f"add {_papers(added)}{' for approval' if for_approval else ''}" if added else ""
    changing = f"change {changed if added else _papers(changed)}" if changed else ""
    words = " and ".join(filter(None, [adding, changing]))
    return words[:1].upper() + words[1:]


def _papers(number: int) -> str:
    return f"{number:,} paper{'' if number == 1 else 's'}"
