"""Files that a killed move left behind: a note beside them lists their names until the move is complete.

A transaction takes back the files that it wrote if it is rolled back, but a process that is killed takes nothing back.
"""

import os
import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings

from labsite.modelling.documents import DocumentField
from labsite.modelling.pictures import PictureField
from labsite.modelling.row_files import is_needed

PREFIX = ".moving-"
MAX_LENGTH = 24 * 3600  # seconds that a move can take


@contextmanager
def noted() -> Iterator[Callable[[Any], None]]:
    """Yield what notes a picture or document, by its random and so unique name, before it is written.

    The note goes when the files are safe, or taken back.
    """
    folder = Path(settings.MEDIA_ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{PREFIX}{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}"

    def add(file: Any) -> None:
        with path.open("a", encoding="utf-8") as note:
            note.write(f"{file.name}\n")
            note.flush()
            os.fsync(note.fileno())

    path.touch()
    try:
        yield add
    finally:
        path.unlink(missing_ok=True)


def remove_leftovers() -> int:
    """Remove the files of moves that were killed, unless a row holds them; return how many."""
    removed = 0
    for path in Path(settings.MEDIA_ROOT).glob(f"{PREFIX}*"):
        host, _, process = path.name.removeprefix(PREFIX).rpartition("-")[0].rpartition("-")
        has_ended = host == socket.gethostname() and process.isdigit() and not _is_running(int(process))
        if has_ended or time.time() - path.stat().st_mtime > MAX_LENGTH:
            removed += sum(_remove(name) for name in path.read_text(encoding="utf-8").split())
            path.unlink(missing_ok=True)
    return removed


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it is somebody else's
        pass
    return True


def _remove(name: str) -> bool:
    """Remove a file of this name and its renditions from every file field's folder; return whether one existed."""
    fields: list[Any] = [field for model in apps.get_models() for field in model._meta.concrete_fields]
    rows = [
        (field, f"{field.upload_to}/{name}") for field in fields if isinstance(field, PictureField | DocumentField)
    ]
    orphans = [(field, path) for field, path in rows if field.storage.exists(path) and not is_needed(path)]
    for field, path in orphans:
        field.remove(path)
    return bool(orphans)
