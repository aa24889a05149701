import json
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.apps import apps
from django.conf import settings

from labsite.contrib.documents.commands import DocumentCommand, language, row_at
from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.exchange.json_resume import json_resume
from labsite.contrib.documents.exchange.rendercv import rendercv_yaml
from labsite.contrib.documents.formats import FORMATS
from labsite.contrib.documents.models import CVSettings
from labsite.texts.languages import TAGS
from people.models import Person

# Formats of what everybody may see, in English, with the extensions of their files.
EXCHANGED: dict[str, tuple[str, Callable[[Person, str], str]]] = {}
if apps.is_installed("labsite.contrib.documents.exchange"):
    EXCHANGED = {"json-resume": ("json", json_resume), "rendercv": ("yaml", rendercv_yaml)}


class Command(DocumentCommand):
    help = "Write the CV of a member, as they arranged it, to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the last part of the address of their page, such as ada-quill")
        parser.add_argument("--format", default="pdf", choices=[*FORMATS, "json", *EXCHANGED])
        parser.add_argument("--short", action="store_true", help="two pages, with selected papers")
        tags = ", ".join(TAGS.values())
        parser.add_argument("--language", type=language, default=settings.LANGUAGE_CODE, metavar="TAG", help=tags)
        parser.add_argument("--private", action="store_true", help="include contact details that aren’t public")
        parser.add_argument(
            "--output", metavar="FILE", help="- for standard output; otherwise SLUG-cv.pdf in this folder"
        )

    def handle(self, *, slug: str, format: str, output: str | None, **options: Any) -> None:
        person, site = row_at(Person.objects.members(), slug, "member"), settings.SITE_ADDRESS
        extension, exchanged = EXCHANGED.get(format, (format, None))

        def content() -> bytes:
            if exchanged:
                return exchanged(person, site).encode()
            choices = CVSettings.of(person).variant(is_short=options["short"], is_private=options["private"])
            document = cv_of(person, site, choices, options["language"])
            if format == "json":
                return (json.dumps(asdict(document), ensure_ascii=False, indent=2) + "\n").encode()
            return FORMATS[format].write(document)

        self.write(content, output or f"{person.slug}-{'cv-short' if options['short'] else 'cv'}.{extension}")
