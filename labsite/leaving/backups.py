"""Backups: the whole site at one moment as one file, made while the site runs; whole, or not there.

A backup is a zip file of the database as SQLite's, whatever the site's own is, of the uploaded files, and a manifest.
The files are copied first, then the database, then the files that have come since: so what a row names is there, even
where it was deleted meanwhile. A file that was being uploaded may be in it without its row, which does no harm.
"""

import fcntl
import json
import os
import re
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, cast

from django.apps import apps
from django.conf import settings
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.management.base import CommandError
from django.db import DatabaseError, connection, connections
from django.utils import timezone

from labsite.modelling.row_files import file_fields

from . import databases

DATABASE, MANIFEST, MEDIA = "database.sqlite3", "manifest.json", "media/"
NAME = re.compile(r"labsite-\d{4}-\d\d-\d\d-\d{6}-\d{6}\.zip(\.age|\.gpg)?")
PARTIAL = ".partial"
LOCK = ".labsite-backup.lock"
IN_MEMORY = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}
MAX_TRIES = 10  # of a backup during which files are deleted
PIECE = 1 << 20  # bytes
PACKAGES = {"age": "age", "gpg": "gnupg"}  # by the program that is in them
ENCRYPTED_FOR_AGE = ("age1", "ssh-")  # how the recipients begin that age knows


class _Incomplete(Exception):
    """A file was copied before all of it was there."""


@dataclass
class Backup:
    """What was backed up, where, and which files rows name that had been lost before."""

    path: Path
    files: int
    lost: list[str]
    deleted: list[str] = field(default_factory=list)  # earlier backups


def back_up(folder: Path, keep: int | None = None, recipient: str = "") -> Backup:
    """Write a backup into a folder, encrypted if it is for somebody, and keep so many. Raises CommandError."""
    is_local, uploads = isinstance(default_storage, FileSystemStorage), Path(settings.MEDIA_ROOT)
    if is_local and folder.resolve().is_relative_to(uploads.resolve()):
        raise CommandError(f"{folder} is among the uploaded files, which everyone can see: name another folder.")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(folder / LOCK, "w") as lock:  # so that an unfinished file is of a backup that was cut off
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise CommandError(f"Another backup is being written to {folder} at the moment.") from None
            for unfinished in folder.glob(f".labsite-*{PARTIAL}"):
                unfinished.unlink()
            backup = _new_backup(folder, recipient)
            if keep:  # the oldest go, and never the one just made, whatever its clock said
                others = {each.name for each in folder.iterdir() if NAME.fullmatch(each.name)} - {backup.path.name}
                backup.deleted = sorted(others)[: max(0, len(others) - (keep - 1))]
            for name in backup.deleted:
                (folder / name).unlink()
    except (OSError, DatabaseError, zipfile.BadZipFile) as error:
        raise CommandError(f"No backup was made: {str(error).partition(chr(10))[0].rstrip('.')}.") from error
    return backup


def _new_backup(folder: Path, recipient: str) -> Backup:
    suffix, program = "", []
    if recipient.startswith(ENCRYPTED_FOR_AGE):
        suffix, program = ".age", ["age", "--encrypt", "--recipient", recipient]
    elif recipient:  # whoever names a key trusts it
        suffix, program = (
            ".gpg",
            ["gpg", "--batch", "--trust-model", "always", "--encrypt", f"--recipient={recipient}"],
        )
    path = folder / f"labsite-{timezone.now():%Y-%m-%d-%H%M%S-%f}.zip{suffix}"
    for _ in range(MAX_TRIES):
        with suppress(_Incomplete), _atomically(path) as file, _encrypted(file, program) as stream:
            return Backup(path, *_write(stream))
    raise CommandError("No backup was made: files kept being uploaded. Try again when the site is quieter.")


