"""A field that asks which of several things on the site is meant, another one, or a new one."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.utils.html import format_html

from .values import number_in

OTHER, NEW, NONE = "other", "new", "none"
SCRIPTS = [
    forms.Script(f"labsite/admin/{name}.js", type="module") for name in ("choices", "autocomplete-names", "leaving")
]


class ChoosingForm(forms.Form):
    """A choice among ``candidates``, whose keys travel with the form; ``cards`` say what each of them is."""

    candidates = forms.CharField(required=False, widget=forms.HiddenInput)
    who = forms.ChoiceField(required=False, widget=forms.RadioSelect, label="Who is it?")
    other = forms.CharField(required=False, widget=forms.Select, label="Find on the site")

    asks = "Choose one of these."
    new_words = "Someone new"
    other_words = "Somebody else on the site"
    looked_up_by: Any = None  # the field of a model whose autocomplete finds others
    more_choices: tuple[tuple[str, str], ...] = ()

    def __init__(self, *args, cards, **kwargs):
        super().__init__(*args, **kwargs)
        self.cards = cards
        self.offer(candidate_keys(self["candidates"].value()))
        self.fields["other"].widget = self._finder()

    def offer(self, keys: Iterable[int]) -> None:
        """Show these candidates, and nothing that isn't there any more."""
        self.offered = [key for key in keys if key in self.cards]
        known = [(str(key), _in_words(self.cards[key])) for key in self.offered]
        fixed = [(NEW, self.new_words), (OTHER, self.other_words), *self.more_choices]
        who: Any = self.fields["who"]
        who.choices = known + fixed

    @property
    def chosen(self):
        return str(self["who"].value() or "")

    @property
    def key(self):
        """The key of the thing on the site that is chosen, if it is one of these."""
        key = number_in(self["other"].value() if self.chosen == OTHER else self.chosen)
        return key if key in self.cards else None

    @property
    def chosen_name(self):
        return self.cards[self.key].name if self.key else ""

    @property
    def media(self):
        return AutocompleteSelect(self.looked_up_by, admin.site).media + forms.Media(js=SCRIPTS)  # type: ignore[arg-type]

    def clean(self):
        cleaned = super().clean()
        if not self.chosen and "who" not in self.errors:
            self.add_error("who", self.asks)
        if self.chosen == OTHER and not self.key:
            self.add_error("other", "Type a name here and choose from the list that opens.")
        return cleaned

    def _finder(self):
        widget = AutocompleteSelect(self.looked_up_by, admin.site)
        # The script of this page makes it an autocomplete when it is needed: three hundred at once take long.
        attributes = widget.build_attrs({"aria-label": self.fields["other"].label})
        attributes["class"] = attributes["class"].replace("admin-autocomplete", "finder")
        chosen = number_in(self["other"].value())
        found = [(str(chosen), self.cards[chosen].name)] if chosen in self.cards else []
        return forms.Select(attributes, [("", ""), *found])


def candidate_keys(written):
    """Return the keys in a field such as ``3,17``."""
    return [key for key in map(number_in, str(written or "").split(",")) if key]


def keys_in(row):
    """Return every key that a row refers to, so that the cards of all rows can be fetched at once."""
    single = (number_in(row.get(name)) for name in ("who", "other"))
    return [*candidate_keys(row.get("candidates")), *filter(None, single)]


def _in_words(card):
    return format_html(
        '<span class="choice-name">{}</span> <span class="choice-details">{}</span>', card.name, card.details
    )
