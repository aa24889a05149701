"""What the page of a plan shows of an entry: its authors, its venue, what it changes, and what it may be."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from people.models import Person
from publications.adding import cards
from publications.adding.cards import Card
from publications.citations.record import Name
from publications.importing.items import LEFT_OUT
from publications.importing.plan import Fate, FieldChange, Item, Plan, PlannedAuthor
from publications.models import Venue

from .deciding import CREATE, SAME, SAME_ENTRY, SKIP, name_of

MAX_AUTHORS = 12  # of a line of the list


@dataclass(frozen=True)
class ShownAuthor:
    """One author of a line: the name as the entry has it, whom the site calls otherwise, and how sure that is."""

    name: str
    known_as: str = ""
    standing: str = "new"


@dataclass(frozen=True)
class ShownChange:
    """A value that the entry gives, and whether it will be taken over."""

    change: FieldChange
    is_taken: bool


@dataclass(frozen=True)
class Choice:
    """A radio button of a decision."""

    value: str
    words: str
    card: Card | None = None
    why: str = ""


@dataclass(frozen=True)
class ShownItem:
    """An entry of the plan with all that its line says."""

    item: Item
    authors: Sequence[ShownAuthor] = ()
    more_authors: int = 0
    venue: str = ""
    is_new_venue: bool = False
    paper: Card | None = None
    same_entry: Item | None = None
    changes: Sequence[ShownChange] = ()
    choices: Sequence[Choice] = ()
    may_be_brought_in: bool = False

    @property
    def fate_name(self) -> str:
        return name_of(self.item, "fate")

    @property
    def take_name(self) -> str:
        return name_of(self.item, "take")

    @property
    def asks_venue(self) -> bool:
        """Whether it isn't sure which venue is meant."""
        return bool(self.item.venue.candidates) and self.item.venue.venue is None

    @property
    def may_be_left_out(self) -> bool:
        return self.item.fate in (Fate.CREATE, Fate.UPDATE)


class Shower:
    """Shows entries: all that they refer to is fetched at once, with a constant number of queries."""

    def __init__(self, plan: Plan, items: Sequence[Item], decisions: dict[str, Any], user: Any) -> None:
        self.plan, self.decided = plan, decisions.get("items", {})
        self.settled = decisions.get("people", {}).keys()
        people = {author.person for item in items for author in item.authors[:MAX_AUTHORS] if author.person}
        self.people = dict(Person.objects.filter(pk__in=people).values_list("pk", "name"))
        venues = {item.venue.venue for item in items if item.venue.venue}
        self.venues = dict(Venue.objects.filter(pk__in=venues).values_list("pk", "acronym"))
        self.papers = cards.papers(_papers(items), user)

    def show(self, item: Item) -> ShownItem:
        """Return an entry as its line shows it."""
        return ShownItem(
            item,
            authors=self._authors(item),
            more_authors=max(0, len(_names(item)) - MAX_AUTHORS),
            venue=self._venue(item),
            is_new_venue=item.venue.venue is None and item.venue.new is not None,
            paper=self.papers.get(item.publication or 0),
            same_entry=self.plan.items[item.same_as] if item.same_as is not None else None,
            changes=self._changes(item),
            choices=list(self._choices(item)) if item.candidates or item.same_candidates else (),
            may_be_brought_in=item.fate is Fate.SKIP and self._is_chosen_out(item),
        )

    def _is_chosen_out(self, item: Item) -> bool:
        """Whether it is left out because somebody wanted it, now or in another import."""
        return self.decided.get(item.identity, {}).get("fate") == SKIP or item.reason == LEFT_OUT

    def _authors(self, item: Item) -> list[ShownAuthor]:
        """Return the first authors; who they are is said only where that is going to be written."""
        if gets_authors(item):
            return [self._author(author) for author in item.authors[:MAX_AUTHORS]]
        return [ShownAuthor(str(name), standing="plain") for name in _names(item)[:MAX_AUTHORS]]

    def _author(self, author: PlannedAuthor) -> ShownAuthor:
        name = str(author.match.name)
        if author.person:
            known = self.people.get(author.person, "")
            return ShownAuthor(name, known if known != name else "", "known")
        is_settled = not author.match.candidates or author.key in self.settled
        return ShownAuthor(name, standing="new" if is_settled else "doubt")

    def _venue(self, item: Item) -> str:
        venue = item.venue
        known = self.venues.get(venue.venue or 0, "")
        return known or (venue.new and (venue.new.acronym or venue.new.name)) or venue.printed

    def _changes(self, item: Item) -> list[ShownChange]:
        decided = self.decided.get(item.identity, {})
        take, leave = decided.get("take", ()), decided.get("leave", ())
        return [
            ShownChange(each, each.name in take or (each.is_taken and each.name not in leave)) for each in item.changes
        ]

    def _choices(self, item: Item) -> Iterable[Choice]:
        for each in item.candidates:
            if card := self.papers.get(each.publication):
                yield Choice(f"{SAME}:{each.publication}", "The same paper", card, each.likely.value)
        for index in item.same_candidates:
            other = self.plan.items[index]
            yield Choice(f"{SAME_ENTRY}:{index}", "The same as another entry", Card(other.title, other.place))
        yield Choice(CREATE, "Another paper: add it")
        yield Choice(SKIP, "Leave it out")


def gets_authors(item: Item) -> bool:
    """Whether authors of an entry become those of a paper, as far as is decided."""
    is_taken = any(change.part == "authors" and change.is_taken for change in item.changes)
    return bool(item.authors) and (item.publication is None or is_taken)


def _names(item: Item) -> Sequence[Name]:
    return item.entry.record.authors if item.entry.record else ()


def _papers(items: Iterable[Item]) -> set[int]:
    """Return the papers on the site that entries are, or may be."""
    certain = {item.publication for item in items if item.publication}
    return certain | {each.publication for item in items for each in item.candidates}
