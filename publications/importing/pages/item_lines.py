"""An entry of a plan in the list: what its line shows, and the decisions that come back from its controls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.http import QueryDict
from django.utils.translation import gettext

from labsite import roles
from labsite.texts.plain_text import number_in
from people.models import Person
from publications.choosing import ChoiceCard, paper_cards
from publications.importing.plan import Decisions, Fate, Item, Plan
from publications.importing.planning import LEFT_OUT
from publications.models import Venue

CREATE, SKIP, SAME = "create", "skip", "same"
SAME_ENTRY = "same-as"
MAX_AUTHORS = 12  # of a line of the list


@dataclass(frozen=True)
class ShownAuthor:
    """One author of a line: the name as the entry has it, whom the site calls otherwise, and how sure that is."""

    name: str
    known_as: str = ""
    standing: str = "new"


@dataclass(frozen=True)
class FateChoice:
    """A radio button for what an entry is."""

    value: str
    words: str
    card: ChoiceCard | None = None
    why: str = ""


@dataclass(frozen=True)
class ShownItem:
    """An entry of the plan with all that its line says."""

    item: Item
    authors: Sequence[ShownAuthor] = ()
    venue: str = ""
    paper: ChoiceCard | None = None
    same_entry: Item | None = None
    choices: Sequence[FateChoice] = ()
    may_be_brought_in: bool = False

    @property
    def fate_name(self) -> str:
        return control_name(self.item, "fate")

    @property
    def take_name(self) -> str:
        return control_name(self.item, "take")

    @property
    def more_authors(self) -> int:
        """How many the entry names beside those of its line."""
        record = self.item.entry.record
        return max(0, len(record.authors) - MAX_AUTHORS) if record else 0

    @property
    def may_be_left_out(self) -> bool:
        return self.item.fate in (Fate.CREATE, Fate.UPDATE, Fate.DECIDE) and not self.item.asks_which


class ItemLines:
    """The lines of entries: all that they refer to is fetched at once, with a constant number of queries."""

    def __init__(self, plan: Plan, items: Sequence[Item], decisions: Decisions, user: AbstractUser) -> None:
        self.plan, self.decided = plan, decisions.get("items", {})
        self.settled = decisions.get("people", {}).keys()
        people = {
            author.match.person for item in items for author in item.authors[:MAX_AUTHORS] if author.match.person
        }
        readable = roles.reached(user, "view", Person.objects.filter(pk__in=people))
        self.people = dict(readable.values_list("pk", "name"))
        venues = {item.venue.venue for item in items if item.venue.venue}
        self.venues = dict(Venue.objects.filter(pk__in=venues).values_list("pk", "short_name"))
        papers = {item.publication for item in items if item.publication}
        self.papers = paper_cards(papers | {each.publication for item in items for each in item.candidates}, user)

    def line(self, item: Item) -> ShownItem:
        """Return an entry as its line shows it."""
        decided = self.decided.get(item.identity, {})
        venue = item.venue
        return ShownItem(
            item,
            authors=self._authors(item),
            venue=self.venues.get(venue.venue or 0)
            or (venue.new and (venue.new.acronym or venue.new.name))
            or venue.printed,
            paper=self.papers.get(item.publication or 0),
            same_entry=self.plan.items[item.same_as] if item.same_as is not None else None,
            choices=self._choices(item) if item.asks_which else (),
            # Left out because somebody wanted it, now or in another import.
            may_be_brought_in=item.fate is Fate.SKIP and (decided.get("fate") == SKIP or item.reason == LEFT_OUT),
        )

    def _authors(self, item: Item) -> list[ShownAuthor]:
        """Return the first authors; who they are is said only where that is going to be written."""
        if not gets_authors(item):
            names = item.entry.record.authors if item.entry.record else ()
            return [ShownAuthor(str(name), standing="plain") for name in names[:MAX_AUTHORS]]
        shown = []
        for author in item.authors[:MAX_AUTHORS]:
            printed, known = str(author.match.name), self.people.get(author.match.person or 0, "")
            is_settled = not author.match.candidates or author.key in self.settled
            standing = "known" if author.match.person else "new" if is_settled else "doubt"
            shown.append(ShownAuthor(printed, known if known != printed else "", standing))
        return shown

    def _choices(self, item: Item) -> list[FateChoice]:
        cards = [(each, self.papers.get(each.publication)) for each in item.candidates]
        entries = [(index, self.plan.items[index]) for index in item.same_candidates]
        others = [(f"{SAME_ENTRY}:{index}", ChoiceCard(other.title, other.place)) for index, other in entries]
        another = gettext("Another paper: add it") if cards or others else gettext("A paper: add it")
        same, same_entry = gettext("The same paper"), gettext("The same as another entry")
        return [
            *(FateChoice(f"{SAME}:{each.publication}", same, card, each.likely.value) for each, card in cards if card),
            *(FateChoice(value, same_entry, card) for value, card in others),
            FateChoice(CREATE, another),
            FateChoice(SKIP, gettext("Skip it")),
        ]


def gets_authors(item: Item) -> bool:
    """Return whether authors of an entry become those of a paper, as far as is decided."""
    return bool(item.authors) and (item.publication is None or any(each.name == "authors" for each in item.taken))


def control_name(item: Item, what: str) -> str:
    """Return the name of a control in the form: what it is about, of which entry."""
    return f"entry-{item.index}-{what}"


def with_choices(decisions: Decisions, plan: Plan, post: QueryDict) -> Decisions:
    """Return decisions with what was chosen on a page of items; what the page didn't show stays as it was."""
    items = dict(decisions.get("items", {}))
    shown = {number_in(each) for each in post.getlist("shown")}
    for item in plan.items:
        if item.index in shown and item.identity:
            decided = _with_fate(item, items.pop(item.identity, {}), plan, post.get(control_name(item, "fate"), ""))
            if item.changes:
                decided = _with_values(item, decided, post.getlist(control_name(item, "take")))
            if decided:
                items[item.identity] = decided
    return {**decisions, "items": items}


def _with_fate(item: Item, decided: dict[str, Any], plan: Plan, chosen: str) -> dict[str, Any]:
    """Return what was decided of an entry with the fate that was chosen; an empty choice takes a decision back."""
    rest = without_fate(decided)
    if item.fate is Fate.DECIDE:
        return rest | fate_of(chosen, item, plan)
    if item.fate is Fate.SKIP and chosen == CREATE:
        # What is left out by this decision comes back without it; what was left out before needs one against it.
        return rest if decided.get("fate") == SKIP else rest | {"fate": CREATE}
    return rest | {"fate": SKIP} if chosen == SKIP and item.fate is not Fate.SKIP else decided


def without_fate(decided: dict[str, Any]) -> dict[str, Any]:
    """Return what was decided of an entry beside what becomes of it."""
    return {name: value for name, value in decided.items() if name not in ("fate", "publication", "same_as")}


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
    usual = {change.name for change in item.taken} - set(decided.get("take", ()))
    usual |= set(decided.get("leave", ()))
    take = [name for name in offered if name in ticked and name not in usual]
    leave = [name for name in offered if name not in ticked and name in usual]
    return rest | ({"take": take} if take else {}) | ({"leave": leave} if leave else {})
