"""What the admin's forms and lists share."""

from .columns import MissingAddressFilter, count_column, linked_rows, own_page, thumbnail, thumbnail_column
from .inlines import BlockInline, LinkInline, RowInline
from .model_admin import LabModelAdmin
from .ordered_rows import (
    ORDERED_ROWS,
    OrderedRowForm,
    OrderedRowsFormSet,
    UsuallyOrderedFormSet,
    ordered_form,
    place_field,
)

__all__ = [
    "ORDERED_ROWS",
    "BlockInline",
    "LabModelAdmin",
    "LinkInline",
    "MissingAddressFilter",
    "OrderedRowForm",
    "OrderedRowsFormSet",
    "RowInline",
    "UsuallyOrderedFormSet",
    "count_column",
    "linked_rows",
    "ordered_form",
    "own_page",
    "place_field",
    "thumbnail",
    "thumbnail_column",
]
