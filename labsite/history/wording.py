"""What a change is called in a line of a list: the names of the parts that differ."""

from collections.abc import Iterator

from django.utils.text import capfirst

from .documents import Document
from .kept import Key, kept_fields, kept_lists, rows_of


def changed_parts(before: Document, after: Document) -> str:
    """Return the names of the columns and of the kinds of rows that differ, such as "Headline, links"."""
    return capfirst(", ".join(dict.fromkeys([*_columns(before, after), *_kinds_of_rows(before, after)])))


def thing_of(*documents: Document) -> Key:
    """Return the key of the thing that documents are about."""
    return next(key for document in documents for key in document.rows)


def _columns(before: Document, after: Document) -> Iterator[str]:
    key = thing_of(after, before)
    old, new = before.rows.get(key, {}), after.rows.get(key, {})
    for field in (*kept_fields(key.model), *kept_lists(key.model)):
        if field.name in old and field.name in new and old[field.name] != new[field.name] and said(field):
            yield str(field.verbose_name)


def said(field) -> bool:
    """Say whether a column is one that editors know: not those that follow from another."""
    return field.editable or field.name == "added_by"


def _kinds_of_rows(before: Document, after: Document) -> Iterator[str]:
    for relation in rows_of(thing_of(after, before).model):
        model = relation.related_model
        if _of(before, model) != _of(after, model):
            yield relation.name.replace("_", " ")


def _of(document: Document, model) -> dict:
    return {key: row for key, row in document.rows.items() if key.model is model}
