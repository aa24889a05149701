"""What the commands that write documents share: whose, in which language and format, and where to."""

import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from labsite.contrib.documents.formats import DocumentError
from labsite.texts.languages import TAGS

MAX_SUGGESTED = 3  # addresses
PIPED = "-"


class DocumentCommand(BaseCommand):
    """A command that writes one document to a file, or to standard output where the file is called PIPED."""

    def write(self, make: Callable[[], bytes], output: str) -> None:
        """Write what is made. Raises CommandError where it can't be made or written."""
        try:
            content = make()
            if output == PIPED:
                sys.stdout.buffer.write(content)
                return
            Path(output).write_bytes(content)
        except DocumentError as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(f"{output} can’t be written: {error.strerror or error}.") from error
        self.stdout.write(f"{output}: {len(content):,} bytes.")


def extension_of(output: str, formats: Iterable[str], usual: str = "") -> str:
    """Return the format that a name ends with. Raises CommandError for one that isn't among the formats."""
    extension = Path(output).suffix.removeprefix(".") or usual
    if extension not in formats:
        raise CommandError(f"The name of the output must end in one of .{', .'.join(formats)}.")
    return extension


def language(tag: str) -> str:
    """Return the code of a language by its tag, as the type of an option. Raises CommandError."""
    codes = {known.lower(): code for code, both in TAGS.items() for known in (code, both)}
    if tag.lower() not in codes:
        raise CommandError(f"The site has no {tag}, only {' and '.join(TAGS.values())}.")
    return codes[tag.lower()]


def row_at(rows: Any, slug: str, noun: str) -> Any:
    """Return the row at an address. Raises CommandError, which names addresses that are like it."""
    row = rows.at(slug)
    if row is None:
        alike = get_close_matches(slug.lower(), rows.values_list("slug", flat=True), MAX_SUGGESTED)
        advice = f"Did you mean {' or '.join(alike)}?" if alike else "It is the last part of the address of its page."
        raise CommandError(f"There is no {noun} at “{slug}”. {advice}")
    return row
