import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from labsite import roles
from labsite.models import User
from publications import formats, sources
from publications.citations.entry import Entry
from publications.importing import Overtaken, apply, plan_of
from publications.importing.plan import Decisions, file_source
from publications.importing.report import in_text, lines, report_of, summary
from publications.models import Publication
from publications.sources.asking import patient_getter

REFUSED, USAGE = 1, 2  # exit codes
MAX_NUMBER = 20  # entries of a kind that the terminal is told of


@dataclass
class Brought:
    """What is to be brought in; ``name`` says in the history where it comes from."""

    name: str
    source: str
    entries: list[Entry]
    decisions: Decisions = field(default_factory=dict)


class Command(BaseCommand):
    help = (
        "Bring in the papers of a file (BibTeX, RIS, CSL-JSON, …), or those that a source knows, "
        "after showing what would become of each entry."
    )

    def add_arguments(self, parser):
        parser.add_argument("file", nargs="?", help="the file, or - for what is piped in")
        parser.add_argument(
            "--from",
            dest="identifier",
            metavar="IDENTIFIER",
            help="instead of a file, a DOI, an arXiv id, an ORCID iD, or a person at dblp or OpenAlex",
        )
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

    def handle(self, *, file, identifier, dry_run, yes, report, user, **options):
        if bool(file) == bool(identifier):
            raise CommandError("Name a file, or - for what is piped in, or --from a source.", returncode=USAGE)
        if not (dry_run or yes or (sys.stdin.isatty() and file != "-")):
            raise CommandError("There is nobody to ask here. Add --yes to go on, or --dry-run.", returncode=USAGE)
        login = _login(user)
        brought = _from_file(file, options["format"]) if file else self._from_source(identifier)
        try:
            self._bring(brought, login, dry_run=dry_run, sure=yes, report=report)
        except KeyboardInterrupt:
            raise CommandError("Stopped. Nothing was changed.", returncode=REFUSED) from None
        except Overtaken as overtaken:
            raise CommandError(f"Nothing was changed. {overtaken}", returncode=REFUSED) from None

    def _from_source(self, identifier):
        try:
            found = sources.find(identifier, self.getter().get)
        except sources.Unavailable as closed:
            raise CommandError(str(closed), returncode=REFUSED) from None
        return Brought(found.label, found.source, list(found.entries), sources.decisions_of(found))

    def getter(self):
        return patient_getter()

    def _bring(self, brought, user, *, dry_run, sure, report):
        asked = {"source": brought.source, "user": user, "decisions": brought.decisions}
        plan = plan_of(brought.entries, **asked, progress=self._progress("Comparing"))
        found = report_of(plan)
        self._write_report(report, found)
        for line in lines(found, MAX_NUMBER):
            self.stdout.write(line)
        if plan.changes_nothing or dry_run:
            self._end(found, dry_run)
            return
        if not (sure or self._is_sure()):
            raise CommandError("Nothing was changed.", returncode=REFUSED)
        words = f"Imported {brought.name}"
        applied = apply(plan, user, words, self._progress("Writing"), brought.decisions)
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


def _from_file(file, form):
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"The file can’t be read: {error}", returncode=USAGE) from error
    name = "" if file == "-" else Path(file).name
    return Brought(name or "what was piped in", file_source(name), formats.read(data, form, name))
