"""A backup comes back into an empty place: all of it, or nothing."""

import json
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import file_digest
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import IO, Any

from django.conf import settings
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from . import databases
from .backups import DATABASE, MANIFEST, MEDIA, stored_names

UNREADABLE = (OSError, ValueError, TypeError, LookupError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error)
DECRYPTED_BY = {".age": "age --decrypt --identity KEY", ".gpg": "gpg --decrypt"}


@dataclass
class Restored:
    """How many rows and files came back, which tables no app here knows, and what else the site before had set."""

    rows: databases.Counts
    files: int
    left: databases.Counts
    settings: list[str]


def restore(path: Path) -> Restored:
    """Bring a backup back into this site, whose database and storage are empty. Raises CommandError."""
    with _opened(path) as (archive, manifest), TemporaryDirectory() as folder:
        if there := next(stored_names(), ""):
            raise CommandError(f"There are uploaded files already, such as {there}: start with an empty folder.")
        source = {"ENGINE": "django.db.backends.sqlite3", "NAME": archive.extract(DATABASE, folder)}
        names = [name.removeprefix(MEDIA) for name in manifest["files"] if name != DATABASE]
        files = ((name, archive.open(MEDIA + name)) for name in names)
        try:
            with databases.connected(source, connection.settings_dict):
                if newer := databases.ahead(databases.SOURCE):
                    version = f"version {manifest['site']} of the site"
                    raise CommandError(
                        f"The backup is of {version}, which is newer than this site: it has {newer}. Update first."
                    )
                if there := databases.rows_there():
                    raise CommandError(f"This site’s database isn’t empty, it has {there}: start with an empty one.")
                call_command("migrate", database=databases.SOURCE, interactive=False, verbosity=0)
                with stored(files):
                    rows, left = databases.fill()
        except (*databases.UNUSABLE, OSError) as error:
            why = str(error).partition("\n")[0].rstrip(".")
            raise CommandError(f"Nothing was restored: {why}.") from error
    lacking = [name for name in manifest["settings"] if name not in settings.SETTINGS_TOLD]
    return Restored(rows, len(names), left, lacking)


@contextmanager
def _opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, dict[str, Any]]]:
    """Yield a backup and its manifest, by which each file in it is as it was written."""
    if command := DECRYPTED_BY.get(path.suffix):
        decrypted = path.with_suffix("").name
        raise CommandError(f"{path.name} is encrypted: {command} {path.name} > {decrypted}, then restore {decrypted}.")
    try:
        archive = zipfile.ZipFile(path)
    except FileNotFoundError as error:
        raise CommandError(f"There is no file {path}.") from error
    except UNREADABLE as error:
        raise CommandError(f"{path.name} isn’t a backup, or is incomplete: it can’t be opened.") from error
    with archive:
        try:
            manifest = json.loads(archive.read(MANIFEST))
            sums = dict(manifest["files"])
            known = {"site": str(manifest["site"]), "settings": list(manifest["settings"])}
            if DATABASE not in sums:
                raise KeyError(DATABASE)
        except UNREADABLE as error:
            raise CommandError(f"{path.name} wasn’t made by manage.py backup.") from error
        _refuse_changed(path.name, archive, sums)
        yield archive, {**known, "files": sums}


def _refuse_changed(name: str, archive: zipfile.ZipFile, sums: dict[str, str]) -> None:
    held = archive.namelist()
    if foreign := min(set(held) - {*sums, MANIFEST}, default=""):
        raise CommandError(f"{name} was changed: it contains {foreign!r}, which its manifest doesn’t list.")
    for each, wanted in sums.items():
        is_media = each.startswith(MEDIA) and ".." not in PurePosixPath(each).parts
        if each != DATABASE and not is_media:
            raise CommandError(f"{name} was changed: it names a file outside of it, {each!r}.")
        try:
            with archive.open(each) as content:
                checksum = file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # it has readinto
        except UNREADABLE:
            checksum = ""
        if checksum != wanted or held.count(each) > 1:
            raise CommandError(f"{name} is damaged or was changed: {each} isn’t what was backed up.")


@contextmanager
def stored(files: Iterable[tuple[str, IO[bytes]]]) -> Iterator[None]:
    """Store uploaded files under their names, before the rows that name them; they go again if anything fails."""
    written: list[str] = []
    try:
        for name, file in files:
            with file:
                written.append(default_storage.save(name, File(file)))
            if written[-1] != name:
                raise OSError(f"{name} can’t be stored under its name")
        yield
    except BaseException:
        for name in written:
            default_storage.delete(name)
        raise
