"""The page on which a person's name is changed: what somebody says, then what will change, then one press."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite import roles
from people.models import Person
from people.renaming import NAME_FIELDS, Renaming, rename

ALL, SOME, NONE = "all", "some", "none"
KEEP, FORGET = "keep", "forget"


class RenamingForm(forms.ModelForm):
    """The new names, and what is to follow them."""

    papers = forms.ChoiceField(
        label=_("On papers already published"),
        choices=[
            (NONE, _("Keep printing the name that each prints now")),
            (ALL, _("Print the new name on all of them")),
            (SOME, _("Print the new name on the papers ticked below")),
        ],
        widget=forms.RadioSelect,
        initial=NONE,
    )
    chosen = forms.MultipleChoiceField(label=_("Papers"), required=False, widget=forms.CheckboxSelectMultiple)
    old_name = forms.ChoiceField(
        label=_("The old name"),
        choices=[
            (KEEP, _("Keep it as another spelling, so that people who search for it find this person")),
            (FORGET, _("Forget it: it is shown nowhere and can’t be searched for")),
        ],
        widget=forms.RadioSelect,
        initial=KEEP,
    )
    new_address = forms.BooleanField(
        label=_("Give the page an address with the new name"), required=False, initial=True
    )
    new_keys = forms.BooleanField(
        label=_("Make new BibTeX keys for papers whose key contains the old family name"),
        required=False,
        help_text=_(
            "Other people cite by the old keys, so leave them unless the old name has to disappear there too."
        ),
    )

    class Meta:
        model = Person
        fields = NAME_FIELDS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = Person.objects.get(pk=self.instance.pk)
        as_it_is = Renaming(self.person, {name: getattr(self.person, name) for name in NAME_FIELDS})
        self.authorships = as_it_is.printed_names()
        chosen = self.fields["chosen"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        words, choices = gettext("%(paper)s, as %(name)s"), []
        for each in self.authorships:
            paper = each.row.publication
            title = f"{paper.title} ({paper.year})" if paper.year else paper.title
            choices.append((each.row.pk, words % {"paper": title, "name": each.now}))
        chosen.choices = choices

    def clean_chosen(self) -> list[str]:
        chosen, papers = self.cleaned_data["chosen"], self.cleaned_data.get("papers")
        if chosen and papers == NONE:
            raise forms.ValidationError(
                gettext("You have ticked papers. Choose “on the papers ticked below” above, or untick them.")
            )
        if papers == SOME and not chosen:
            raise forms.ValidationError(gettext("Tick the papers that should print the new name."))
        return chosen

    def clean(self) -> dict[str, Any]:
        super().clean()
        cleaned = self.cleaned_data
        person = self.person
        parts = ("given_name", "family_name")
        if cleaned.get("name") != person.name and all(cleaned.get(part) == getattr(person, part) for part in parts):
            # Somebody who changed only the whole name means its parts too.
            renamed = Person(name=cleaned.get("name", ""))
            renamed.split_name()
            cleaned |= {part: getattr(renamed, part) for part in parts}
        if cleaned.get("name") and all(cleaned.get(name) == getattr(person, name) for name in NAME_FIELDS):
            self.add_error("name", gettext("This is the current name. Enter the new one."))
        return cleaned

    def renaming(self) -> Renaming:
        """Return what was asked for."""
        cleaned = self.cleaned_data
        wanted = {ALL: [each.row.pk for each in self.authorships], SOME: map(int, cleaned["chosen"]), NONE: ()}
        return Renaming(
            person=self.person,
            names={name: cleaned[name] for name in NAME_FIELDS},
            following=frozenset(wanted[cleaned["papers"]]),
            forgets=cleaned["old_name"] == FORGET,
            new_address=cleaned["new_address"],
            new_keys=cleaned["new_keys"],
        )


@require_http_methods(["GET", "HEAD", "POST"])
def change_name(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a new name, show what it changes, and change it once that was seen."""
    person = roles.row_to_change(request.user, Person, pk)
    form = RenamingForm(request.POST or None, instance=person)
    if request.method != "POST" or "back" in request.POST or not form.is_valid():
        title = gettext("Change the name of %(name)s") % {"name": form.person}
        return _page(request, "admin/rename.html", form, title=title)
    renaming = form.renaming()
    if "change" not in request.POST:
        return _page(request, "admin/rename_preview.html", form, title=gettext("What will change"), renaming=renaming)
    step = rename(renaming, request.user)
    words = format_html(gettext("The name is now {}."), renaming.person)
    if step.row and roles.may_open(request.user, "step"):
        way = reverse("admin:step", args=[step.row.pk])
        link = gettext("What was changed, and how to undo it")
        words = format_html('{} <a href="{}">{}</a>', words, way, link)
    messages.success(request, words)
    return redirect("admin:people_person_change", renaming.person.pk)


def _page(request: HttpRequest, template: str, form: RenamingForm, **context: Any) -> HttpResponse:
    return render(
        request, template, admin.site.each_context(request) | {"form": form, "person": form.person, **context}
    )
