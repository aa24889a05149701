"""An import that waits for a look: its plan, what somebody chooses about it, and the button that carries it out."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import AbstractUser
from django.core.cache import caches
from django.core.paginator import Page, Paginator
from django.forms import Form
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy as _, ngettext

from labsite.editing.inbox import back_to_inbox
from labsite.editing.inputs import digest
from labsite.modelling.values_in_words import listed
from labsite.texts.stored import translated
from labsite.web.pager import Pager
from labsite.web.requests import EditorRequest
from publications import approval
from publications.citations.entry import unpacked
from publications.importing import plan_of, running
from publications.importing.plan import Decisions, Fate, Item, Plan, StalePlan
from publications.importing.planning import changed_since, state_token
from publications.importing.report import parted_in_words
from publications.models import Import

from .base import BY_FATE, BY_NAME, SECTIONS, FateSection, FateTab, fate_tabs, page
from .item_lines import ItemLines, ShownItem, with_choices
from .new_names import Newcomer, decided_names, new_people, new_venues, person_forms, venue_forms

State = Import.State
PER_PAGE = 25
AT_ONCE = 50  # entries that are carried out while somebody waits for the answer
CACHE_SECONDS = 3600
VENUES, PEOPLE, DECIDE = "venues", "people", "decide"

KEPT = _("Your choices are saved. Here is what would happen now.")
NOT_KEPT = _("Something is missing below: please correct what is marked.")
LOOK_FIRST = _("Your choices lead to changes that you haven’t seen yet. Check them, then continue.")
OVERTAKEN = _("The site has changed in the meantime. Check what would happen now, then continue.")
DECLINED = _("Skipped: nothing was changed. You can still find it under Imports.")


def current_plan(row: Import, user: AbstractUser) -> Plan:
    """Return the plan of an import as it is now, from the cache where neither content nor decisions have changed."""
    token = digest(state_token(), user.pk, row.decisions)
    cached: Plan | None = caches["memory"].get(f"plan:{row.pk}")
    if cached and cached.token == token:
        return cached
    entries = [unpacked(each) for each in row.entries]
    plan = replace(plan_of(entries, source=row.source, user=user, decisions=row.decisions), token=token)
    caches["memory"].set(f"plan:{row.pk}", plan, CACHE_SECONDS)
    return plan


class PlanPage:
    """What somebody looks at of a plan; ``query`` says which part, and which page of it."""

    def __init__(self, row: Import, plan: Plan, user: AbstractUser, query: QueryDict) -> None:
        self.row, self.plan, self.user = row, plan, user
        wanted = query.get("show", "")
        self.part = wanted if wanted in (*BY_NAME, VENUES, PEOPLE) else ""
        self.wanted_page = query.get("page")
        self.number_open = self.plan.counts[Fate.DECIDE]
        self.parted = parted_in_words(self.plan.parted_names, PER_PAGE)

    @property
    def tabs(self) -> list[FateTab]:
        return fate_tabs(self.part, self.plan.counts, FateSection.words)

    @property
    def more_tabs(self) -> list[FateTab]:
        """What is chosen for all entries at once."""
        people, venues = len(self.people), len(self.venues)
        tabs = (
            FateTab(PEOPLE, ngettext("new name", "new names", people), people, self.part == PEOPLE),
            FateTab(VENUES, ngettext("new venue", "new venues", venues), venues, self.part == VENUES),
        )
        return [tab for tab in tabs if tab.number or tab.is_current]

    @cached_property
    def people(self) -> list[Newcomer]:
        return new_people(self.plan, self.row.decisions)

    @cached_property
    def venues(self) -> list[Newcomer]:
        return new_venues(self.plan)

    @cached_property
    def page(self) -> Page[Any]:
        """What this page shows of the part: newcomers, or entries by their fates in the order of the sections."""
        sections = [BY_NAME[self.part]] if self.part in BY_NAME else SECTIONS
        items = [item for section in sections for item in self.plan.items if item.fate is section.fate]
        rows: Sequence[Any] = {PEOPLE: self.people, VENUES: self.venues}.get(self.part, items)
        return Paginator(rows, PER_PAGE).get_page(self.wanted_page)

    @property
    def pager(self) -> Pager:
        return Pager(self.page, [("show", self.part)] if self.part else [])

    @property
    def sections(self) -> list[tuple[FateSection, int, list[ShownItem]]]:
        """The entries of this page under the headings of their fates, with how many have that fate in all."""
        items: list[Item] = list(self.page) if self.part not in (PEOPLE, VENUES) else []
        lines = ItemLines(self.plan, items, self.row.decisions, self.user)
        counts = self.plan.counts
        grouped = groupby(items, key=lambda item: item.fate)
        return [(BY_FATE[fate], counts[fate], list(map(lines.line, same))) for fate, same in grouped]

    @property
    def forms(self) -> Sequence[Form]:
        """The choices of this page about people or venues; beside entries, those without which they are left out."""
        if self.part == VENUES:
            return venue_forms(list(self.page), self.row.decisions, self.user)
        asked = [each for each in self.people if each.is_asked][:PER_PAGE] if self.part in ("", DECIDE) else []
        return person_forms(list(self.page) if self.part == PEOPLE else asked, self.row.decisions, self.user)

    @property
    def deed(self) -> str:
        """What the button does: ``Add 23 papers, change 4 and part 1 name``; nothing if there is nothing to do."""
        counts, parted = self.plan.counts, len(self.plan.parted)
        added, changed = counts[Fate.CREATE], counts[Fate.UPDATE]
        adding = ngettext("add %(n)s paper", "add %(n)s papers", added)
        if not approval.may_publish(self.user):
            adding = ngettext("add %(n)s paper for approval", "add %(n)s papers for approval", added)
        changing = gettext("change %(n)s") if added else ngettext("change %(n)s paper", "change %(n)s papers", changed)
        parting = ngettext("split %(n)s name", "split %(n)s names", parted)
        parts = ((adding, added), (changing, changed), (parting, parted))
        deeds = [words % {"n": f"{number:,}"} for words, number in parts if number]
        return capfirst(listed(deeds))


def waiting(request: EditorRequest, row: Import) -> HttpResponse:
    """Show the plan, or do what was asked on its page: leave it all out, keep what was chosen, or carry it out."""
    if request.method != "POST":
        return _show(request, row)
    if "decline" in request.POST and "apply" not in request.POST:
        # It stays in the list, and can be taken up again.
        Import.objects.filter(pk=row.pk, state=row.state).update(state=State.DECLINED)
        messages.success(request, DECLINED)
        return back_to_inbox(request, "admin:import")
    token, cached = request.POST.get("seen"), caches["memory"].get(f"plan:{row.pk}")
    shown = cached if cached and cached.token == token else None  # if that is still in the cache
    undecided = current_plan(row, request.user)
    if incomplete := _incomplete_choices(request, row, undecided):
        messages.error(request, NOT_KEPT)
        return _show(request, row, incomplete)
    if "apply" in request.POST:
        return _apply(request, row, shown, undecided)
    messages.success(request, KEPT)
    return redirect(request.get_full_path())


def _show(request: EditorRequest, row: Import, forms: Sequence[Form] = ()) -> HttpResponse:
    shown = PlanPage(row, current_plan(row, request.user), request.user, request.GET)
    context = {"title": translated(row.label), "row": row, "shown": shown, "forms": forms or shown.forms}
    return page(request, "plan", context)


def _incomplete_choices(request: EditorRequest, row: Import, plan: Plan) -> Sequence[Form]:
    """Save what was chosen on this page; where something is missing return its forms instead."""
    part = request.GET.get("show")
    if part not in (PEOPLE, VENUES):
        save_decisions(row, with_choices(row.decisions, plan, request.POST))
    names = VENUES if part == VENUES else PEOPLE
    decisions, forms = decided_names(names, row.decisions, plan, request.user, request.POST)
    if any(form.errors for form in forms):
        return forms
    save_decisions(row, decisions)
    return []


def save_decisions(row: Import, decisions: Decisions) -> None:
    """Save what was decided, unless the import is under way by now."""
    row.decisions = decisions
    Import.objects.filter(pk=row.pk, state=row.state).update(decisions=decisions)


def _apply(request: EditorRequest, row: Import, shown: Plan | None, undecided: Plan) -> HttpResponse:
    """Carry the plan out, unless it isn't what its page showed any more. What is small is done at once."""
    decided = current_plan(row, request.user)
    changed = changed_since(shown, undecided) if shown else []
    pairs = zip(undecided.items, decided.items, strict=True)
    warning = ""
    if changed:
        warning = translated(StalePlan(undecided, changed))
    elif not shown and undecided.token != request.POST.get("seen"):
        warning = str(OVERTAKEN)
    elif any({each.name for each in new.taken} - {each.name for each in old.changes} for old, new in pairs):
        warning = str(LOOK_FIRST)  # as where an entry turns out to be a paper on the site
    if warning:
        messages.warning(request, warning)
        return redirect(request.get_full_path())
    if len(decided.items) <= AT_ONCE:
        running.run(row, request.user, decided)
    else:
        running.start(row, request.user, decided, request.path)
    return redirect("admin:import-plan", row.pk)
