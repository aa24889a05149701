"""Choices about the people and the venues of a whole import: each is made once, for all entries that name them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib.auth.models import AbstractUser
from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy as _

from labsite.editing.inputs import digest
from labsite.texts.folding import fold
from people.models.person import MAX_PART_LENGTH
from publications.choosing import (
    NEW,
    NONE,
    ChoosingForm,
    VenueChoosingForm,
    candidate_keys,
    choosing_forms,
    person_cards,
    venue_cards,
    written_keys,
)
from publications.citations.names import in_both_scripts, split_printed
from publications.citations.record import Name
from publications.importing.plan import Decisions, Fate, Item, Plan, PlannedAuthor, PlannedVenue

from .item_lines import gets_authors

NAMES = ("acronym", "name", "kind")  # of a new venue
MAX_COMPANY = 5  # other authors by whom somebody tells who is meant


@dataclass
class Newcomer:
    """Somebody or something that entries name and that isn't known for certain, by the key that they share.

    ``is_asked`` if entries wait for somebody to say whether this is a member.
    """

    key: str
    name: str
    first: Any
    candidates: tuple[int, ...] = ()
    entries: list[Item] = field(default_factory=list)
    is_asked: bool = False

    @property
    def prefix(self) -> str:
        """What the names of its fields in a form begin with."""
        return f"of-{digest(self.key)}"

    @property
    def number(self) -> int:
        return len(self.entries)

    def offering(self, who: str) -> str:
        """Return what the field for candidates begins with where that is chosen."""
        return written_keys([*self.candidates, *candidate_keys(who)])

    @property
    def company(self) -> list[str]:
        """Of who may be a member the other authors whom the site knows, those of most of the entries first."""
        others = (author for item in self.entries for author in item.authors if self.is_asked and not author.key)
        return [name for name, _ in Counter(str(author.match.name) for author in others).most_common(MAX_COMPANY)]

    @property
    def titles(self) -> list[str]:
        return [item.title for item in self.entries[:2]]


def new_people(plan: Plan, decisions: Decisions) -> list[Newcomer]:
    """Return those who weren't known for certain, who may be members first, then those with most papers.

    Once somebody has said of one entry alone who an author is, that entry doesn't ask any more.
    """
    chosen = decisions.get("people", {})
    named = [(item, author) for item in plan.items if gets_authors(item) for author in item.authors]
    unknown = ((item, author) for item, author in named if author.match.person is None or author.key in chosen)
    newcomers = _newcomers((item, author, str(author.match.name), author.match.candidates) for item, author in unknown)
    waiting = {author.key for item, author in named if item.fate is Fate.DECIDE and author.may_be}
    for each in newcomers:
        each.is_asked = each.key in waiting
    return sorted(newcomers, key=lambda each: not each.is_asked)


def new_venues(plan: Plan) -> list[Newcomer]:
    """Return the venues that aren't known for certain, the doubtful first, then those with most papers."""
    return _newcomers((item, item.venue, item.venue.printed, item.venue.candidates) for item in plan.items)


def _newcomers(named: Iterable[tuple[Item, PlannedAuthor | PlannedVenue, str, tuple[int, ...]]]) -> list[Newcomer]:
    newcomers: dict[str, Newcomer] = {}
    for item, planned, name, candidates in named:
        if planned.key:
            newcomers.setdefault(planned.key, Newcomer(planned.key, name, planned, candidates)).entries.append(item)
    return sorted(newcomers.values(), key=lambda each: (not each.candidates, -each.number, each.name))


class FamilyField(forms.CharField):
    """The family name of somebody new, at which the whole name is split; left empty it stays as it is."""

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(data) and super().has_changed(initial, data)


