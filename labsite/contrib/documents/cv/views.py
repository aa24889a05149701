"""The CVs of members: as pages, and as files in each format; a short one, and each frozen one, has its own address.

On the editing side a member chooses what is in it, takes every variant along, and freezes versions.
"""

import json
from dataclasses import asdict
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib import admin, messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from labsite import roles
from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.formats import FORMATS, as_file
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.models import (
    HEADINGS,
    MAX_DOCUMENT_SIZE,
    MAX_FROZEN,
    CVSettings,
    FrozenCV,
    members_with_cv,
)
from labsite.contrib.documents.parts import Document
from labsite.editing.inlines import OrderedChoicesField
from labsite.editing.inputs import digest
from labsite.editing.model_admin import history_step
from labsite.texts.plain_text import lines_of
from labsite.web.head import Head, Site
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from people.models import ContactDetail, Person
from people.models.career import has_page
from publications.models import Publication

FULL, SHORT = "cv", "cv-short"
VARIANTS = (FULL, SHORT)
OWN_STYLE = ("", _("House style"))


@at_its_address(members_with_cv)
def cv(request: LabRequest, person: Any, variant: str, extension: str = "") -> HttpResponse:
    """Show a member's CV, if it is for everyone, or give it in a format."""
    choices = CVSettings.of(person).variant(is_short=variant == SHORT)
    document, is_other = cv_of(person, Site(request).root, choices), variant != FULL
    if extension:
        return as_file(document, extension, f"{person.slug}-{variant}", is_indexed=not is_other)
    frozen = () if is_other else person.frozen_cvs.public().defer("document")
    return _page(request, person, document, "cv-file", variant, is_other=is_other, variant=variant, frozen=frozen)


@at_its_address(Person.objects.members)
def frozen_cv(request: LabRequest, person: Any, name: str, extension: str = "") -> HttpResponse:
    """Show a version that everyone may read, as it was when it was frozen, or give it in a format."""
    version = get_object_or_404(person.frozen_cvs.public(), slug=name)
    if extension:
        return as_file(version.contents, extension, version.file_name, is_indexed=False)
    has_full = not CVSettings.of(person).is_hidden
    return _page(request, person, version.contents, "frozen-cv-file", name, has_full=has_full, version=version)


def _page(request: LabRequest, person: Person, document: Document, files: str, name: str, **more: Any) -> HttpResponse:
    """Show a CV; search engines are to find the full one, where everyone may have it, and no others beside it.

    ``files`` is the view of its files, ``name`` what it is called in their addresses.
    """
    context = {"is_other": True, "has_full": True, "version": None, **more}
    has_other = context["is_other"] and context["has_full"]
    head = Head(
        request,
        title=f"{document.about}: {context['version']}" if context["version"] else document.about,
        description=document.about,
        trail=((gettext("People"), reverse("people:list")), (person.shown_name, person.get_absolute_url())),
        canonical=reverse("documents:cv", args=[person.slug, FULL]) if has_other else "",
    )
    addresses = [(reverse(f"documents:{files}", args=[person.slug, name, each]), FORMATS[each]) for each in FORMATS]
    context |= {"document": document, "head": head, "person": person, "document_files": addresses}
    return render(request, "documents/document.html", context)


def one_of_two(label: Any, usual: Any, other: Any) -> forms.BooleanField:
    """Return a field that is True if the other one is chosen."""
    widget = forms.RadioSelect(choices=[(False, usual), (True, other)])
    return forms.BooleanField(label=label, initial=False, required=False, widget=widget)


