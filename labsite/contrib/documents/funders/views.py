"""The page of the admin on which a member, or an editor for them, gets what funders ask for."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_safe

from labsite import roles
from labsite.contrib.documents.formats import FORMATS, as_file, file_answer
from labsite.contrib.documents.funders.biosketch import MAX_PRODUCTS, FormChoices, biosketch
from labsite.contrib.documents.funders.workbook import MEDIA_TYPE, collaborators_nsf
from labsite.contrib.documents.models import CVSettings
from labsite.web.head import Site
from people.models import Person
from publications.models import Publication

COLLABORATORS = "nsf-collaborators"
LABELS = {
    "nih": _("NIH biographical sketch and supplement"),
    "nsf": _("NSF biographical sketch"),
    "nsf-activities": _("NSF synergistic activities"),
    COLLABORATORS: _("NSF collaborators and other affiliations"),
}


def papers_to_choose(person: Person) -> Any:
    """Return the published papers of a person, the newest first."""
    return Publication.objects.published().by(person, are_many=False)


class FundersForm(forms.Form):
    """What a member chooses for a working paper."""

    at = forms.DateField(
        label=_("As of"),
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        help_text=_("The day of the submission: from it the 48 months of collaborators are counted back."),
    )
    statement = forms.ChoiceField(
        label=_("Personal statement (NIH)"),
        required=False,
        choices=[
            ("", _("Leave it empty: I write it myself")),
            ("research_statement", _("Begin with my research statement")),
            ("biography", _("Begin with my biography")),
        ],
    )
    in_days = forms.BooleanField(
        label=_("Write dates of collaborators as the last day of their month or year"),
        required=False,
        help_text=_("NSF takes days only, or an empty cell. Without a tick dates are as precise as they are known."),
    )
    related = forms.ModelMultipleChoiceField(Publication.objects.none(), required=False)
    other = forms.ModelMultipleChoiceField(Publication.objects.none(), required=False)

    def __init__(self, person: Person, data: Any = None) -> None:
        papers = papers_to_choose(person)
        chosen = CVSettings.of(person).variant(is_short=True).papers
        begun = papers.filter(pk__in=chosen) if chosen else papers.selected()
        other = [*begun.values_list("pk", flat=True)[:MAX_PRODUCTS]]
        super().__init__(data, initial={"at": timezone.localdate(), "other": other})
        for name in ("related", "other"):
            field: Any = self.fields[name]
            field.queryset = papers
        self.papers = papers.only("title", "year")

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        twice = set(cleaned.get("related", ())) & set(cleaned.get("other", ()))
        if twice:
            words = gettext("Each product stands in one of the two lists. In both you ticked: %(titles)s")
            raise forms.ValidationError(words % {"titles": "; ".join(sorted(map(str, twice)))})
        return cleaned

    @property
    def asked(self) -> list[Any]:
        """Return the fields that aren't columns of the table of papers."""
        return [self["at"], self["statement"], self["in_days"]]

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
    person = get_object_or_404(Person, pk=pk)
    if not roles.may(request.user, "change", person):
        raise PermissionDenied
    file_name = request.GET.get("file", "")
    form = FundersForm(person, request.GET if file_name else None)
    if file_name and form.is_valid():
        name, _dot, extension = file_name.rpartition(".")
        if name not in LABELS or extension not in formats_of(name):
            raise Http404
        if name == COLLABORATORS:
            content = collaborators_nsf(person, form.chosen())
            return file_answer(content, MEDIA_TYPE, f"{person.slug}-{file_name}")
        document = biosketch(name, person, Site(request).root, form.chosen())
        return as_file(document, extension, f"{person.slug}-{name}")
    context = {
        "person": person,
        "form": form,
        "title": gettext("For funders: %(name)s") % {"name": person},
        "files": [(label, [(f"{name}.{each}", each) for each in formats_of(name)]) for name, label in LABELS.items()],
    }
    return render(request, "documents/for_funders.html", admin.site.each_context(request) | context)


def formats_of(name: str) -> tuple[str, ...]:
    """Return in which formats one of LABELS can be had."""
    return ("xlsx",) if name == COLLABORATORS else tuple(FORMATS)
