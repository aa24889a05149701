"""Choices about the people and the venues of a whole import: each is made once, for all entries that name them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from django import forms

from publications.adding import cards
from publications.adding.choosing import NEW, NONE, ChoosingForm, candidate_keys
from publications.importing.plan import Decisions, Item, Plan
from publications.models import Authorship, Publication, Venue

from .showing import gets_authors

NAMES = ("acronym", "name", "kind")  # of a new venue


@dataclass
class Newcomer:
    """Somebody or something that entries name and that isn't known for sure, by the key that they share."""

    key: str
    name: str
    first: Any
    candidates: tuple[int, ...] = ()
    entries: list[Item] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        """What its fields in a form begin with."""
        return f"of-{sha256(self.key.encode()).hexdigest()[:12]}"

    @property
    def number(self) -> int:
        return len(self.entries)

    @property
    def titles(self) -> list[str]:
        return [item.title for item in self.entries[:2]]


def new_people(plan: Plan, decisions: Decisions) -> list[Newcomer]:
    """Return those who weren't known for sure, the doubtful first, then those with most papers.

    Of whom somebody said who they are in one entry alone, that entry doesn't ask any more.
    """
    chosen = decisions.get("people", {})
    found: dict[str, Newcomer] = {}
    for item in filter(gets_authors, plan.items):
        for author in item.authors:
            if author.key and (author.person is None or author.key in chosen):
                name, match = str(author.match.name), author.match
                newcomer = found.setdefault(author.key, Newcomer(author.key, name, author, match.candidates))
                newcomer.entries.append(item)
    return sorted(found.values(), key=lambda each: (not each.candidates, -each.number, each.name))


def new_venues(plan: Plan) -> list[Newcomer]:
    """Return the venues that aren't known for sure, those with most papers first."""
    found: dict[str, Newcomer] = {}
    for item in plan.items:
        venue = item.venue
        if venue.key:
            newcomer = found.setdefault(venue.key, Newcomer(venue.key, venue.printed, venue, venue.candidates))
            newcomer.entries.append(item)
    return sorted(found.values(), key=lambda each: (not each.candidates, -each.number, each.name))


class PersonForm(ChoosingForm):
    """Who somebody is whom entries name."""

    asks = "Say who this is."
    new_words = "Somebody new to the site"
    other_words = "Somebody else on the site"
    looked_up_by = Authorship._meta.get_field("person")
    newcomer: Newcomer
    new_name = ""

    @property
    def shown_name(self):
        """Who it will be, in a word or two."""
        return self.chosen_name or "New to the site"

    def decision(self):
        return NEW if self.chosen == NEW else self.key


class VenueForm(ChoosingForm):
    """Which venue entries mean; a new one under the names that it gets."""

    acronym = forms.CharField(required=False, max_length=40, help_text="For example NSDI; without a year.")
    name = forms.CharField(
        label="Full name", required=False, max_length=300, help_text="Without a year and without the acronym."
    )
    kind = forms.ChoiceField(label="Kind of venue", required=False, choices=Venue.Kind.choices)

    asks = "Say where these appeared."
    new_words = "A new venue"
    other_words = "Another venue on the site"
    looked_up_by = Publication._meta.get_field("venue")
    newcomer: Newcomer
    more_choices = ((NONE, "Nowhere: keep only what the entry says"),)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["who"].label = "Which venue is it?"

    @property
    def shown_name(self):
        """Which it will be, in a word or two."""
        names = (str(self[name].value() or "") for name in ("acronym", "name"))
        return self.chosen_name or (f"New: {' '.join(filter(None, names))}" if self.chosen == NEW else "Which is it?")

    def clean(self):
        cleaned = super().clean()
        if self.chosen == NEW and not cleaned.get("acronym"):
            self.add_error("acronym", "Give the new venue a short name, or choose one that is there.")
        return cleaned

    def decision(self):
        if self.chosen != NEW:
            return {"venue": self.key or NONE}
        return {"venue": NEW} | {name: self.cleaned_data[name] for name in NAMES}


def person_forms(newcomers: Sequence[Newcomer], decisions: Decisions, post: Any = None) -> list[PersonForm]:
    """Return a form for each of them: what was decided is chosen, else that they are new."""
    decided = decisions.get("people", {})
    initial = {each.key: {"who": str(decided.get(each.key) or NEW)} for each in newcomers}
    made = _forms(PersonForm, newcomers, initial, cards.people, post)
    for form in made:
        form.new_name = str(form.newcomer.first.new or form.newcomer.name)
    return made


def venue_forms(newcomers: Sequence[Newcomer], decisions: Decisions, post: Any = None) -> list[VenueForm]:
    """Return a form for each of them: what was decided is chosen, else what the plan proposes."""
    decided = decisions.get("venues", {})
    initial = {each.key: _of_venue(each, decided.get(each.key, {})) for each in newcomers}
    return _forms(VenueForm, newcomers, initial, cards.venues, post)


def _of_venue(newcomer: Newcomer, decided: dict[str, Any]) -> dict[str, Any]:
    planned = newcomer.first
    new = planned.new or planned.proposed
    proposed = {name: getattr(new, name) for name in NAMES} if new else {}
    chosen = decided.get("venue") or planned.venue or (NEW if planned.new else "")
    return proposed | {name: decided[name] for name in NAMES if name in decided} | {"who": str(chosen)}


def _forms(form: Any, newcomers: Sequence[Newcomer], initial: dict[str, Any], fetch: Any, post: Any) -> list[Any]:
    keys = {key for each in newcomers for key in _keys(each, initial[each.key], post)}
    shown = fetch(keys)
    made = []
    for each in newcomers:
        offered = dict.fromkeys([*each.candidates, *candidate_keys(initial[each.key]["who"])])
        values = initial[each.key] | {"candidates": ",".join(map(str, offered))}
        made.append(form(post, initial=values, prefix=each.prefix, cards=shown))
        made[-1].newcomer = each
    return made


def _keys(newcomer: Newcomer, values: dict[str, Any], post: Any) -> Iterable[int]:
    """Yield the keys of all that a form may refer to."""
    yield from newcomer.candidates
    yield from candidate_keys(values["who"])
    for name in ("who", "other", "candidates") if post else ():
        yield from candidate_keys(post.get(f"{newcomer.prefix}-{name}"))


def sent(newcomers: Iterable[Newcomer], post: Any) -> list[Newcomer]:
    """Return those whose forms were on the page that was sent."""
    return [each for each in newcomers if f"{each.prefix}-candidates" in post]


def decided_people(decisions: Decisions, plan: Plan, post: Any) -> tuple[Decisions, list[PersonForm]]:
    """Return decisions with what a page says of people, and the page's forms."""
    forms_sent = person_forms(sent(new_people(plan, decisions), post), decisions, post)
    people = dict(decisions.get("people", {}))
    for form in forms_sent:
        if form.is_valid() and (form.newcomer.candidates or form.chosen != NEW or form.newcomer.key in people):
            people[form.newcomer.key] = form.decision()
    return {**decisions, "people": people}, forms_sent


def decided_venues(decisions: Decisions, plan: Plan, post: Any) -> tuple[Decisions, list[VenueForm]]:
    """Return decisions with what a page says of venues, and the page's forms."""
    forms_sent = venue_forms(sent(new_venues(plan), post), decisions, post)
    venues = dict(decisions.get("venues", {}))
    for form in forms_sent:
        if form.is_valid() and (form.has_changed() or form.newcomer.candidates):
            venues[form.newcomer.key] = form.decision()
    return {**decisions, "venues": venues}, forms_sent
