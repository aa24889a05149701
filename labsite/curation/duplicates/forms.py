"""What somebody chooses about two rows: which stays, and of each difference whose value."""

from django import forms
from django.contrib import admin

from labsite.editing.autocomplete import CheckedAutocompleteSelect
from publications.models import Authorship, Publication, Talk

from .comparing import SIDES
from .summaries import fingerprint

NOTHING = "Nothing"
BOTH = ("both", "Both, one after the other")
STALE = (
    "Somebody changed one of the two while you were looking. What you see below is how they are now: "
    "look again, and then merge them."
)
REFERRING = {"people": (Authorship, "person"), "papers": (Talk, "publication"), "venues": (Publication, "venue")}


class ComparisonForm(forms.Form):
    """Radio buttons for each field in which two rows differ, the fuller value chosen beforehand."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args, comparison, **kwargs):
        self.comparison = comparison
        self.now = fingerprint(comparison.one, comparison.other)
        super().__init__(*args, **{"initial": {"seen": self.now}, **kwargs})
        self.add_choice("stays", "Address that stays", comparison.addresses(), comparison.main)
        for difference in comparison.differences():
            values = (difference.one or NOTHING, difference.other or NOTHING)
            choices = [*zip(SIDES, values, strict=True), *([BOTH] if difference.is_list else [])]
            self.add_choice(
                difference.name, difference.label, choices, "both" if difference.is_list else difference.fuller
            )
        if authors := comparison.authors():
            self.add_choice("authors", "Authors", [*zip(SIDES, authors, strict=True), BOTH], comparison.more_authors)

    def add_choice(self, name, label, choices, initial):
        self.fields[name] = forms.ChoiceField(label=label, choices=choices, initial=initial, widget=forms.RadioSelect)

    def clean(self):
        if self.cleaned_data.get("seen") != self.now:
            # What differs only now has no choice yet: the fuller value is chosen for it too.
            fuller = {name: field.initial for name, field in self.fields.items()}
            self.data = {**fuller, **{name: self.data[name] for name in self.data}, "seen": self.now}
            self.errors.clear()
            raise forms.ValidationError(STALE, code="stale")

    def choices(self):
        return [self[name] for name in self.fields if name != "seen"]

    def decision(self):
        chosen = self.cleaned_data
        return self.comparison.decision(chosen["stays"], chosen, chosen.get("authors", chosen["stays"]))


def pair_form(kind, data=None):
    """Return a form to choose any two rows of a kind by typing their names."""
    model, name = REFERRING[kind.name]
    relation = model._meta.get_field(name)

    class PairForm(forms.Form):
        one = _row_field(kind, relation, "The one")
        other = _row_field(kind, relation, "and the other")

    return PairForm(data)


def _row_field(kind, relation, label):
    widget = CheckedAutocompleteSelect(relation, admin.site, attrs={"data-width": "100%"})
    return forms.ModelChoiceField(kind.model._base_manager.all(), label=label, widget=widget)
