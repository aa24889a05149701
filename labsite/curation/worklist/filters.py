"""What the worklist is narrowed to: issues of one kind, of one member, or those that were called no problem."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from labsite.editing.issues import Issue
from people.models import Person

from .issues import dismissed, members_of
from .rules import all_rules

NOBODY = "lab"  # stands for what is no member's; a person's slug may be the same word, and then wins


@dataclass(frozen=True)
class FilterOption:
    """One value that the list can be narrowed to, and how many issues it has then."""

    value: str
    name: str
    number: int
    is_chosen: bool


@dataclass(frozen=True)
class WorklistFilters:
    """The issues of a list, and what the query of its address narrows them to."""

    found: list[Issue]
    query: dict[str, str]

    @cached_property
    def people(self) -> dict[Issue, list[Person]]:
        """The members whose each issue is."""
        return members_of(self.found)

    @cached_property
    def settled(self) -> list[Issue]:
        keys = dismissed(self.found)
        return [issue for issue in self.found if issue.key in keys]

    @cached_property
    def open(self) -> list[Issue]:
        settled = set(self.settled)
        return [issue for issue in self.found if issue not in settled]

    @cached_property
    def shows_settled(self) -> bool:
        return "settled" in self.query

    @cached_property
    def shown(self) -> list[Issue]:
        return [issue for issue in self._all if self._is_of_kind(issue) and self._is_of_person(issue)]

    @property
    def kinds(self) -> list[FilterOption]:
        """The kinds there are, in the order of the rules."""
        counts = Counter(issue.rule.kind for issue in self._all if self._is_of_person(issue))
        chosen = self.query.get("kind")
        kinds = [(rule.kind, rule.title) for rule in all_rules() if counts[rule.kind] or rule.kind == chosen]
        return [FilterOption(kind, title, counts[kind], kind == chosen) for kind, title in kinds]

    @property
    def members(self) -> list[FilterOption]:
        """The members who have such issues, by name, and the lab itself."""
        counts = Counter(owner for issue in self._all if self._is_of_kind(issue) for owner in self._owners(issue))
        chosen = self.query.get("person")
        names = {person.slug: person.name for person in sorted(self._everyone, key=lambda person: person.sort_key)}
        options = {**names, NOBODY: "Nobody’s own"}
        return [
            FilterOption(slug, name, counts[slug], slug == chosen) for slug, name in options.items() if counts[slug]
        ]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The query again, for addresses that keep it."""
        return [(name, self.query[name]) for name in ("kind", "person", "settled") if self.query.get(name)]

    @property
    def _all(self) -> list[Issue]:
        return self.settled if self.shows_settled else self.open

    @property
    def _everyone(self) -> set[Person]:
        return {person for people in self.people.values() for person in people}

    def _owners(self, issue: Issue) -> list[str]:
        return [person.slug for person in self.people[issue]] or [NOBODY]

    def _is_of_kind(self, issue: Issue) -> bool:
        return self.query.get("kind", "") in ("", issue.rule.kind)

    def _is_of_person(self, issue: Issue) -> bool:
        chosen = self.query.get("person", "")
        return not chosen or chosen in self._owners(issue)
