from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from labsite.leaving.archive import import_lab


class Command(BaseCommand):
    help = "Import what export_lab has written to this site, which must be empty: everything or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path, help="the folder, or the zip file")

    def handle(self, *, archive: Path, **options: Any) -> None:
        self.stdout.write("\n".join(f"{model}: {number}" for model, number in sorted(import_lab(archive).items())))
