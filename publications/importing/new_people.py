"""Who is new to the site among the authors of a source: one person for each name in it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from publications.citations.names import Parts, likeness, parts_of
from publications.citations.record import Name
from publications.matching import AuthorMatch, Marks, Reason

from .deciding import number
from .plan import PlannedAuthor

MAX_NUMBER = 1_000_000  # papers
Matches = Sequence[AuthorMatch]


class NewPeople:
    """Gives the authors whom the site doesn't know keys that entries share; ``chosen`` says who a key is all the same.

    ``sure`` says of each list whether its paper is certain to be written, so that it counts for how people are called.
    A name with spelled-out given names is one person throughout, unless ORCID iDs tell several apart. Initials are
    taken for the only new person whom they may mean, as long as nobody on the site may be meant.
    """

    def __init__(
        self, lists: Sequence[Matches], sure: Sequence[bool], chosen: dict[str, Any], people: Collection[int]
    ) -> None:
        self.chosen = {key: pk for key, value in chosen.items() if (pk := number(value)) in people}
        self.people = people
        self.orcids: dict[str, set[str]] = defaultdict(set)
        self.spelled: dict[tuple[str, str], dict[Parts, Name]] = defaultdict(dict)
        self.prints: dict[str, Counter[Name]] = defaultdict(Counter)
        unknown = [match for matches in lists for match in matches if not match.person]
        for match in unknown:
            self._meet(match.name, parts_of(match.name))
        for matches, is_sure in zip(lists, sure, strict=True):
            for match in matches:
                if not match.person:
                    self.prints[self.key(match)][match.name] += MAX_NUMBER if is_sure else 1
        self.names = {key: _best(names) for key, names in self.prints.items()}

    def _meet(self, name: Name, parts: Parts) -> None:
        if name.orcid:
            self.orcids[_whole(name)].add(name.orcid)
        if parts.given and not parts.is_initials:
            self.spelled[parts.family, parts.given[0][:1]].setdefault(parts, name)

    def key(self, match: AuthorMatch) -> str:
        """Return under which key an author is new."""
        name = match.name
        if name.orcid:
            return name.orcid
        parts = parts_of(name)
        if parts.is_initials and not match.candidates:
            meant = self.spelled.get((parts.family, parts.given[0][:1]), {})
            keys = {self._whole_key(full) for other, full in meant.items() if likeness(parts, other)}
            if len(keys) == 1:
                return keys.pop()
        return self._whole_key(name)

    def _whole_key(self, name: Name) -> str:
        whole = _whole(name)
        orcids = self.orcids.get(whole, set())
        return next(iter(orcids)) if len(orcids) == 1 else whole

    def authors(
        self, matches: Matches, marks: Sequence[Marks], chosen: dict[str, Any] | None = None
    ) -> tuple[PlannedAuthor, ...]:
        """Return the authors of one paper; nobody is among them twice."""
        met: Counter[Any] = Counter()
        planned = []
        for place, (match, signs) in enumerate(zip(matches, marks, strict=True)):
            author = self._planned(match, signs, (chosen or {}).get(str(place)), met)
            met[author.person or author.key] += 1
            planned.append(author)
        return tuple(planned)

    def _planned(self, match: AuthorMatch, signs: Marks, said: Any, met: Counter[Any]) -> PlannedAuthor:
        key = self.key(match)
        person = self._person(match, key, said)
        if person and not met[person]:
            return PlannedAuthor(replace(match, person=person), signs, "" if match.person else key)
        candidates = tuple(dict.fromkeys([*filter(None, [match.person]), *match.candidates]))
        reason = Reason.CHOOSE if candidates else Reason.NEW
        repeated = f"{key} ({met[key] + 1})" if met[key] else key
        unknown = AuthorMatch(match.name, reason, None, candidates)
        return PlannedAuthor(unknown, signs, repeated, self.names.get(key, match.name))

    def _person(self, match: AuthorMatch, key: str, said: Any) -> int | None:
        if said == "new":
            return None
        return pk if (pk := number(said)) in self.people else match.person or self.chosen.get(key)


def _whole(name: Name) -> str:
    return parts_of(name).whole or str(name)


def _best(names: Counter[Name]) -> Name:
    """Return how a new person is called: spelled out, as most papers print it, with all letters, not in capitals."""
    wholes: Counter[str] = Counter()
    for name, times in names.items():
        wholes[_whole(name)] += times

    def worth(name: Name) -> tuple[bool, bool, int, int, bool, int]:
        text, whole = str(name), _whole(name)
        is_spelled_out = not parts_of(name).is_initials
        return not text.isupper(), is_spelled_out, wholes[whole], len(whole), not text.isascii(), names[name]

    orcid = next((name.orcid for name in names if name.orcid), "")
    return replace(max(names, key=worth), orcid=orcid)
