"""A folder that holds a copy of the site: only what changed is written, whole or not at all, and nothing else touched.

Its notes, in a hidden folder, say which files are the copy's own. New content waits there until all of it is known,
so that a copy that can't be finished changes nothing; then each file takes its place in one step, and what the site
no longer has goes last.
"""

import fcntl
import gzip
import json
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import brotli
from django.core.management.base import CommandError

NOTES = ".copy-of-labsite"
STAGED = "new"
STAGED_TOGETHER = 50
BESIDE = {"CNAME", "README.md"}  # what may stand in a folder before the first copy, besides hidden files
COMPRESSED = {".bib", ".css", ".html", ".ics", ".js", ".json", ".ris", ".svg", ".txt", ".xml"}
MIN_COMPRESSED = 512  # bytes
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda body: gzip.compress(body, mtime=0),
    ".br": lambda body: brotli.compress(body, quality=9),
}
UNKNOWN = ""  # the digest of a file that may or may not have been written yet


class Noted(NamedTuple):
    """What the notes say of a file: the digest of what it was made of, and its size in bytes."""

    digest: str
    size: int


class CopyFolder:
    """The copy in a folder, which ``opened`` gives: files are put, and ``finish`` makes them seen."""

    def __init__(self, path: Path, is_compressed: bool) -> None:
        self.path, self.is_compressed = path, is_compressed
        self.staged: dict[str, str] = {}
        self.now: dict[str, Noted] = {}
        try:
            noted = json.loads((path / NOTES / "files.json").read_bytes())
        except FileNotFoundError:
            noted = {}
        except ValueError as error:
            raise CommandError(
                f"The notes in {path / NOTES} are damaged: empty the folder, and copy again."
            ) from error
        self.before = {name: Noted(*each) for name, each in noted.items()}
        if any(name.startswith("/") or ".." in Path(name).parts for name in self.before):
            raise CommandError(f"The notes in {path / NOTES} name files outside of it: name another folder.")

    def put(self, name: str, body: bytes) -> str:
        """Hold the content of a file ready, if it isn't what is there already; return its digest."""
        digest = blake2b(body, digest_size=16).hexdigest()
        for each in self._forms(name, len(body)):
            noted = self.before.get(each)
            if noted and noted.digest == digest and self._is_there(each, noted):
                self.now[each] = noted
                continue
            pack = PACKERS.get(each.removeprefix(name))
            content, path = pack(body) if pack else body, self.path / each
            if not noted and path.exists() and not (path.is_file() and path.read_bytes() == content):
                raise CommandError(f"{path} is in the way and isn’t part of the copy: move it elsewhere.")
            # In small folders: a file in a large one costs some systems four times as much.
            folder, number = divmod(len(self.staged), STAGED_TOGETHER)
            if not number:
                os.mkdir(f"{self.path}/{NOTES}/{STAGED}/{folder}")
            self.staged[each] = f"{self.path}/{NOTES}/{STAGED}/{folder}/{number}"
            with open(self.staged[each], "wb", buffering=0) as file:
                file.write(content)
            self.now[each] = Noted(digest, len(content))
        return digest

    def keeps(self, name: str, digest: str = "") -> bool:
        """Keep a file as it is, if it is there, without asking for its content: the one of a digest, or any."""
        noted = self.before.get(name)
        if not noted or noted.digest == UNKNOWN or digest not in ("", noted.digest):
            return False
        variants = {each: self.before.get(each, Noted(UNKNOWN, 0)) for each in self._forms(name, noted.size)}
        if any(each.digest != noted.digest or not self._is_there(name, each) for name, each in variants.items()):
            return False
        self.now |= variants
        return True

    def _forms(self, name: str, size: int) -> Iterator[str]:
        """Yield the name of a file, and those of its compressed variants."""
        yield name
        if self.is_compressed and os.path.splitext(name)[1] in COMPRESSED and size >= MIN_COMPRESSED:
            yield from (name + suffix for suffix in PACKERS)

    def _is_there(self, name: str, noted: Noted) -> bool:
        try:
            return os.stat(f"{self.path}/{name}").st_size == noted.size
        except OSError:
            return False

    def finish(self) -> tuple[int, int, int]:
        """Put new files in place, remove those that went; return how many there are, were written and removed."""
        removed = self.before.keys() - self.now.keys()
        # Whatever cuts this off, the next copy knows all of these as its own and writes them again.
        self._note(self.before | self.now | {name: Noted(UNKNOWN, 0) for name in self.staged})
        for folder in {os.path.dirname(name) for name in self.staged}:
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        for name, held in self.staged.items():
            os.replace(held, f"{self.path}/{name}")
        for name in removed:
            (self.path / name).unlink(missing_ok=True)
            with suppress(OSError):  # at the first that isn't empty
                os.removedirs((self.path / name).parent)
        self._note(self.now)
        return len(self.now), len(self.staged), len(removed)

    def _note(self, files: dict[str, Noted]) -> None:
        held = self.path / NOTES / "files.json.new"
        held.write_text(json.dumps(files, indent=0, ensure_ascii=False, sort_keys=True), encoding="utf-8")
        held.replace(self.path / NOTES / "files.json")


@contextmanager
def opened(path: Path, is_compressed: bool = False) -> Iterator[CopyFolder]:
    """Give the copy in a folder, which is new, empty or has been one; nobody else writes it meanwhile.

    Raises CommandError, also where the disk can't be written.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
        own = {each.name for each in path.iterdir() if not each.name.startswith(".")} - BESIDE
        if own and not (path / NOTES).is_dir():
            raise CommandError(f"{path} contains something else, such as {min(own)}: name a new or empty folder.")
        (path / NOTES).mkdir(exist_ok=True)
        staged = path / NOTES / STAGED
        with ExitStack() as afterwards:
            lock = os.open(path / NOTES, os.O_RDONLY)
            afterwards.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            afterwards.callback(shutil.rmtree, staged, ignore_errors=True)  # by whoever has the lock alone
            shutil.rmtree(staged, ignore_errors=True)
            staged.mkdir()
            yield CopyFolder(path, is_compressed)
    except BlockingIOError as error:
        raise CommandError(f"Another copy is being made in {path} at the moment.") from error
    except OSError as error:
        raise CommandError(f"{path} can’t be written: {error}.") from error
