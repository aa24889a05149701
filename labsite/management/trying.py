"""What ``check --deploy`` tries on this machine: whatever fails is one sentence."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import caches
from django.core.checks import CheckMessage, Error
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import get_connection
from django.db import DEFAULT_DB_ALIAS, connection

from labsite import registry
from labsite.leaving.databases import behind
from labsite.web.health import SiteCheck

Attempt = Callable[[], str]  # returns what to do about it, or nothing where all is well


def check_by_trying(app_configs: Any, **kwargs: Any) -> list[CheckMessage]:
    """Try what the site needs, as the user who runs this; send nothing, and leave nothing behind."""
    attempts = enumerate(ATTEMPTS.items(), start=1)
    return [each for number, attempt in attempts for each in tried(*attempt, f"labsite.E{number:03}")]


def tried(what: str, attempt: Attempt, code: str) -> list[CheckMessage]:
    """Return what an attempt says is to be done, after what that means."""
    try:
        words = attempt()
    except Exception as error:  # whatever a driver or a server of e-mails may say
        words = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return [Error(f"{what}: {words}.", id=code)] if (words := words.rstrip(".")) else []


def _database() -> str:
    connection.ensure_connection()
    path = Path(str(connection.settings_dict["NAME"]))
    if connection.vendor == "sqlite" and path.exists():  # not in memory, as in tests
        for each in (path.parent, path):
            if not os.access(each, os.W_OK):
                return f"{each} can’t be written by this user"
    return "it isn’t up to date; run manage.py migrate" if behind(DEFAULT_DB_ALIAS) else ""


def _shared_values() -> str:
    value, cache = secrets.token_hex(8), caches["default"]
    cache.set("check", value, timeout=60)
    try:
        return "" if cache.get("check") == value else "what was written there isn’t read back"
    finally:
        cache.delete("check")


def _uploads() -> str:
    content = secrets.token_bytes(16)
    name = default_storage.save(f"check-{content.hex()}.bin", ContentFile(content))
    try:
        with default_storage.open(name) as stored:
            return "" if stored.read() == content else "what was written there isn’t read back"
    finally:
        default_storage.delete(name)


def _email() -> str:
    if settings.SENDS_EMAIL:
        with get_connection():
            pass
    return ""


ATTEMPTS: dict[str, Attempt] = {
    "The database can’t be used": _database,
    "What workers share can’t be stored": _shared_values,
    "Uploaded files can’t be stored": _uploads,
    "The mail server can’t be used (EMAIL_URL)": _email,
    "Style sheets and scripts aren’t collected": lambda: (
        "" if getattr(staticfiles_storage, "hashed_files", True) else "run manage.py collectstatic"
    ),
    "An app lacks what it needs": lambda: " ".join(
        f"{check.name}: {check.words}" for each in registry.added(SiteCheck) if not (check := each.check()).is_fine
    ),
}
