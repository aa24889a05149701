"""The files of a site to move, read from a folder or from a zip archive; paths have "/" and begin at the site's top.

Archives, as GitHub gives them out, are read in place, so that nothing of one is ever unpacked to disk.
https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
"""

import lzma
import posixpath
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any
from urllib.parse import unquote, urlsplit

from labsite.contrib.moving.words import WORDS
from labsite.contrib.reading.front_matter import (
    BrokenFile,
    PageFields,
    read_front_matter,
    read_json,
    read_toml,
    read_yaml,
    storable,
)
from publications.citations.record import Unreadable
from publications.formats import decode

MAX_TEXT = 20 * 1024 * 1024  # bytes
MAX_DATA = 60 * 1024 * 1024  # bytes: more than any document that the site takes
MAX_FILES = 50_000
# What is read by itself, or together with others, without a site around it.
LOOSE_FILES = (
    *(".bib", ".bibtex", ".ris", ".json", ".nbib", ".xml", ".csv", ".tsv", ".xlsx"),
    *(".docx", ".txt", ".md", ".html", ".htm"),
)
PIPED = "pasted.txt"
HIDDEN = "a folder that programs hide"
LIQUID_ADDRESS = re.compile(
    r"\{\{\s*(?:['\"](?P<path>[^'\"]*)['\"]\s*\||(?:site\.)?(?:url|base_?(?:url|path)?)\b)[^}]*\}\}"
)


class UnreadableSource(ValueError):
    """What was given is no folder or archive that can be read; the message says why, and what to do."""


class SiteSource:
    """The files of a site. ``own_address`` is where the site is now, for addresses in full that lead into itself."""

    own_address = ""

    def __init__(self, name: str) -> None:
        self.name = name
        # Folders that aren't looked into, each with what they hold; filled while the files are listed.
        self.skipped: dict[str, str] = {}
        self.added: dict[str, bytes] = {}
        # As what a loose file is read, by its path, where somebody has chosen that.
        self.kinds: dict[str, str] = {}
        self.is_site = True  # rather than loose files

    def _list(self) -> Iterable[str]:
        """Return the paths of all files; a site of which nothing is here any more has none."""
        return ()

    def _read(self, path: str, most: int) -> bytes:
        """Return a file's bytes, one more than ``most`` at the most."""
        raise BrokenFile(path, "it is gone")

    @cached_property
    def _paths(self) -> dict[str, None]:
        return dict.fromkeys(sorted(self._list()))

    def files(self, under: str = "", *endings: str) -> list[str]:
        """Return the paths in a folder and below it, such as "_posts", that end in one of ``endings``, in order."""
        folder = f"{under.strip('/')}/" if under.strip("/") else ""
        return [path for path in self._paths if path.startswith(folder) and path.lower().endswith(endings or "")]

    def exists(self, path: str) -> bool:
        return path in self._paths

    def add(self, path: str, data: bytes) -> None:
        """Add a file that an export names and doesn’t contain."""
        self._paths[path], self.added[path] = None, data

    def data(self, path: str) -> bytes:
        """Return a file's bytes. Raises BrokenFile if it is missing or too large."""
        return self._whole(path, MAX_DATA)

    def text(self, path: str) -> str:
        """Return a text, whatever it is encoded in, with plain line ends. Raises BrokenFile."""
        try:
            text = decode(self._whole(path, MAX_TEXT))
        except Unreadable as error:
            raise BrokenFile(path, str(error)) from error
        return storable(text).replace("\r\n", "\n").replace("\r", "\n")

    def glimpse(self, path: str) -> str:
        """Return a text file's content, or an empty string if it can't be read."""
        try:
            return self.text(path)
        except BrokenFile:
            return ""

    def values(self, path: str) -> Any:
        """Return what a data file holds, which is YAML unless its ending says JSON or TOML. Raises BrokenFile."""
        read = {"json": read_json, "toml": read_toml}.get(path.rpartition(".")[2], read_yaml)
        return read(self.text(path), path)

    def front_matter(self, path: str) -> tuple[dict[str, Any], str]:
        """Return the fields at the head of a page, and its body. Raises BrokenFile."""
        return read_front_matter(self.text(path), path)

    def fields(self, path: str) -> PageFields | None:
        """Return the fields at the head of a page; None if it can't be read."""
        with suppress(BrokenFile):
            return PageFields(self.front_matter(path)[0])
        return None

    def resolve(self, address: str, base: str = "", roots: Iterable[str] = ("", "static", "assets")) -> str:
        """Return the path of the file that an address leads to; nothing where it leads out of the source.

        ``base`` is the file that names it; ``roots`` are the folders that a path from the top may begin in.
        """
        # As a path, without what Liquid puts before it; nothing for another's address.
        address = LIQUID_ADDRESS.sub(lambda match: match["path"] or "", str(address)).strip()
        if self.is_own(address):
            address = _bare(address)[len(_bare(self.own_address)) :]
        try:
            parts = urlsplit(address)
        except ValueError:
            return ""
        path = unquote(parts.path)
        if parts.scheme or parts.netloc or not path:
            return ""
        beside = [] if path.startswith("/") else [posixpath.join(posixpath.dirname(base), path)]
        tried = (posixpath.normpath(each) for each in (*beside, *(f"{root}/{path.lstrip('/')}" for root in roots)))
        return next((each for each in (path.lstrip("/") for path in tried) if self.exists(each)), "")

    def is_own(self, address: str) -> bool:
        """Return whether an absolute URL leads into the site at its present address."""
        return leads_into(address, self.own_address)

    def _whole(self, path: str, most: int) -> bytes:
        if path not in self._paths:
            raise BrokenFile(path, "there is no such file")
        try:
            content = self.added.get(path) or self._read(path, most)
        except OSError as error:
            raise BrokenFile(path, f"it can’t be opened: {error.strerror or error}") from error
        if len(content) > most:
            raise BrokenFile(path, f"it is larger than {most // 1024**2} MB")
        return content


