"""What documents refer to: people, papers, venues, looked up all at once, deleted ones from their last version."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Max, Model

from .documents import Document
from .kept import Key, by_model, kept_fields, kept_lists, kept_models
from .models import Version
from .versions import document_of, key_of


class Others:
    """The rows that documents refer to; knows what each is called."""

    def __init__(self, documents: Iterable[Document]) -> None:
        wanted = dict.fromkeys(key for document in documents for key in _referred(document))
        self.rows: dict[Key, Model] = {}
        for model, pks in by_model(wanted):
            self.rows |= {Key(model, row.pk): row for row in model._base_manager.filter(pk__in=pks)}
        self.rows |= dict(_deleted(key for key in wanted if key not in self.rows))

    def name(self, model: Any, pk: Any) -> str:
        row = self.rows.get(Key(model, pk))
        return str(row) if row else f"a deleted {model._meta.verbose_name}"

    def row(self, key: Key, values: dict[str, Any]) -> Model:
        """Return a row as a document holds it, with the rows that it refers to; it isn't to be saved."""
        return _as_row(key, values, self.rows)

    def called(self, key: Key, values: dict[str, Any]) -> str:
        """Return what a row of a document is called."""
        try:
            return str(self.row(key, values))
        except ObjectDoesNotExist:
            return f"a {key.model._meta.verbose_name}"


def _as_row(key: Key, values: dict[str, Any], others: Mapping[Key, Model]) -> Model:
    row = key.model(pk=key.pk)
    for field in kept_fields(key.model):
        if field.name in values:
            value = field.to_python(values[field.name])
            other = others.get(Key(field.related_model, value)) if field.is_relation else None
            # Assigned in this way, a picture isn't opened to be measured.
            row.__dict__[field.attname] = value
            if other:
                setattr(row, field.name, other)
    return row


def _referred(document: Document) -> Iterator[Key]:
    for key, row in document.rows.items():
        for field in kept_fields(key.model):
            if field.is_relation and row.get(field.name) is not None:
                yield Key(field.related_model, row[field.name])
        for field in kept_lists(key.model):
            yield from (Key(field.related_model, pk) for pk in row.get(field.name, ()))


def _deleted(keys: Iterable[Key]) -> Iterator[tuple[Key, Model]]:
    """Yield what things were when they were last there."""
    for model, pks in by_model(keys):
        if model in kept_models():
            there = Version.objects.of(model, *pks).exclude(kind=Version.Kind.REMOVED).order_by()
            last = there.values("object_id").annotate(last=Max("pk")).values("last")
            for version in Version.objects.filter(pk__in=last):
                key = key_of(version)
                yield key, _as_row(key, document_of(version).rows[key], {})
