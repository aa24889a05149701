from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError
from django.utils.translation import get_language

from labsite.contrib.documents.commands import PIPED, DocumentCommand, extension_of, language, row_at
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.reports.document import PARTS
from labsite.contrib.documents.reports.views import FILE_TYPES, file_of
from labsite.modelling.periods import exact_date
from labsite.models import Project
from labsite.texts.languages import TAGS
from people.models import Person

TEXTS = ("md", "tex", "csv")  # which a terminal can show


class Command(DocumentCommand):
    help = "Write a report of the lab, a project, a funder or a member on a period, from what visitors can see."

    def add_arguments(self, parser: ArgumentParser) -> None:
        about = parser.add_mutually_exclusive_group()
        about.add_argument("--project", metavar="SLUG", help="a project, by the last part of its address")
        about.add_argument("--member", metavar="SLUG", help="a member, by the last part of their address")
        about.add_argument("--funder", metavar="WORDS", help="all projects whose funding contains these words")
        about.add_argument("--saved", metavar="SLUG", help="a saved report; without any of these, the lab")
        parser.add_argument("--from", dest="start", type=date, metavar="DATE", help="such as 2025 or 2025-01")
        parser.add_argument("--to", dest="end", type=date, metavar="DATE", help="such as 2025 or 2025-12")
        parser.add_argument(
            "--parts", default="", help=f"the parts, in order, separated by commas: {', '.join(PARTS)}"
        )
        parser.add_argument("--format", choices=FILE_TYPES, help="by default, the extension of the output")
        tags = f"the language of headings and fixed words: {', '.join(TAGS.values())}"
        parser.add_argument("--language", type=language, metavar="TAG", help=tags)
        parser.add_argument("--output", default=PIPED, metavar="FILE", help="without it, texts are printed")

    def handle(self, *, output: str, **options: Any) -> None:
        extension = options["format"] or extension_of(output, FILE_TYPES, "md")
        if output == PIPED and extension not in TEXTS:
            raise CommandError(f"Use --output to name the {extension} file.")
        report = report_of(options)
        self.write(lambda: file_of(report, settings.SITE_ADDRESS, extension), output)


def report_of(options: dict[str, Any]) -> Report:
    """Return the report that the options ask for, which may be a saved one with other dates, parts or language."""
    if options["saved"]:
        report = row_at(Report.objects.all(), options["saved"], "report")
    elif options["project"]:
        report = Report(subject="project", project=row_at(Project.objects.all(), options["project"], "project"))
    elif options["member"]:
        report = Report(subject="member", person=row_at(Person.objects.members(), options["member"], "member"))
    else:
        funder = options["funder"]
        report = Report(subject="lab" if funder is None else "funder", funder=funder or "")
    if options["start"] or options["end"] or not options["saved"]:
        report.period = Report.PeriodKind.DATES
        report.start, report.end = options["start"] or "", options["end"] or ""
    if options["parts"]:
        parts = [name.strip() for name in options["parts"].split(",")]
        if unknown := [name for name in parts if name not in PARTS]:
            raise CommandError(f"There is no part called “{unknown[0]}”. The parts are {', '.join(PARTS)}.")
        report.parts = "\n".join(parts)
    report.language = options["language"] or report.language or get_language() or ""
    try:
        report.clean()
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    return report


def date(typed: str) -> str:
    """Return a partial date, as the type of an option. Raises CommandError."""
    if not (known := exact_date(typed)):
        raise CommandError(f"“{typed}” isn’t a date: write it as 2025, 2025-01 or 2025-01-31.")
    return known
