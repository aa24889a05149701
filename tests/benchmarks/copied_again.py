"""Copies a lab’s site, and again after an edit of a paper; prints the CPU time of the second copy, in seconds."""

import sys
import time
from pathlib import Path

import django
from django.apps import apps

if not apps.ready:  # a program of its own
    django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from labsite.contrib.copying.copy import copy_site  # noqa: E402
from tests.benchmarks import labs  # noqa: E402

BASE = "https://lab.example"


def cost(folder):
    made = {}
    arguments = folder, BASE, (settings.LANGUAGE_CODE,), False, made
    copy_site(*arguments)
    for statement in (labs.PAPER, labs.VERSION):
        with connection.cursor() as cursor:
            cursor.execute(statement.format(number=time.time_ns(), group="publications"))
    begun = time.process_time()
    copy_site(*arguments)
    return time.process_time() - begun


if __name__ == "__main__":
    sys.stdout.write(str(cost(Path(sys.argv[1]))))
