from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from labsite.leaving.databases import MoveRefused, move_database


class Command(BaseCommand):
    help = "Copy the whole site, with logins and history, from one database into another that is empty."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", help="its address, as DATABASE_URL has it: sqlite:///lab.sqlite3")
        parser.add_argument("target", help="the other's address: postgres://user:password@host/name")

    def handle(self, *, source: str, target: str, **options: Any) -> None:
        try:
            moved, left = move_database(source, target)
        except MoveRefused as error:
            raise CommandError(str(error)) from error
        for table, count in moved.items():
            self.stdout.write(f"{table}: {count} in both")
        for table, count in left.items():
            self.stdout.write(f"{table}: {count} left behind, as no app of this site knows it")
        rows = sum(moved.values())
        self.stdout.write(f"{rows} rows were moved: set DATABASE_URL to the second, and restart the site.")
