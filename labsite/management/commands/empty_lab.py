import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from labsite.history.steps import step
from labsite.leaving.backups import back_up
from labsite.leaving.rows import content_models, some_content
from labsite.models import Lab
from labsite.seeding import make_room_for_another_lab


class Command(BaseCommand):
    help = "Delete all content, after a backup: people, papers and everything else, but no logins. Asks first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backups", type=Path, help="the folder for the backup that is made first")
        parser.add_argument("--yes", action="store_true", help="don't ask")

    def handle(self, *, backups: Path, yes: bool, **options: Any) -> None:
        if not some_content():
            raise CommandError("This site has no content.")
        numbers = {model._meta: model._base_manager.count() for model in content_models() if model is not Lab}
        parts = [
            f"{number} {meta.verbose_name if number == 1 else meta.verbose_name_plural}"
            for meta, number in numbers.items()
            if number
        ]
        words = ", ".join(parts) or "the lab’s own texts"
        if not yes:
            if not sys.stdin.isatty():
                raise CommandError("This isn’t an interactive terminal. Add --yes.")
            if input(f"This deletes {words}. Type “empty” to continue: ").strip() != "empty":
                raise CommandError("Nothing was deleted.")
        try:
            backup = back_up(backups)
        except CommandError as error:
            raise CommandError(f"Nothing was deleted: {error}") from error
        with step(None, "Emptied the lab"):
            for model in reversed(content_models()):
                model._base_manager.all().delete()
            make_room_for_another_lab()
        self.stdout.write(f"Deleted {words}. To get it back, restore {backup.path} or undo the step in the history.")
