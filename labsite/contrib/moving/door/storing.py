"""What editors upload, as an archive in a hidden folder of the uploads that is never served, for some days."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.utils import timezone

from labsite.contrib.moving.fetched import FetchedArchive
from labsite.contrib.moving.models import SiteImport
from labsite.contrib.moving.source import SiteSource, ZipSource, archive_in, packed

FOLDER = ".moving-in"
MAX_DAYS = 14  # that an archive is stored


def store(row: SiteImport, file: Any) -> None:
    """Store the archive of an import under a name that nobody can guess."""
    row.stored = default_storage.save(f"{FOLDER}/{secrets.token_hex(16)}", File(file))


def store_again(row: SiteImport, source: SiteSource) -> None:
    """Store an archive anew with what was fetched for it, so that it isn't fetched twice."""
    former = row.stored
    with packed((path, source.data(path)) for path in source.files()) as archive:
        store(row, archive)
    default_storage.delete(former)


def remove(rows: Any) -> None:
    """Delete imports with their archives."""
    for row in rows:
        if row.stored:
            default_storage.delete(row.stored)
        row.delete()


def sweep() -> None:
    """Delete the imports that are older than MAX_DAYS; what came of them is in the history."""
    remove(SiteImport.objects.filter(created_at__lt=timezone.now() - timedelta(days=MAX_DAYS)))


def forget_all() -> None:
    """Delete all imports."""
    remove(SiteImport.objects.all())


@contextmanager
def source_of(row: SiteImport) -> Iterator[SiteSource]:
    """Open what is stored of an import. Raises UnreadableSource."""
    with default_storage.open(row.stored) as file, archive_in(file, row.label) as archive:
        source = (FetchedArchive if row.address else ZipSource)(row.label, archive)
        source.kinds = dict(row.choices.get("kinds", {}))
        yield source
