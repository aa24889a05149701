from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from labsite.leaving.backups import back_up
from labsite.management.jobs import Job


class Command(Job):
    help = "Write the database, the uploads and the names of the settings to one file, while the site runs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="created if it doesn't exist; each backup is a file in it")
        parser.add_argument("--keep", type=int, metavar="N", help="delete the oldest, so that N remain")
        parser.add_argument("--encrypt-to", default="", metavar="RECIPIENT", help="age1…, ssh-…, or a key of GPG's")

    def handle(self, *, folder: Path, keep: int | None, encrypt_to: str, **options: Any) -> str:
        if keep is not None and keep < 1:
            raise CommandError("Keep one backup or more.")
        backup = back_up(folder, keep, encrypt_to)
        lost = (
            f" {len(backup.lost)} that the database names are missing: {', '.join(backup.lost)}."
            if backup.lost
            else ""
        )
        deleted = [f"{name} was deleted." for name in backup.deleted]
        return "\n".join([f"{backup.path}: the database and {backup.files} files.{lost}", *deleted])
