"""Old versions go, and with them the files that nobody refers to any more."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef
from reversion.models import Revision, Version

from .files import files_of, remove_forgotten
from .models import Change
from .versions import document_of

BATCH = 500  # versions


class Pruned(NamedTuple):
    versions: int
    files: int


def prune(until: datetime) -> Pruned:
    """Delete what was before a time, but for what each thing held when the first kept change was made."""
    files: dict[tuple[Any, str], None] = {}
    with transaction.atomic():
        old = Version.objects.filter(revision__date_created__lt=until)
        needed = old.exclude(Exists(_later().filter(revision__date_created__lt=until))).filter(Exists(_later()))
        Change.objects.filter(version__in=list(needed.values_list("pk", flat=True))).update(
            kind=Change.Kind.FOUND, words=""
        )
        going = list(old.exclude(pk__in=needed.values("pk")).values_list("pk", flat=True))
        for versions in _batches(going):
            files |= {file: None for version in versions for file in files_of(document_of(version))}
            Version.objects.filter(pk__in=[version.pk for version in versions]).delete()
        Revision.objects.filter(date_created__lt=until, version__isnull=True).delete()
    return Pruned(len(going), len(remove_forgotten(files)))


def _later() -> Any:
    """Later versions of the same thing."""
    return Version.objects.filter(
        content_type=OuterRef("content_type"), object_id=OuterRef("object_id"), pk__gt=OuterRef("pk")
    )


def _batches(pks: list[int]) -> Iterator[list[Version]]:
    for start in range(0, len(pks), BATCH):
        yield list(Version.objects.filter(pk__in=pks[start : start + BATCH]))
