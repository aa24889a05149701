"""What the pages of imports share: whose imports they show, their frame, and the words for what becomes of entries."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AbstractUser
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext, gettext_lazy as _
from django.views.decorators.http import require_http_methods

from labsite import roles
from labsite.roles import Role
from labsite.texts.stored import translated
from labsite.web.requests import EditorRequest
from publications.importing.plan import Fate
from publications.models import Import

page_methods = require_http_methods(["GET", "HEAD", "POST"])


def visible_imports(user: AbstractUser) -> QuerySet[Import]:
    """Return the imports that somebody may look at and decide.

    Members see what they bring in themselves, and what sources list of their papers; editors see all.
    """
    imports = Import.objects.all()
    if roles.at_least(user, Role.EDITOR):
        return imports
    return imports.filter(Q(by=user) | Q(by=None, person__login=user))


def proposals(user: AbstractUser) -> QuerySet[Import]:
    """Return what sources were found to have, and waits for somebody to look at it."""
    return visible_imports(user).filter(by=None, state=Import.State.WAITING)


def get_import(request: EditorRequest, pk: int) -> Import:
    """Return an import that somebody may look at; those of others aren't there for them."""
    return get_object_or_404(visible_imports(request.user).select_related("by__person", "person"), pk=pk)


def page(request: EditorRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """Render one of these pages in the frame of the admin."""
    return render(request, f"admin/importing/{name}.html", admin.site.each_context(request) | context)


@dataclass(frozen=True)
class FateSection:
    """Entries with one fate: its heading, the words behind the numbers of the plan and of the report, and advice."""

    name: str
    fate: Fate
    title: Any
    many: Any
    became: Any
    about: Any

    def words(self, number: int) -> str:
        """Say how many will have this fate, without the number."""
        return translated(self.fate.value) if number == 1 else str(self.many)


# In the order in which people should look at them.
SECTIONS = (
    FateSection(
        *("decide", Fate.DECIDE, _("To decide"), _("need a decision"), _("left undecided")),
        _(
            "They look like a paper that is already on the site, or don’t look like a paper, or name someone who "
            "may be a member, or may have been read wrongly. Without a decision they are skipped."
        ),
    ),
    FateSection(
        *("new", Fate.CREATE, _("New"), _("new"), _("added")),
        _("They will be added, each with its authors and venue."),
    ),
    FateSection(
        *("adds", Fate.UPDATE, _("On the site, with something to add"), _("add to a paper"), _("changed")),
        _("They are on the site. What is ticked will be imported; the rest stays as it is."),
    ),
    FateSection(
        *("broken", Fate.FAIL, _("Can’t be read"), _("can’t be read"), _("not imported")),
        _("Correct them at the source, and import them again."),
    ),
    FateSection(
        *("left-out", Fate.SKIP, _("Skipped"), _("skipped"), _("skipped")),
        _("They won’t be imported."),
    ),
    FateSection(
        *("known", Fate.MATCH, _("Nothing new"), _("nothing new"), _("nothing new")),
        _("They are on the site. Where details differ, the site’s stay unless you tick the difference."),
    ),
)
BY_NAME = {section.name: section for section in SECTIONS}
BY_FATE = {section.fate: section for section in SECTIONS}


@dataclass(frozen=True)
class FateTab:
    """A link to a part of a plan or a report, with how much there is in it."""

    name: str
    words: Any
    number: int
    is_current: bool


def fate_tabs(part: str, counts: Mapping[Fate, int], words: Callable[[FateSection, int], Any]) -> list[FateTab]:
    """All entries, then those with each fate that there are: the numbers of the fates make up the first."""
    fates = [FateTab(each.name, words(each, n := counts.get(each.fate, 0)), n, each.name == part) for each in SECTIONS]
    every = FateTab("", gettext("all"), sum(counts.values()), not part)
    return [every, *(tab for tab in fates if tab.number or tab.is_current)]
