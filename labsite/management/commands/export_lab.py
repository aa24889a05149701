from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from labsite.leaving.archive import export_lab


class Command(BaseCommand):
    help = "Write everything about the lab to a folder or a zip file: rows, files, citations, texts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", type=Path, help="a folder, created if needed, or a file that ends in .zip")
        parser.add_argument("--private", action="store_true", help="include drafts, telephone numbers and the like")
        parser.add_argument("--overwrite", action="store_true", help="overwrite what is there")

    def handle(self, *, target: Path, private: bool, overwrite: bool, **options: Any) -> None:
        rows = export_lab(target, is_private=private, overwrite=overwrite)
        self.stdout.write("\n".join(f"{model}: {number}" for model, number in sorted(rows.items())))
        self.stdout.write(f"Everything is in {target}; README.md there explains the files.")
