"""What sources know, in the inbox: what they found of members, and the look-up of what papers lack."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_POST

from labsite.editing.inbox import Action, InboxKind, InboxRow, Waiting, to_inbox
from labsite.texts.stored import translated
from labsite.web.requests import EditorRequest
from publications.importing.pages.base import proposals

from . import missing


class WhatSourcesFound(InboxKind):
    """The imports of what sources found that wait for somebody to look at them."""

    name, page = "found", "import"
    title = _("What sources found")
    advice = _("Papers that the site lacks, or lacks details of: see what would happen, then import or skip them.")

    def open(self, user: Any) -> list[Waiting]:
        rows = (
            proposals(user).order_by("created_at", "pk").values("pk", "label", "person", "person__name", "created_at")
        )
        return [Waiting(self.name, (row["person"],), row) for row in rows]

    def rows(self, waiting: Sequence[Waiting], query: str, is_settled: bool) -> list[InboxRow]:
        rows = []
        for _kind, people, row in waiting:
            address = reverse("admin:import-plan", args=[row["pk"]])
            is_named = row["person__name"] and row["person__name"] in row["label"]
            rows.append(
                InboxRow(
                    translated(row["label"]),
                    address,
                    since=row["created_at"],
                    people=() if is_named else people,
                    post=address,
                    hidden=[("inbox", query)],
                    actions=[Action(_("Look at it"), address=address), Action(_("Skip"), "decline")],
                )
            )
        return rows


@require_POST
def look_up_missing(request: EditorRequest) -> HttpResponse:
    """Ask the sources for what papers lack, and lead to the page that says how far that is."""
    if row := missing.look_up(request.user):
        address = reverse("admin:import-plan", args=[row.pk])
        missing.ask_again(row, request.user, address)
        return redirect(address)
    messages.info(request, gettext("There is nothing to look up: nothing is missing, or it was looked up recently."))
    return to_inbox(request, kind="worklist")
