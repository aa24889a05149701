"""What the admin's forms and lists share: search that folds, counts, thumbnails, labelled rows, missing addresses."""

import re
from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AdminTextInputWidget, RelatedFieldWidgetWrapper
from django.db import models
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.text import capfirst

from labsite.folding import MOST_WORDS, fold, words
from labsite.pictures import rendition_url
from labsite.stale_forms import WatchfulAdmin

WORD = re.compile(r"[^\W_]+")
THUMBNAIL_WIDTH = 160  # pixels
ADDRESS_MISSING = mark_safe('<strong class="missing">editors: address missing</strong>')

# An address typed without a scheme is taken for https.
FORM_FIELDS: dict[Any, dict[str, Any]] = {models.URLField: {"assume_scheme": "https"}}


class LabModelAdmin(WatchfulAdmin, admin.ModelAdmin):
    """A list whose search folds accents and whose count columns cost no query each; a form that links to its page.

    What somebody else saved while the form was open is shown before it is overwritten.
    """

    formfield_overrides = FORM_FIELDS
    list_per_page = 50

    def get_queryset(self, request):
        columns = [column for column in self.get_list_display(request) if hasattr(column, "counts")]
        counts = {column.__name__: count_of(self.model, column.counts) for column in columns}
        return super().get_queryset(request).annotate(**counts)

    def get_search_results(self, request, queryset, search_term):
        found = self._found(search_term) if search_term.strip() else None
        return (queryset if found is None else queryset.filter(pk__in=found.values("pk"))), False

    def _found(self, search_term):
        rows = self.model._default_manager.order_by()
        if not WORD.search(search_term):
            return rows.none()
        if hasattr(rows, "matching"):
            return rows.matching(words(search_term))
        for word in WORD.findall(search_term)[:MOST_WORDS]:
            rows = rows.filter(self._has(word))
        return rows

    def _has(self, word):
        """Say of a row that a search field has the word: as it was typed, or folded where the text is folded."""
        condition = Q()
        for lookup in self.search_fields:
            for spelling in {word, fold(word)} - {""}:
                condition |= Q(**{f"{lookup}__icontains": spelling})
        return condition

    def get_view_on_site_url(self, obj=None):
        """Return the address of the row's page, None where it has none; straight there, without a redirect."""
        return self.view_on_site(obj) if obj and obj.pk and callable(self.view_on_site) else None


def own_page(admin_form, row):
    """For ``view_on_site``: the page of the row itself."""
    return row.get_absolute_url()


def count_of(model, relation):
    """Return an expression that counts the rows of a reverse or many-to-many relation, for annotate()."""
    rows = model._default_manager.filter(pk=OuterRef("pk")).order_by().values("pk")
    return Coalesce(Subquery(rows.annotate(number=Count(relation)).values("number")), 0)


def count_column(heading, relation):
    """Make a list column that counts a relation; LabModelAdmin annotates what it shows."""
    name = f"number_of_{relation}"

    @admin.display(description=heading, ordering=name)
    def column(row):
        return getattr(row, name)

    column.__name__ = name
    column.counts = relation
    return column


def thumbnail(picture):
    """Return a small image of a picture field, or words where it is empty."""
    if not picture:
        return "None yet."
    source = rendition_url(picture, THUMBNAIL_WIDTH)
    return format_html('<img class="thumbnail" src="{}" alt="" loading="lazy">', source)


def thumbnail_column(field, heading="picture"):
    """Make a list column that shows a picture."""

    @admin.display(description=heading, empty_value="")
    def column(row):
        picture = getattr(row, field)
        return thumbnail(picture) if picture else None

    column.__name__ = "thumbnail"
    return column


def linked_rows(rows):
    """Return rows as a list of links to their forms."""
    links = [(_form_address(row), str(row)) for row in rows]
    items = format_html_join("", '<li><a href="{}">{}</a></li>', links)
    return format_html('<ul class="linked-rows">{}</ul>', items) if links else "None yet."


def _form_address(row):
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


class BlockInline(admin.StackedInline):
    """Rows with long texts or many fields, one under the other."""

    formfield_overrides = FORM_FIELDS
    extra = 0


class RowInline(admin.TabularInline):
    """Short rows of a table; each input says its column's name to those who don't see the heading."""

    formfield_overrides = {models.URLField: {**FORM_FIELDS[models.URLField], "widget": AdminTextInputWidget}}
    extra = 0

    def formfield_for_dbfield(self, db_field, request, **kwargs):
        field = super().formfield_for_dbfield(db_field, request, **kwargs)
        if field:
            widget = field.widget
            if isinstance(widget, RelatedFieldWidgetWrapper):
                # A row has room for one of the four icons, and only where a row can't do without.
                widget.can_change_related = widget.can_delete_related = widget.can_view_related = False
                widget.can_add_related = widget.can_add_related and field.required
                widget = widget.widget
            widget.attrs.setdefault("aria-label", capfirst(str(field.label)))
        return field

    def get_formset(self, request, obj=None, **kwargs):
        return _with_labelled_deletion(super().get_formset(request, obj, **kwargs))


def _with_labelled_deletion(formset):
    class LabelledFormSet(formset):
        def add_fields(self, form, index):
            super().add_fields(form, index)
            if "DELETE" in form.fields:
                what = form.instance if form.instance.pk else "this row"
                form.fields["DELETE"].widget.attrs["aria-label"] = f"Delete {what}"

    return LabelledFormSet


class LinkInline(RowInline):
    """Links, of which those without an address are marked."""

    fields = ("kind", "label", "url", "shown_to")
    readonly_fields = ("shown_to",)

    @admin.display(description="shown to")
    def shown_to(self, link):
        if not link.pk:
            return ""
        return "everyone" if link.url else ADDRESS_MISSING


class MissingAddressFilter(admin.SimpleListFilter):
    """Rows with a link whose address is still to be found."""

    title = "links"
    parameter_name = "links"

    def lookups(self, request, model_admin):
        return [("missing", "An address is missing")]

    def queryset(self, request, queryset):
        if self.value() == "missing":
            return queryset.filter(pk__in=queryset.model._default_manager.filter(links__url="").values("pk"))
        return queryset
