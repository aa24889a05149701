from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from labsite.contrib.documents.formats import DocumentError
from labsite.contrib.documents.models import Report
from labsite.contrib.documents.reports.document import PARTS
from labsite.contrib.documents.reports.views import FILE_TYPES, file_of
from labsite.models import Project
from labsite.texts.languages import TAGS
from people.models import Person


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
        parser.add_argument("--language", choices=TAGS.values(), help="the language of headings and fixed words")
        parser.add_argument(
            "--output", type=Path, metavar="FILE", help="its extension is the format; without it, Markdown is printed"
        )

    def handle(self, *, output: Path | None, **options: Any) -> None:
        extension = output.suffix.removeprefix(".") if output else "md"
        if extension not in FILE_TYPES:
            raise CommandError(f"The name of the output must end in one of .{', .'.join(FILE_TYPES)}.")
        try:
            content = file_of(_report(options), settings.SITE_ADDRESS, extension)
            if not output:
                self.stdout.write(content.decode(), ending="")
                return
            output.write_bytes(content)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        except (DocumentError, OSError) as error:
            raise CommandError(f"The report can’t be written: {error}") from error
        self.stdout.write(f"{output} has been written.")


def _report(options: dict[str, Any]) -> Report:
    """Return the report that the options ask for, which may be a saved one with other dates, parts or language."""
    by_slug = {"project": Project.objects.at, "member": Person.objects.members().at, "saved": Report.objects.at}
    chosen = next((name for name in by_slug if options[name]), "")
    row: Any = by_slug[chosen](options[chosen]) if chosen else None
    if chosen and not row:
        raise CommandError(f"There is nothing at “{options[chosen]}”. It is the last part of the address of a page.")
    if chosen == "saved":
        report = row
    else:
        subject = chosen or ("lab" if options["funder"] is None else "funder")
        report = Report(subject=subject, funder=options["funder"] or "")
        setattr(report, "project" if chosen == "project" else "person", row)
    if options["start"] or options["end"] or chosen != "saved":
        report.period, report.start, report.end = Report.PeriodKind.DATES, options["start"], options["end"]
    names = [name.strip() for name in options["parts"].split(",") if name.strip()]
    if unknown := [name for name in names if name not in PARTS]:
        raise CommandError(f"There is no part called “{unknown[0]}”. The parts are {', '.join(PARTS)}.")
    report.parts = "\n".join(names) or report.parts
    languages = {tag: code for code, tag in TAGS.items()}
    report.language = languages.get(options["language"], report.language) or settings.LANGUAGE_CODE
    report.clean_fields(exclude=("name", "parts", "funder"))
    report.clean()
    return report
