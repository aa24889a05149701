"""The page *Moving day*: every old address, what was there, and where it is now.

Of what is missing an editor makes the draft of a page, or projects, or says that it is needed no more.
"""

import re
from itertools import chain
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, override
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from labsite import history
from labsite.contrib.moving.addresses.targets import public_targets
from labsite.contrib.moving.models import OldAddress
from labsite.contrib.moving.outcomes import FileOutcomes
from labsite.contrib.moving.site import SiteContent, SitePage, SiteProject
from labsite.contrib.moving.source import SiteSource
from labsite.contrib.moving.writing.context import MoveContext
from labsite.contrib.moving.writing.lab import bring_pages, bring_projects
from labsite.editing.model_admin import offer_undo
from labsite.texts.markdown import render as rendered
from labsite.texts.plain_text import number_in, plain
from labsite.texts.stored import gettext_noop
from labsite.web.requests import EditorRequest

MADE = gettext_noop("Made what was at {address} anew")
LEFT = gettext_noop("Settled what was at {address}")
HEADING = re.compile(r"^#{1,6}[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
# An item of a list that begins with what it is about, in bold or as a link.
ITEM = re.compile(r"^[*+-][ \t]+(\*\*.+?\*\*|\[[^\]]+\]\(\S+?\))[ \t]*[:.,–—-]*[ \t]*", re.MULTILINE)
LINK = re.compile(r"\]\((https?://[^)\s]+)\)")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def moving_day(request: EditorRequest) -> HttpResponse:
    """Show the old addresses; a POST settles one that leads nowhere."""
    key = number_in(request.POST.get("address"))
    row = OldAddress.objects.filter(pk=key, target="").first() if key else None
    if row:
        _settle(request, row)
    if request.method == "POST":
        return redirect("admin:moving-day")
    rows = list(OldAddress.objects.defer("text"))
    public = public_targets(row.target for row in rows if row.target)
    context = {
        "title": gettext("Moving day"),
        "missing": OldAddress.objects.filter(target="", is_left=False),
        "left": [row for row in rows if row.is_left and not row.target],
        "moved": [(row, row.target in public) for row in rows if row.target],
    }
    return render(request, "moving/moving_day.html", admin.site.each_context(request) | context)


def _settle(request: EditorRequest, row: OldAddress) -> None:
    projects = projects_in(row.text) if "projects" in request.POST else []
    if "projects" in request.POST and not projects:
        words = gettext("No headings, and no list of links or bold names, part this text into projects.")
        messages.error(request, words)
    elif projects or "page" in request.POST:
        with history.step(request.user, MADE.format(address=row.path)) as step:
            row.target = make(request.user, [] if projects else [SitePage(row.title, row.text, path="page")], projects)
            row.save()
        page = gettext("This is a draft now: publish it, and %(path)s leads there.")
        words = gettext("These are projects now, and %(path)s leads there.") if projects else page
        messages.success(request, words % {"path": row.path})
        offer_undo(request, step)
    else:
        row.is_left = "leave" in request.POST
        with history.step(request.user, LEFT.format(address=row.path)):
            row.save()


def make(user: Any, pages: list[SitePage], projects: list[SiteProject]) -> str:
    """Write the draft of a page, or projects, unless they are here, and return where what is made is found."""
    site = SiteContent(FileOutcomes([]), pages=pages, projects=projects)
    context = MoveContext(site, SiteSource("moving day"), user)
    context.makes_drafts = True
    for _ in chain(bring_pages(context), bring_projects(context)):
        pass
    rows = list(context.pages.values())
    with override(settings.LANGUAGE_CODE):
        return str(rows[0].get_absolute_url() if len(rows) == 1 else reverse("projects"))


def projects_in(text: str) -> list[SiteProject]:
    """Return the parts of a text, one under each of its headings, or else the items of its list."""
    matches = list(HEADING.finditer(text)) or list(ITEM.finditer(text))
    ends = [*(match.start() for match in matches[1:]), len(text)]
    parts = []
    for number, (match, end) in enumerate(zip(matches, ends, strict=False)):
        title, rest = plain(rendered(match[1])).strip(), text[match.end() : end].strip()
        parts.append(SiteProject(title, text=rest, links=LINK.findall(match[1])[:1], path=str(number)))
    return [part for part in parts if part.title]
