import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from labsite.contrib.documents.cv.document import cv_of
from labsite.contrib.documents.exchange.json_resume import json_resume
from labsite.contrib.documents.exchange.rendercv import rendercv_yaml
from labsite.contrib.documents.formats import FORMATS, DocumentError
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import Document
from labsite.texts.languages import TAGS
from people.models import Person

MAX_SUGGESTED = 3  # members
PIPED = "-"
# Formats of what everybody may see, in English, with the extensions of their files.
EXCHANGED: dict[str, tuple[str, Callable[[Person, str], str]]] = {}
if apps.is_installed("labsite.contrib.documents.exchange"):
    EXCHANGED = {"json-resume": ("json", json_resume), "rendercv": ("yaml", rendercv_yaml)}


class Command(BaseCommand):
    help = "Write the CV of a member, as they arranged it, to a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="the last part of the address of their page, such as ada-quill")
        parser.add_argument("--format", default="pdf", choices=[*FORMATS, "json", *EXCHANGED])
        parser.add_argument("--short", action="store_true", help="two pages, with selected papers")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, metavar="TAG", help=", ".join(TAGS.values()))
        parser.add_argument("--private", action="store_true", help="include contact details that aren’t public")
        parser.add_argument(
            "--output", metavar="FILE", help="- for standard output; otherwise SLUG-cv.pdf in this folder"
        )

    def handle(self, *, slug: str, format: str, output: str | None, **options: Any) -> None:
        members, tag = Person.objects.members(), options["language"]
        person = members.at(slug)
        if not person:
            alike = get_close_matches(slug.lower(), members.values_list("slug", flat=True), MAX_SUGGESTED)
            advice = (
                f"Did you mean {' or '.join(alike)}?"
                if alike
                else "It is the last part of the address of a member’s page."
            )
            raise CommandError(f"No member has a page at people/{slug}/. {advice}")
        codes = {known.lower(): code for code, both in TAGS.items() for known in (code, both)}
        if tag.lower() not in codes:
            raise CommandError(f"The site has no {tag}, only {' and '.join(TAGS.values())}.")
        choices = CVSettings.of(person).variant(is_short=options["short"], is_private=options["private"])
        extension, exchanged = EXCHANGED.get(format, (format, None))
        path = Path(output or f"{person.slug}-{'cv-short' if options['short'] else 'cv'}.{extension}")
        try:
            if exchanged:
                content = exchanged(person, settings.SITE_ADDRESS).encode()
            else:
                document = cv_of(person, settings.SITE_ADDRESS, choices, codes[tag.lower()])
                write = _as_json if format == "json" else FORMATS[format].write
                content = write(document)
            if output == PIPED:
                sys.stdout.buffer.write(content)
                return
            path.write_bytes(content)
        except DocumentError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{path} can’t be written: {error.strerror or error}.") from error
        self.stdout.write(f"{path}: {len(content):,} bytes.")


def _as_json(document: Document) -> bytes:
    return (json.dumps(asdict(document), ensure_ascii=False, indent=2) + "\n").encode()
