"""Actions on the selected rows of a list: each row as the roles allow, all in one step of the history."""

import csv
import io
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import transaction
from django.db.models import QuerySet
from django.forms import Form, ModelChoiceField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext, gettext_lazy as _, ngettext, override, pgettext

from labsite import history, roles
from labsite.history import OpenStep
from labsite.jobs import JobRun, Progress, begin, start
from labsite.modelling.publishing import Publishable
from labsite.modelling.values_in_words import listed
from labsite.texts.stored import gettext_noop, translated

State = Publishable.State

NOT_YOURS = _("not yours to change")
PUBLISHED = gettext_noop("Published")
MADE_DRAFTS = gettext_noop("Turned into a draft, hidden from visitors")
MAX_NAMED = 5
LONG = 200  # rows of an action that nobody should have to wait for
PIECE = 20  # of these, written at a time
APPLY = "apply"  # the name of the button of an intermediate page
MERGED_KINDS = {"Person": "people", "Publication": "papers", "Venue": "venues"}  # as the Duplicates page calls them

# A spreadsheet takes a cell for a formula that begins so, behind quotes and spaces too.
FORMULA = re.compile(r"[\s\"'\u2018\u2019\u201c\u201d\ufeff\x00]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"  # by which spreadsheets know that it is UTF-8


@dataclass
class ActionTally:
    """How many rows an action changed, and which it left, by reason."""

    changed: int = 0
    left: dict[str | Promise, list[str]] = field(default_factory=lambda: defaultdict(list))

    def report(self, request: HttpRequest, done: str | Promise, deleted: int = 0) -> None:
        """Say it above the list; ``done`` says what was done, such as "Published"."""
        for level, words in self.in_words(done, deleted):
            messages.add_message(request, level, words)

    def words_of_step(self, done: str | Promise) -> str:
        with override(settings.LANGUAGE_CODE):
            return f"{done}: {self.changed}"

    def in_words(self, done: str | Promise, deleted: int = 0) -> Iterator[tuple[int, str]]:
        if self.changed:
            values = {"done": translated(done), "number": self.changed}
            yield messages.SUCCESS, gettext("%(done)s: %(number)s.") % values
        left = []
        for reason, rows in self.left.items():
            named, others = [gettext("“%(name)s”") % {"name": row} for row in rows[:MAX_NAMED]], len(rows) - MAX_NAMED
            if others > 0:
                named.append(ngettext("%(number)d other", "%(number)d others", others) % {"number": others})
            left.append(gettext("%(rows)s (%(reason)s)") % {"rows": listed(named), "reason": reason})
        gone = ngettext("%(number)d that no longer exists", "%(number)d that no longer exist", deleted)
        left += [gone % {"number": deleted}] if deleted else []
        if left:
            rows_left = pgettext("between clauses", "; ").join(left)
            yield messages.WARNING, gettext("Left unchanged: %(rows)s.") % {"rows": rows_left}


def change_each(
    request: HttpRequest, queryset: QuerySet[Any], done: str | Promise, change: Callable[[Any], str | Promise | None]
) -> None:
    """Change each selected row that the user may change; ``change`` returns why a row is left, or None.

    ``done`` names the step, to which the number of rows is added (see labsite.texts.stored). Where the rows are many
    it goes on in the background, some of them at a time.
    """
    user: Any = request.user
    pks = list(queryset.values_list("pk", flat=True))

    def work(progress: Progress, is_over: Callable[[ActionTally, OpenStep], None]) -> None:
        tally = ActionTally()

        def pieces() -> Iterator[None]:
            for first in range(0, len(pks), PIECE):
                rows = queryset.filter(pk__in=pks[first : first + PIECE])
                changeable = set(roles.reached(user, "change", rows).values_list("pk", flat=True))
                for row in rows:
                    why = change(row) if row.pk in changeable else NOT_YOURS
                    if why:
                        tally.left[why].append(str(row))
                    else:
                        tally.changed += 1
                progress(first, len(pks))
                yield
            if step := history.current():  # which isn't written yet, but where it is long
                step.words = tally.words_of_step(done)

        def finish(whole: OpenStep) -> None:
            if whole.row:
                whole.row.comment = tally.words_of_step(done)
                whole.row.save(update_fields=["comment"])
            is_over(tally, whole)

        history.write_in_parts(user, str(done), pieces(), len(pks) > LONG, finish)

    if len(pks) > LONG:
        _in_background(request, queryset.model._meta.label_lower, done, work)
        return
    # How many were selected that have been deleted since the list was shown.
    selected = set(request.POST.getlist(ACTION_CHECKBOX_NAME))
    is_across = request.POST.get("select_across") == "1"
    deleted = 0 if is_across else len(selected - {*map(str, pks)})
    work(Progress(), lambda tally, whole: tally.report(request, done, deleted))


def _in_background(
    request: HttpRequest, label: str, done: str | Promise, work: Callable[[Progress, Any], None]
) -> None:
    """Begin an action on many rows, unless one of the same login is under way; say above the list where it is told."""
    user: Any = request.user

    def carry_out(progress: Progress) -> None:
        def is_over(tally: ActionTally, whole: OpenStep) -> None:
            words = "\n".join(sentence for _level, sentence in tally.in_words(done))
            progress.finish(words, whole.row.pk if whole.row else None)

        work(progress, is_over)

    name = f"action {user.pk} {label}"[:50]
    if run := begin(name, user, str(done), request.path):
        transaction.on_commit(partial(start, run, carry_out))
    run = JobRun.objects.get(command=name)
    link = format_html('<a href="{}">{}</a>', run.get_absolute_url(), translated(run.words))
    messages.info(request, format_html("{}: {}", link, gettext("in progress")))


def form_or_page(
    model_admin: admin.ModelAdmin,
    request: HttpRequest,
    queryset: QuerySet[Any],
    form_class: type[Form],
    line: Callable[[Any], str] = str,
    /,
    **words: str | Promise,
) -> tuple[Any, TemplateResponse | None]:
    """Return the form that an action needs, and until it is filled in the page between list and action with it.

    ``words`` are its ``title``, its ``action`` and the ``button``; ``line`` says of a row what would become of it.
    """
    form = form_class(request.POST if APPLY in request.POST else None)
    for choice in form.fields.values():
        if isinstance(choice, ModelChoiceField):
            choice.queryset = roles.choices(request.user, choice.widget.field)
    if form.is_valid():
        return form, None
    context = model_admin.admin_site.each_context(request) | {
        **words,
        "opts": model_admin.opts,
        "form": form,
        "rows": [line(row) for row in queryset],
        "hidden": [(ACTION_CHECKBOX_NAME, row.pk) for row in queryset],
        "media": model_admin.media + form.media,
        "back": request.get_full_path(),
    }
    return form, TemplateResponse(request, "admin/page_between.html", context)


def publishing_actions(may_publish: Callable[[Any], bool] = lambda user: True) -> tuple[Any, Any]:
    """Return the actions that publish rows and that hide them; ``may_publish`` says of a user who may do either."""

    def set_state(
        request: HttpRequest, rows: QuerySet[Any], state: str, done: str, already: Promise, refused: Promise
    ) -> None:
        may = may_publish(request.user)

        def change(row: Publishable) -> Promise | None:
            if row.state == state:
                return already
            if not may and State.PUBLISHED in (state, row.state):
                return refused
            row.state = state
            row.save()
            return None

        change_each(request, rows, done, change)

    @admin.action(permissions=["change"], description=_("Publish"))
    def publish_selected(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        words = (PUBLISHED, _("already published"), _("only an editor can publish it"))
        set_state(request, queryset, State.PUBLISHED, *words)

    @admin.action(permissions=["change"], description=_("Turn into drafts"))
    def make_drafts(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        words = (MADE_DRAFTS, _("already a draft"), _("only an editor can hide it"))
        set_state(request, queryset, State.DRAFT, *words)

    return publish_selected, make_drafts


@admin.action(description=_("Merge these two"), permissions=["delete"])
def merge_two(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
    """Put two rows side by side, to be merged or not."""
    keys = list(queryset.order_by("pk").values_list("pk", flat=True)[:3])
    if len(keys) == 2:
        return redirect("admin:compare", MERGED_KINDS[queryset.model.__name__], *keys)
    number = {"number": queryset.count()}
    messages.error(request, gettext("Tick exactly two to merge them: you ticked %(number)s.") % number)
    return None


def export_csv_action(columns: dict[Any, Callable[[Any], Any]], rows_of: Callable[[Any], Any] | None = None) -> Any:
    """Return the action that exports the selected rows: ``columns`` say by heading what to read of a row.

    ``rows_of`` narrows or prefetches the queryset for the columns.
    """

    @admin.action(permissions=["view"], description=_("Export as CSV"))
    def export_csv(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        rows = roles.reached(request.user, "view", queryset)
        rows = rows_of(rows) if rows_of else rows
        lines = [[read(row) for read in columns.values()] for row in rows]
        if not lines:
            messages.warning(request, gettext("There was nothing to export."))
            return None
        name = f"{model_admin.opts.verbose_name_plural}.csv".replace(" ", "-")
        return download(csv_table(list(columns), lines), name, "text/csv")

    return export_csv


def download(text: str, name: str, content_type: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{content_type}; charset=utf-8", headers=headers)


def csv_table(headings: list[Any], rows: list[list[Any]]) -> str:
    """Return rows as comma-separated values under their headings, for a spreadsheet."""
    file = io.StringIO(newline="")
    file.write(BOM)
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(headings)
    writer.writerows([csv_cell(value) for value in row] for row in rows)
    return file.getvalue()


def csv_cell(value: Any) -> str:
    """Return a value as the text of a cell that no spreadsheet takes for a formula."""
    text = (
        "" if value is None else gettext("yes") if value is True else gettext("no") if value is False else str(value)
    )
    return f"'{text}" if FORMULA.match(text) else text
