"""What somebody chose on a page of a plan, as decisions: plain data that the next plan is made with."""

from collections.abc import Iterable
from typing import Any

from publications.importing.plan import Decisions, Fate, Item, Plan

CREATE, SKIP, SAME = "create", "skip", "same"
SAME_ENTRY = "same-as"


def name_of(item: Item, what: str) -> str:
    """Return the name of a control in the form: what it is about, of which entry."""
    return f"entry-{item.index}-{what}"


def with_choices(decisions: Decisions, plan: Plan, post: Any) -> Decisions:
    """Return decisions with what was chosen on a page of items; what the page didn't show stays as it was."""
    items = dict(decisions.get("items", {}))
    for item in _shown(plan, post):
        decided = _decided(item, items.get(item.identity, {}), plan, post)
        items = {**items, item.identity: decided} if decided else _without(items, item.identity)
    return {**decisions, "items": items}


def _shown(plan: Plan, post: Any) -> Iterable[Item]:
    """Yield the items that a page had controls for."""
    shown = {int(each) for each in post.getlist("shown") if each.isascii() and each.isdecimal()}
    return (item for item in plan.items if item.index in shown and item.identity)


def _decided(item: Item, decided: dict[str, Any], plan: Plan, post: Any) -> dict[str, Any]:
    decided = _with_fate(item, decided, plan, post.get(name_of(item, "fate"), ""))
    return _with_values(item, decided, post.getlist(name_of(item, "take"))) if item.changes else decided


def _with_fate(item: Item, decided: dict[str, Any], plan: Plan, chosen: str) -> dict[str, Any]:
    """Return what was decided of an entry with the fate that was chosen; an empty choice takes a decision back."""
    rest = without_fate(decided)
    if item.fate is Fate.DECIDE:
        return rest | fate_of(chosen, item, plan)
    if item.fate is Fate.SKIP:
        return _brought_in(decided, rest) if chosen == CREATE else decided
    if chosen == SKIP:
        return rest | {"fate": SKIP}
    return decided


def without_fate(decided: dict[str, Any]) -> dict[str, Any]:
    """Return what was decided of an entry beside what becomes of it."""
    return {name: value for name, value in decided.items() if name not in ("fate", "publication", "same_as")}


def _brought_in(decided: dict[str, Any], rest: dict[str, Any]) -> dict[str, Any]:
    """Return the decision without that an entry is left out; one that was left out before needs a word against it."""
    return rest if decided.get("fate") == SKIP else rest | {"fate": CREATE}


def fate_of(chosen: str, item: Item, plan: Plan) -> dict[str, Any]:
    """Return the decision that a radio button stands for, if it is one that was offered."""
    kind, _, which = chosen.partition(":")
    if kind in (CREATE, SKIP) and not which:
        return {"fate": kind}
    if kind == SAME and which in {str(each.publication) for each in item.candidates}:
        return {"fate": SAME, "publication": int(which)}
    if kind == SAME_ENTRY and which in {str(index) for index in item.same_candidates}:
        return {"fate": SAME, "same_as": plan.items[int(which)].identity}
    return {}


def _with_values(item: Item, decided: dict[str, Any], ticked: list[str]) -> dict[str, Any]:
    """Return what was decided with the values that are to be taken, and those that are not, against what is usual."""
    rest = {name: value for name, value in decided.items() if name not in ("take", "leave")}
    offered = [change.name for change in item.changes]
    usual = {change.name for change in item.changes if change.is_taken} - set(decided.get("take", ()))
    usual |= set(decided.get("leave", ()))
    take = [name for name in offered if name in ticked and name not in usual]
    leave = [name for name in offered if name not in ticked and name in usual]
    return rest | ({"take": take} if take else {}) | ({"leave": leave} if leave else {})


def _without(items: dict[str, Any], identity: str) -> dict[str, Any]:
    return {name: value for name, value in items.items() if name != identity}
