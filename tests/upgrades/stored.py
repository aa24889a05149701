"""What is stored of earlier versions, unpacked and opened."""

import json
import shutil
import tarfile
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import dj_database_url
import psycopg
from django.contrib.contenttypes.models import ContentType
from django.db import connections

from tests.labsite.leaving.installations import new_database
from tests.upgrades import FILES, STORED


def versions():
    return sorted(folder.name for folder in STORED.iterdir())


@dataclass
class Lab:
    """A site with its database, its uploads, and what its makers have got from it, in a folder."""

    folder: Path
    address: str

    @classmethod
    def on_sqlite(cls, folder):
        return cls(folder, f"sqlite:///{folder / 'database.sqlite3'}")

    @cached_property
    def left(self):
        return json.loads((self.folder / "left.json").read_text())

    @property
    def media(self):
        return self.folder / "media"

    @property
    def noted(self):
        return self.folder / "before.json"

    @cached_property
    def before(self):
        """What its tables held before it was upgraded."""
        return json.loads(self.noted.read_text())

    @contextmanager
    def open(self):
        """Let this process serve the site."""
        own, options = connections["default"], connections.settings["default"]
        name, options["NAME"] = options["NAME"], dj_database_url.parse(self.address)["NAME"]
        connections["default"] = connections.create_connection("default")
        ContentType.objects.clear_cache()
        try:
            yield self
        finally:
            connections["default"].close()
            connections["default"], options["NAME"] = own, name
            ContentType.objects.clear_cache()


@contextmanager
def unpacked(version, folder):
    """Give a lab as its version left it."""
    vendor = connections["default"].vendor
    with tarfile.open(STORED / version / FILES[vendor]) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # which the first releases of 3.11 lack
        archive.extractall(folder)
    if vendor == "sqlite":
        yield Lab.on_sqlite(folder)
        return
    with new_database() as address:
        with psycopg.connect(address, autocommit=True) as opened:
            opened.execute((folder / "database.sql").read_text())
        yield Lab(folder, address)


@contextmanager
def copied(lab, folder):
    """Give a copy of a lab that nobody has opened."""
    shutil.copytree(lab.folder, folder)
    if lab.address.startswith("sqlite"):
        yield Lab.on_sqlite(folder)
        return
    with new_database(lab.address.rpartition("/")[2]) as address:
        yield Lab(folder, address)


@contextmanager
def without_tables(folder):
    """Give a site on which not even migrate has been run."""
    folder.mkdir()
    if connections["default"].vendor == "sqlite":
        yield Lab.on_sqlite(folder)
        return
    with new_database() as address:
        yield Lab(folder, address)
