"""Sites in zip archives, as GitHub gives them out: read in place, so that nothing of one is ever unpacked to disk.

https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
"""

import lzma
import re
import stat
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .broken_file import BrokenFile
from .source import MAX_FILES, SKIPPED, Folder, NoSource, Source

MAX_TOTAL = 4 * 1024**3  # bytes, unpacked
MAX_TIMES_SMALLER = 300  # than it is: beyond that a large file is no honest one
LARGE = 20 * 1024 * 1024  # bytes

UNPACK = "Unpack it, look at what it holds, and give the folder."
DAMAGE = (OSError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError)


@contextmanager
def opened(path: Path) -> Iterator[Source]:
    """Open a folder or a zip archive for reading. Raises NoSource."""
    if path.is_dir():
        yield Folder(path)
        return
    if not path.is_file():
        raise NoSource(f"There is no folder and no archive at {path}.")
    if not zipfile.is_zipfile(path):
        raise NoSource(f"{path.name} is no zip archive. Give a folder, or a zip archive of one.")
    with _archive(path) as archive:
        yield Archive(path.stem, archive)


@contextmanager
def _archive(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        archive = zipfile.ZipFile(path)
    except (*DAMAGE, ValueError) as error:
        raise NoSource(f"The archive {path.name} is damaged: {error}. Fetch it once more.") from error
    with archive:
        yield archive


class Archive(Source):
    """The files of a zip archive, without the one folder that holds all of them. Raises NoSource for a bad one."""

    def __init__(self, name: str, archive: zipfile.ZipFile) -> None:
        super().__init__(name)
        self.archive = archive
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        _check(entries)
        top = _only_folder(entry.filename for entry in entries)
        self.entries = {entry.filename.removeprefix(top): entry for entry in entries}

    def _list(self) -> Iterator[str]:
        for path, entry in self.entries.items():
            folders = path.split("/")[:-1]
            at = next((at for at, folder in enumerate(folders, 1) if folder in SKIPPED), 0)
            if at:
                self.skipped["/".join(folders[:at])] = SKIPPED[folders[at - 1]]
            elif not _is_plain(entry):
                self.skipped[path] = "a link, which isn’t followed"
            else:
                yield path

    def _read(self, path: str, most: int) -> bytes:
        try:
            with self.archive.open(self.entries[path]) as file:
                return file.read(most + 1)
        except DAMAGE as error:
            raise BrokenFile(path, f"it is damaged in the archive: {error}") from error


def _check(entries: list[zipfile.ZipInfo]) -> None:
    """Raise NoSource for an archive that isn't what somebody makes of a site."""
    if len(entries) > MAX_FILES:
        raise NoSource(f"This archive holds more than {MAX_FILES:,} files. {UNPACK}")
    if sum(entry.file_size for entry in entries) > MAX_TOTAL:
        raise NoSource(f"This archive holds more than {MAX_TOTAL // 1024**3} GB. {UNPACK}")
    met: set[str] = set()
    for entry in entries:
        if trouble := _trouble(entry, met):
            raise NoSource(f"This archive isn’t read: {entry.filename!r} {trouble}. {UNPACK}")
        met.add(entry.filename)


def _trouble(entry: zipfile.ZipInfo, met: set[str]) -> str:
    """Return what is wrong with an entry, in words that follow its name; mostly nothing."""
    name = entry.orig_filename
    if name.startswith("/") or ".." in name.split("/"):
        return "leads out of it"
    if "\\" in name or "\0" in name or re.match("[A-Za-z]:", name):
        return "is no path that can be trusted"
    if entry.filename in met:
        return "is in it twice"
    if entry.flag_bits & 0x1:
        return "is encrypted"
    if entry.file_size > LARGE and entry.file_size > MAX_TIMES_SMALLER * max(entry.compress_size, 1):
        return "is packed as no honest file is"
    return ""


def _is_plain(entry: zipfile.ZipInfo) -> bool:
    """Say whether an entry is a file, and no link or device as Unix has them."""
    mode = entry.external_attr >> 16
    return not stat.S_IFMT(mode) or stat.S_ISREG(mode)


def _only_folder(names: Iterable[str]) -> str:
    tops = {name.partition("/")[0] if "/" in name else "" for name in names} - {"__MACOSX"}
    return f"{tops.pop()}/" if len(tops) == 1 and tops != {""} else ""