class FolderSource(SiteSource):
    """A folder on this machine. Links aren't followed, so that nothing outside it is read."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder.name)
        inner = [path for path in folder.iterdir() if path.name not in (".DS_Store", "__MACOSX")]
        self.top = inner[0] if len(inner) == 1 and inner[0].is_dir() and not inner[0].is_symlink() else folder

    def _list(self) -> Iterator[str]:
        for count, path in enumerate(self._walk(self.top)):
            if count >= MAX_FILES:
                raise UnreadableSource(
                    f"This folder contains more than {MAX_FILES:,} files: name the folder of the site itself."
                )
            yield path.relative_to(self.top).as_posix()

    def _walk(self, folder: Path) -> Iterator[Path]:
        for path in sorted(folder.iterdir()):
            inner = path.relative_to(self.top).as_posix()
            if path.is_symlink():
                self.skipped[inner] = "a link, which isn’t followed"
            elif path.is_dir() and (why := _why_skipped(path.name)):
                self.skipped[inner] = why
            elif path.is_dir():
                yield from self._walk(path)
            elif path.is_file():
                yield path

    def _read(self, path: str, most: int) -> bytes:
        with (self.top / path).open("rb") as file:
            return file.read(most + 1)


def _why_skipped(folder: str) -> str:
    """Return why a folder of this name isn't looked into; mostly nothing."""
    return WORDS["skipped"].get(folder) or (HIDDEN if folder.startswith(".") else "")


def leads_into(address: str, own_address: str) -> bool:
    """Return whether an absolute URL leads into the site at another."""
    own = _bare(own_address)
    return bool(own and "//" in address) and f"{_bare(address)}/".startswith(f"{own}/")


def _bare(address: str) -> str:
    """Return an address without what different ones of a page may begin with, and without a slash at its end."""
    return re.sub(r"^(?:https?:)?//(?:www\.)?", "", address.strip(), flags=re.IGNORECASE).rstrip("/")


MAX_TOTAL = 4 * 1024**3  # bytes, unpacked
MAX_TIMES_SMALLER = 300  # than it is: beyond that a large file is no honest one
LARGE = 20 * 1024 * 1024  # bytes

UNPACK = "Unpack it, check what it contains, and name the folder instead."
DAMAGE = (OSError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError)


