"""What lists show beside plain fields: counts, thumbnails, labelled rows, and which links have no address."""

from django.contrib import admin
from django.db.models import Count, OuterRef, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.html import format_html, format_html_join

from labsite.modelling.pictures import rendition_url

THUMBNAIL_WIDTH = 160  # pixels


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
    picture = _stored(picture)
    if not picture:
        return "None yet."
    source = rendition_url(picture, THUMBNAIL_WIDTH)
    return format_html('<img class="thumbnail" src="{}" alt="" loading="lazy">', source)


def _stored(picture):
    """Return a picture as its row holds it, though a form that was refused has put another in its place."""
    if not picture or picture._committed:
        return picture
    row = type(picture.instance)._base_manager.filter(pk=picture.instance.pk).first()
    return getattr(row, picture.field.name) if row else None


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


class MissingAddressFilter(admin.SimpleListFilter):
    """Rows with a link whose address is still to be found."""

    title = "links"
    parameter_name = "links"

    def lookups(self, request, model_admin):
        return [("missing", "An address is missing")]

    def queryset(self, request, queryset):
        if self.value() == "missing":
            links = queryset.model.links.rel.related_model.objects
            return queryset.filter(pk__in=links.lost().values(queryset.model.links.rel.field.name))
        return queryset
