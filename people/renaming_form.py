"""What somebody says when a name changes."""

from django import forms

from .models import Person
from .renaming import NAME_FIELDS, Renaming

ALL, SOME, NONE = "all", "some", "none"
KEEP, FORGET = "keep", "forget"


class RenamingForm(forms.ModelForm):
    """The new names, and what is to follow them."""

    papers = forms.ChoiceField(
        label="On papers that are out already",
        choices=[
            (NONE, "Go on printing the name that each prints now"),
            (ALL, "Print the new name on all of them"),
            (SOME, "Print the new name on those ticked here"),
        ],
        widget=forms.RadioSelect,
        initial=NONE,
    )
    chosen = forms.MultipleChoiceField(label="Papers", required=False, widget=forms.CheckboxSelectMultiple)
    old_name = forms.ChoiceField(
        label="The old name",
        choices=[
            (KEEP, "Keep it as another spelling: people who look for it find this person"),
            (FORGET, "Forget it: it isn’t shown anywhere, and nobody finds it"),
        ],
        widget=forms.RadioSelect,
        initial=KEEP,
    )
    new_address = forms.BooleanField(label="Give the page an address with the new name", required=False, initial=True)
    new_keys = forms.BooleanField(
        label="Make new BibTeX keys for papers whose key has the old family name",
        required=False,
        help_text="Other people’s papers cite by the old keys, so leave them unless the old name must go there too.",
    )

    class Meta:
        model = Person
        fields = NAME_FIELDS

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.person = Person.objects.get(pk=self.instance.pk)
        self.authorships = list(Renaming(self.person, self._names(self.person)).printed())
        self.fields["chosen"].choices = [(each.row.pk, self._paper(each)) for each in self.authorships]

    def clean_chosen(self):
        chosen, papers = self.cleaned_data["chosen"], self.cleaned_data.get("papers")
        if chosen and papers == NONE:
            raise forms.ValidationError("You ticked papers. Choose “those ticked here” above, or untick them.")
        if papers == SOME and not chosen:
            raise forms.ValidationError("Tick the papers that are to print the new name.")
        return chosen

    def clean(self):
        cleaned = super().clean()
        person = self.person
        parts = ("given_name", "family_name")
        if cleaned.get("name") != person.name and all(cleaned.get(part) == getattr(person, part) for part in parts):
            # Somebody who changed only the whole name means its parts too.
            cleaned |= dict.fromkeys(parts, "")
            given, _, family = cleaned.get("name", "").rpartition(" ")
            cleaned |= {"given_name": given, "family_name": family}
        if cleaned.get("name") and all(cleaned.get(name) == getattr(person, name) for name in NAME_FIELDS):
            self.add_error("name", "This is the name as it is. Write the new one.")
        return cleaned

    def renaming(self):
        """Return what was asked for."""
        said = self.cleaned_data
        wanted = {ALL: [each.row.pk for each in self.authorships], SOME: map(int, said["chosen"]), NONE: ()}
        return Renaming(
            person=self.person,
            names={name: said[name] for name in NAME_FIELDS},
            following=frozenset(wanted[said["papers"]]),
            forgets=said["old_name"] == FORGET,
            new_address=said["new_address"],
            new_keys=said["new_keys"],
        )

    def _names(self, person):
        return {name: getattr(person, name) for name in NAME_FIELDS}

    def _paper(self, each):
        paper = each.row.publication
        return f"{paper.title}{f' ({paper.year})' if paper.year else ''}, as {each.now}"
