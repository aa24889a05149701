import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection

from labsite.contrib.copying.copy import Copied, base_of, copy_site
from labsite.contrib.copying.places import FORMATS
from labsite.pages.moments import Present
from labsite.texts.languages import TAGS

PAUSE = 0.2  # seconds between two looks at whether anything was edited
MOST_SHOWN = 10


class Command(BaseCommand):
    help = "Write a static copy of the site, which any web space can serve; later runs write only what has changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="new, empty, or a copy from before")
        parser.add_argument("--base-url", help="the address of the copy, such as https://lab.example/lab/")
        parser.add_argument("--language", action="append", choices=sorted(TAGS.values()), help="only this, or these")
        parser.add_argument("--compress", action="store_true", help="also write a .gz and a .br of each text")
        parser.add_argument("--format", action="append", choices=FORMATS, help="of CVs, besides PDF")
        parser.add_argument("--jobs", type=int, default=1, help="processes that make pages at the same time")
        parser.add_argument("--watch", action="store_true", help="keep running, and copy again after each change")

    def handle(self, *, folder: Path, base_url: str | None, **options: Any) -> None:
        codes = {tag: code for code, tag in TAGS.items()}
        languages = tuple(dict.fromkeys(codes[tag] for tag in options["language"] or ()))
        try:
            base = base_of(base_url or f"{'https' if settings.HTTPS else 'http'}://{settings.ALLOWED_HOSTS[0]}")
            formats = tuple(sorted(set(options["format"] or ())))
            arguments = folder, base, languages, options["compress"], formats, options["jobs"]
            present = Present()
            moment = present.moment(time.time(), is_exact=True)
            self._say(folder, copy_site(*arguments))
            while options["watch"]:
                time.sleep(PAUSE)
                try:
                    now = present.moment(time.time(), is_exact=True)
                    if now is not moment:
                        self._say(folder, copy_site(*arguments))
                    moment = now
                except (CommandError, DatabaseError) as error:
                    self.stderr.write(f"{error} Trying again.")
                    connection.close()
        except KeyboardInterrupt:
            self.stdout.write("No longer watching.")

    def _say(self, folder: Path, copied: Copied) -> None:
        files, written, removed = copied[:3]
        self.stdout.write(f"{folder}: {files} files, of which {written} were written; {removed} were removed.")
        for address, page in sorted(copied.dead.items())[:MOST_SHOWN]:
            self.stderr.write(f"{page} links to {address}, where the site has nothing.")
        if len(copied.dead) > MOST_SHOWN:
            self.stderr.write(f"{len(copied.dead) - MOST_SHOWN} other links do the same.")
        for name in copied.awkward[:MOST_SHOWN]:
            self.stderr.write(f"Not every system can store a file called {name}.")
