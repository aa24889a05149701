"""Files chosen in a form that was refused: stashed for the user who chose them, and restored at the next try.

They lie in a hidden folder of the uploads that is never served (labsite.web.media), each user's own, bounded in number
and size, for a day at most. A signed token in the form says which file it is, whose, and for which field. Until
others are chosen, the files are used as if they had been chosen again; a form that is saved discards them.
"""

import re
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core import signing
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.dispatch import Signal
from django.forms import BaseForm, BoundField
from django.http import HttpRequest
from django.utils import timezone

from .inputs import ChosenFileInput

swept = Signal()  # apps remove with it what they store for some days
FOLDER = ".kept"
SALT = "labsite.kept_files"
LASTS = 24 * 3600  # seconds
MAX_FILES = 12  # of one user
MAX_BYTES = 120 * 1024 * 1024  # of one user

TOKEN = "-kept"  # ends the name of a hidden input that holds the token of a stashed file
DROPPED = "-dropped"  # ends the name of a checkbox by which a stashed file is left out
ROW_NUMBER = re.compile(r"-\d+-")


@dataclass(frozen=True)
class StashedFile:
    """A file that waits for its form: for which field and under which name it was chosen, and as what it is stored."""

    token: str
    field: str
    name: str
    stored: str

    def content(self) -> bytes:
        """Raises FileNotFoundError if the file is gone by now."""
        with default_storage.open(self.stored) as file:
            return file.read()


class RestoredUpload(SimpleUploadedFile):
    """A stashed file among the files of a request; without content where it is gone, which its field says."""

    def __init__(self, stashed: StashedFile | None) -> None:
        super().__init__(stashed.name if stashed else "gone", stashed.content() if stashed else b"-")
        self.stashed = stashed


def stash_usable(user: Any, forms: Iterable[BaseForm]) -> None:
    """Stash the usable files that were chosen in forms which are shown once more."""
    for form in forms:
        for bound in _file_inputs(form) if form.is_bound else ():
            upload = form.files.get(bound.html_name)
            if upload and bound.name not in form.errors:
                bound.field.widget.stashed = stash(user, bound.field.widget.field_name, upload)


def restore_uploads(request: HttpRequest) -> None:
    """Put the stashed files that a form names among the request's files, as if they had been chosen again."""
    for name, token in request.POST.items():
        name, is_token, _ = name.rpartition(TOKEN)
        if is_token and name not in request.FILES and not request.POST.get(f"{name}{DROPPED}"):
            request.FILES[name] = RestoredUpload(find(request.user, str(token)))


def stash_all(request: HttpRequest, forms: Iterable[BaseForm]) -> list[tuple[str, str]]:
    """Stash all files of a request, for a page between a form and its saving; return the hidden inputs for it.

    ``forms`` are those that the files were sent with, of inline rows their empty form.
    """
    fields = {bound.html_name: bound.field.widget.field_name for form in forms for bound in _file_inputs(form)}
    hidden = []
    for name, upload in request.FILES.items():
        field = fields.get(ROW_NUMBER.sub("-__prefix__-", name))
        if field and getattr(upload, "stashed", upload) is not None:
            hidden.append((f"{name}{TOKEN}", stash(request.user, field, upload).token))
    return hidden


def _file_inputs(form: BaseForm) -> list[BoundField]:
    return [bound for bound in form if isinstance(bound.field.widget, ChosenFileInput)]


def stash(user: Any, field: str, upload: Any) -> StashedFile:
    """Stash a file that the user chose in a field, such as people.Person.photo, unless it is stashed already."""
    if getattr(upload, "stashed", None):
        return upload.stashed
    sweep()
    upload.seek(0)
    stored = secrets.token_hex(16)
    default_storage.save(_path(user, stored), File(upload))  # a copy, also of what lies in a temporary file
    _make_room(user, _path(user, stored))
    token = signing.dumps([user.pk, field, stored, upload.name], salt=SALT, compress=True)
    return StashedFile(token, field, upload.name or "", _path(user, stored))


def find(user: Any, token: str) -> StashedFile | None:
    """Return the file that a token names; None if it is gone or another user's."""
    with suppress(signing.BadSignature, ValueError, TypeError):
        owner, field, stored, name = signing.loads(token, salt=SALT, max_age=LASTS)
        if owner == user.pk and default_storage.exists(_path(user, stored)):
            return StashedFile(token, field, name, _path(user, stored))
    return None


def discard(user: Any, token: str) -> None:
    """Remove the file that a token names, if it is there."""
    stashed = find(user, token)
    if stashed:
        default_storage.delete(stashed.stored)


def discard_all(user: int) -> None:
    """Remove every file that waits for a form of a user, told by key."""
    for name in names_of(user):
        default_storage.delete(name)


def names_of(user: int | str) -> list[str]:
    """Return the names in the storage of the files that wait for a form of a user."""
    return [f"{FOLDER}/{user}/{name}" for name in _listed(f"{FOLDER}/{user}")[1]]


def sweep() -> None:
    """Remove every file that has been stashed for longer than LASTS."""
    oldest = timezone.now() - timedelta(seconds=LASTS)
    for name in (name for user in _listed(FOLDER)[0] for name in names_of(user)):
        with suppress(FileNotFoundError):  # another worker may just have removed it
            if default_storage.get_modified_time(name) < oldest:
                default_storage.delete(name)
    swept.send(None)


def _make_room(user: Any, newest: str) -> None:
    """Remove a user's oldest files beyond MAX_FILES and MAX_BYTES; the newest one stays."""
    waiting = []
    for name in names_of(user.pk):
        with suppress(FileNotFoundError):
            stored = default_storage.get_modified_time(name), default_storage.size(name)
            waiting.append((name == newest, *stored, name))
    total = 0
    for number, (is_newest, _, size, name) in enumerate(sorted(waiting, reverse=True), start=1):
        total += size
        if not is_newest and (number > MAX_FILES or total > MAX_BYTES):
            default_storage.delete(name)


def _path(user: Any, stored: str) -> str:
    return f"{FOLDER}/{user.pk}/{stored}"


def _listed(folder: str) -> tuple[list[str], list[str]]:
    """Return the names of the folders and of the files in a folder of the storage."""
    try:
        return default_storage.listdir(folder)
    except FileNotFoundError:
        return [], []
