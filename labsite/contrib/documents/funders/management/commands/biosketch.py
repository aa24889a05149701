from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.utils import timezone

from labsite.contrib.documents.commands import DocumentCommand, extension_of, row_at
from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.funders.biosketch import STATEMENTS, TITLES, FormChoices, biosketch
from labsite.contrib.documents.funders.collaborators import collaborators_nsf
from labsite.contrib.documents.funders.views import papers_to_choose
from people.models import Person

COA = "coa"


class Command(DocumentCommand):
    help = "Write what the forms of NIH and NSF ask for about a person."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the address of the person’s page, such as ada-quill")
        parser.add_argument("--form", required=True, choices=[*TITLES, COA])
        parser.add_argument("--output", required=True, help="the file; its extension is the format")
        parser.add_argument(
            "--as-of",
            type=date.fromisoformat,
            default=timezone.localdate(),
            help="the date of the document, such as 2026-11-23",
        )
        parser.add_argument(
            "--related", nargs="*", default=(), help="addresses of papers closely related to the project"
        )
        parser.add_argument("--other", nargs="*", default=(), help="addresses of other significant papers")
        parser.add_argument(
            "--statement", choices=STATEMENTS, default="", help="the text that the statement starts with"
        )
        parser.add_argument("--in-days", action="store_true", help="write months and years as their last day")

    def handle(self, *, slug: str, form: str, output: str, as_of: date, **options: Any) -> None:
        person = row_at(Person.objects, slug, "person")
        extension = extension_of(output, ("xlsx",) if form == COA else FORMATS)
        papers = dict(papers_to_choose(person).values_list("slug", "pk"))
        if lacking := [each for each in (*options["related"], *options["other"]) if each not in papers]:
            raise CommandError(f"{person} has no published paper at {', '.join(lacking)}.")
        related, other = (tuple(papers[each] for each in options[name]) for name in ("related", "other"))
        choices = FormChoices(as_of, related, other, options["statement"], options["in_days"])

        def content() -> bytes:
            if form == COA:
                return collaborators_nsf(person, choices)
            return FORMATS[extension].write(biosketch(form, person, settings.SITE_ADDRESS, choices))

        self.write(content, output)
