from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from labsite import roles
from labsite.modelling.fixture_rows import FixtureError
from labsite.seeding import seed


class Command(BaseCommand):
    help = "Plant each row of the fixtures once in this database's life: what a deployment runs every time."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.BASE_DIR / "fixtures")

    def handle(self, *, folder: Path, **options: Any) -> None:
        roles.set_roles()
        try:
            report = seed(folder)
        except FixtureError as error:
            raise CommandError(f"Nothing was planted. {error}") from error
        for line in report.lines():
            self.stdout.write(line)