class PersonChoiceForm(ChoosingForm):
    """Who somebody is whom entries name; of somebody new, which part of the name is the family name.

    ``new`` is what somebody new would be called, and ``decided`` what was chosen before.
    """

    family = FamilyField(label=_("Family name"), required=False, max_length=MAX_PART_LENGTH)

    def __init__(
        self, *args: Any, new: Name, newcomer: Newcomer | None = None, decided: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.new, self.newcomer, self.decided = new, newcomer, decided
        self.may_stay_open = bool(newcomer and newcomer.is_asked)

    @property
    def shown_name(self) -> str:
        """Who it will be, in a word or two."""
        if self.chosen_name or (self.may_stay_open and not self.chosen):
            return str(self.chosen_name or gettext("Who is it?"))
        if self.new.is_guess:
            return gettext("New to the site, family name %(family)s (a guess)") % {"family": self.new.family}
        return gettext("New to the site")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        family = cleaned.get("family")
        if family and self.chosen == NEW and fold(split_printed(str(self.new), family).family) != fold(family):
            self.add_error("family", gettext("“%(name)s” neither begins nor ends with it.") % {"name": self.new})
        return cleaned

    def decision(self) -> Any:
        if self.chosen != NEW:
            return self.key
        is_split = "family" in self.changed_data or isinstance(self.decided, dict)
        return {"family": self.cleaned_data["family"]} if is_split and self.cleaned_data["family"] else NEW


class VenueChoiceForm(VenueChoosingForm):
    """Which venue entries mean."""

    asks: Any = _("Say where these appeared.")
    more_choices: Any = ((NONE, _("Nowhere: keep only what the entry says")),)

    def __init__(self, *args: Any, newcomer: Newcomer, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.newcomer = newcomer
        self.fields["who"].label = _("Which venue is it?")

    @property
    def shown_name(self) -> str:
        """Which it will be, in a word or two."""
        names = (str(self[name].value() or "") for name in ("acronym", "name"))
        new = (
            gettext("New: %(name)s") % {"name": " ".join(filter(None, names))}
            if self.chosen == NEW
            else gettext("Which is it?")
        )
        return str(self.chosen_name or new)

    def decision(self) -> dict[str, Any]:
        if self.chosen != NEW:
            return {"venue": self.key or NONE}
        return {"venue": NEW} | {name: self.cleaned_data[name] for name in NAMES}


def person_forms(
    newcomers: Sequence[Newcomer], decisions: Decisions, user: AbstractUser, post: QueryDict | None = None
) -> list[PersonChoiceForm]:
    """Return a form for each of them: what was decided is chosen, else that they are new, but who may be a member."""
    asked = []
    for each in newcomers:
        decided = decisions.get("people", {}).get(each.key)
        who = NEW if isinstance(decided, dict) else str(decided or ("" if each.is_asked else NEW))
        latin, _ = in_both_scripts(each.first.new or Name())
        initial = {"who": who, "family": latin.family, "candidates": each.offering(who)}
        options = {"new": each.first.new or Name(literal=each.name), "newcomer": each, "decided": decided}
        asked.append((each.prefix, initial, options))
    return choosing_forms(PersonChoiceForm, asked, person_cards, user, post)


def venue_forms(
    newcomers: Sequence[Newcomer], decisions: Decisions, user: AbstractUser, post: QueryDict | None = None
) -> list[VenueChoiceForm]:
    """Return a form for each of them: what was decided is chosen, else what the plan proposes."""
    asked = []
    for each in newcomers:
        decided, planned = decisions.get("venues", {}).get(each.key, {}), each.first
        new = planned.new or planned.proposed
        who = str(decided.get("venue") or planned.venue or (NEW if planned.new else ""))
        initial = {name: decided.get(name, getattr(new, name, "")) for name in NAMES}
        initial |= {"who": who, "candidates": each.offering(who)}
        asked.append((each.prefix, initial, {"newcomer": each}))
    return choosing_forms(VenueChoiceForm, asked, venue_cards, user, post)


def decided_names(
    what: str, decisions: Decisions, plan: Plan, user: AbstractUser, post: QueryDict
) -> tuple[Decisions, Sequence[PersonChoiceForm | VenueChoiceForm]]:
    """Return decisions with what a page says of ``people`` or ``venues``, and the forms that were on the page."""
    newcomers = new_people(plan, decisions) if what == "people" else new_venues(plan)
    sent = [each for each in newcomers if f"{each.prefix}-candidates" in post]
    forms: list[PersonChoiceForm] | list[VenueChoiceForm]
    forms = person_forms(sent, decisions, user, post) if what == "people" else venue_forms(sent, decisions, user, post)
    decided = dict(decisions.get(what, {}))
    for form in forms:
        newcomer = form.newcomer
        if newcomer and form.is_valid() and form.chosen and (form.has_changed() or newcomer.candidates):
            decided[newcomer.key] = form.decision()
    return {**decisions, what: decided}, forms