class CVForm(forms.ModelForm):
    """What a member chooses for every variant of their CV, and which variant they take along or freeze now."""

    shown = OrderedChoicesField(
        label=_("Sections"),
        choices=HEADINGS.items(),
        error_messages={"required": _("Keep at least one section.")},
    )
    is_public = forms.BooleanField(
        label=_("Everyone may read and download it"),
        required=False,
        help_text=_("It contains only what your page shows. If unticked, only you and editors can download it."),
    )
    by_year = one_of_two(_("Publications"), _("By kind: journals, conferences …"), _("By year"))
    style = forms.ChoiceField(
        label=_("Citation style"),
        choices=[OWN_STYLE, *((name, style.label) for name, style in STYLES.items())],
        required=False,
    )
    max_authors = forms.IntegerField(
        label=_("Authors to list per paper"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("Leave empty to list all. Your own name is always included."),
    )
    selected = forms.ModelMultipleChoiceField(
        Publication.objects.none(),
        label=_("Papers of the short CV"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    private_kinds = OrderedChoicesField(
        label=_("Contact details in the private variant"),
        choices=[
            (ContactDetail.Kind.PHONE, _("Telephone")),
            (ContactDetail.Kind.ADDRESS, _("Address")),
            (ContactDetail.Kind.EMAIL, _("E-mail")),
        ],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES, widget=forms.RadioSelect)
    is_short = one_of_two(_("Length"), _("Full"), _("Short: two pages"))
    is_private = forms.BooleanField(label=_("With contact details that only you and editors see"), required=False)
    name = forms.CharField(
        label=_("Name of the copy"),
        required=False,
        max_length=FrozenCV._meta.get_field("name").max_length,
        help_text=_("For example “2026 application”. The copy stays as it is now, whatever changes later."),
    )

    class Meta:
        model = CVSettings
        fields = ("by_year", "first_kind", "style", "max_authors", "selected", "private_kinds")

    def __init__(self, person: Person, data: Any = None) -> None:
        self.person, self.papers = person, Publication.objects.published().by(person, are_many=False)
        super().__init__(data, instance=CVSettings.of(person))
        row, fields = self.instance, cast(Any, self.fields)
        # By this a form knows whether the choices are still those that it showed.
        fixed = [str(getattr(row, field.attname)) for field in row._meta.concrete_fields] if row.pk else []
        self.seen = digest(fixed, sorted(row.selected.values_list("pk", flat=True)) if row.pk else [])
        self.initial = {
            **self.initial,
            "shown": row.shown,
            "is_public": not row.is_hidden,
            "max_authors": row.max_authors or None,
            "language": get_language(),
        }
        fields["selected"].label_from_instance = lambda paper: paper.title + f" ({paper.year})" * bool(paper.year)
        fields["selected"].queryset = self.papers.only("title", "year")
        fields["shown"].widget.noun = _("section")
        fields["shown"].choices = [(name, HEADINGS[name]) for name in row.arranged]

    def clean_max_authors(self) -> int:
        return self.cleaned_data["max_authors"] or 0

    def clean(self) -> dict[str, Any]:
        """Write into the row what isn't a field of it, and refuse what can't be saved or frozen."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        row, shown = self.instance, lines_of(data.get("shown", ""))
        hidden = [name for name in row.arranged if name not in shown]
        row.sections, row.hidden_sections = "\n".join([*shown, *hidden]), "\n".join(hidden)
        row.is_hidden = not data.get("is_public")
        if "download" not in self.data and self.data.get("seen", self.seen) != self.seen:
            words = gettext(
                "These choices have been changed elsewhere since you opened this page. Yours are below: save again "
                "to replace the others."
            )
            raise forms.ValidationError(words)
        if "freeze" in self.data:
            if not data.get("name") and "name" not in self.errors:
                self.add_error("name", gettext("Say what the copy is for, so that you can find it again."))
            elif self.person.frozen_cvs.count() >= MAX_FROZEN:
                words = gettext("You have %(number)s saved CVs, which is the maximum. Delete one first.")
                self.add_error("name", words % {"number": MAX_FROZEN})
        return data

    def document(self, request: Any) -> Document:
        """Return the variant that is taken along, of what the form says, saved or not."""
        data = self.cleaned_data
        papers = [paper.pk for paper in data["selected"]] if data["is_short"] else ()
        choices = self.instance.variant(is_short=data["is_short"], is_private=data["is_private"], papers=papers)
        return cv_of(self.person, Site(request).root, choices, data["language"])


@require_http_methods(["GET", "HEAD", "POST"])
def own_cv(request: Any, pk: int) -> HttpResponse:
    """Show the form of a CV, give a file of what it says, save it, or freeze what it says under a name."""
    rows = Person.objects.members() | Person.objects.filter(login=request.user)
    person = roles.row_to_change(request.user, rows.annotate(has_page=has_page("pk")), pk)
    if request.method != "POST":
        return _form_page(request, CVForm(person))
    if "download" in request.POST:
        form = CVForm(person, request.POST)
        if not form.is_valid():
            return _form_page(request, form)
        extension, data = request.POST["download"], form.cleaned_data
        if extension not in FORMATS:
            raise Http404
        parts = ("short" if data["is_short"] else "", "private" if data["is_private"] else "")
        name = "-".join(filter(None, [person.slug, "cv", *parts]))
        return as_file(form.document(request), extension, name, is_attachment=True)
    with history_step(request):
        form = CVForm(person, request.POST)
        if not form.is_valid() or ("freeze" in request.POST and not _freeze(request, form)):
            return _form_page(request, form)
        form.save()
    messages.success(request, gettext("Saved."))
    return redirect("admin:cv", person.pk)


def _form_page(request: Any, form: CVForm) -> HttpResponse:
    person = form.person
    context = {
        "title": gettext("CV of %(name)s") % {"name": person},
        "person": person,
        "form": form,
        "formats": FORMATS,
        "frozen": person.frozen_cvs.defer("document"),
    }
    return render(request, "admin/cv.html", admin.site.each_context(request) | context)


def _freeze(request: Any, form: CVForm) -> bool:
    """Keep what the form says under its name; say why not where it is too long."""
    data = form.cleaned_data
    document = asdict(form.document(request))
    if len(json.dumps(document)) > MAX_DOCUMENT_SIZE:
        form.add_error(
            "name", gettext("This CV is too long to be saved: leave sections out, or choose the short one.")
        )
        return False
    variant = {name: data[name] for name in ("name", "language", "is_short", "is_private")}
    frozen = FrozenCV.objects.create(person=form.person, document=document, **variant)
    messages.success(request, gettext("“%(name)s” is saved as it is now.") % {"name": frozen.name})
    return True


@require_safe
def own_frozen_cv(request: HttpRequest, pk: int, extension: str) -> HttpResponse:
    """Give a frozen CV in a format to whoever may see it."""
    if extension not in FORMATS:
        raise Http404
    frozen = roles.row_or_404(request.user, "view", FrozenCV._meta.label_lower, pk)
    return as_file(frozen.contents, extension, frozen.file_name, is_attachment=True)
