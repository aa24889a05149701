"""Asking an editor about what one may read and not change, and what becomes of it in the inbox."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.editing.inbox import Action, InboxKind, InboxRow, Waiting, settles, to_inbox
from labsite.history.entries import who
from labsite.models import Question
from labsite.models.curation import MAX_LENGTH
from labsite.roles import Role
from labsite.web.requests import EditorRequest

from .role_changes import carry_out

MAX_ABOUT = 100  # characters
MAX_SHOWN = 200  # questions that are answered
WHO = ("asked_by__person", "answered_by__person")


class AskForm(forms.Form):
    text = forms.CharField(
        label=_("What should an editor know or change?"),
        max_length=MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class AnswerForm(forms.Form):
    question = forms.ModelChoiceField(Question.objects.all(), widget=forms.HiddenInput)
    answer = forms.CharField(
        label=_("Reply (optional)"),
        max_length=MAX_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 5}),
    )


class Questions(InboxKind):
    """What members ask, until an editor answers, and the answers, until those who asked have read them."""

    name, page = "questions", "questions"
    title = _("Questions")
    advice = _("What members ask about things that they can’t change themselves.")
    settled_title = _("Questions and replies")

    def open(self, user: Any) -> list[Waiting]:
        rows = Question.objects.answered_for(user)
        if roles.at_least(user, Role.EDITOR):
            rows |= Question.objects.open()
        return self._waiting(rows.order_by("asked_at", "pk"))

    def settled(self, user: Any, query: dict[str, str]) -> list[Waiting]:
        """Return what was answered, the last first, and of one's own also what nobody has answered yet."""
        rows = Question.objects.filter(asked_by=user)
        if roles.at_least(user, Role.EDITOR):
            rows |= Question.objects.exclude(answered_at=None)
        return self._waiting(rows.order_by("-answered_at", "-pk")[:MAX_SHOWN])

    def _waiting(self, rows: Any) -> list[Waiting]:
        questions = [(each, getattr(each.asked_by, "person", None)) for each in rows.select_related(*WHO)]
        return [Waiting(self.name, (person.pk,) if person else (), each) for each, person in questions]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        return [self._row(each.item, each.people, query, is_settled) for each in waiting]

    def _row(self, question: Question, people: Sequence[int], query: str, is_settled: bool) -> InboxRow:
        try:
            form = reverse(f"admin:{question.model.replace('.', '_')}_change", args=[question.row])
        except NoReverseMatch:  # a kind that the site has no more
            form = ""
        reply, done = ("", ""), Action(_("Done"), "done")
        if question.answered_at:
            reply = (
                f"{who(question.answered_by)}, {date_format(question.answered_at)}",
                question.answer or gettext("Done."),
            )
            done = Action(_("Mark as read"), "read")
        actions = [done, *([Action(_("Open"), address=form)] if form else [])]
        if question.proposal and not question.answered_at:
            actions.insert(0, Action(_("Make this change"), "carry-out"))
        return InboxRow(
            question.about,
            form,
            words=_("No reply yet.") if is_settled and not question.answered_at else "",
            text=question.text,
            reply=reply,
            since=question.asked_at,
            people=people,
            post=reverse("admin:questions") + (f"?{query}" if query else ""),
            hidden=[("question", question.pk)],
            actions=[] if is_settled else actions,
            max_length=MAX_LENGTH,
            answer=("answer", _("Reply (optional)")) if done.name == "done" else None,
        )


@require_http_methods(["GET", "HEAD", "POST"])
def ask(request: EditorRequest, label: str, pk: int) -> HttpResponse:
    """Take somebody's question about a row that they see, which begins with what in it they came from."""
    row = roles.row_or_404(request.user, "view", label, pk)
    about = request.GET.get("about", "")[:MAX_ABOUT]
    form = AskForm(request.POST or None, initial={"text": f"{about}: " if about else ""})
    if request.method == "POST" and form.is_valid():
        Question.objects.ask(request.user, row, form.cleaned_data["text"])
        messages.success(request, gettext("The editors have your question. Their reply will appear here."))
        return to_inbox(request, kind="questions", settled="1")
    context = {"title": gettext("Ask an editor"), "form": form, "row": row, "opts": row._meta}
    return render(request, "admin/ask.html", admin.site.each_context(request) | context)


@settles("questions")
def questions(request: EditorRequest) -> HttpResponse:
    """Close a question with an editor's answer, of which the first stands, or remember that an answer was read."""
    form = AnswerForm(request.POST)
    if not form.is_valid() and "question" not in form.errors and roles.at_least(request.user, Role.EDITOR):
        context = {"title": gettext("Answer"), "form": form, "question": form.cleaned_data["question"]}
        return render(request, "admin/answer.html", admin.site.each_context(request) | context)
    question, words = form.cleaned_data.get("question"), form.cleaned_data.get("answer", "")
    if question and "read" in request.POST:
        Question.objects.answered_for(request.user).filter(pk=question.pk).update(is_seen=True)
    elif question and roles.at_least(request.user, Role.EDITOR):
        if question.answered_at:
            already = gettext("Somebody has already replied. Your reply was not saved: %(words)s")
            messages.warning(request, already % {"words": words or "–"})
        else:
            person = question.subject() if "carry-out" in request.POST and question.proposal else None
            if person and (why_not := carry_out(person, question.proposal, request.user, timezone.localdate())):
                words = gettext("Nothing was changed, because the roles have changed since. %(why)s")
                messages.warning(request, words % {"why": why_not})
                return to_inbox(request)
            question.close(request.user, words)
            messages.success(request, gettext("Replied to: %(question)s") % {"question": question})
    return to_inbox(request)
