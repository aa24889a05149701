"""Two rows field by field: what belongs to each, what both say, and the form in which somebody chooses what stays."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from django import forms
from django.db.models import FileField, TextField
from django.utils.text import Truncator, capfirst
from django.utils.translation import gettext, gettext_lazy as _, ngettext_lazy

from labsite.editing.change_lists import thumbnail
from labsite.editing.form_anchors import form_address
from labsite.history.tracked import watched_models
from labsite.modelling.values_in_words import in_words
from labsite.texts.plain_text import lines_of
from people.models import Person, page_of
from publications.models import Authorship, Publication

from .candidates import Kind
from .merge_plan import choices_of, editable_fields, leading_to, row_links, with_companions
from .merging import Decision, version_of

MAX_SHOWN_LENGTH = 700  # characters
OPPOSITE = {"one": "other", "other": "one"}
SIDES = tuple(OPPOSITE)
NOTHING = _("Nothing")
BOTH = ("both", _("Both, one after the other"))
STALE = _(
    "One of the two was changed while you were looking. Below you see how they are now: check them again, then merge."
)
FEW = 3
ADVISED, AUTHOR, PAPER = "advised", "author", "publication"
# Words for a number of what leads to a row, by the names of models and these.
NOUNS = {
    ADVISED: ngettext_lazy("%(n)s person advised", "%(n)s people advised", "n"),
    AUTHOR: ngettext_lazy("%(n)s author", "%(n)s authors", "n"),
    PAPER: ngettext_lazy("%(n)s paper", "%(n)s papers", "n"),
    "membership": ngettext_lazy("%(n)s role in the lab", "%(n)s roles in the lab", "n"),
    "education": ngettext_lazy("%(n)s degree", "%(n)s degrees", "n"),
    "teaching": ngettext_lazy("%(n)s course", "%(n)s courses", "n"),
    "namevariant": ngettext_lazy("%(n)s other spelling", "%(n)s other spellings", "n"),
    "venuealias": ngettext_lazy("%(n)s other spelling", "%(n)s other spellings", "n"),
    "profilelink": ngettext_lazy("%(n)s link", "%(n)s links", "n"),
    "talkoccasion": ngettext_lazy("%(n)s talk given there", "%(n)s talks given there", "n"),
}


def summary_of(kind: Kind, side: str, row: Any) -> dict[str, Any]:
    """Return what the page that compares two rows shows of one of them."""
    return {
        "side": side,
        "row": row,
        "form_address": form_address(row),
        # A person who never was in the lab is nowhere on the site.
        "page_address": page_of(row) if isinstance(row, Person) else row.get_absolute_url(),
        "facts": list(filter(None, kind.facts(row))),
        "holdings": holdings_of(row),
        "papers": [] if isinstance(row, Publication) else list(row.publications.select_related("venue")[:FEW]),
    }


def holdings_of(row: Any) -> list[str]:
    """Return how much leads to a row, such as "3 papers"."""

    def noun(model: Any) -> tuple[str, Any]:
        """Return the key of the words for rows of a model; the model, where these are its own name."""
        if model is Authorship:
            return AUTHOR if isinstance(row, Publication) else PAPER, None
        name = model._meta.model_name
        return (name, None) if name in NOUNS else ("", model)

    numbers: Counter[tuple[str, Any]] = Counter()
    for model, links in row_links(type(row)).items():
        if model in watched_models():
            numbers[noun(model)] += model._base_manager.filter(leading_to(row, links)).count()
    for choice in choices_of(type(row)):
        key = (ADVISED, None) if choice.name == "advisors" else noun(choice.model)
        numbers[key] += choice.model._base_manager.filter(**{choice.name: row}).count()
    return [
        str(NOUNS[name] % {"n": number})
        if name
        else f"{number} {model._meta.verbose_name if number == 1 else model._meta.verbose_name_plural}"
        for (name, model), number in numbers.items()
        if number
    ]


def fingerprint(*rows: Any) -> str:
    """Return a short text that changes with anything these rows say, and with what leads to them."""
    parts = [f"{field.attname}={getattr(row, field.attname)}" for row in rows for field in editable_fields(type(row))]
    for row in rows:
        for model, links in row_links(type(row)).items():
            keys = model._base_manager.filter(leading_to(row, links)).order_by("pk").values_list("pk", flat=True)
            parts.append(f"{model._meta.label}={list(keys)}")
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Comparison:
    """Two rows of a kind, side by side."""

    kind: Kind
    one: Any
    other: Any

    @cached_property
    def main(self) -> str:
        """The side that stays unless somebody says otherwise."""
        return "one" if self.kind.weight(self.one) >= self.kind.weight(self.other) else "other"

    @cached_property
    def fields(self) -> list[Any]:
        """The fields to look at: those that are chosen with another, and who signs in, are not among them."""
        together = {"slug", *chain.from_iterable(self.kind.companions.values())}
        fields: list[Any] = editable_fields(self.kind.model)
        return [each for each in fields if each.serialize and each.name not in together]

    @cached_property
    def author_lists(self) -> dict[str, list[str]]:
        """Who wrote each of two papers, as it prints them."""
        return {side: list(version_of(getattr(self, side)).authors) for side in SIDES if self.kind.has_authors}

    def agreements(self) -> Iterator[tuple[str, str]]:
        """Yield the label and the value of what both say."""
        for field in self.fields:
            if not self.differs(field) and (value := shown(self.one, field)):
                yield capfirst(str(field.verbose_name)), value

    def decision(self, chosen: dict[str, str]) -> Decision:
        """Return what somebody chose: by field the side whose value stays, or ``both``; and which row ``stays``."""
        stays = chosen["stays"]
        authors = chosen.get("authors", stays)
        kept, gone = getattr(self, stays), getattr(self, OPPOSITE[stays])
        values: dict[str, Any] = {}
        for field in self.fields:
            if chosen.get(field.name) == "both":
                lines = (*lines_of(getattr(kept, field.name)), *lines_of(getattr(gone, field.name)))
                values[field.name] = "\n".join(dict.fromkeys(lines))
            elif chosen.get(field.name, stays) != stays:
                values |= self._values(field, gone)
        return Decision(kept, gone, values, "both" if authors == "both" else "kept" if authors == stays else "gone")

    def _values(self, field: Any, row: Any) -> dict[str, Any]:
        companions = (row._meta.get_field(name) for name in self.kind.companions.get(field.name, ()))
        return {name: value for each in (field, *companions) for name, value in with_companions(each, row).items()}

    def differs(self, field: Any) -> bool:
        return self._values(field, self.one) != self._values(field, self.other)

    def fuller(self, field: Any) -> str:
        """Return the side whose value says more; of two that say as much, the main one."""
        second = OPPOSITE[self.main]
        ours, theirs = (getattr(getattr(self, side), field.name) for side in (self.main, second))
        if not ours or not theirs:
            return self.main if ours else second
        if isinstance(field, TextField) and self.kind.is_fuller_when_longer:
            return second if len(theirs) > len(ours) else self.main
        if isinstance(field, TextField) or field.name == "name":
            return second if _words_of_a_name(theirs) > _words_of_a_name(ours) else self.main
        return self.main


def _words_of_a_name(name: str) -> int:
    """Count the words that are no initials."""
    return sum(len(word.rstrip(".")) > 1 for word in name.replace("-", " ").split())


def shown(row: Any, field: Any) -> str:
    """Return a value as the editing side says it."""
    value = getattr(row, field.name)
    if isinstance(field, FileField):
        return thumbnail(value) if value else ""
    return Truncator(in_words(value, field.choices)).chars(MAX_SHOWN_LENGTH)


class ComparisonForm(forms.Form):
    """Radio buttons for each field in which two rows differ, the fuller value chosen beforehand."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, comparison: Comparison, data: Any = None) -> None:
        self.comparison = comparison
        self.now = fingerprint(comparison.one, comparison.other)
        super().__init__(data, initial={"seen": self.now})
        addresses = {side: getattr(comparison, side).get_absolute_url() for side in SIDES}
        self._add_choice("stays", _("Address to keep"), addresses, comparison.main)
        for field in filter(comparison.differs, comparison.fields):
            rows = {side: getattr(comparison, side) for side in SIDES}
            values: dict[str, Any] = {side: shown(row, field) or NOTHING for side, row in rows.items()}
            preferred = comparison.fuller(field)
            if field.name in comparison.kind.lists and all(getattr(row, field.name) for row in rows.values()):
                values, preferred = values | dict([BOTH]), "both"
            self._add_choice(field.name, capfirst(str(field.verbose_name)), values, preferred)
        authors = comparison.author_lists
        if authors and authors["one"] != authors["other"]:
            names = {side: ", ".join(of_one) or gettext("nobody") for side, of_one in authors.items()}
            # Those of the main paper are chosen beforehand, unless it has none.
            fuller = comparison.main if authors[comparison.main] else OPPOSITE[comparison.main]
            self._add_choice("authors", _("Authors"), names | dict([BOTH]), fuller)

    def _add_choice(self, name: str, label: Any, choices: dict[str, Any], initial: str) -> None:
        self.fields[name] = forms.ChoiceField(
            label=label, choices=list(choices.items()), initial=initial, widget=forms.RadioSelect
        )

    def clean(self) -> None:
        if self.cleaned_data.get("seen") != self.now:
            # What differs only now has no choice yet: the fuller value is chosen for it too.
            fuller = {name: field.initial for name, field in self.fields.items()}
            self.data = {**fuller, **{name: self.data[name] for name in self.data}, "seen": self.now}
            self.errors.clear()
            raise forms.ValidationError(STALE, code="stale")

    def choices(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name != "seen"]
