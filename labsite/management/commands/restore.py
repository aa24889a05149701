from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from labsite.leaving.restoring import restore


class Command(BaseCommand):
    help = "Restore a backup into this site, which must be empty: everything or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a backup; decrypt an encrypted one first")

    def handle(self, *, file: Path, **options: Any) -> None:
        restored = restore(file)
        for table, count in restored.left.items():
            self.stdout.write(f"{table}: {count} not restored, as no app of this site has this table")
        self.stdout.write(f"{sum(restored.rows.values())} rows and {restored.files} files have been restored.")
        if restored.settings:
            self.stdout.write(f"Settings that were set there and aren’t set here: {', '.join(restored.settings)}.")
