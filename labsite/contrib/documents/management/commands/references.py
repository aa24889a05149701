from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.http import Http404, QueryDict

from labsite.contrib.documents.commands import PIPED, DocumentCommand, extension_of
from labsite.contrib.documents.formats import FORMATS, PLAIN
from labsite.contrib.documents.lists.references import STYLES
from labsite.contrib.documents.lists.views import References


class Command(DocumentCommand):
    help = "Write a list of papers as references in a citation style, as visitors can download it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("style", choices=STYLES)
        parser.add_argument("--query", default="", help="filters, as in the address of the list: year=2024")
        parser.add_argument("--project", default="", metavar="SLUG", help="a project, by the last part of its address")
        parser.add_argument(
            "--output", default=PIPED, metavar="FILE", help="its extension is the format; otherwise plain text"
        )

    def handle(self, *, style: str, query: str, project: str, output: str, **options: Any) -> None:
        form = (FORMATS | PLAIN)[extension_of(output, FORMATS | PLAIN, "txt")]
        try:
            shown = References(QueryDict(query.removeprefix("?")), style, settings.SITE_ADDRESS, project)
        except Http404 as error:
            raise CommandError(str(error)) from error
        self.write(lambda: form.write(shown.document()), output)
