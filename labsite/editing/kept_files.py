"""Files chosen in a form that was refused: kept for whoever chose them until the form is saved, for a day at most.

They lie in a hidden folder of the uploads that is never served (labsite.web.media), each user's own, bounded in number
and size; a signed token in the form says which it is, whose, and for which field.
"""

import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.files.uploadedfile import UploadedFile

FOLDER = ".kept"
SALT = "labsite.kept_files"
LASTS = 24 * 3600  # seconds
MAX_FILES = 12  # of one user
MAX_BYTES = 120 * 1024 * 1024  # of one user


@dataclass(frozen=True)
class KeptFile:
    """A file that waits for its form: for which field and under which name it was chosen, and where it is."""

    token: str
    field: str
    name: str
    path: Path


def keep(user: Any, field: str, upload: UploadedFile) -> KeptFile:
    """Keep a file that somebody chose in a field, such as people.Person.photo."""
    sweep()
    folder = _folder(user)
    folder.mkdir(parents=True, exist_ok=True)
    stored = secrets.token_hex(16)
    upload.seek(0)
    with (folder / stored).open("xb") as file:
        for chunk in upload.chunks():
            file.write(chunk)
    _make_room(folder, stored)
    token = signing.dumps([user.pk, field, stored, upload.name], salt=SALT, compress=True)
    return KeptFile(token, field, upload.name or "", folder / stored)


def find(user: Any, token: str) -> KeptFile | None:
    """Return the file that a token names; None if it is gone or somebody else's."""
    with suppress(signing.BadSignature, ValueError, TypeError):
        owner, field, stored, name = signing.loads(token, salt=SALT, max_age=LASTS)
        path = _folder(user) / stored
        if owner == user.pk and path.is_file():
            return KeptFile(token, field, name, path)
    return None


def discard(user: Any, token: str) -> None:
    """Remove the file that a token names, if it is there."""
    kept = find(user, token)
    if kept:
        kept.path.unlink(missing_ok=True)


def sweep() -> None:
    """Remove whatever has been kept for longer than it lasts."""
    oldest = time.time() - LASTS
    for file in _root().glob("*/*"):
        with suppress(FileNotFoundError):
            if file.stat().st_mtime < oldest:
                file.unlink()


def _make_room(folder: Path, newest: str) -> None:
    """Remove the oldest files beyond what one user may have waiting; the newest one stays."""
    waiting = [(file.name == newest, *_time_and_size(file), file) for file in folder.iterdir()]
    total = 0
    for place, (is_newest, _, size, file) in enumerate(sorted(waiting, reverse=True), start=1):
        total += size
        if not is_newest and (place > MAX_FILES or total > MAX_BYTES):
            file.unlink(missing_ok=True)


def _time_and_size(file: Path) -> tuple[float, int]:
    """Return when a file was written and its size; nothing of one that another worker has just removed."""
    with suppress(FileNotFoundError):
        found = file.stat()
        return found.st_mtime, found.st_size
    return 0.0, 0


def _root() -> Path:
    return Path(settings.MEDIA_ROOT) / FOLDER


def _folder(user: Any) -> Path:
    return _root() / str(user.pk)
