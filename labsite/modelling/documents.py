"""Uploaded documents: PDFs and slides, kept as they are once their content says that they are what their name says."""

import secrets
import struct
import zipfile
from collections.abc import Callable
from pathlib import PurePath
from typing import IO, Any

from django.core.files.base import File
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from labsite.modelling.addresses import slug_of
from labsite.modelling.row_files import RowFileField, RowFileFormField

MAX_BYTES = 40 * 1024 * 1024
MAX_DIRECTORY_BYTES = 1024 * 1024  # of a zip archive: more than any presentation needs
MAX_STEM_LENGTH = 50  # characters

WANTED = _("Choose a PDF, or slides as PowerPoint (.pptx) or OpenDocument (.odp).")
TOO_LARGE = format_lazy(
    _(
        "This file is too large: at most {most} MB are allowed. Make it smaller, or put it elsewhere and enter its "
        "address."
    ),
    most=MAX_BYTES // 1024**2,
)
MISLABELLED = _(
    "This file’s content doesn’t match its name. Export it again as a PDF, .pptx or .odp, and choose that file."
)
MACROS = _("These slides contain macros, which are programs. Save them without macros, or as a PDF.")
OPEN_DOCUMENT = b"application/vnd.oasis.opendocument.presentation"

_END = struct.Struct("<4s4H2LH")  # the end of a zip archive's directory


class BadDocument(ValueError):
    """A file that isn't accepted; the message is for the person who sent it."""


def check_document(file: IO[bytes], name: str) -> str:
    """Return the extension of a PDF or of slides; raise BadDocument for anything else."""
    extension = PurePath(name).suffix.lower()
    if extension not in CHECKS:
        raise BadDocument(WANTED)
    if _size(file) > MAX_BYTES:
        raise BadDocument(TOO_LARGE)
    file.seek(0)
    try:
        is_what_it_says = CHECKS[extension](file)
    except BadDocument:
        raise
    except Exception:  # a damaged archive raises nearly anything: BadZipFile, zlib.error, RuntimeError, ValueError …
        is_what_it_says = False
    if not is_what_it_says:
        raise BadDocument(MISLABELLED)
    file.seek(0)
    return extension


def _size(file: IO[bytes]) -> int:
    return file.seek(0, 2) or file.tell()


def _is_powerpoint(file: IO[bytes]) -> bool:
    names = {name.lower() for name in _archive(file).namelist()}
    if any(name.endswith("vbaproject.bin") for name in names):
        raise BadDocument(MACROS)
    return {"[content_types].xml", "ppt/presentation.xml"} <= names


def _is_open_document(file: IO[bytes]) -> bool:
    archive = _archive(file)
    names = archive.namelist()
    if any(name.startswith(("Basic/", "Scripts/")) for name in names):
        raise BadDocument(MACROS)
    if "mimetype" not in names or "content.xml" not in names:
        return False
    with archive.open("mimetype") as kind:
        return kind.read(len(OPEN_DOCUMENT) + 1) == OPEN_DOCUMENT


def _archive(file: IO[bytes]) -> zipfile.ZipFile:
    """Open a zip archive; raise ValueError for one whose list of files is too long to be read."""
    file.seek(max(0, _size(file) - 2**16 - _END.size))
    tail = file.read()
    end = tail.rindex(b"PK\5\6")
    if tail[max(0, end - 20) : end].startswith(b"PK\6\7"):
        raise ValueError("An archive of more than 4 GB, or one that says so.")
    if int(_END.unpack_from(tail, end)[5]) > MAX_DIRECTORY_BYTES:
        raise ValueError("The archive's directory is too large.")
    return zipfile.ZipFile(file)


CHECKS: dict[str, Callable[[IO[bytes]], bool]] = {
    ".pdf": lambda file: file.read(5) == b"%PDF-",
    ".pptx": _is_powerpoint,
    ".odp": _is_open_document,
}


class CheckedDocument(File):
    """A document under a name that can still be read and that nobody can guess."""

    def __init__(self, file: Any) -> None:
        extension = check_document(file, file.name)
        stem = slug_of(PurePath(file.name).stem, longest=MAX_STEM_LENGTH)
        super().__init__(file.file, name=f"{stem}-{secrets.token_hex(16)}{extension}")


class DocumentFormField(RowFileFormField):
    """Checks the document."""

    accepted = CheckedDocument
    accepted_types = ",".join(CHECKS)
    refusal_code = "invalid_document"


class DocumentField(RowFileField):
    """A PDF, or slides."""

    form_class = DocumentFormField
