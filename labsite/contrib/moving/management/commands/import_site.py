import os
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from labsite.contrib.moving.families import NAMES, family_of, module_of
from labsite.contrib.moving.models import OldAddress
from labsite.contrib.moving.report import as_json, lines
from labsite.contrib.moving.source import SiteSource, UnreadableSource, opened
from labsite.contrib.moving.writing import bring
from labsite.contrib.moving.writing.context import MoveContext
from labsite.leaving.backups import back_up
from publications.importing import StalePlan


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


class Command(BaseCommand):
    help = f"Import people, papers, news, pages and images. What can be read: {'; '.join(NAMES.values())}."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "site",
            help="the address of the site, its folder, a zip archive of that, as from GitHub, a file, or - for "
            "what is piped in",
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would happen, and write nothing")
        parser.add_argument("--yes", action="store_true", help="write it without asking")
        parser.add_argument("--family", choices=NAMES, help="what the site is made with, if it isn't recognised")
        parser.add_argument(
            "--report", type=Path, metavar="FILE", help="write the full report to this file, as text or .json"
        )
        parser.add_argument(
            "--into", type=Path, metavar="FILE", help="rehearse it: import into a copy of this site, a new SQLite file"
        )

    def handle(
        self,
        *,
        site: str,
        dry_run: bool,
        yes: bool,
        family: str | None,
        report: Path | None,
        into: Path | None,
        **options: Any,
    ) -> None:
        if into:
            stated = {"--family": family, "--report": report}
            named = [f"{name}={value}" for name, value in stated.items() if value]
            shown = rehearse(into, [site, "--yes", *named])
            self.stdout.write(f"\nThis site is as it was. To look at the rehearsal:\n{shown} manage.py runserver")
            return
        if not (yes or dry_run or sys.stdin.isatty()):
            raise CommandError("This isn’t an interactive terminal. Add --yes to write it, or --dry-run to only look.")
        try:
            with opened(site) as source:
                family = family or family_of(source)
                self.stdout.write(f"Read as: {NAMES[family]}.")
                if (dry_run or not yes) and not self.is_wanted(source, family, report, dry_run):
                    return
                step = self.moved(source, family, report).step
        except UnreadableSource as error:
            raise CommandError(str(error)) from error
        except StalePlan as error:
            raise CommandError(f"Nothing was written. {error}") from error
        if step:
            address = reverse("admin:step", args=[step])
            self.stdout.write(f"\nIt can be undone as one step, at {address}")
            if nowhere := OldAddress.objects.filter(target="", is_left=False).count():
                self.stdout.write(
                    f"{nowhere} old addresses lead nowhere yet: settle them at {reverse('admin:moving-day')}"
                )
        else:
            self.stdout.write("\nIt contained nothing new.")

    def is_wanted(self, source: SiteSource, family: str, report: Path | None, dry_run: bool) -> bool:
        """Rehearse the move and print its report; unless it is a dry run or changes nothing, ask."""
        rehearsed = self.moved(source, family, report, is_rehearsal=True)
        if dry_run or rehearsed.changes_nothing:
            self.stdout.write("\nNothing was written." if dry_run else "\nIt contains nothing new.")
            return False
        return input("\nWrite all this? [y/N] ").strip().lower() in ("y", "yes")

    def moved(self, source: SiteSource, family: str, report: Path | None, is_rehearsal: bool = False) -> MoveContext:
        """Write the site, or rehearse that; print a brief report and save the whole one."""
        moved = bring(module_of(family).read(source), source, family, is_rehearsal=is_rehearsal)
        for line in lines(moved, is_brief=True):
            self.stdout.write(line)
        if report:
            text = as_json(moved) if report.suffix == ".json" else "\n".join(lines(moved)) + "\n"
            report.write_text(text, encoding="utf-8")
        return moved
