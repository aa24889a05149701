"""What the worklist is narrowed to: issues of one kind, of one member, or those that were called no problem."""

import datetime
from collections import Counter
from dataclasses import dataclass

from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext

from people.models import Person

from .issues import dismissed
from .listed import ListedIssue
from .rules import all_rules

NOBODY = "lab"  # stands for what is no member's; a person's slug may be the same word, and then wins


@dataclass(frozen=True)
class FilterOption:
    """One value that the list can be narrowed to, and how many issues it has then."""

    value: str
    name: str
    number: int
    is_chosen: bool


class WorklistFilters:
    """The issues of a list, and what the query of its address narrows them to.

    ``people`` are the members whose they may be; ``pairs`` is the query again, for addresses that keep it.
    """

    def __init__(self, issues: list[ListedIssue], query: dict[str, str]) -> None:
        self.query = query
        members = Person.objects.members().values_list("pk", "name", "slug", named=True)
        self.people = {person.pk: person for person in members}
        keys = dismissed(issues)
        at = moment_in(query.get("at", ""))
        settled = dismissed(issues, at) if at else keys
        self.settled = [issue for issue in issues if issue.key in settled]
        self.open = [issue for issue in issues if issue.key not in keys]
        self.shows_settled = "settled" in query
        chosen = self.settled if self.shows_settled else self.open
        kind, person = query.get("kind", ""), query.get("person", "")
        self.of_kind = [issue for issue in chosen if kind in ("", issue.kind)]
        self.of_person = [issue for issue in chosen if person in ("", *self._owners(issue))]
        self.shown = [issue for issue in self.of_kind if person in ("", *self._owners(issue))]
        self.pairs = [(name, query[name]) for name in ("kind", "person", "settled", "at") if query.get(name)]

    @property
    def kinds(self) -> list[FilterOption]:
        """The kinds there are, in the order of the rules."""
        counts = Counter(issue.kind for issue in self.of_person)
        chosen = self.query.get("kind")
        kinds = [(rule.kind, str(rule.title)) for rule in all_rules() if counts[rule.kind] or rule.kind == chosen]
        return [FilterOption(kind, title, counts[kind], kind == chosen) for kind, title in kinds]

    @property
    def members(self) -> list[FilterOption]:
        """The members who have such issues, by name, and the lab itself."""
        counts = Counter(owner for issue in self.of_kind for owner in self._owners(issue))
        names = {person.slug: person.name for person in self.people.values()}
        options = {**names, NOBODY: gettext("Nobody’s own")}
        chosen = self.query.get("person")
        return [
            FilterOption(slug, name, counts[slug], slug == chosen) for slug, name in options.items() if counts[slug]
        ]

    def _owners(self, issue: ListedIssue) -> list[str]:
        return [self.people[pk].slug for pk in issue.people if pk in self.people] or [NOBODY]


def moment_in(text: str) -> datetime.datetime | None:
    """Return the moment that an address names, as of several points called no problem at once."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and timezone.is_aware(moment) else None
