"""Showing a draft to those who have no login, such as co-authors or a press office: by a link that ends in a week."""

import logging

from django.contrib import admin, messages
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import resolve
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from labsite import roles
from labsite.modelling.publishing import Publishable
from labsite.models import DraftLink
from labsite.web.requests import EditorRequest

logger = logging.getLogger(__name__)


@never_cache
@require_safe
def draft(request: HttpRequest, token: str) -> HttpResponse:
    """Show the draft that a link leads to, as its page is going to be; once that is public, lead there."""
    link = DraftLink.objects.at(token)
    row = link.subject() if link else None
    if row is not None and row.is_published():
        return redirect(row)
    if link is None or row is None or not link.is_open:
        return render(request, "access/draft_over.html", {"link": link}, status=410)
    if request.method == "GET":
        DraftLink.objects.filter(pk=link.pk).update(openings=F("openings") + 1, opened_at=timezone.now())
        logger.info(f"Draft link {link.pk} to {link.model} {link.row} was opened")
    request.shared, request.draft_link = row, link  # type: ignore[attr-defined]
    match = resolve(row.get_absolute_url())
    return match.func(request, *match.args, **match.kwargs)


@require_http_methods(["GET", "HEAD", "POST"])
def share_draft(request: EditorRequest, label: str, pk: int) -> HttpResponse:
    """Show the links to a draft; a POST makes one, or withdraws those that still work."""
    row = roles.row_or_404(request.user, "change", label, pk)
    if not isinstance(row, Publishable) or row.is_published():
        raise Http404(f"{row} is no draft.")
    links = DraftLink.objects.about(row)
    if request.method == "POST" and "withdraw" in request.POST:
        for link in links.open():
            link.withdraw()
            logger.info(f"Login {request.user.pk} withdrew draft link {link.pk} to {link.model} {link.row}")
        messages.success(request, _("The link has been withdrawn; it no longer shows the draft."))
    elif request.method == "POST":
        if not links.open().exists():  # a second click makes no second one
            link = DraftLink.objects.create(model=row._meta.label_lower, row=row.pk, made_by=request.user)
            logger.info(f"Login {request.user.pk} made draft link {link.pk} to {link.model} {link.row}")
        messages.success(request, _("Anyone with the link can see the draft, for a week."))
    if request.method == "POST":
        return redirect("admin:share-draft", label, pk)
    links = links.select_related("made_by")
    context = {"title": _("Share the draft"), "row": row, "opts": row._meta, "links": links}
    context["link"] = next((each for each in links if each.is_open), None)
    return render(request, "admin/share_draft.html", admin.site.each_context(request) | context)
