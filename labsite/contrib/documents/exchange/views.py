"""A member's CV for other programs, and the page that brings one of theirs in: what of it is new, then one press."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_lazy as _, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from labsite import history, registry, roles
from labsite.contrib.documents.exchange.json_resume import json_resume
from labsite.contrib.documents.exchange.plan import MAX_FACTS, plan_of
from labsite.contrib.documents.exchange.rendercv import rendercv_yaml
from labsite.contrib.documents.models import members_with_cv
from labsite.contrib.reading.career import CareerSource
from labsite.contrib.reading.curriculum import Curriculum
from labsite.contrib.reading.cv_header import curriculum_in
from labsite.contrib.reading.front_matter import BrokenFile, read_yaml
from labsite.contrib.reading.orcid_career import resume_at_orcid
from labsite.editing.model_admin import offer_undo
from labsite.texts.stored import gettext_noop, translated
from labsite.web.head import Site
from labsite.web.middleware import at_its_address
from labsite.web.requests import LabRequest
from people.models import Person
from publications.citations.record import Unreadable
from publications.elsewhere import SourceEntries, Unavailable
from publications.formats.safe_parsing import json_in
from publications.importing.pages import intake
from publications.importing.plan import file_source

MAX_LENGTH = 500_000  # characters, and bytes of a text file
MAX_WORD = 5_000_000  # bytes of a Word file, which may have a photo
BROUGHT = gettext_noop("Imported the CV of {person}")
PAPERS = gettext_noop("CV of {person}: {file}")
TOO_LARGE = _("This file is too large: at most 500 KB, and 5 MB for a Word file.")
NO_CV = _("No CV was found in this file. It can be a Word file, JSON Resume, RenderCV’s YAML or al-folio’s cv.yml.")
TOO_MANY = _("This file contains more than %(most)s entries, which is the maximum.")


def file_of(write: Callable[[Person, str], str], media_type: str) -> Callable[..., HttpResponse]:
    """Return the view of a file of each of them, which takes their slug."""

    @at_its_address(members_with_cv)
    def view(request: LabRequest, person: Any) -> HttpResponse:
        return HttpResponse(write(person, Site(request).root), content_type=media_type)

    return view


resume = file_of(json_resume, "application/json")
rendercv = file_of(rendercv_yaml, "application/yaml; charset=utf-8")


class CVFileForm(forms.Form):
    """Takes a file, or what was read of it before; cleaned, it has been understood, as ``curriculum``."""

    file = forms.FileField(
        label=_("File"),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".json,.yaml,.yml,.docx"}),
        help_text=_("A Word file, resume.json of JSON Resume, the .yaml of RenderCV, or _data/cv.yml of al-folio."),
    )
    text = forms.CharField(required=False, max_length=MAX_LENGTH, strip=False)
    name = forms.CharField(required=False, max_length=200)
    curriculum: Curriculum

    def clean(self) -> dict[str, Any]:
        data, file = self.cleaned_data, self.cleaned_data.get("file")
        if file:
            if file.size > (MAX_WORD if file.name.lower().endswith(".docx") else MAX_LENGTH):
                raise ValidationError({"file": TOO_LARGE}, code="too_large")
            data["name"] = file.name[:200]
        if self.errors:
            return data
        from labsite.contrib.reading.word_cv import text_of_cv  # python-docx takes 11 MB, which a worker need not have

        try:
            data["text"] = text_of_cv(file.read()) if file else data["text"]
            if not file and "orcid" in self.data:
                data["text"], data["name"] = resume_at_orcid(self.initial["orcid"]), f"ORCID {self.initial['orcid']}"
            self.curriculum = read(data["text"])
        except (Unreadable, BrokenFile, Unavailable) as error:
            raise ValidationError({"file": translated(str(error))}, code="unreadable") from error
        return data


def read(text: str) -> Curriculum:
    """Return what a text of JSON or YAML says of a person. Raises Unreadable or BrokenFile."""
    if not text.strip():
        raise Unreadable(gettext("Choose a file."))
    curriculum = curriculum_in(json_in(text) if text.lstrip("\ufeff \t\r\n").startswith("{") else read_yaml(text))
    if not any(vars(curriculum).values()):
        raise Unreadable(str(NO_CV))
    if sum(len(value) for value in vars(curriculum).values() if isinstance(value, list)) > MAX_FACTS:
        raise Unreadable(TOO_MANY % {"most": f"{MAX_FACTS:,}"})
    return curriculum


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def bring_cv(request: Any, pk: int) -> HttpResponse:
    """Take a file, show what of it is new for a person, and save what is ticked."""
    person = roles.row_to_change(request.user, Person, pk)
    form = CVFileForm(request.POST or None, request.FILES or None, initial={"orcid": person.orcid})
    if request.method != "POST" or "back" in request.POST or not form.is_valid():
        form = form if request.method == "POST" and "back" not in request.POST else CVFileForm()
        return _page(request, person, form)
    if "take" not in request.POST:
        plan = plan_of(person, form.curriculum, request.user, Site(request).root)
        return _page(request, person, form, plan=plan, read=form.cleaned_data)
    # One step of the history; papers go on to their own import.
    ticked = set(request.POST.getlist("fact"))
    with transaction.atomic(), history.step(request.user, BROUGHT.format(person=person)) as step:
        person = Person.objects.get(pk=person.pk)
        plan = plan_of(person, form.curriculum, request.user, Site(request).root)
        taken: list[Any] = [fact for fact in plan.facts if fact.is_new and str(fact.number) in ticked]
        for fact in taken:
            fact.save()
    if taken:
        words = ngettext("%(n)s entry has been imported.", "%(n)s entries have been imported.", len(taken))
        messages.success(request, words % {"n": len(taken)})
    else:
        messages.info(request, gettext("Nothing was imported, as nothing was ticked."))
    offer_undo(request, step)
    papers, name = form.curriculum.papers, form.cleaned_data["name"]
    row = None
    if papers and "papers" in request.POST and roles.may_open(request.user, "import"):
        label = PAPERS.format(person=person, file=name)
        row = intake.save(SourceEntries(papers, file_source(name), label), request.user)
    return _page(request, person, form, plan=plan, taken=taken, papers=row)


def _page(request: HttpRequest, person: Person, form: CVFileForm, **context: Any) -> HttpResponse:
    context |= {
        "title": gettext("Import a CV of %(name)s") % {"name": person},
        "person": person,
        "form": form,
        "may_ask_orcid": bool(person.orcid and registry.added(CareerSource)),
        "may_import": roles.may_open(request.user, "import"),
    }
    return render(request, "admin/bring_cv.html", admin.site.each_context(request) | context)
