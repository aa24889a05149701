"""What the admin's forms and lists share."""

from .actions import GO, back_to_draft, change_each, page_between, publish
from .columns import MissingAddressFilter, count_column, linked_rows, own_page, thumbnail, thumbnail_column
from .inlines import BlockInline, LinkInline, RowInline
from .merge_action import merge_two
from .model_admin import LabModelAdmin
from .ordered_rows import (
    ORDERED_ROWS,
    OrderedRowForm,
    OrderedRowsFormSet,
    UsuallyOrderedFormSet,
    ordered_form,
    place_field,
)
from .permissions import readable
from .publishing import OnSiteFilter, PublishableAdmin
from .tables import download, export_table

__all__ = [
    "GO",
    "ORDERED_ROWS",
    "BlockInline",
    "LabModelAdmin",
    "LinkInline",
    "MissingAddressFilter",
    "OnSiteFilter",
    "OrderedRowForm",
    "OrderedRowsFormSet",
    "PublishableAdmin",
    "RowInline",
    "UsuallyOrderedFormSet",
    "back_to_draft",
    "change_each",
    "count_column",
    "download",
    "export_table",
    "linked_rows",
    "merge_two",
    "ordered_form",
    "own_page",
    "page_between",
    "place_field",
    "publish",
    "readable",
    "thumbnail",
    "thumbnail_column",
]