@contextmanager
def opened(site: Path | str) -> Iterator[SiteSource]:
    """Open a folder, a zip archive, a file, a web address, or - for what is piped in. Raises UnreadableSource."""
    path = Path(site)
    if re.match("https?://", str(site)):
        from .fetched import FetchedSource, fetched

        with fetched(str(site)) as file, archive_in(file, str(site)) as archive:
            yield FetchedSource(urlsplit(str(site)).netloc, archive)
    elif path.is_dir():
        yield FolderSource(path)
    elif site != "-" and not path.is_file():
        raise UnreadableSource(f"There is no folder or archive at {path}.")
    elif site == "-" or path.suffix.lower() in LOOSE_FILES:
        name, data = (PIPED, sys.stdin.buffer.read()) if site == "-" else (path.name, path.read_bytes())
        with packed([(name, data)]) as file, archive_in(file, name) as archive:
            yield ZipSource("" if site == "-" else path.stem, archive)
    else:
        with archive_in(path, path.name) as archive:
            yield ZipSource(path.stem, archive)


@contextmanager
def archive_in(file: Path | IO[bytes], name: str) -> Iterator[zipfile.ZipFile]:
    """Open a zip archive. Raises UnreadableSource."""
    if not zipfile.is_zipfile(file):
        raise UnreadableSource(f"{name} isn’t a zip archive. Name a folder, or a zip archive of one.")
    try:
        archive = zipfile.ZipFile(file)
    except (*DAMAGE, ValueError) as error:
        raise UnreadableSource(f"The archive {name} is damaged: {error}. Download it again.") from error
    with archive:
        yield archive


@contextmanager
def packed(files: Iterable[tuple[str, bytes]]) -> Iterator[IO[bytes]]:
    """Pack some files, each with its path, into an archive, which is gone afterwards."""
    with TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path, data in files:
                archive.writestr(path, data)
        file.seek(0)
        yield file


class ZipSource(SiteSource):
    """The files of a zip archive, named from the one folder that holds all of them. Raises UnreadableSource."""

    def __init__(self, name: str, archive: zipfile.ZipFile) -> None:
        super().__init__(name)
        self.archive = archive
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(entries) > MAX_FILES:
            raise UnreadableSource(f"This archive contains more than {MAX_FILES:,} files. {UNPACK}")
        if sum(entry.file_size for entry in entries) > MAX_TOTAL:
            raise UnreadableSource(f"This archive contains more than {MAX_TOTAL // 1024**3} GB. {UNPACK}")
        met: set[str] = set()
        for entry in entries:
            if trouble := _trouble(entry, met):
                raise UnreadableSource(f"This archive can’t be used: {entry.filename!r} {trouble}. {UNPACK}")
            met.add(entry.filename)
        tops = {entry.filename.rpartition("/")[0].partition("/")[0] for entry in entries} - {"__MACOSX"}
        top = f"{tops.pop()}/" if len(tops) == 1 and tops != {""} else ""
        self.entries = {entry.filename.removeprefix(top): entry for entry in entries}

    def _list(self) -> Iterator[str]:
        for path, entry in self.entries.items():
            folders = path.split("/")[:-1]
            at = next((at for at, folder in enumerate(folders, 1) if _why_skipped(folder)), 0)
            kind = stat.S_IFMT(entry.external_attr >> 16)  # of a file on Unix; none where it was packed elsewhere
            if at:
                self.skipped["/".join(folders[:at])] = _why_skipped(folders[at - 1])
            elif kind and kind != stat.S_IFREG:
                self.skipped[path] = "a link, which isn’t followed"
            else:
                yield path

    def _read(self, path: str, most: int) -> bytes:
        try:
            with self.archive.open(self.entries[path]) as file:
                return file.read(most + 1)
        except DAMAGE as error:
            raise BrokenFile(path, f"it is damaged in the archive: {error}") from error


def _trouble(entry: zipfile.ZipInfo, met: set[str]) -> str:
    """Return what is wrong with an entry, in words that follow its name; mostly nothing."""
    name = entry.orig_filename
    if name.startswith("/") or ".." in name.split("/"):
        return "leads outside of it"
    if "\\" in name or "\0" in name or re.match("[A-Za-z]:", name):
        return "isn’t a safe path"
    if entry.filename in met:
        return "is in it twice"
    if entry.flag_bits & 0x1:
        return "is encrypted"
    if entry.file_size > LARGE and entry.file_size > MAX_TIMES_SMALLER * max(entry.compress_size, 1):
        return "is compressed far more than a real file would be"
    return ""
