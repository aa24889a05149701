"""Asking an editor about what one may read and not change, and the editors' list of what was asked."""

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.models import Question
from labsite.models.curation import MAX_LENGTH
from labsite.roles import Role
from labsite.web.requests import EditorRequest

MAX_SHOWN = 200  # questions that are answered


class AskForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("What should an editor know or change?"),
        max_length=MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class AnswerForm(forms.Form):
    question = forms.ModelChoiceField(Question.objects.all(), widget=forms.HiddenInput)
    answer = forms.CharField(max_length=MAX_LENGTH, required=False)


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: EditorRequest, label: str, pk: int) -> HttpResponse:
    """Take somebody's question about a row that they see."""
    row = roles.row_or_404(request.user, "view", label, pk)
    form = AskForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        Question.objects.ask(request.user, row, form.cleaned_data["text"])
        messages.success(request, _("The editors have your question. What they answer you find here."))
        return redirect("admin:questions")
    context = {"title": _("Ask an editor"), "form": form, "row": row, "opts": row._meta}
    return render(request, "admin/ask.html", admin.site.each_context(request) | context)


@require_http_methods(["GET", "HEAD", "POST"])
def questions(request: EditorRequest) -> HttpResponse:
    """Show editors what was asked, and everybody what they asked; an editor's POST answers a question."""
    is_editor = roles.at_least(request.user, Role.EDITOR)
    refused = None
    if request.method == "POST" and is_editor:
        refused = AnswerForm(request.POST)
        if refused.is_valid():
            _answer(request, refused.cleaned_data["question"], refused.cleaned_data["answer"])
            return redirect("admin:questions")
    rows = Question.objects.select_related("asked_by__person", "answered_by__person")
    visible = rows if is_editor else rows.filter(asked_by=request.user)
    unseen = {*Question.objects.answered_for(request.user).values_list("pk", flat=True)}
    answered = list(visible.exclude(answered_at=None).order_by("-answered_at", "-pk")[:MAX_SHOWN])
    context = {
        "title": _("Questions") if is_editor else _("Your questions"),
        "is_editor": is_editor,
        "open": [(each, _form_of(each)) for each in visible.open().order_by("asked_at", "pk")],
        "answered": [(each, _form_of(each), each.pk in unseen) for each in answered],
        "refused": refused,
        "max_length": MAX_LENGTH,
    }
    Question.objects.filter(pk__in=unseen).update(is_seen=True)
    return render(request, "admin/questions.html", admin.site.each_context(request) | context)


def _form_of(question: Question) -> str:
    """Return the address of the form of what a question is about."""
    try:
        return reverse(f"admin:{question.model.replace('.', '_')}_change", args=[question.row])
    except NoReverseMatch:  # a kind that the site has no more
        return ""


def _answer(request: EditorRequest, question: Question, words: str) -> None:
    """Close a question, with words or by what was done; of two answers the first stands."""
    if question.answered_at:
        already = _("Somebody has answered this already. Your answer was not saved: %(words)s")
        messages.warning(request, already % {"words": words or "–"})
        return
    question.close(request.user, words)
    messages.success(request, _("Answered: %(question)s") % {"question": question})
