"""A folder that holds a copy of the site: only what changed is written, whole or not at all, and nothing else touched.

Its notes, in a hidden folder, say which files are the copy's own. New content waits there until all of it is known,
so that a copy that can't be finished changes nothing, and one that was cut off is gone on with; then each file takes
its place in one step, and what the site no longer has goes last.
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
from typing import Any, NamedTuple

import brotli
from django.core.management.base import CommandError

NOTES = ".copy-of-labsite"
FILES = "files.json"
STAGED = "new"
BESIDE = {"CNAME", "README.md"}  # what may stand in a folder before the first copy, besides hidden files
COMPRESSED = {".bib", ".css", ".html", ".ics", ".js", ".json", ".ris", ".svg", ".txt", ".xml"}
MIN_COMPRESSED = 512  # bytes
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": lambda body: gzip.compress(body, mtime=0),
    ".br": lambda body: brotli.compress(body, quality=9),
}


class Noted(NamedTuple):
    """What the notes say of a file: the digest of what it was made of, and its size in bytes."""

    digest: str
    size: int


class CopyFolder:
    """The copy in a folder, which ``opened`` gives: files are put, and ``finish`` makes them seen."""

    def __init__(self, path: Path, is_compressed: bool, lock: int) -> None:
        self.path, self.is_compressed, self.lock, self.staging = path, is_compressed, lock, path / NOTES / STAGED
        self.now: dict[str, Noted] = {}
        self.before = {name: Noted(*each) for name, each in self.read(FILES).items()}
        if any(name.startswith("/") or ".." in Path(name).parts for name in self.before):
            raise CommandError(f"The notes in {path / NOTES} name files outside of it: name another folder.")
        # What a copy that was cut off held ready, and hadn't put in place yet.
        self.staged = {str(file.relative_to(self.staging)) for file in self.staging.rglob("*") if file.is_file()}
        for name in sorted(self.staged):
            content, (stem, suffix) = (self.staging / name).read_bytes(), os.path.splitext(name)
            is_packed = suffix in PACKERS and stem in self.staged
            self.before[name] = Noted(self.before[stem].digest if is_packed else digest_of(content), len(content))

    def read(self, name: str) -> Any:
        """Return notes of the copy, which are empty before the first. Raises CommandError if they are damaged."""
        try:
            return json.loads((self.path / NOTES / name).read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError as error:
            words = f"The notes in {self.path / NOTES} are damaged: empty the folder, and copy again."
            raise CommandError(words) from error

    def note(self, name: str, content: Any) -> None:
        """Write notes of the copy, whole or not at all, unless they stand there already."""
        path, text = self.path / NOTES / name, json.dumps(content, ensure_ascii=False, sort_keys=True).encode()
        if not path.exists() or path.read_bytes() != text:
            held = path.with_name(f"{name}.new")
            held.write_bytes(text)
            held.replace(path)

    def put(self, name: str, body: bytes) -> str:
        """Hold the content of a file ready, if it isn't what is there already; return its digest."""
        digest = digest_of(body)
        for each in reversed(self._forms(name, len(body))):  # so that its variants are there where a file is
            noted = self.before.get(each)
            if noted and noted.digest == digest and self._is_there(each, noted):
                self.now[each] = noted
                continue
            pack = PACKERS.get(each.removeprefix(name))
            content, path, held = pack(body) if pack else body, self.path / each, self.staging / each
            if not noted and path.exists() and not (path.is_file() and path.read_bytes() == content):
                raise CommandError(f"{path} is in the way and isn’t part of the copy: move it elsewhere.")
            held.parent.mkdir(parents=True, exist_ok=True)
            held.write_bytes(content)
            self.staged.add(each)
            self.now[each] = Noted(digest, len(content))
        return digest

    def keeps(self, name: str, digest: str = "") -> bool:
        """Keep a file as it is, if it is there, without asking for its content: the one of a digest, or any."""
        noted = self.before.get(name)
        if not noted or digest not in ("", noted.digest):
            return False
        variants = {each: self.before.get(each, Noted("", 0)) for each in self._forms(name, noted.size)}
        if any(each.digest != noted.digest or not self._is_there(name, each) for name, each in variants.items()):
            return False
        self.now |= variants
        return True

    def _forms(self, name: str, size: int) -> list[str]:
        """Return the name of a file, and those of its compressed variants."""
        is_packed = self.is_compressed and os.path.splitext(name)[1] in COMPRESSED and size >= MIN_COMPRESSED
        return [name, *(name + suffix for suffix in PACKERS if is_packed)]

    def _is_there(self, name: str, noted: Noted) -> bool:
        try:
            return os.stat(f"{self.staging if name in self.staged else self.path}/{name}").st_size == noted.size
        except OSError:
            return False

    def finish(self) -> tuple[int, int, int]:
        """Put new files in place, remove those that went; return how many there are, were written and removed."""
        removed, new = self.before.keys() - self.now.keys(), self.staged & self.now.keys()
        self.note(FILES, self.before | self.now)  # whatever cuts this off: what isn't held ready is in place
        for folder in {os.path.dirname(name) for name in new}:
            (self.path / folder).mkdir(parents=True, exist_ok=True)
        for name in new:
            os.replace(f"{self.staging}/{name}", f"{self.path}/{name}")
        for name in removed:
            (self.path / name).unlink(missing_ok=True)
            with suppress(OSError):  # at the first that isn't empty
                os.removedirs((self.path / name).parent)
        self.note(FILES, self.now)
        shutil.rmtree(self.staging, ignore_errors=True)
        return len(self.now), len(new), len(removed)


def digest_of(body: bytes) -> str:
    return blake2b(body, digest_size=16).hexdigest()


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
        (path / NOTES).mkdir(0o700, exist_ok=True)  # no web server has to serve it
        with ExitStack() as afterwards:
            lock = os.open(path / NOTES, os.O_RDONLY)
            afterwards.callback(os.close, lock)
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            try:
                yield CopyFolder(path, is_compressed, lock)
            except Exception:
                shutil.rmtree(path / NOTES / STAGED, ignore_errors=True)
                raise
    except BlockingIOError as error:
        raise CommandError(f"Another copy is being made in {path} at the moment.") from error
    except OSError as error:
        raise CommandError(f"{path} can’t be written: {error}.") from error
