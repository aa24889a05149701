from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from labsite.modelling.natural_keys import FixtureError
from labsite.seeding import SeedingReport, seed

NOTHING = "There are no fixtures to add."


class Command(BaseCommand):
    help = "Add each row of the fixtures once in this database's life: run it at every deployment."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.FIXTURES)

    def handle(self, *, folder: Path | None, **options: Any) -> None:
        try:
            report = seed(folder) if folder else SeedingReport(remarks=[NOTHING])
        except FixtureError as error:
            raise CommandError(f"Nothing was added. {error}") from error
        for line in report.lines():
            self.stdout.write(line)
