"""The labs that are measured: each made once, in a database that is kept; and somebody who edits them."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import contextmanager

from tests.benchmarks import servers

NEWS = "UPDATE labsite_newsitem SET title = 'News ' || CAST({number} AS TEXT) WHERE slug = 'news-0'"
PAPER = "UPDATE publications_publication SET title = 'Paper ' || CAST({number} AS TEXT) WHERE slug = 'paper-0'"
LAB = "UPDATE labsite_lab SET tagline = 'We study rest, part ' || CAST({number} AS TEXT)"  # which every page shows
VERSION = "UPDATE labsite_contentversion SET number = number + 1 WHERE name = '{group}'"
GROUPS = {NEWS: "news", PAPER: "publications", LAB: "labsite"}


def database(options, papers):
    """Return the address of a lab's database, which is made if it isn't there."""
    if options.postgres:
        address = f"{options.postgres.rpartition('/')[0]}/benchmark_{papers}"
        _create(options.postgres, f"benchmark_{papers}")
    else:
        address = f"sqlite:///{options.folder}/lab-{papers}.sqlite3"
    if address not in _made:
        command = [sys.executable, "-m", "tests.benchmarks.corpus", str(papers)]
        variables = servers.OF_THE_SITE | {"DJANGO_SETTINGS_MODULE": "labsite.settings", "DATABASE_URL": address}
        subprocess.run(command, cwd=servers.ROOT, env=os.environ | variables, check=True)
        _made.add(address)
    return address


_made = set()


def _create(server, name):
    import psycopg

    with psycopg.connect(server, autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
            connection.execute(f"CREATE DATABASE {name}")


class Editor:
    """Somebody who changes a row of the lab, past the site."""

    def __init__(self, options, papers):
        address = database(options, papers)
        if options.postgres:
            import psycopg

            self.connection = psycopg.connect(address, autocommit=True)
        else:
            path = address.removeprefix("sqlite:///")
            self.connection = sqlite3.connect(path, timeout=60, isolation_level=None, check_same_thread=False)
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.connection.close()

    def edit(self, statement):
        self.number += 1
        for each in (statement, VERSION):
            self.connection.execute(each.format(number=self.number, group=GROUPS[statement]))

    @contextmanager
    def editing_each_second(self):
        done = threading.Event()

        def go():
            while not done.wait(1):
                self.edit(PAPER)

        thread = threading.Thread(target=go)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()
