"""Deleting rows: only what is still as it was when the confirmation was shown, and what others hold in which ways.

The database keeps a person from being deleted while a paper names them. Nobody is taken out of a paper's authors by
this: the papers go as well, or whoever wrote them stays.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected as django_delete_selected
from django.contrib.admin.utils import NestedObjects, unquote
from django.db import router
from django.db.models import PROTECT, Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _, ngettext, override

from labsite import history, registry, roles
from labsite.history.tracked import links_to, object_keys, silent_models, tracked_models, watched_models
from labsite.history.versions import dump, read
from labsite.modelling.content_version import NotContent
from labsite.modelling.values_in_words import enumerated
from labsite.registry import ContentFacet
from labsite.roles import ModelRights
from labsite.texts.stored import gettext_noop

from .inputs import digest

NUMBERED = re.compile(r": \w+_\w+ object \(\d+\)$")  # a row of a list that a row holds of others
SEEN = "seen"  # the hidden field of a confirmation: a digest of what it shows
CHANGED_SINCE = _("Nothing was deleted, because it was changed in the meantime. Check it again before you delete it.")
SOME_CHANGED_SINCE = _(
    "Nothing was deleted, because something was changed in the meantime. Check again before you delete."
)
MAX_NAMED = 5
DELETED = gettext_noop("Deleted {rows}")
WAYS = {
    "all": _("%(what)s, and %(others)s"),
    "forlorn": _("%(what)s, and %(others)s named nowhere else"),
    "unshared": _("%(what)s, and %(others)s involving nobody else"),
    "free": _("%(what)s, which nothing else uses"),
}
Rows = dict[type[Model], set[Any]]  # primary keys


@dataclass(frozen=True)
class PartOf(ContentFacet):
    """Rows that make their object what it is, as its authors a paper: with one of them the whole object goes.

    ``whole`` is the foreign key to it.
    """

    whole: str


@dataclass
class DeletionChoice:
    """One way to delete some of the selected rows, which are the first that are ``going``, with others along."""

    name: str
    words: str
    going: Rows
    numbers: str = ""  # of what goes along in all
    named: str = ""  # some of it

    def rows(self) -> Iterator[Model]:
        for model, keys in self.going.items():
            yield from model._base_manager.filter(pk__in=keys)

    def delete(self) -> str:
        """Delete in one step of the history, what names others first; return what was deleted, in words."""
        needed = {each: index for index, each in enumerate(tracked_models())}  # each comes after those it needs
        for each in sorted(self.going, key=lambda each: -needed.get(each, len(needed))):
            each._base_manager.filter(pk__in=self.going[each]).delete()
        if step := history.current():
            with override(settings.LANGUAGE_CODE):
                step.words = DELETED.format(rows=_numbers(self.going))
        return _numbers(self.going)


class Holders:
    """Which of the selected rows are held by which objects, which would have to go along."""

    def __init__(self, model: type[Model], selected: set[Any]) -> None:
        self.selected = selected
        self.held: dict[tuple[type[Model], Any], set[Any]] = defaultdict(set)  # by object, the selected rows
        self.shared: dict[tuple[type[Model], Any], bool] = {}  # whether rows that aren't selected have a part in it
        for link in links_to(model):
            if link.remote_field.on_delete is not PROTECT:
                continue
            part = registry.facet(link.model, PartOf)
            rows = link.model._base_manager.order_by()
            whole = link.model._meta.get_field(part.whole) if part else None
            owner, column = (whole.related_model, whole.attname) if whole else (link.model, "pk")
            pairs = list(rows.filter(**{f"{link.name}__in": selected}).values_list(link.attname, column))
            for row, key in pairs:
                self.held[owner, key].add(row)
                self.shared.setdefault((owner, key), False)
            if whole:
                holding = rows.filter(**{f"{column}__in": {key for _, key in pairs}})
                for row, key in holding.values_list(link.attname, column):
                    self.shared[owner, key] |= row not in selected

    def ways(self) -> dict[str, tuple[set[Any], Rows]]:
        """Return which selected rows can go with which objects: all that hold one, those of theirs alone, or none."""
        staying: set[Any] = set()
        going = {each for each in self.held if not self.shared[each]}
        while more := {row for each in self.held if each not in going for row in self.held[each]} - staying:
            staying |= more
            going = {each for each in going if not self.held[each] & staying}
        return {
            "all": (self.selected, _by_model(self.held)),
            "unshared": (self.selected - staying, _by_model(going)),
            "free": (self.selected.difference(*self.held.values()), {}),
        }


def _by_model(objects: Iterable[tuple[type[Model], Any]]) -> Rows:
    by_model: Rows = defaultdict(set)
    for model, key in objects:
        by_model[model].add(key)
    return dict(by_model)


def forlorn(model: type[Model], keys: set[Any]) -> Rows:
    """Return what only objects that are to be deleted name, such as co-authors of papers."""
    found: Rows = {}
    for part, facet in registry.facets(PartOf).items():
        if part._meta.get_field(facet.whole).related_model is not model:
            continue
        links: tuple[Any, ...] = part._meta.fields
        for link in links:
            if getattr(link.remote_field, "on_delete", None) is PROTECT:
                rows = part._base_manager.filter(**{f"{facet.whole}__in": keys})
                left = set(rows.values_list(link.attname, flat=True))
                found[link.related_model] = left - _named_elsewhere(link.related_model, left, rows)
    return {each: left for each, left in found.items() if left}


def _named_elsewhere(model: Any, keys: set[Any], going: Any) -> set[Any]:
    """Return which of some rows have a login, or are named by content that isn't ``going``."""
    own = [field.name for field in model._meta.fields if field.one_to_one]
    with_own = (model._base_manager.filter(pk__in=keys, **{f"{name}__isnull": False}) for name in own)
    named = {key for rows in with_own for key in rows.values_list("pk", flat=True)}
    for link in links_to(model):  # of lists the rows between are read
        if registry.facet(link.model, NotContent):
            continue
        rows = link.model._base_manager.filter(**{f"{link.name}__in": keys})
        if link.model is going.model:
            rows = rows.exclude(pk__in=going.values("pk"))
        named.update(rows.values_list(link.name, flat=True))
    return named


