"""Whether what somebody looked at is still what would happen."""

from .moment import moment
from .plan import Decisions, Fate, Item, Plan
from .planning import plan_of

MAX_TOLD = 5  # entries that a message names


class Overtaken(Exception):
    """Since somebody looked at the plan the site has changed so that something else would happen."""

    def __init__(self, plan: Plan, items: list[Item]) -> None:
        super().__init__(_words(items))
        self.plan = plan
        self.items = items


def _words(items: list[Item]) -> str:
    told = "; ".join(f"{item.place} “{item.title}” is now: {item.fate.value}" for item in items[:MAX_TOLD])
    more = f"; and {len(items) - MAX_TOLD} more" if len(items) > MAX_TOLD else ""
    return f"The site has changed meanwhile, so that something else would happen ({told}{more}). Look at it again."


def outcome(item: Item) -> object:
    """Return all that is written because of an entry; why it is so may be said otherwise."""
    if item.fate not in (Fate.CREATE, Fate.UPDATE):
        return item.fate, item.publication, item.same_as
    taken = tuple(change for change in item.changes if change.is_taken)
    written = (item.record, item.earlier) if item.fate is Fate.CREATE else ()
    authors = tuple((author.person, author.key, author.new, author.marks) for author in item.authors)
    return item.fate, item.publication, item.same_as, taken, authors, item.venue.venue, item.venue.new, written


def changed_since(shown: Plan, now: Plan) -> list[Item]:
    """Return the entries of which something else would be written than was shown, as they are now."""
    pairs = zip(shown.items, now.items, strict=True)
    return [new for old, new in pairs if outcome(old) != outcome(new)]


def up_to_date(plan: Plan, user: object, decisions: Decisions | None) -> Plan:
    """Return a plan as it is now. Raises Overtaken where that isn't what was planned before."""
    if not plan.moment or plan.moment == moment():
        return plan
    now = plan_of([item.entry for item in plan.items], source=plan.source, user=user, decisions=decisions)
    changed = changed_since(plan, now)
    if changed:
        raise Overtaken(now, changed)
    return now
