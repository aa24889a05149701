"""Store what the makers of a lab leave behind with this version of the site: docs/developing.md says when.

Beside the database as SQLite's it stores it as PostgreSQL's, where a server is named: postgres://postgres@localhost.
"""

import os
import re
import sqlite3
import subprocess
import sys
import tarfile
import zipfile
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests import environment  # noqa: F401
from tests.upgrades import FILES, STORED

ROOT = Path(__file__).parent.parent.parent
NAME = f"labsite_to_be_stored_{os.getpid()}"
OF_THE_SITE = {"DJANGO_SETTINGS_MODULE": "labsite.settings", "FIXTURES": "", "LOG_LEVEL": "WARNING"}


def store(folder, server):
    with TemporaryDirectory() as work:
        live(f"sqlite:///{work}/database.sqlite3", Path(work))
        with closing(sqlite3.connect(f"{work}/database.sqlite3", isolation_level=None)) as opened:
            opened.execute("VACUUM")
        pack(folder / FILES["sqlite"], Path(work))
    if server:
        with TemporaryDirectory() as work:
            run("psql", server, "--command", f"DROP DATABASE IF EXISTS {NAME}", "--command", f"CREATE DATABASE {NAME}")
            live(f"{server}/{NAME}", Path(work))
            dump = run("pg_dump", f"{server}/{NAME}", "--no-owner", "--inserts", "--rows-per-insert=200")
            # What only psql understands, and what an older server doesn't.
            plain = re.sub(r"^(\\|SET transaction_timeout).*\n", "", dump, flags=re.MULTILINE)
            (Path(work) / "database.sql").write_text(plain)
            run("psql", server, "--command", f"DROP DATABASE {NAME}")
            pack(folder / FILES["postgresql"], Path(work))


def live(database, folder):
    variables = OF_THE_SITE | {"DATABASE_URL": database, "MEDIA_ROOT": str(folder / "media")}
    command = [sys.executable, "-m", "tests.upgrades.life", str(folder)]
    subprocess.run(command, cwd=ROOT, env=os.environ | variables, check=True)


def run(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def pack(path, folder):
    path.parent.mkdir(parents=True, exist_ok=True)
    for packed in folder.glob("*.zip"):
        unpack(packed)
    with tarfile.open(path, "w:xz", preset=9) as archive:
        archive.add(folder, ".", filter=nobodys)
    print(f"{path}: {path.stat().st_size:,} bytes")


def unpack(path):
    """Leave the files of an archive uncompressed, as all of them together take less room compressed once."""
    with zipfile.ZipFile(path) as archive:
        held = [(entry, archive.read(entry)) for entry in archive.infolist()]
    with zipfile.ZipFile(path, "w") as archive:
        for entry, content in held:
            archive.writestr(entry, content, zipfile.ZIP_STORED)


def nobodys(entry):
    """Leave out who and when, and the locks of backups."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return None if entry.name.endswith(".lock") else entry


if __name__ == "__main__":
    day = run("git", "log", "-1", "--format=%cd", "--date=format:%Y-%m-%d").strip()
    store(STORED / day, "".join(sys.argv[1:]).rstrip("/"))
