from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.http import Http404, QueryDict

from labsite.contrib.documents.formats import FORMATS, PLAIN, DocumentError
from labsite.contrib.documents.lists.styles import STYLES
from labsite.contrib.documents.lists.views import References


class Command(BaseCommand):
    help = "Write a list of papers as references in a citation style, as visitors can download it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("style", choices=STYLES)
        parser.add_argument("--query", default="", help="filters, as in the address of the list: year=2024")
        parser.add_argument("--project", default="", metavar="SLUG", help="a project, by the last part of its address")
        parser.add_argument(
            "--output", type=Path, metavar="FILE", help="its extension is the format; otherwise plain text"
        )

    def handle(self, *, style: str, query: str, project: str, output: Path | None, **options: Any) -> None:
        site = settings.SITE_ADDRESS
        forms = FORMATS | PLAIN
        extension = output.suffix.removeprefix(".") if output else "txt"
        if extension not in forms:
            raise CommandError(f"The name of the output must end in one of .{', .'.join(forms)}.")
        try:
            document = References(QueryDict(query.removeprefix("?")), style, site, project).document()
            content = forms[extension].write(document)
            if not output:
                self.stdout.write(content.decode(), ending="")
                return
            output.write_bytes(content)
        except Http404 as error:
            raise CommandError(str(error)) from error
        except (DocumentError, OSError) as error:
            raise CommandError(f"The references can’t be written: {error}") from error
        self.stdout.write(f"{output} has been written.")