def deletion_choices(user: Any, rows: Any) -> list[DeletionChoice] | None:
    """Return the ways to delete selected rows, the one that deletes most first; None if nothing holds any of them.

    Ways that would delete what isn't the user's to delete are left out.
    """
    model, keys = rows.model, set(rows.values_list("pk", flat=True))
    holders = Holders(model, keys)
    left = {} if holders.held else forlorn(model, keys)
    if not (holders.held or left):
        return None
    ways = holders.ways() if holders.held else {"forlorn": (keys, left), "all": (keys, {})}
    choices: list[DeletionChoice] = []
    for name, (selected, along) in ways.items():
        going = {model: selected, **along}
        if selected and all(going != choice.going for choice in choices):
            words: Any = "%(what)s" if name in ("all", "unshared") and not along else WAYS[name]
            what = {"what": counted(len(selected), model._meta), "others": _numbers(along)}
            choice = DeletionChoice(name, words % what, going)
            if _explain(choice, user, model):
                choices.append(choice)
    return choices


def _explain(choice: DeletionChoice, user: Any, model: type[Model]) -> bool:
    """Note what goes along in all; say whether the user may delete all of it."""
    going = NestedObjects(router.db_for_write(model))
    for each, keys in choice.going.items():
        going.collect(list(each._base_manager.filter(pk__in=keys)))
    going_rows: dict[Any, set[Any]] = going.model_objs
    numbers = []
    for kind, rows in going_rows.items():
        if registry.facet(kind, ModelRights):
            reached = roles.reached(user, "delete", kind._base_manager.filter(pk__in=[row.pk for row in rows]))
            if reached.count() != len(rows):
                return False
        more = len(rows) - len(choice.going.get(kind, ()))
        if more > 0 and kind in watched_models() and kind not in silent_models():
            numbers.append((more, kind._meta))
    numbers.sort(key=lambda pair: -pair[0])
    choice.numbers = enumerated(counted(*pair) for pair in numbers)
    along = [*choice.rows()][len(choice.going[model]) :]
    if along:
        more = len(along) - MAX_NAMED
        names = {"names": enumerated(gettext("“%(name)s”") % {"name": row} for row in along[:MAX_NAMED]), "more": more}
        words = ngettext("%(names)s and %(more)d more.", "%(names)s and %(more)d more.", more)
        choice.named = (words if more > 0 else gettext("%(names)s.")) % names
    return True


def counted(number: int, meta: Any) -> str:
    kind = meta.verbose_name if number == 1 else meta.verbose_name_plural
    return gettext("%(number)s %(kind)s") % {"number": f"{number:,}", "kind": kind}


def _numbers(rows: Rows) -> str:
    return enumerated(counted(len(keys), model._meta) for model, keys in rows.items())


