"""A rehearsal: a copy of this site, with a database and uploads of its own, imports the old one; this site stays."""

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from django.core.management.base import CommandError

from labsite.leaving.backups import back_up


def rehearse(database: Path, arguments: list[str]) -> str:
    """Copy this site into a new SQLite file, with the uploads beside it, and run import_site there.

    Return the settings with which the copy is shown. Raises CommandError.
    """
    file = database.resolve()
    uploads = file.with_name(f"{file.stem}-media")
    for there in filter(Path.exists, (file, uploads)):
        raise CommandError(f"{there} already exists: name another file, or delete it.")
    settings = {"DATABASE_URL": f"sqlite:///{quote(str(file))}", "MEDIA_ROOT": str(uploads)}
    # What is written stays beside the file, and a browser on this machine gets to see it.
    settings |= {"S3_BUCKET": "", "CACHE_URL": "", "HTTPS": "off", "ALLOWED_HOSTS": "localhost"}
    with TemporaryDirectory() as folder:
        _run(["restore", str(back_up(Path(folder)).path), "--verbosity", "0"], settings, subprocess.DEVNULL)
    _run(["import_site", *arguments], settings)
    return " ".join(f"{name}={value}" for name, value in settings.items())


def _run(arguments: list[str], settings: dict[str, str], output: int | None = None) -> None:
    """Run a command in a process of its own, whose connection and storage are those of the copy."""
    path = os.pathsep.join(filter(None, sys.path))
    environment = os.environ | settings | {"DJANGO_SETTINGS_MODULE": "labsite.settings", "PYTHONPATH": path}
    done = subprocess.run([sys.executable, "-m", "django", *arguments], env=environment, stdout=output, check=False)
    if done.returncode:
        raise CommandError("The rehearsal ended early; this site is as it was.")
