"""The pages of the admin on which a member, or an editor for them, gets what funders ask for.

Where collaborators work is written down on the second, all rows at once, for this table and later ones.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from labsite import registry, roles
from labsite.contrib.documents.formats import FORMATS, as_file, file_answer
from labsite.contrib.documents.funders.biosketch import MAX_PRODUCTS, FormChoices, biosketch
from labsite.contrib.documents.funders.collaborators import (
    COLLABORATION_MONTHS,
    MAX_AFFILIATION,
    MEDIA_TYPE,
    Collaborators,
    collaborators_nsf,
    months_before,
)
from labsite.contrib.documents.models import CVSettings
from labsite.editing.model_admin import history_step, offer_undo
from labsite.modelling.periods import PartialDate
from labsite.texts.stored import translated
from labsite.web.head import Site
from people.affiliations import KnownAffiliation, WrittenAffiliation, write_down
from people.models import Person
from publications import elsewhere
from publications.models import Publication

COLLABORATORS = "nsf-collaborators"
LABELS = {
    "nih": _("NIH biographical sketch and supplement"),
    "nsf": _("NSF biographical sketch"),
    "nsf-activities": _("NSF synergistic activities"),
    COLLABORATORS: _("NSF collaborators and other affiliations"),
}
FILE_TYPES = dict.fromkeys(LABELS, (*FORMATS,)) | {COLLABORATORS: ("xlsx",)}


def papers_to_choose(person: Person) -> Any:
    """Return the published papers of a person, the newest first."""
    return Publication.objects.published().by(person, are_many=False)


class FundersForm(forms.Form):
    """What a member chooses for a working paper."""

    at = forms.DateField(
        label=_("As of"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("The day of submission. The 48 months of collaborators are counted back from it."),
    )
    statement = forms.ChoiceField(
        label=_("Personal statement (NIH)"),
        required=False,
        choices=[
            ("", _("Leave empty: I’ll write it myself")),
            ("research_statement", _("Begin with my research statement")),
            ("biography", _("Begin with my biography")),
        ],
    )
    in_days = forms.BooleanField(
        label=_("Write collaborators’ dates as the last day of the month or year"),
        required=False,
        help_text=_("NSF accepts full dates or empty cells only. Otherwise dates are as precise as they are known."),
    )
    related = forms.ModelMultipleChoiceField(Publication.objects.none(), required=False)
    other = forms.ModelMultipleChoiceField(Publication.objects.none(), required=False)

    def __init__(self, person: Person, data: Any = None) -> None:
        papers = papers_to_choose(person)
        chosen = CVSettings.of(person).variant(is_short=True).papers
        begun = papers.filter(pk__in=chosen) if chosen else papers.filter(is_selected=True)
        other = [*begun.values_list("pk", flat=True)[:MAX_PRODUCTS]]
        super().__init__(data, initial={"at": timezone.localdate(), "other": other})
        for name in ("related", "other"):
            field: Any = self.fields[name]
            field.queryset = papers
        self.papers = papers.only("title", "year")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if twice := set(cleaned.get("related", ())) & set(cleaned.get("other", ())):
            words = gettext("A product can be in only one of the two lists. You ticked these in both: %(titles)s")
            raise forms.ValidationError(words % {"titles": "; ".join(sorted(map(str, twice)))})
        return cleaned

    def rows(self) -> list[tuple[Publication, bool, bool]]:
        """Return each paper, and whether it is ticked as related and as another product."""
        ticked = [set(map(str, self[name].value() or ())) for name in ("related", "other")]
        return [(paper, str(paper.pk) in ticked[0], str(paper.pk) in ticked[1]) for paper in self.papers]

    def chosen(self) -> FormChoices:
        related, other = (tuple(row.pk for row in self.cleaned_data.pop(name)) for name in ("related", "other"))
        return FormChoices(related=related, other=other, **self.cleaned_data)


@require_safe
def for_funders(request: Any, pk: int) -> HttpResponse:
    """Ask what the working papers of a person are to hold, and give the one that was asked for."""
    person = roles.row_to_change(request.user, Person, pk)
    file_name = request.GET.get("file", "")
    form = FundersForm(person, request.GET if file_name else None)
    if file_name and form.is_valid():
        name, _dot, extension = file_name.rpartition(".")
        if extension not in FILE_TYPES.get(name, ()):
            raise Http404
        if name == COLLABORATORS:
            return file_answer(collaborators_nsf(person, form.chosen()), MEDIA_TYPE, f"{person.slug}-{file_name}")
        document = biosketch(name, person, Site(request).root, form.chosen())
        return as_file(document, extension, f"{person.slug}-{name}")
    context = {
        "person": person,
        "form": form,
        "title": gettext("For funders: %(name)s") % {"name": person},
        "files": [(label, [(f"{name}.{each}", each) for each in FILE_TYPES[name]]) for name, label in LABELS.items()],
    }
    return render(request, "documents/for_funders.html", admin.site.each_context(request) | context)


class AffiliationsForm(forms.Form):
    """An organisation for each collaborator of a person; only what was changed or confirmed is written down."""

    def __init__(self, person: Person, data: Any = None) -> None:
        super().__init__(data)
        self.person, self.today = person, timezone.localdate()
        where = self.where = Collaborators(person, FormChoices(self.today))
        others, first = where.people.keys() - {person.pk}, where.advising
        self.keys = sorted(others, key=lambda key: (key not in first, where.people[key].sort_key, key))
        for key in self.keys:
            known, name = where.known(key), where.people[key].name
            field = forms.CharField(label=name, required=False, max_length=MAX_AFFILIATION, show_hidden_initial=True)
            field.initial, field.widget.attrs["aria-label"] = known.organisation, name
            self.fields[f"at-{key}"] = field
            if known.to_check:
                confirm = self.fields[f"confirm-{key}"] = forms.BooleanField(required=False)
                confirm.widget.attrs["aria-label"] = gettext("Confirm: %(name)s") % {"name": name}

    def clean(self) -> dict[str, Any]:
        for name in self.changed_data:
            now = self.fields[name].initial
            if name.startswith("at-") and self.data.get(f"initial-{name}", now) != now:
                words = gettext("Somebody else has changed this to “%(organisation)s”: save again to replace it.")
                self.add_error(name, words % {"organisation": now})
        return self.cleaned_data

    def rows(self) -> list[tuple[Any, Any, str, KnownAffiliation | None]]:
        """Return of each collaborator the field and the box, who says so and when, and what others say since."""
        boxes = {key: self[f"confirm-{key}"] for key in self.keys if f"confirm-{key}" in self.fields}
        where = self.where
        return [(self[f"at-{key}"], boxes.get(key), where.known(key).words, where.newer(key)) for key in self.keys]

    def save(self) -> None:
        data, changed = self.cleaned_data, self.changed_data
        keys = [key for key in self.keys if f"at-{key}" in changed or data.get(f"confirm-{key}")]
        date = PartialDate(self.today.isoformat())
        write_down(self.person, [WrittenAffiliation(key, data[f"at-{key}"], date) for key in keys])


@require_http_methods(["GET", "HEAD", "POST"])
def collaborators(request: Any, pk: int) -> HttpResponse:
    """Show where the collaborators of a person work, save what was changed, and ask sources for the rest."""
    person = roles.row_to_change(request.user, Person, pk)
    form = AffiliationsForm(person, request.POST if request.method == "POST" else None)
    if form.is_valid():
        with history_step(request) as step:
            form.save()
        messages.success(request, gettext("Saved."))
        offer_undo(request, step)
        if "ask" in request.POST:
            _ask_sources(request, form)
        return redirect("admin:collaborators", person.pk)
    context = {
        "person": person,
        "rows": form.rows(),
        "asks_others": registry.added(elsewhere.AffiliationSources),
        "title": gettext("Affiliations of collaborators: %(name)s") % {"name": person},
    }
    return render(request, "documents/collaborators.html", admin.site.each_context(request) | context)


def _ask_sources(request: Any, form: AffiliationsForm) -> None:
    """Write down what sources say of all of them, and tell what couldn't be asked."""
    since = months_before(form.today, COLLABORATION_MONTHS).year
    papers = papers_to_choose(form.person).filter(year__gte=since).values_list("pk", flat=True)
    rows, troubles = elsewhere.affiliations(papers, form.keys)
    with history_step(request):
        write_down(form.person, rows)
    people = len({row.person for row in rows})
    words = ngettext("Found the affiliation of %(n)s person.", "Found the affiliations of %(n)s people.", people)
    messages.info(request, words % {"n": people})
    for trouble in troubles:
        messages.warning(request, translated(trouble))
