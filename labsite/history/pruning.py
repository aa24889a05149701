"""Old versions go, and with them the files that nobody refers to any more."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, Max

from .files import files_of, remove_forgotten
from .models import Step, Version
from .versions import document_of, later_ones

BATCH = 500  # versions


class Pruned(NamedTuple):
    versions: int
    files: int


def prune(until: datetime) -> Pruned:
    """Delete what was before a time, but for what each thing held when the first kept change was made."""
    files: dict[tuple[Any, str], None] = {}
    with transaction.atomic():
        old = Version.objects.filter(step__date_created__lt=until)
        needed = _still_compared_with(old)
        Version.objects.filter(pk__in=needed).update(kind=Version.Kind.FOUND, changed_parts="")
        going = [pk for pk in old.values_list("pk", flat=True) if pk not in needed]
        for versions in _batches(going):
            files |= {file: None for version in versions for file in files_of(document_of(version))}
            Version.objects.filter(pk__in=[version.pk for version in versions]).delete()
        Step.objects.filter(date_created__lt=until, versions__isnull=True).delete()
    return Pruned(len(going), len(remove_forgotten(files)))


def _still_compared_with(old: Any) -> set[int]:
    """Return the last old version of each thing that has a newer one."""
    last = old.order_by().values("content_type", "object_id").annotate(last=Max("pk")).values("last")
    return set(Version.objects.filter(Exists(later_ones()), pk__in=last).values_list("pk", flat=True))


def _batches(pks: list[int]) -> Iterator[list[Version]]:
    for start in range(0, len(pks), BATCH):
        yield list(Version.objects.filter(pk__in=pks[start : start + BATCH]))
