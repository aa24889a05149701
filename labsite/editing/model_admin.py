"""LabModelAdmin, the base of every ModelAdmin here, and the order in which its parts act on a request."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partialmethod
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.utils import flatten, label_for_field, unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Field, Model, Prefetch, Q, QuerySet
from django.forms import Select
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.functional import keep_lazy_text
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import get_language_info, gettext, gettext_lazy as _

from labsite import history, roles
from labsite.history.tracked import tracked_models
from labsite.history.views import object_history
from labsite.roles import Reach, Role
from labsite.texts.folding import MAX_WORDS, fold, words
from labsite.texts.languages import SECOND, speaks_second

from .change_lists import CountingChangeList, OwnRowsFilter, refuse_unreadable_selection
from .deletions import ConfirmedDeletionAdmin
from .edit_conflicts import BACK, EditConflictAdmin, UnsavedForm
from .form_anchors import FROM_WORKLIST
from .inlines import FORM_FIELDS, MAX_OPEN_ROWS, ROW
from .inputs import DescribedPicturesForm, FormInputs, spread_periods
from .menu import lead_to_page
from .parts import PartForm, PartsAdmin, page_with_pencil
from .stashed_uploads import restore_uploads

OTHER_WAYS = {"_addanother", "_continue", "_popup", "_saveasnew"}  # of saving a form
FILTERS = "_changelist_filters"  # how the list was narrowed from which a form was opened
WORD = re.compile(r"[^\W_]+")


@keep_lazy_text
def in_second_language(request: Any, words: Any) -> str:
    """Name the language of the lab’s second texts in words about them: if these are lazy, once a page shows them."""
    is_english = speaks_second(request.lab.language, page="en")
    code = "en" if is_english else settings.SECOND_LANGUAGE
    return words % {"language": get_language_info(code)["name_translated"]}


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


class LabModelAdmin(EditConflictAdmin, ConfirmedDeletionAdmin, PartsAdmin, FormInputs, admin.ModelAdmin):
    """A form that loses nobody's edits, a list that can be searched without accents, and steps that can be undone.

    It shows the rows that the user may see, and edits those that the user may edit (labsite.roles). None of the bases
    overrides a view: what wraps what is said in the views below. They add hooks, each to the result of those after it.
    """

    form: Any = DescribedPicturesForm
    formfield_overrides = FORM_FIELDS
    list_per_page = 50
    actions_on_top, actions_on_bottom = False, True
    not_here: tuple[str, ...] = ()  # actions that the roles allow, for which there are other ways than the forms
    list_readable: tuple[str, ...] = ()  # relations that the list and the form show as far as the user may read them

    def may(self, action: str, request: HttpRequest, obj: Model | None = None) -> bool:
        """Say whether the user may do something here; to see a row, whether they may change it is asked first."""
        ways = ("change", "view") if action == "view" else (action,)
        return action not in self.not_here and any(roles.may(request.user, way, obj or self.model) for way in ways)

    has_view_permission: Any = partialmethod(may, "view")
    has_add_permission: Any = partialmethod(may, "add")
    has_change_permission: Any = partialmethod(may, "change")
    has_delete_permission: Any = partialmethod(may, "delete")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return roles.role_of(request.user) is not None

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that the user may see, with those that ``list_readable`` names: no drafts of others."""
        user, links = request.user, map(self.opts.get_field, self.list_readable)
        models: dict[str, Any] = {link.name: link.related_model for link in links}
        seen = (
            Prefetch(name, roles.reached(user, "view", each._default_manager.all())) for name, each in models.items()
        )
        return roles.reached(user, "view", super().get_queryset(request)).prefetch_related(*seen)

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        fixed = roles.fixed_fields(request.user, self.model)
        return (*super().get_readonly_fields(request, obj), *fixed)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Say who can change what the user only reads: beside each field, or once in each part of a form."""
        form, row = context["adminform"], context["original"]

        def ask(about: str, **who: bool) -> SafeString:
            who["is_editor"] = roles.at_least(request.user, Role.EDITOR)
            return render_to_string("admin/_ask_editor.html", context | {"opts": self.opts, "about": about, **who})

        if row and not self.has_change_permission(request, row):
            form.fieldsets = [(name, options | {"description": ask(name or "")}) for name, options in form.fieldsets]
        else:
            administrators = roles.rights_of(self.model).fixed.get(Role.EDITOR, ())
            fixed = {*form.readonly_fields} - {*self.readonly_fields}
            form.form._meta.help_texts = (form.form._meta.help_texts or {}) | {
                name: ask(str(label_for_field(name, self.model, self)), is_administrators=name in administrators)
                for name in fixed
            }
        return super().render_change_form(request, context, *args, **kwargs)

    def formfield_for_dbfield(self, db_field: Field, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer no owner but the user to those who may add only their own rows."""
        adds_own = roles.reach(request.user, "add", self.model) is Reach.OWN
        if adds_own and db_field.name == roles.rights_of(self.model).own[0].partition("__")[0]:
            owner: Any = db_field.related_model
            own = owner._default_manager.filter(roles.own_rows(request.user, owner))
            kwargs |= {"queryset": own, "initial": own.first(), "widget": Select}
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_inline_formsets(
        self, request: HttpRequest, formsets: list[Any], inline_instances: list[Any], obj: Model | None = None
    ) -> list[Any]:
        """Show the rows of a long table as text, but for the one that is named."""
        for formset in formsets:
            stored = formset.initial_forms
            for form in stored if len(stored) > MAX_OPEN_ROWS else ():
                form.is_one_of_many = form.prefix != request.GET.get(ROW, "")
        return super().get_inline_formsets(request, formsets, inline_instances, obj)

    def get_list_filter(self, request: HttpRequest) -> Any:
        filters = super().get_list_filter(request)
        has_own = bool(roles.rights_of(self.model).own) and hasattr(request.user, "person")
        return (OwnRowsFilter, *filters) if has_own else filters

    def list_title(self, request: HttpRequest) -> str:
        kind = self.opts.verbose_name_plural
        is_own = request.GET.get(OwnRowsFilter.parameter_name) == "mine"
        return gettext("My %(kind)s") % {"kind": kind} if is_own else capfirst(str(kind))

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        """Save a form: restore uploads, begin a step of the history, merge, and let Django do the rest.

        The merge compares uploads, so they are restored before it; it reads rows that nobody may change until they
        are saved, so it is inside the step, which holds the lock; and what it merges belongs to that. A part of a form
        may be shown over the page that it is on.
        """
        roles.settle(request.user)
        if request.method != "POST":
            page = self.saved_part(request) or super().changeform_view(request, object_id, form_url, extra_context)
            return self.framed(request, page)
        request.POST = spread_periods(request.POST)
        restore_uploads(request)
        with history_step(request):
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

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> type[Any]:
        """Return the form; that of a part leaves the rest as it is, and one that was sent back can't be saved yet."""
        form = super().get_form(request, obj, change=change, **kwargs)
        mixins = {UnsavedForm: BACK in request.POST, PartForm: self.part_of(request, obj) is not None}
        bases = [mixin for mixin, is_such in mixins.items() if is_such]
        return type(form.__name__, (*bases, form), {}) if bases else form

    def get_fieldsets(self, request: Any, obj: Any = None) -> Any:
        """Fold away the texts in the other language, behind the fields that say the same in the first."""
        shown: list[Any] = list(super().get_fieldsets(request, obj))
        second = [field.name for field in self.model._meta.fields if field.name.endswith(SECOND)]
        of_first = {name.removesuffix(SECOND) for name in second}
        places = [n for n, (_name, options) in enumerate(shown) if of_first & {*flatten(options["fields"])}]
        if places:
            words = in_second_language(
                request, _("For the pages in %(language)s. Empty fields are shown there as above.")
            )
            folded = {"fields": second, "classes": ("collapse",), "description": words}
            heading = in_second_language(request, _("In %(language)s"))
            shown.insert(places[-1] + 1, (heading, folded))
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
