from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.formats import FORMATS, DocumentError
from labsite.contrib.documents.models import CVSettings
from labsite.texts.languages import TAGS
from people.models import Person


class Command(BaseCommand):
    help = "Write the CV of a member, as they arranged it, to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the last part of the address of their page, such as ada-quill")
        parser.add_argument("--format", default="pdf", choices=FORMATS)
        parser.add_argument("--short", action="store_true", help="two pages, with selected papers")
        parser.add_argument("--language", default=TAGS[settings.LANGUAGE_CODE], choices=TAGS.values())
        parser.add_argument("--private", action="store_true", help="include contact details that aren’t public")
        parser.add_argument("--output", type=Path, metavar="FILE", help="otherwise SLUG-cv.pdf in this folder")

    def handle(self, *, slug: str, format: str, output: Path | None, **options: Any) -> None:
        person = Person.objects.members().at(slug)
        if not person:
            raise CommandError(
                f"No member has a page at people/{slug}/. It is the last part of the address of their page."
            )
        choices = CVSettings.of(person).variant(is_short=options["short"], is_private=options["private"])
        languages = {tag: code for code, tag in TAGS.items()}
        document = cv_of(person, settings.SITE_ADDRESS, choices, languages[options["language"]])
        path = output or Path(f"{person.slug}-{'cv-short' if options['short'] else 'cv'}.{format}")
        try:
            path.write_bytes(FORMATS[format].write(document))
        except (DocumentError, OSError) as error:
            raise CommandError(f"{path} can’t be written: {error}") from error
        self.stdout.write(f"{path} has been written.")
