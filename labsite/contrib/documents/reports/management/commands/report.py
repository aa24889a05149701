from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import get_language

from labsite.contrib.documents.models import Report
from labsite.contrib.documents.reports.document import PARTS
from labsite.contrib.documents.reports.views import FILE_TYPES, file_of
from labsite.modelling.periods import exact_date
from labsite.models import Project
from labsite.texts.languages import TAGS
from people.models import Person

TEXTS = ("md", "tex", "csv")  # which a terminal can show


class Command(BaseCommand):
    help = "Write a report of the lab, a project, a funder or a member on a period, from what visitors can see."

    def add_arguments(self, parser: ArgumentParser) -> None:
        about = parser.add_mutually_exclusive_group()
        about.add_argument("--project", metavar="SLUG", help="a project, by the last part of its address")
        about.add_argument("--member", metavar="SLUG", help="a member, by the last part of their address")
        about.add_argument("--funder", metavar="WORDS", help="all projects whose funding contains these words")
        about.add_argument("--saved", metavar="SLUG", help="a saved report; without any of these, the lab")
        parser.add_argument("--from", dest="start", default="", metavar="DATE", help="such as 2025 or 2025-01")
        parser.add_argument("--to", dest="end", default="", metavar="DATE", help="such as 2025 or 2025-12")
        parser.add_argument(
            "--parts", default="", help=f"the parts, in order, separated by commas: {', '.join(PARTS)}"
        )
        parser.add_argument("--format", choices=FILE_TYPES, help="by default, the extension of the output")
        parser.add_argument(
            "--language", choices=sorted(TAGS.values()), help="the language of headings and fixed words"
        )
        parser.add_argument("--output", type=Path, metavar="FILE", help="without it, texts are printed")

    def handle(self, *, output: Path | None, **options: Any) -> None:
        extension = options["format"] or (output.suffix.removeprefix(".") if output else "md")
        if extension not in FILE_TYPES:
            raise CommandError(f"Choose a format with --format: {', '.join(FILE_TYPES)}.")
        if not output and extension not in TEXTS:
            raise CommandError(f"Use --output to name the {extension} file.")
        content = file_of(_asked(options), settings.SITE_ADDRESS, extension)
        if not output:
            self.stdout.write(content.decode(), ending="")
            return
        try:
            output.write_bytes(content)
        except OSError as error:
            raise CommandError(f"The report can’t be written: {error}") from error
        self.stdout.write(f"{output} has been written.")


def _asked(options: dict[str, Any]) -> Report:
    """Return the report that the options ask for, which may be a saved one with other dates, parts or language."""
    if options["saved"]:
        report = _row(Report.objects.all(), options["saved"], "report")
    elif options["project"]:
        report = Report(subject="project", project=_row(Project.objects.all(), options["project"], "project"))
    elif options["member"]:
        report = Report(subject="member", person=_row(Person.objects.members(), options["member"], "member"))
    else:
        funder = options["funder"]
        report = Report(subject="lab" if funder is None else "funder", funder=funder or "")
    if options["start"] or options["end"] or not options["saved"]:
        report.period = Report.PeriodKind.DATES
        report.start, report.end = _date(options["start"]), _date(options["end"])
    if options["parts"]:
        parts = [name.strip() for name in options["parts"].split(",")]
        if unknown := [name for name in parts if name not in PARTS]:
            raise CommandError(f"There is no part called “{unknown[0]}”. The parts are {', '.join(PARTS)}.")
        report.parts = "\n".join(parts)
    languages = {tag: code for code, tag in TAGS.items()}
    report.language = languages.get(options["language"], report.language) or get_language() or ""
    try:
        report.clean()
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    return report


def _row(rows: Any, slug: str, noun: str) -> Any:
    row = rows.at(slug)
    if row is None:
        raise CommandError(f"There is no {noun} at “{slug}”. It is the last part of the address of its page.")
    return row


def _date(typed: str) -> str:
    date = exact_date(typed)
    if typed and not date:
        raise CommandError(f"“{typed}” isn’t a date: write it as 2025, 2025-01 or 2025-01-31.")
    return date
