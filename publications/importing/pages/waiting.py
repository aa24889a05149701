"""An import that waits for a look: its plan, what somebody chooses about it, and the button that carries it out."""

from django.contrib import messages

from publications.importing import running
from publications.importing.overtaking import Overtaken, changed_since
from publications.importing.plan import Plan
from publications.models import Import

from . import choosing, deciding
from .answering import back_to, leading_to, page
from .looking import look, seen
from .plan_page import PEOPLE, VENUES, PlanPage

State = Import.State
AT_ONCE = 50  # entries that are carried out while somebody waits for the answer

KEPT = "Your choices are kept. This is what they lead to."
NOT_KEPT = "Something is missing below: look at what is marked."
LOOK_FIRST = "Your choices lead to changes that you haven’t seen yet. Look at them, then go on."
OVERTAKEN = "The site has changed while you were looking. Look at what would happen now, then go on."
DECLINED = "Nothing was done, and it is off the list. You can take it up again."


def waiting(request, row):
    """Show the plan, or do what was asked on its page."""
    if request.method != "POST":
        return _show(request, row)
    action = next((name for name in ACTIONS if name in request.POST), "keep")
    return ACTIONS[action](request, row)


def _show(request, row, forms=None):
    shown = PlanPage(row, look(row, request.user), request.user, request.GET)
    context = {"title": row.label, "row": row, "shown": shown, "forms": forms or shown.forms}
    return page(request, "plan", context)


def _keep(request, row):
    """Keep what was chosen on this page, and plan again."""
    incomplete = _keep_choices(request, row, look(row, request.user).plan)
    if incomplete:
        return _show(request, row, incomplete)
    messages.success(request, KEPT)
    return back_to(request)


def _keep_choices(request, row, plan):
    """Save what was chosen on this page; where something is missing return its forms instead."""
    decide = DECIDE.get(request.GET.get("show"))
    if not decide:
        save_decisions(row, deciding.with_choices(row.decisions, plan, request.POST))
        return None
    decisions, forms = decide(row.decisions, plan, request.POST)
    if any(form.errors for form in forms):
        messages.error(request, NOT_KEPT)
        return forms
    return save_decisions(row, decisions)


def save_decisions(row, decisions):
    """Keep what was decided, unless the import is under way by now."""
    row.decisions = decisions
    Import.objects.filter(pk=row.pk, state=row.state).update(decisions=decisions)


def _apply(request, row):
    """Carry the plan out, unless it isn't what its page showed any more."""
    at = request.POST.get("seen")
    shown, now = seen(row, at), look(row, request.user)
    before = now.plan
    incomplete = _keep_choices(request, row, before)
    if incomplete:
        return _show(request, row, incomplete)
    after = look(row, request.user).plan
    if (now.moment != at and _is_overtaken(request, shown, before)) or _leads_further(request, before, after):
        return back_to(request)
    return _carry_out(request, row, after)


def _is_overtaken(request, shown, now):
    """Whether the site has changed so that something else would happen than the page said; then say what."""
    changed = changed_since(shown, now) if shown else []
    if shown and not changed:
        return False
    messages.warning(request, str(Overtaken(now, changed)) if changed else OVERTAKEN)
    return True


def _leads_further(request, before: Plan, after: Plan):
    """Whether choices lead to changes that no page has shown, as when an entry turns out to be a paper on the site."""
    pairs = zip(before.items, after.items, strict=True)
    unseen = any(_taken(new) - {change.name for change in old.changes} for old, new in pairs)
    if unseen:
        messages.warning(request, LOOK_FIRST)
    return unseen


def _taken(item):
    return {change.name for change in item.changes if change.is_taken}


def _carry_out(request, row, plan):
    """Do it: at once what is small, else in the background, while the page says how far it is."""
    if len(plan.items) <= AT_ONCE:
        running.run(row, request.user, plan)
    else:
        running.start(row, request.user, plan)
    return leading_to("import-plan", row.pk)


def _decline(request, row):
    """Leave the whole import out; it stays in the list, and can be taken up again."""
    Import.objects.filter(pk=row.pk, state=row.state).update(state=State.DECLINED)
    messages.success(request, DECLINED)
    return leading_to("import")


ACTIONS = {"apply": _apply, "decline": _decline, "keep": _keep}
DECIDE = {PEOPLE: choosing.decided_people, VENUES: choosing.decided_venues}
