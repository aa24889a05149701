import json
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from labsite import roles
from labsite.models import User
from publications import formats
from publications.importing import Overtaken, apply, plan_of
from publications.importing.report import in_text, lines, report_of, summary
from publications.models import Publication

REFUSED, USAGE = 1, 2  # exit codes
MOST = 20  # entries of a kind that the terminal is told of
FILE = "file"  # the source of every file: an entry is known again whatever the file is called


class Command(BaseCommand):
    help = "Bring in the papers of a file, after showing what would become of each entry: BibTeX, RIS, CSL-JSON, …"

    def add_arguments(self, parser):
        parser.add_argument("file", help="the file, or - for what is piped in")
        parser.add_argument(
            "--format", default="", choices=sorted(formats.FORMATS), help="by default it is found out from the text"
        )
        parser.add_argument("--dry-run", action="store_true", help="show what would happen, and do nothing")
        parser.add_argument("--yes", action="store_true", help="go on without asking")
        parser.add_argument(
            "--report",
            type=Path,
            metavar="FILE",
            help="write there what becomes of each entry: as JSON if it ends in .json, else as text",
        )
        parser.add_argument(
            "--user",
            metavar="EMAIL",
            help="bring it in as somebody with a login, and with what they may do",
        )

    def handle(self, *, file, dry_run, yes, report, user, **options):
        if not (dry_run or yes or (sys.stdin.isatty() and file != "-")):
            raise CommandError("There is nobody to ask here. Add --yes to go on, or --dry-run.", returncode=USAGE)
        login, entries = _login(user), _entries(file, options["format"])
        try:
            self._bring(entries, login, file, dry_run=dry_run, sure=yes, report=report)
        except KeyboardInterrupt:
            raise CommandError("Stopped. Nothing was changed.", returncode=REFUSED) from None
        except Overtaken as overtaken:
            raise CommandError(f"Nothing was changed. {overtaken}", returncode=REFUSED) from None

    def _bring(self, entries, user, file, *, dry_run, sure, report):
        plan = plan_of(entries, source=FILE, user=user, progress=self._progress("Comparing"))
        found = report_of(plan)
        self._write_report(report, found)
        for line in lines(found, MOST):
            self.stdout.write(line)
        if plan.changes_nothing or dry_run:
            self._end(found, dry_run)
            return
        if not (sure or self._is_sure()):
            raise CommandError("Nothing was changed.", returncode=REFUSED)
        words = f"Imported {'what was piped in' if file == '-' else Path(file).name}"
        applied = apply(plan, user, words, self._progress("Writing"))
        done = report_of(applied.plan, applied)
        self._write_report(report, done)
        self._tell(done)

    def _end(self, report, dry_run):
        """Say that nothing was to be done; of a file of which nothing could be read, that is a failure."""
        if report["counts"]["fail"] == len(report["entries"]) > 0:
            raise CommandError("Nothing of this can be brought in.", returncode=REFUSED)
        self.stdout.write("\nNothing was changed." if dry_run else "\nThere is nothing to do.")

    def _tell(self, done):
        self.stdout.write("\nDone:")
        for line in summary(done):
            self.stdout.write(line)
        if done["step"]:
            self.stdout.write(f"It can be undone as one step, at {reverse('admin:step', args=[done['step']])}.")

    def _is_sure(self):
        return input("\nBring this in? [y/N] ").strip().casefold() in ("y", "yes")

    def _progress(self, what):
        """Return what tells on a terminal how far it is; elsewhere nobody waits for that."""
        if not self.stderr.isatty():
            return None

        def tell(done, total):
            self.stderr.write(f"\r{what}: {done:,} of {total:,}", ending="\n" if done >= total else "")

        return tell

    def _write_report(self, path, report):
        if path is None:
            return
        text = json.dumps(report, ensure_ascii=False, indent=1) if path.suffix == ".json" else in_text(report)
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            raise CommandError(f"The report can’t be written: {error}", returncode=USAGE) from error


def _login(email):
    if not email:
        return None
    found = User.objects.filter(email__iexact=email, is_active=True).first()
    if not found:
        raise CommandError(f"Nobody has a login with the address {email}.", returncode=USAGE)
    if not roles.may(found, "add", Publication):
        raise CommandError(f"{email} may not add papers.", returncode=REFUSED)
    return found


def _entries(file, form):
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"The file can’t be read: {error}", returncode=USAGE) from error
    return formats.read(data, form, "" if file == "-" else Path(file).name)
