import json
import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from labsite import history, roles
from labsite.models import User
from publications import elsewhere, formats
from publications.elsewhere import SourceEntries
from publications.importing import StalePlan, apply, plan_of
from publications.importing.applying import Progress
from publications.importing.plan import file_source
from publications.importing.report import Report, in_text, lines, report_of, summary
from publications.models import Publication

REFUSED, USAGE = 1, 2  # exit codes
MAX_NUMBER = 20  # entries of a kind that the terminal is told of


class Command(BaseCommand):
    help = (
        "Import the papers of a file (BibTeX, RIS, CSL-JSON, …) or of a source, "
        "after showing what would happen to each entry."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", help="the file, or - to read from a pipe")
        parser.add_argument(
            "--from",
            dest="identifier",
            metavar="IDENTIFIER",
            help="instead of a file, a DOI, an arXiv id, an ORCID iD, or a person at dblp or OpenAlex",
        )
        parser.add_argument(
            "--format", default="", choices=sorted(formats.FORMATS), help="by default it is recognised from the text"
        )
        parser.add_argument("--new", action="store_true", help="treat papers that are only similar as new: don't ask")
        parser.add_argument(
            "--new-people",
            action="store_true",
            help="treat people who may be members, by initials or names in another order, as new: don't ask",
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would happen, and change nothing")
        parser.add_argument("--yes", action="store_true", help="continue without asking")
        parser.add_argument(
            "--report",
            type=Path,
            metavar="FILE",
            help="write the result of each entry to this file: as JSON if it ends in .json, otherwise as text",
        )
        parser.add_argument(
            "--user",
            metavar="EMAIL",
            help="import as somebody with a login, with their permissions",
        )

    def handle(
        self,
        *,
        file: str | None,
        identifier: str | None,
        dry_run: bool,
        yes: bool,
        report: Path | None,
        user: str | None,
        **options: Any,
    ) -> None:
        if bool(file) == bool(identifier):
            raise CommandError("Name a file, - to read from a pipe, or a source with --from.", returncode=USAGE)
        if not (dry_run or yes or (sys.stdin.isatty() and file != "-")):
            raise CommandError("This isn’t an interactive terminal. Add --yes or --dry-run.", returncode=USAGE)
        history.take_back_broken_off()
        login = _login(user)
        brought = _brought(file, options["format"], str(identifier))
        choices = {"new": ("fate", "create"), "new_people": ("people", "new")}
        alike = dict(words for option, words in choices.items() if options[option])
        brought = replace(brought, decisions={**brought.decisions, "alike": alike})
        try:
            self._bring(brought, login, dry_run=dry_run, sure=yes, report=report)
        except KeyboardInterrupt:
            raise CommandError("Stopped. Nothing was changed.", returncode=REFUSED) from None
        except StalePlan as error:
            raise CommandError(f"Nothing was changed. {error}", returncode=REFUSED) from None

    def _bring(
        self, brought: SourceEntries, user: User | None, *, dry_run: bool, sure: bool, report: Path | None
    ) -> None:
        if self.stderr.isatty():
            self.stderr.write(f"Comparing {len(brought.entries):,} entries with the site …")
        plan = plan_of(brought.entries, source=brought.source, user=user, decisions=brought.decisions)
        planned = report_of(plan)
        self._write_report(report, planned)
        for line in lines(planned, MAX_NUMBER):
            self.stdout.write(line)
        if plan.changes_nothing or dry_run:
            if planned["counts"]["fail"] == len(planned["entries"]) > 0:
                raise CommandError("None of this can be imported.", returncode=REFUSED)
            self.stdout.write("\nNothing was changed." if dry_run else "\nThere is nothing to do.")
            return
        if not sure and input("\nImport this? [y/N] ").strip().casefold() not in ("y", "yes"):
            raise CommandError("Nothing was changed.", returncode=REFUSED)
        applied = apply(plan, user, f"Imported {brought.label}", self._progress(), brought.decisions)
        done = report_of(applied.plan, applied)
        self._write_report(report, done)
        self.stdout.write("\nDone:")
        for line in summary(done, MAX_NUMBER):
            self.stdout.write(line)
        if done["step"]:
            self.stdout.write(f"It can be undone as one step, at {reverse('admin:step', args=[done['step']])}.")

    def _progress(self) -> Progress | None:
        """Return a callback that says on a terminal how far it is; elsewhere nobody waits for that."""
        if not self.stderr.isatty():
            return None

        def tell(done: int, total: int) -> None:
            self.stderr.write(f"\rWriting: {done:,} of {total:,}", ending="\n" if done >= total else "")

        return tell

    def _write_report(self, path: Path | None, report: Report) -> None:
        if path is None:
            return
        text = json.dumps(report, ensure_ascii=False, indent=1) if path.suffix == ".json" else in_text(report)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"The report can’t be written: {error}", returncode=USAGE) from error


def _login(email: str | None) -> User | None:
    if not email:
        return None
    login = User.objects.filter(email__iexact=email, is_active=True).first()
    if not login:
        raise CommandError(f"There is no login with the e-mail address {email}.", returncode=USAGE)
    if not roles.may(login, "add", Publication):
        raise CommandError(f"{email} may not add papers.", returncode=REFUSED)
    return login


def _brought(file: str | None, form: str, identifier: str) -> SourceEntries:
    """Return what a file or a pipe has, or what a source knows."""
    try:
        if not file:
            return elsewhere.find(identifier, is_job=True)
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"The file can’t be read: {error}", returncode=USAGE) from error
    except elsewhere.Unavailable as error:
        raise CommandError(str(error), returncode=REFUSED) from None
    name = "" if file == "-" else Path(file).name
    return SourceEntries(formats.read(data, form, name), file_source(name), name or "standard input")