class ConfirmedDeletionAdmin(admin.ModelAdmin):
    """Mixed into a ModelAdmin: what somebody changed after the confirmation was shown isn't deleted unseen."""

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Leave out the rows of lists that rows hold of each other: nobody knows them by a name."""
        objects, numbers, *others = super().get_deleted_objects(objs, request)
        lists = {
            str(each._meta.verbose_name_plural)
            for each in apps.get_models(include_auto_created=True)
            if each._meta.auto_created
        }
        return _named(objects), {name: number for name, number in numbers.items() if str(name) not in lists}, *others

    def refuse_changed_row(self, request: HttpRequest, object_id: str) -> HttpResponse | None:
        """Return to the confirmation, with a warning, if the row has changed since it was shown."""
        row = self.get_object(request, unquote(object_id))
        if row is None or not _is_changed(request, [row]):
            return None
        messages.warning(request, CHANGED_SINCE)
        return HttpResponseRedirect(request.get_full_path())

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        actions: dict[str, Any] = super().get_actions(request)
        if actions.pop("delete_selected", None):
            actions["delete_selected"] = (delete_selected, "delete_selected", gettext("Delete…"))  # after all others
        return actions

    def render_delete_form(self, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
        if context["protected"]:
            return delete_selected(self, request, self.model._default_manager.filter(pk=context["object"].pk))
        return super().render_delete_form(request, context | {SEEN: rows_digest([context["object"]])})


@admin.action(permissions=["delete"], description=_("Delete…"))
def delete_selected(model_admin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
    """Ask, then delete those of the selected rows that the user may delete."""
    rows = roles.reached(request.user, "delete", queryset)
    left = queryset.count() - rows.count()
    if left:
        words = ngettext(
            "%(number)d of the selected isn’t yours to delete, and stays.",
            "%(number)d of the selected aren’t yours to delete, and stay.",
            left,
        )
        messages.warning(request, words % {"number": left})
    if not rows.exists():
        return None
    choices = deletion_choices(request.user, rows)
    if choices is not None:
        return _delete_held(model_admin, request, rows, choices)
    if request.POST.get("post") and _is_changed(request, rows):
        messages.warning(request, SOME_CHANGED_SINCE)
        data: Any = request.POST.copy()
        del data["post"]
        request.POST = data
    answer = django_delete_selected(model_admin, request, rows)
    if answer and answer.context_data is not None:
        counts = [{"kind": kind, "number": number} for kind, number in answer.context_data["model_count"]]
        numbers = enumerated(gettext("%(number)s %(kind)s") % each for each in counts)
        answer.context_data |= {SEEN: rows_digest(rows), "title": _title(rows), "numbers": numbers}
    return answer


def _delete_held(
    model_admin: admin.ModelAdmin, request: HttpRequest, rows: QuerySet[Any], choices: list[DeletionChoice]
) -> Any:
    """Ask what is to go along with rows that other objects hold, then delete it all."""
    opts, all_rows = rows.model._meta, list(choices[0].rows()) if choices else []
    chosen = next((each for each in choices if each.name == request.POST.get("choice")), None)
    if request.POST.get("post"):
        if _is_changed(request, all_rows):
            messages.warning(request, SOME_CHANGED_SINCE)
        elif chosen:
            messages.success(request, gettext("Deleted %(rows)s.") % {"rows": chosen.delete()})
            return None
    context = model_admin.admin_site.each_context(request) | {
        "title": _title(rows),
        "opts": opts,
        "queryset": rows,
        "choices": choices,
        "is_held": not any(each.name == "forlorn" for each in choices),
        SEEN: rows_digest(all_rows),
        "back": reverse(f"admin:{opts.app_label}_{opts.model_name}_changelist"),
    }
    return TemplateResponse(request, "admin/delete_held.html", context)


def _named(objects: list[Any]) -> list[Any]:
    """Return what Django lists as deleted, but for rows that it calls by their numbers."""
    named = (_named(each) if isinstance(each, list) else each for each in objects)
    return [each for each in named if each and not (isinstance(each, str) and NUMBERED.search(each))]


def _title(rows: QuerySet[Any]) -> str:
    return gettext("Delete %(rows)s?") % {"rows": counted(rows.count(), rows.model._meta)}


def _is_changed(request: HttpRequest, rows: Iterable[Model]) -> bool:
    """Say whether rows differ from those of the confirmation that was sent."""
    return SEEN in request.POST and request.POST[SEEN] != rows_digest(rows)


def rows_digest(rows: Iterable[Any]) -> str:
    """Return a short text that changes with any field of the rows, or of the rows that belong to them."""
    documents = sorted(dump(document) for document in read(object_keys(*rows)).values())
    values = [
        [str(getattr(row, field.attname)) for field in row._meta.concrete_fields if field.editable] for row in rows
    ]
    return digest(documents, sorted(values))
