"""Lists of rows in the admin: columns for counts, pictures and links, filters, and which requests a list answers."""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, Model, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext, gettext_lazy as _

from labsite import roles
from labsite.modelling.pictures import rendition_url
from labsite.texts.plain_text import number_in

from .form_anchors import form_address

THUMBNAIL_WIDTH = 160  # pixels
SELECT_AGAIN = _("The selection could not be read. Nothing was changed: select the rows again.")
PICTURE = _("picture")
PLAIN_LOOKUPS = ("exact", "isnull")


def refuse_unreadable_selection(request: HttpRequest) -> HttpResponse | None:
    """Return to the list, with a warning, if an action was sent with anything but primary keys."""
    if all(number_in(key) is not None for key in request.POST.getlist(ACTION_CHECKBOX_NAME)):
        return None
    messages.warning(request, SELECT_AGAIN)
    return HttpResponseRedirect(request.get_full_path())


class CountColumn:
    """A column of list_display that counts a reverse or many-to-many relation; CountingChangeList annotates it."""

    def __init__(self, heading: str | Promise, relation: str) -> None:
        self.short_description = heading
        self.relation = relation
        self.__name__ = self.name = self.admin_order_field = f"number_of_{relation}"

    def __call__(self, row: Model) -> Any:
        return getattr(row, self.name)

    def count(self, model: type[Model], user: Any) -> Coalesce:
        """Return the expression for annotate(), which counts what the user may see: one subquery."""
        related: Any = model._meta.get_field(self.relation).related_model
        shown = None
        if roles.reach(user, "view", related) is not roles.Reach.ALL:
            shown = Q(**{f"{self.relation}__in": roles.reached(user, "view", related._base_manager.all())})
        rows = model._default_manager.filter(pk=OuterRef("pk")).order_by().values("pk")
        return Coalesce(Subquery(rows.annotate(number=Count(self.relation, filter=shown)).values("number")), 0)


class CountingChangeList(ChangeList):
    """Annotates what its columns count.

    Filters only by list_filter and by columns being equal to something: other lookups could guess at secrets.
    """

    def get_queryset(self, request: HttpRequest, exclude_parameters: Any = None) -> QuerySet[Any]:
        columns = [column for column in self.list_display if isinstance(column, CountColumn)]
        counts = {each.name: each.count(self.model, request.user) for each in columns}
        self.root_queryset = self.root_queryset.annotate(**counts)
        return super().get_queryset(request, exclude_parameters)

    def get_filters(self, request: HttpRequest) -> Any:
        filters = super().get_filters(request)
        for parameter in filters[2]:
            name, _, lookup = parameter.partition("__")
            if lookup and lookup not in PLAIN_LOOKUPS:
                raise IncorrectLookupParameters(f"{name} can't be asked for by {lookup}")
        return filters


def thumbnail(picture: Any) -> str:
    """Return a small image of a picture field, or words where it is empty."""
    if picture and not picture._committed:
        # A refused form has put another into its instance than the database has.
        row = type(picture.instance)._base_manager.filter(pk=picture.instance.pk).first()
        picture = getattr(row, picture.field.name) if row else None
    if not picture:
        return gettext("None yet.")
    source = rendition_url(picture, THUMBNAIL_WIDTH)
    return format_html('<img class="thumbnail" src="{}" alt="" loading="lazy">', source)


def stored_picture(field: str, heading: Any) -> Any:
    """Make a read-only field of a form that shows the picture which is stored now."""

    @admin.display(description=heading)
    def picture(model_admin: admin.ModelAdmin, row: Model) -> str:
        return thumbnail(getattr(row, field))

    return picture


def thumbnail_column(field: str, heading: Any = PICTURE) -> Any:
    """Make a list column that shows a picture."""

    @admin.display(description=heading, empty_value="")
    def column(row: Model) -> str | None:
        picture = getattr(row, field)
        return thumbnail(picture) if picture else None

    column.__name__ = "thumbnail"
    return column


def linked_rows(rows: Iterable[Model]) -> str:
    """Return rows as a list of links to their forms."""
    links = [(form_address(row), str(row)) for row in rows]
    items = format_html_join("", '<li><a href="{}">{}</a></li>', links)
    return format_html('<ul class="linked-rows">{}</ul>', items) if links else gettext("None yet.")


class OptionsFilter(admin.SimpleListFilter):
    """A filter of a list: its ``options`` say by value what each is called, and which rows a user sees by it."""

    options: ClassVar[dict[str, tuple[str | Promise, Callable[[Any, Any], QuerySet[Any]]]]]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [(value, label) for value, (label, _rows) in self.options.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        option = self.options.get(self.value() or "")
        if option is None:
            return queryset
        rows = option[1](queryset.model._default_manager.order_by(), request.user)
        return queryset.filter(pk__in=rows.values("pk"))


class MissingAddressFilter(OptionsFilter):
    """Rows with a link whose address is still missing."""

    title = _("links")
    parameter_name = "links"
    options = {
        "missing": (
            _("An address is missing"),
            lambda rows, user: rows.filter(links__in=rows.model.links.rel.related_model.objects.lost()),
        )
    }


class OwnRowsFilter(OptionsFilter):
    """For users with a page of their own: only the rows that are theirs."""

    title = _("owner")
    parameter_name = "whose"
    options = {"mine": (_("Mine"), lambda rows, user: rows.filter(roles.own_rows(user, rows.model)))}
