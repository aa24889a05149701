"""What can be done to the selected papers of the list at once."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ModelAdmin
from django.db.models import Max, Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy as _

from labsite import roles
from labsite.editing.actions import change_each, download, export_csv_action, form_or_page
from labsite.editing.inputs import CheckedAutocompleteSelect, ChosenRow
from labsite.texts.stored import gettext_noop
from publications import approval
from publications.citing import records_of
from publications.formats import WRITTEN
from publications.matching.venues import settled_names
from publications.models import Authorship, Publication, Venue


def chooser(model: type[Model], field: str, **texts: Any) -> forms.ModelChoiceField:
    """Return a form field that suggests rows as the papers' own form does for one of its columns."""
    widget = CheckedAutocompleteSelect(model._meta.get_field(field), admin.site)
    related: Any = model._meta.get_field(field).related_model
    return ChosenRow(related._default_manager.all(), widget=widget, **texts)


class VenueOfPapersForm(forms.Form):
    venue = chooser(
        Publication, "venue", help_text=_("Where these papers appeared. It replaces the venue they have now.")
    )


class MemberForm(forms.Form):
    person = chooser(Authorship, "person", help_text=_("This person is added as the last author of each paper."))
    printed_name = forms.CharField(
        label=_("Name as printed"),
        max_length=200,
        required=False,
        help_text=_("If the papers spell it differently."),
    )


@admin.action(permissions=["approve"], description=_("Approve"))
def approve(model_admin: ModelAdmin, request: HttpRequest, queryset: QuerySet[Publication]) -> None:
    def change(paper: Publication) -> str:
        if paper.state != paper.State.WAITING:
            return gettext("not awaiting approval")
        approval.approve(paper)
        return ""

    change_each(request, queryset, gettext_noop("Approved"), change)


@admin.action(permissions=["change"], description=_("Set the venue…"))
def set_venue(model_admin: ModelAdmin, request: HttpRequest, queryset: QuerySet[Publication]) -> HttpResponse | None:
    words = {"title": gettext("Set the venue"), "action": "set_venue", "button": gettext("Set the venue")}
    form, page = form_or_page(model_admin, request, queryset, VenueOfPapersForm, **words)
    if page:
        return page
    venue = form.cleaned_data["venue"]

    def change(paper: Publication) -> str:
        if paper.venue == venue:
            return gettext("already there")
        paper.venue = venue
        paper.save()
        return ""

    change_each(request, queryset, gettext_noop("Set the venue {venue}").format(venue=venue), change)
    return None


@admin.action(permissions=["change"], description=_("Add an author…"))
def add_author(model_admin: ModelAdmin, request: HttpRequest, queryset: QuerySet[Publication]) -> HttpResponse | None:
    words = {"title": gettext("Add an author"), "action": "add_author", "button": gettext("Add the author")}
    form, page = form_or_page(model_admin, request, queryset, MemberForm, **words)
    if page:
        return page
    person, printed_name = form.cleaned_data["person"], form.cleaned_data["printed_name"]

    def change(paper: Publication) -> str:
        if paper.authorships.filter(person=person).exists():
            return gettext("already an author")
        last = paper.authorships.aggregate(Max("order"))["order__max"] or 0
        paper.authorships.create(person=person, printed_name=printed_name, order=last + 1)
        paper.save()
        return ""

    change_each(request, queryset, gettext_noop("Added {name} as an author").format(name=person), change)
    return None


@admin.action(permissions=["view"], description=_("Export as BibTeX"))
def export_bibtex(
    model_admin: ModelAdmin, request: HttpRequest, queryset: QuerySet[Publication]
) -> HttpResponse | None:
    papers = Publication.objects.filter(pk__in=roles.reached(request.user, "view", queryset).values("pk"))
    if not papers.exists():
        messages.warning(request, gettext("There was nothing to export."))
        return None
    text = WRITTEN["bib"].render(records_of(papers, request.build_absolute_uri))
    return download(text, "publications.bib", WRITTEN["bib"].media_type)


export_papers = export_csv_action(
    {
        "Title": lambda paper: paper.title,
        "Authors": lambda paper: "; ".join(author.display_name for author in paper.authorships.all()),
        "Venue": lambda paper: paper.venue.short_name if paper.venue else "",
        "Year": lambda paper: paper.year,
        "Month": lambda paper: paper.month,
        "Kind": lambda paper: paper.get_kind_display(),
        "Status": lambda paper: paper.get_status_display(),
        "On the site": lambda paper: paper.get_state_display(),
        "DOI": lambda paper: paper.doi,
        "arXiv": lambda paper: paper.arxiv_id,
        "Address": lambda paper: paper.get_absolute_url(),
    },
    rows_of=lambda papers: Publication.objects.filter(pk__in=papers.values("pk")).with_authors(),
)

export_talks = export_csv_action(
    {
        "Title": lambda talk: talk.title,
        "Speaker": lambda talk: talk.speaker.name,
        "Paper": lambda talk: talk.publication.title if talk.publication else "",
        "Given at": lambda talk: "; ".join(map(str, talk.occasions.all())),
    },
    rows_of=lambda talks: talks.select_related("speaker").prefetch_related("occasions"),
)


@admin.action(permissions=["change"], description=_("Clear up acronyms that look made up"))
def settle_acronyms(model_admin: ModelAdmin, request: HttpRequest, queryset: QuerySet[Venue]) -> None:
    def change(venue: Venue) -> str:
        names = settled_names(venue)
        if not names:
            return gettext("its acronym doesn’t look made up")
        if names[0] and Venue.objects.exclude(pk=venue.pk).filter(acronym=names[0]).exists():
            return gettext("another venue is called %(name)s") % {"name": names[0]}
        printed, (venue.acronym, venue.name) = venue.acronym, names
        venue.slug = ""  # made anew; the old address leads to it
        venue.save()
        if printed not in names:
            venue.aliases.get_or_create(name=printed)  # by which what is printed so is still found
        return ""

    change_each(request, queryset, gettext_noop("Cleared up acronyms"), change)


export_venues = export_csv_action(
    {
        "Acronym": lambda venue: venue.acronym,
        "Name": lambda venue: venue.name,
        "Kind": lambda venue: venue.get_kind_display(),
        "Publisher": lambda venue: venue.publisher,
    }
)
