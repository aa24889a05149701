"""What editors upload, as an archive in a hidden folder of the uploads that is never served, for some days."""

import secrets
from datetime import timedelta
from typing import Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.utils import timezone

from labsite.contrib.moving.models import SiteImport

FOLDER = ".moving-in"
MAX_DAYS = 14  # that an archive is stored


def store(row: SiteImport, file: Any) -> None:
    """Store the archive of an import under a name that nobody can guess."""
    row.stored = default_storage.save(f"{FOLDER}/{secrets.token_hex(16)}", File(file))


def remove(rows: Any) -> None:
    """Delete imports with their archives."""
    for row in rows:
        if row.stored:
            default_storage.delete(row.stored)
        row.delete()


def sweep(**kwargs: Any) -> None:
    """Delete the imports that are older than MAX_DAYS; what came of them is in the history."""
    remove(SiteImport.objects.filter(created_at__lt=timezone.now() - timedelta(days=MAX_DAYS)))


def forget_all(**kwargs: Any) -> None:
    """Delete all imports: somebody who is erased may be in any of them."""
    remove(SiteImport.objects.all())
