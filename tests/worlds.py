"""Worlds that are made once and then looked at by many tests: each takes back what it writes itself."""

import fcntl
import os
from contextlib import contextmanager

from django.conf import settings
from django.db import transaction
from django.test import override_settings

PLAIN_FILES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}


def made_once(folders, name, make):
    """Return a file for all workers: whichever needs it first makes it, by ``make(path)``, and the others wait.

    ``folders`` is the fixture ``tmp_path_factory``.
    """
    own = folders.getbasetemp()
    file = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / name
    with file.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not file.exists():
            unfinished = file.with_stem(f"{file.stem}.unfinished")
            make(unfinished)
            unfinished.rename(file)
    return file


@contextmanager
def undone():
    """Take back what is written inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def lasting(blocker, folders):
    """Let a fixture of a wider scope than a test write rows and files, which are gone after it; give its folder.

    ``blocker`` and ``folders`` are the fixtures ``django_db_blocker`` and ``tmp_path_factory``.
    """
    media = folders.mktemp("media")
    storages = settings.STORAGES | PLAIN_FILES
    with override_settings(MEDIA_ROOT=media, STORAGES=storages), blocker.unblock(), undone():
        yield media