@contextmanager
def _atomically(path: Path) -> Iterator[IO[bytes]]:
    """Yield a file that takes its name when all of it is on the disk."""
    unfinished = path.with_name(f".{path.name}{PARTIAL}")
    try:
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.rename(path)
        entry = os.open(path.parent, os.O_RDONLY)
        os.fsync(entry)
        os.close(entry)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _encrypted(file: IO[bytes], program: list[str]) -> Iterator[IO[bytes]]:
    """Yield what is to be written to: the file itself, or the program that encrypts on the way to it."""
    if not program:
        yield file
        return
    with TemporaryFile() as output:
        try:
            process = subprocess.Popen(program, stdin=subprocess.PIPE, stdout=file, stderr=output)
        except FileNotFoundError:
            raise CommandError(f"{program[0]} isn’t installed: apt install {PACKAGES[program[0]]}.") from None
        stream = cast(IO[bytes], process.stdin)
        try:
            with suppress(BrokenPipeError):  # the program has ended, and says why
                yield stream
                stream.close()
        except BaseException:
            process.kill()
            raise
        finally:
            with suppress(BrokenPipeError):
                stream.close()
            failed = process.wait()
        if failed:
            output.seek(0)
            words = " ".join(output.read().decode(errors="replace").split())
            raise CommandError(f"{program[0]} can’t encrypt the backup: {words}")


def _write(stream: IO[bytes]) -> tuple[int, list[str]]:
    """Write a backup; return how many uploaded files it has, and which files rows name that aren't there."""
    sums: dict[str, str] = {}
    with zipfile.ZipFile(stream, "w") as archive:
        _put_files(archive, sums)
        lost: set[str] | None = None
        for _ in range(MAX_TRIES):
            with _snapshot(partial(_put_files, archive, sums)) as copy:
                named, database = set(_named(copy)), copy.serialize()
            earlier, lost = lost or set(), {name for name in named if MEDIA + name not in sums}
            if lost <= earlier:  # and not deleted just now, by what this snapshot doesn't know of yet
                break
        else:
            raise CommandError("No backup was made: files kept being deleted. Try again when the site is quieter.")
        sums[DATABASE] = _put(archive, DATABASE, [database], zipfile.ZIP_DEFLATED)
        made_at = timezone.now().isoformat()
        manifest = {"site": settings.VERSION, "made_at": made_at, "settings": settings.SETTINGS_TOLD}
        _put(archive, MANIFEST, [json.dumps({**manifest, "files": sums}, indent=1).encode()])
    return len(sums) - 1, sorted(lost)


def _put_files(archive: zipfile.ZipFile, sums: dict[str, str]) -> None:
    """Write those uploaded files that the archive lacks. Raises _Incomplete."""
    for name in sorted(stored_names()):
        with suppress(FileNotFoundError):
            if MEDIA + name not in sums:
                with default_storage.open(name) as content:
                    sums[MEDIA + name] = _put(archive, MEDIA + name, content.chunks(PIECE))
            elif default_storage.size(name) != archive.getinfo(MEDIA + name).file_size:
                raise _Incomplete


def _put(archive: zipfile.ZipFile, name: str, pieces: Iterable[bytes], compression: int = zipfile.ZIP_STORED) -> str:
    """Write a file into the archive; return its checksum."""
    info, checksum = zipfile.ZipInfo(name, timezone.now().timetuple()[:6]), sha256()
    info.compress_type = compression
    with archive.open(info, "w", force_zip64=True) as entry:
        for piece in pieces:
            checksum.update(piece)
            entry.write(piece)
    return checksum.hexdigest()


@contextmanager
def _snapshot(at_that_moment: Callable[[], None]) -> Iterator[sqlite3.Connection]:
    """Yield the whole database at one moment, in memory: so nothing of it is on the disk before it is encrypted."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as copy:
            connection.connection.backup(copy)
            at_that_moment()
            copy.execute("VACUUM")  # what was deleted is no part of it
            yield copy
        return
    with databases.connected(connection.settings_dict, IN_MEMORY):
        if databases.behind(databases.SOURCE) or databases.ahead(databases.SOURCE):
            raise CommandError("No backup was made: the database belongs to another version of the site; run migrate.")
        databases.fill_bare(at_that_moment)
        with closing(connections[databases.TARGET].connection) as copy:
            yield copy


def _named(copy: sqlite3.Connection) -> Iterator[str]:
    """Yield the files that rows name, as far as the database has the tables of this version."""
    fields = [(model._meta.db_table, each) for model in apps.get_models() for each in file_fields(model)]
    for table, column in fields:
        with suppress(sqlite3.OperationalError):
            names = copy.execute(f"SELECT [{column.column}] FROM [{table}] WHERE [{column.column}] != ''")
            yield from (name for (name,) in names)


def stored_names(folder: str = "") -> Iterator[str]:
    """Yield the names of all uploaded files, without those hidden ones that wait for a form."""
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return
    yield from (f"{folder}{name}" for name in files if not name.startswith("."))
    for name in folders:
        if not name.startswith("."):
            yield from stored_names(f"{folder}{name}/")
