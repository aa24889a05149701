"""LabModelAdmin, the base of every ModelAdmin here, and the order in which its parts act on a request."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten, unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import get_language_info, gettext

from labsite import history, roles
from labsite.history.tracked import tracked_models
from labsite.history.views import object_history
from labsite.texts.folding import MAX_WORDS, fold, words
from labsite.texts.languages import SECOND, is_second

from .change_lists import CountingChangeList, refuse_unreadable_selection
from .deletions import ConfirmedDeletionAdmin
from .edit_conflicts import EditConflictAdmin
from .form_anchors import FROM_WORKLIST
from .inlines import FORM_FIELDS
from .inputs import DescribedPicturesForm, FormInputs, spread_periods
from .menu import lead_to_page
from .parts import PartsAdmin, page_with_pencil
from .role_permissions import RolePermissionsAdmin
from .stashed_uploads import restore_uploads

OTHER_WAYS = {"_addanother", "_continue", "_popup", "_saveasnew"}  # of saving a form
FILTERS = "_changelist_filters"  # how the list was narrowed from which a form was opened
WORD = re.compile(r"[^\W_]+")


@contextmanager
def history_step(request: HttpRequest) -> Iterator[history.OpenStep]:
    """Make all that a request changes one step of the history, and say afterwards where to find what it deleted."""
    with history.step(request.user) as step:
        yield step
    if step.removed:
        what = gettext("All %(number)s") if len(step.removed) > 1 else gettext("“%(name)s”")
        what %= {"name": step.removed[0], "number": len(step.removed)}
        words = gettext("{} can be restored by an editor.")
        if roles.may_open(request.user, "bin"):
            words = gettext('{} can be restored from the <a href="{}">bin</a>.')
        messages.info(request, format_html(words, what, reverse("admin:bin")))


def offer_undo(request: HttpRequest, step: history.OpenStep) -> None:
    """Lead to a step that has ended, if it changed something and deleted nothing."""
    if step.row and not step.removed and roles.may_open(request.user, "step"):
        where = reverse("admin:step", args=[step.row.pk])
        messages.info(request, format_html(gettext('You can <a href="{}">review or undo this</a>.'), where))


class LabModelAdmin(
    RolePermissionsAdmin,  # before all that asks for rows or permissions
    EditConflictAdmin,
    ConfirmedDeletionAdmin,
    PartsAdmin,
    FormInputs,  # after the permissions, which narrow the choices of a foreign key
    admin.ModelAdmin,
):
    """A form that loses nobody's edits, a list that can be searched without accents, and steps that can be undone.

    None of the bases overrides a view: what wraps what is said in the views below. The bases add hooks, each to
    the result of those after it.
    """

    form: Any = DescribedPicturesForm
    formfield_overrides = FORM_FIELDS
    list_per_page = 50
    actions_on_top, actions_on_bottom = False, True

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Save a form: restore uploads, begin a step of the history, merge, and let Django do the rest.

        The merge compares uploads, so they are restored before it; it reads rows that nobody may change until they
        are saved, so it is inside the step, which holds the lock; and what it merges belongs to that. A part of a form
        may be shown over the page that it is on.
        """
        if request.method != "POST":
            roles.settle(request.user)
            page = self.saved_part(request) or super().changeform_view(request, object_id, form_url, extra_context)
            return self.framed(request, page)
        request.POST = spread_periods(request.POST)
        restore_uploads(request)
        with history_step(request), roles.settled_until_saved(request.user):
            answer, merged = self.merge_edits(request, object_id)
            context = {**(extra_context or {}), **merged}
            answer = answer or super().changeform_view(request, object_id, form_url, context)
        return self.framed(request, answer)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Delete a row in one step of the history, unless it changed after the confirmation was shown."""
        if request.method != "POST":
            return super().delete_view(request, object_id, extra_context)
        with history_step(request):
            answer = self.refuse_changed_row(request, object_id)
            return answer or super().delete_view(request, object_id, extra_context)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the list, or run an action on its rows as one step of the history, and then offer to undo it."""
        context = {"title": self.list_title(request), **(extra_context or {})}
        if request.method != "POST":
            return super().changelist_view(request, context)
        with history_step(request) as step:
            answer = refuse_unreadable_selection(request) or super().changelist_view(request, context)
        offer_undo(request, step)
        return answer

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the versions of a row with the way back to them; Django's own page for models without versions."""
        row = self.get_object(request, unquote(object_id)) if self.model in tracked_models() else None
        if row is None:
            return super().history_view(request, object_id, extra_context)
        if not self.has_change_permission(request, row):
            raise PermissionDenied
        return object_history(request, row)

    def get_fieldsets(self, request: Any, obj: Any = None) -> Any:
        """Fold away the texts in the other language, behind the fields that say the same in the first."""
        shown: list[Any] = list(super().get_fieldsets(request, obj))
        second = [field.name for field in self.model._meta.fields if field.name.endswith(SECOND)]
        of_first = {name.removesuffix(SECOND) for name in second}
        places = [n for n, (_, options) in enumerate(shown) if of_first & {*flatten(options["fields"])}]
        if places:
            code = "en" if is_second(request.lab.language) else settings.SECOND_LANGUAGE
            language = {"language": get_language_info(code)["name_translated"]}
            words = gettext("For the pages in %(language)s. Empty fields are shown there as above.") % language
            folded = {"fields": second, "classes": ("collapse",), "description": words}
            shown.insert(places[-1] + 1, (gettext("In %(language)s") % language, folded))
        return self.fieldsets_of_part(request, obj, shown)

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[CountingChangeList]:
        return CountingChangeList

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Narrow to the rows that match, by the queryset's own search where it has one, else by each word."""
        if not search_term.strip():
            return queryset, False
        rows: Any = self.model._default_manager.order_by()
        if not WORD.search(search_term):
            rows = rows.none()
        elif hasattr(rows, "matching"):
            rows = rows.matching(words(search_term))
        else:
            for word in WORD.findall(search_term)[:MAX_WORDS]:
                # As it was typed or folded.
                spellings = {word, fold(word)} - {""}
                lookups = [(f"{name}__icontains", each) for name in self.search_fields for each in spellings]
                rows = rows.filter(Q(*lookups, _connector=Q.OR))
        return queryset.filter(pk__in=rows.values("pk")), False

    def get_view_on_site_url(self, obj: Model | None = None) -> str | None:
        """Return the address of the row's page, None where it has none; straight there, without a redirect."""
        if not obj or not obj.pk or not self.view_on_site:
            return None
        own = getattr(obj, "get_absolute_url", lambda: None)
        return self.view_on_site(obj) if callable(self.view_on_site) else own()

    def response_add(
        self, request: HttpRequest, obj: Model, post_url_continue: str | None = None
    ) -> HttpResponseRedirect | Any:
        """Lead to the page on which what was added is seen, or to its preview, with ways on from there."""
        page = self.get_view_on_site_url(obj)
        if not page or OTHER_WAYS & request.POST.keys() or FROM_WORKLIST in request.GET:
            answer: Any = super().response_add(request, obj, post_url_continue)
        else:
            answer = lead_to_page(request, obj, page, gettext("“%(name)s” has been added.") % {"name": obj})
        return self.lead_from_panel(request, answer.url) if self.part_of(request, None) else answer

    def response_post_save_change(self, request: HttpRequest, obj: Model) -> HttpResponseRedirect:
        """Go back to the inbox or the list, narrowed as before, if the form was opened from it; else to the page."""
        if FROM_WORKLIST in request.GET:
            return redirect(page_with_pencil(request, obj))
        page = None if FILTERS in request.GET else self.get_view_on_site_url(obj)
        return redirect(page) if page else super().response_post_save_change(request, obj)
