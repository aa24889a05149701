"""Files that rows hold now, or held in a version that is kept: these stay, so that going back finds them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.db.models import FileField
from reversion.models import Version

from .documents import Document

PICTURE_IN_TEXT = re.compile(r"\btext/[0-9a-f]{16}\.\w+")


def is_remembered(name: str) -> bool:
    """Whether a row, or a kept version of one, refers to a file, if only from within a text."""
    columns = ((model, field) for model in apps.get_models() for field in _file_columns(model))
    held = (model._base_manager.filter(**{field.name: name}).exists() for model, field in columns)
    return any(held) or Version.objects.filter(serialized_data__contains=name).exists()


def files_of(document: Document) -> Iterator[tuple[Any, str]]:
    """Yield the files that a document refers to, each with the column by which it can be removed."""
    in_texts = apps.get_model("labsite", "TextPicture")._meta.get_field("image")
    for key, row in document.rows.items():
        yield from ((field, row[field.name]) for field in _file_columns(key.model) if row.get(field.name))
        texts = (value for value in row.values() if isinstance(value, str))
        yield from ((in_texts, name) for text in texts for name in PICTURE_IN_TEXT.findall(text))


def remove_forgotten(files: Iterable[tuple[Any, str]]) -> list[str]:
    """Remove the files to which nothing refers any more; return their names."""
    forgotten = [(field, name) for field, name in files if not is_remembered(name)]
    for field, name in forgotten:
        field.remove(name)
    return [name for _, name in forgotten]


def _file_columns(model: Any) -> list[Any]:
    return [field for field in model._meta.concrete_fields if isinstance(field, FileField)]
