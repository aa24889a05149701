"""What a change is called in a line of a list: the names of the parts that differ."""

from collections.abc import Iterator
from typing import Any

from django.utils.text import capfirst, get_text_list

from .documents import Document
from .kept import Key, heading_of, kept_fields, kept_lists, shown_rows_of
from .models import Step, Version

NAMED = 4  # things of a step that a line names


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


def said(field: Any) -> bool:
    """Say whether a column is one that editors know: not those that follow from another."""
    return field.editable


def _kinds_of_rows(before: Document, after: Document) -> Iterator[str]:
    for relation in shown_rows_of(thing_of(after, before).model):
        if _of(before, relation.related_model) != _of(after, relation.related_model):
            yield heading_of(relation)


def _of(document: Document, model: Any) -> dict[Key, Any]:
    return {key: row for key, row in document.rows.items() if key.model is model}


def words_of(step: Step) -> str:
    """Return what a step did, in words: its own, or what became of the first of the things that it changed."""
    if step.comment:
        return step.comment
    versions, number = _first_of(step), number_of(step)
    named: dict[str, list[str]] = {}
    for version in versions:
        named.setdefault(version.get_kind_display(), []).append(version.object_repr)
    said = "; ".join(f"{kind} {get_text_list(names, 'and')}" for kind, names in named.items())
    return f"{said}; {number - NAMED} more" if number > NAMED else said


def _first_of(step: Step) -> list[Version]:
    known = getattr(step, "first_versions", None)
    if known is not None:
        return known[:NAMED]
    return list(step.versions.order_by("pk")[:NAMED])


def number_of(step: Step) -> int:
    """Return how many things a step touched; asks unless it is known already."""
    return getattr(step, "number", None) or step.versions.count()
