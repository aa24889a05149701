"""The pages about e-mails: what somebody wants, and what signed links do without signing in."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.signing import BadSignature, SignatureExpired
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from labsite import roles
from labsite.contrib.mail.letters import read_link
from labsite.contrib.mail.models import MailSettings, Notice
from labsite.contrib.mail.sending import FOR_EDITORS
from labsite.models import User
from labsite.roles import Role
from publications.citations.entry import unpacked
from publications.importing.pages.base import proposals
from publications.models import Import

Kind = Notice.Kind
page_methods = require_http_methods(["GET", "HEAD", "POST"])
MAX_TITLES = 50


class ChoicesForm(forms.Form):
    """Asks which kinds of e-mail somebody wants, of those that they may get."""

    wanted = forms.MultipleChoiceField(label=_("E-mail me about"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, login: Any, data: Any = None) -> None:
        self.settings, _is_new = MailSettings.objects.get_or_create(login=login)
        left_out = {Kind.INVITATION, *(() if roles.at_least(login, Role.EDITOR) else FOR_EDITORS)}
        self.offered = {kind.value: kind.label for kind in Kind if kind not in left_out}
        wanted = [kind for kind in self.offered if kind not in self.settings.unwanted]
        super().__init__(data, initial={"wanted": wanted})
        self.fields["wanted"].choices = [*self.offered.items()]  # type: ignore[attr-defined]

    def save(self) -> None:
        """Keep what is wanted; of kinds that weren't offered what was said before stays."""
        others = {*self.settings.unwanted} - self.offered.keys()
        self.settings.unwanted = sorted(others | self.offered.keys() - {*self.cleaned_data["wanted"]})
        self.settings.save(update_fields=["unwanted"])


@page_methods
@login_required
def choices(request: HttpRequest) -> HttpResponse:
    """Show somebody what the site may send them, and let them choose."""
    form = ChoicesForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_valid():
        form.save()
        messages.success(request, gettext("Saved. From now on you get the e-mails that are ticked here."))
        return redirect("mail-choices")
    return render(request, "mail/choices.html", {"form": form})


def _of_a_link(view: Callable[[HttpRequest, User, Any], HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a view take whose link of an e-mail it is and what that is about; say so where the link doesn't work."""

    @page_methods
    @wraps(view)
    def opened(request: Any, token: str) -> HttpResponse:
        try:
            login, about = read_link(request.resolver_match.url_name, token)
        except BadSignature as error:
            is_old = isinstance(error, SignatureExpired)
            return render(request, "mail/bad_link.html", {"is_old": is_old}, status=410 if is_old else 404)
        return view(request, login, about)

    return opened


@csrf_exempt  # programs for e-mail send the form by themselves: https://www.rfc-editor.org/rfc/rfc8058
@_of_a_link
def unsubscribe(request: HttpRequest, login: User, kind: str) -> HttpResponse:
    """Send somebody no more e-mails of a kind. Only a POST does it: scanners of e-mails follow links."""
    if request.method == "POST":
        with transaction.atomic():
            settings, _is_new = MailSettings.objects.select_for_update().get_or_create(login=login)
            settings.unwanted = sorted({*settings.unwanted, kind})
            settings.save(update_fields=["unwanted"])
    return render(request, "mail/unsubscribe.html", {"kind": Kind(kind).label, "is_done": request.method == "POST"})


@_of_a_link
def found_papers(request: HttpRequest, login: User, pk: int) -> HttpResponse:
    """Ask somebody whether papers that a source knows are theirs; a POST says that none is, else the plan is next."""
    row = proposals(login).filter(pk=pk).first()
    is_declined = bool(row) and request.method == "POST"
    if is_declined:
        Import.objects.filter(pk=pk, state=Import.State.WAITING).update(state=Import.State.DECLINED)
    entries = [unpacked(each) for each in row.entries] if row else []
    titles = list(dict.fromkeys(entry.record.title for entry in entries if entry.record))
    context = {"row": row, "is_declined": is_declined, "titles": titles[:MAX_TITLES], "more": len(titles[MAX_TITLES:])}
    return render(request, "mail/found.html", context)


@require_POST
def tell_again(request: HttpRequest) -> HttpResponse:
    """Let what was given up be tried again, for administrators."""
    Notice.objects.filter(has_failed=True).update(has_failed=False, due_at=timezone.now(), created_at=timezone.now())
    return redirect("admin:the-site")
