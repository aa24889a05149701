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
from labsite.contrib.documents.formats import FORMATS, DocumentError, own_address
from labsite.contrib.documents.models import CVSettings
from labsite.contrib.documents.parts import Document
from labsite.texts.languages import TAGS
from people.models import Person

MAX_SUGGESTED = 3  # members
PIPED = "-"
EXCHANGED: dict[str, Callable[[Person, str], str]] = {}  # what everybody may see, in English
if apps.is_installed("labsite.contrib.documents.exchange"):
    EXCHANGED |= {"json-resume": json_resume, "rendercv": rendercv_yaml}
EXTENSIONS = {"json-resume": "json", "rendercv": "yaml"}


class Command(BaseCommand):
    help = "Write the CV of a member, as they arranged it, into a file."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="of the member, as in the address of their page: ada-quill")
        parser.add_argument("--format", default="pdf", choices=[*FORMATS, "json", *EXCHANGED])
        parser.add_argument("--short", action="store_true", help="two pages, with selected papers")
        parser.add_argument("--language", default=settings.LANGUAGE_CODE, metavar="TAG", help=", ".join(TAGS.values()))
        parser.add_argument("--private", action="store_true", help="with contact details that aren’t public")
        parser.add_argument("--output", metavar="FILE", help="- for standard output; else SLUG-cv.pdf in this folder")

    def handle(self, *, slug: str, format: str, output: str | None, **options: Any) -> None:
        members, tag = Person.objects.members(), options["language"]
        person = members.at(slug)
        if not person:
            alike = get_close_matches(slug.lower(), members.values_list("slug", flat=True), MAX_SUGGESTED)
            advice = f"Did you mean {' or '.join(alike)}?" if alike else "The address of somebody’s page ends in it."
            raise CommandError(f"No member has a page at people/{slug}/. {advice}")
        codes = {known.lower(): code for code, both in TAGS.items() for known in (code, both)}
        if tag.lower() not in codes:
            raise CommandError(f"The site doesn’t speak {tag}, only {' and '.join(TAGS.values())}.")
        choices = CVSettings.of(person).choices(is_short=options["short"], is_private=options["private"])
        site = own_address()
        if format in EXCHANGED:
            content = EXCHANGED[format](person, site).encode()
        else:
            content = _written(cv_of(person, site, choices, codes[tag.lower()]), format)
        if output == PIPED:
            sys.stdout.buffer.write(content)
            return
        variant = "cv-short" if options["short"] else "cv"
        extension = EXTENSIONS.get(format, format)
        path = Path(output or f"{person.slug}-{variant}.{extension}")
        try:
            path.write_bytes(content)
        except OSError as error:
            raise CommandError(f"{path} can’t be written: {error.strerror or error}.") from error
        self.stdout.write(f"{path}: {len(content):,} bytes.")


def _written(document: Document, extension: str) -> bytes:
    """Return a document as a file. Raises CommandError, which says why there is none."""
    if extension == "json":
        return (json.dumps(asdict(document), ensure_ascii=False, indent=2) + "\n").encode()
    try:
        return FORMATS[extension].write(document)
    except DocumentError as error:
        raise CommandError(str(error)) from error
