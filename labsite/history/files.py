"""Files that rows hold now, or held in a version that is kept: these stay, so that going back finds them."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps

from labsite.modelling.row_files import file_fields, is_needed

from .documents import Document
from .models import Version

PICTURE_IN_TEXT = re.compile(r"\btext/[0-9a-f]{16}\.\w+")


def is_in_a_version(name: str) -> bool:
    """Whether a version refers to a file, if only from within a text."""
    return Version.objects.filter(serialized_data__contains=name).exists()


def files_of(document: Document) -> Iterator[tuple[Any, str]]:
    """Yield the files that a document refers to, each with the column by which it can be removed."""
    in_texts = apps.get_model("labsite", "TextPicture")._meta.get_field("image")
    for key, row in document.rows.items():
        yield from ((field, row[field.name]) for field in file_fields(key.model) if row.get(field.name))
        texts = (value for value in row.values() if isinstance(value, str))
        yield from ((in_texts, name) for text in texts for name in PICTURE_IN_TEXT.findall(text))


def remove_forgotten(files: Iterable[tuple[Any, str]]) -> list[str]:
    """Remove the files to which nothing refers any more; return their names."""
    forgotten = [(field, name) for field, name in files if not is_needed(name)]
    for field, name in forgotten:
        field.remove(name)
    return [name for _, name in forgotten]
