"""Old versions go, and with them the files that nothing refers to any more."""

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps
from django.db import transaction
from django.db.models import Exists, Max

from labsite.modelling.row_files import file_fields, is_needed

from .models import Step, Version
from .tracked import batches
from .versions import Snapshot, later_ones, snapshot_of

PICTURE_IN_TEXT = re.compile(r"\btext/[0-9a-f]{16,32}\.\w+")


def is_in_a_version(name: str) -> bool:
    """Whether a version refers to a file, if only from within a text."""
    return Version.objects.filter(serialized_data__contains=name).exists()


def files_of(snapshot: Snapshot) -> Iterator[tuple[Any, str]]:
    """Yield the files that a snapshot refers to, each with the column by which it can be removed."""
    in_texts = apps.get_model("labsite", "TextPicture")._meta.get_field("image")
    for key, row in snapshot.rows.items():
        yield from ((field, row[field.name]) for field in file_fields(key.model) if row.get(field.name))
        texts = (value for value in row.values() if isinstance(value, str))
        yield from ((in_texts, name) for text in texts for name in PICTURE_IN_TEXT.findall(text))


def remove_forgotten(files: Iterable[tuple[Any, str]]) -> list[str]:
    """Remove the files to which nothing refers any more; return their names."""
    forgotten = [(field, name) for field, name in files if not is_needed(name)]
    for field, name in forgotten:
        field.remove(name)
    return [name for _, name in forgotten]


class Pruned(NamedTuple):
    versions: int
    files: int


def prune(until: datetime) -> Pruned:
    """Delete what was before a time, but for what each object held when the first kept change was made."""
    files: dict[tuple[Any, str], None] = {}
    with transaction.atomic():
        old = Version.objects.filter(step__date_created__lt=until)
        # The last old version of each object that has a newer one, which is compared with it.
        last = old.order_by().values("content_type", "object_id").annotate(last=Max("pk")).values("last")
        needed = set(Version.objects.filter(Exists(later_ones()), pk__in=last).values_list("pk", flat=True))
        Version.objects.filter(pk__in=needed).update(kind=Version.Kind.FOUND, changed_parts="")
        going = [pk for pk in old.values_list("pk", flat=True) if pk not in needed]
        for pks in batches(going):
            versions = Version.objects.filter(pk__in=pks)
            files |= {file: None for version in versions for file in files_of(snapshot_of(version))}
            versions.delete()
        Step.objects.filter(date_created__lt=until, versions__isnull=True).delete()
    return Pruned(len(going), len(remove_forgotten(files)))
