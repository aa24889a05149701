from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from labsite.leaving.archive import export_lab


class Command(BaseCommand):
    help = "Write all that the site holds of the lab into a folder or a zip file: rows, files, citations, texts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("target", type=Path, help="a folder, made if it isn't there, or a file that ends in .zip")
        parser.add_argument("--private", action="store_true", help="with drafts, telephone numbers and the like")
        parser.add_argument("--overwrite", action="store_true", help="write over what is there")

    def handle(self, *, target: Path, private: bool, overwrite: bool, **options: Any) -> None:
        rows = export_lab(target, is_private=private, overwrite=overwrite)
        self.stdout.write("\n".join(f"{model}: {number}" for model, number in sorted(rows.items())))
        self.stdout.write(f"It is all in {target}; README.md there says what is what.")
