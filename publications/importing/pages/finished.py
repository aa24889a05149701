"""An import that is over: what became of each entry, the papers that came of it, and the way back."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator

from labsite import history, roles
from labsite.history.models import Step
from labsite.history.undoing import may_undo
from labsite.history.versions import key_of
from labsite.web.pager import Pager
from publications import approval
from publications.adding import cards
from publications.importing.plan import Fate
from publications.models import Import

from .answering import back_to, leading_to, page
from .sections import BY_FATE, BY_NAME, SECTIONS, Tab

State = Import.State
PER_PAGE = 50

UNDONE = "Undone: the site is as it was before. The import waits for another look."
NOTHING_TO_UNDO = "There is nothing left to undo."


class DonePage:
    """A page of a report: entries with what became of them; ``query`` says which of them, and which page."""

    def __init__(self, row: Any, user: Any, query: Any) -> None:
        self.row, self.user = row, user
        self.counts: dict[str, int] = row.report.get("counts", {})
        self.part = query.get("show") if query.get("show") in BY_NAME else ""
        entries = [each for each in row.report.get("entries", []) if self._is_shown(each)]
        self.page = Paginator(entries, PER_PAGE).get_page(query.get("page"))
        self.pager = Pager(self.page, [("show", self.part)] if self.part else [])

    def _is_shown(self, entry: dict[str, Any]) -> bool:
        return not self.part or BY_NAME[self.part].fate is _fate(entry)

    @property
    def tabs(self) -> list[Tab]:
        numbers = [(each, self.counts.get(each.fate.name.lower(), 0)) for each in SECTIONS]
        tabs = [Tab(each.name, each.became, number, each.name == self.part) for each, number in numbers]
        return [Tab("", "all", sum(self.counts.values()), not self.part), *(tab for tab in tabs if tab.number)]

    @property
    def lines(self) -> list[Any]:
        """The entries of this page, each with what became of it in a word or two, and the paper that it is now."""
        papers = cards.papers((entry["publication"] for entry in self.page if "publication" in entry), self.user)
        return [(each, BY_FATE[_fate(each)].became, papers.get(each.get("publication"))) for each in self.page]

    @property
    def number_open(self) -> int:
        """How many entries nobody has decided on."""
        return self.counts.get("decide", 0)

    @property
    def looks_for_duplicates(self) -> bool:
        """Whether somebody may settle which of the new people and papers are there twice."""
        return bool(self.counts.get("create")) and roles.may_open(self.user, "duplicates")

    @property
    def waits_for_approval(self) -> bool:
        return bool(self.counts.get("create")) and not approval.may_publish(self.user)


def _fate(entry: dict[str, Any]) -> Fate:
    return Fate[entry["fate"].upper()]


def done(request, row):
    """Show what became of each entry; a POST undoes it all."""
    step = Step.objects.filter(pk=row.step).first() if row.step else None
    may = step is not None and _may_undo(request.user, step)
    if request.method == "POST":
        return _take_up_the_rest(request, row) if "rest" in request.POST else _undo(request, row, step, may)
    shown = DonePage(row, request.user, request.GET)
    return page(request, "done", {"title": row.label, "row": row, "shown": shown, "may_undo": may})


def _may_undo(user, step):
    """Whether somebody may take back all that a step did: nobody undoes the half of it."""
    made = step.versions.made()
    return all(may_undo(user, each.kind, key_of(each)) for each in made.defer("serialized_data").iterator())


def _undo(request, row, step, may):
    """Take it all back in one step, and let the import wait for another look."""
    if not may:
        raise PermissionDenied
    try:
        undone = history.undo(step, request.user)
    except history.UndoRefused as refusal:
        for reason in refusal.reasons:
            messages.error(request, reason)
        return back_to(request)
    if undone.row is None:
        messages.info(request, NOTHING_TO_UNDO)
    else:
        messages.success(request, " ".join([UNDONE, *undone.remarks]))
    _wait_again(row, State.DONE)
    return back_to(request)


def _take_up_the_rest(request, row):
    """Make an import of the entries that nobody has decided on, and lead to it."""
    told = zip(row.entries, row.report["entries"], strict=True)
    rest = [entry for entry, report in told if _fate(report) is Fate.DECIDE]
    if not rest:
        return back_to(request)
    new = Import.objects.create(
        source=row.source, label=row.label, entries=rest, by=request.user, decisions=row.decisions
    )
    return leading_to("import-plan", new.pk)


def _wait_again(row, state):
    Import.objects.filter(pk=row.pk, state=state).update(state=State.WAITING, report={}, step=None, finished_at=None)


def declined(request, row):
    """Say that nothing was done; a POST lets the import wait for a look again."""
    if request.method == "POST":
        _wait_again(row, State.DECLINED)
        return back_to(request)
    return page(request, "declined", {"title": row.label, "row": row})
