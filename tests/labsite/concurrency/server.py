"""The site as it runs for everyone: a server process of its own, with threads, on the database of the test."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from urllib.error import URLError
from urllib.request import urlopen

from django.conf import settings
from django.db import connection

PATIENCE = 300  # seconds until a server must have started
STOP_PATIENCE = 10  # seconds
SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.labsite.concurrency.settings", "DEBUG": "on"}
FAULTY = {"DJANGO_SETTINGS_MODULE": "tests.labsite.concurrency.settings_of_faults"}


@contextmanager
def serving(folder, options, disk=None, has_faults=False):
    """Serve the test's database with options of granian's, and give the address and the process.

    ``disk`` is where the database and uploads are, if not in the folder. In the end the server must have had nothing
    to complain about, unless it is put to faults.
    """
    address = f"http://127.0.0.1:{free_port()}"
    data, variables = disk or folder, FAULTY if has_faults else SETTINGS
    with _shared_database(data) as database, open(folder / "server.log", "w+") as log:
        server = subprocess.Popen(
            command_of(address, options),
            cwd=settings.BASE_DIR,
            env=os.environ | variables | {"DATABASE_URL": database, "MEDIA_ROOT": str(data / "media")},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            wait_for(address, server)
            yield address, server
        finally:
            stop(server)
        log.seek(0)
        assert has_faults or "Traceback" not in (said := log.read()), said


def stop(server):
    """End a server as the service does: granian doesn't hear that it should while it replaces a worker."""
    end = time.monotonic() + STOP_PATIENCE
    while server.poll() is None and time.monotonic() < end:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(1)
    with suppress(ProcessLookupError):
        os.killpg(server.pid, signal.SIGKILL)
    server.wait()


def one_worker(threads):
    """Return the options of a server that answers so many at once."""
    return ["--workers", "1", "--blocking-threads", str(threads)]


def options_of_the_service():
    """Return with which options the service of deploy/ runs granian, but for its address."""
    unit = (settings.BASE_DIR / "deploy" / "labsite.service").read_text(encoding="utf-8").replace("\\\n", "")
    [command] = re.findall("^ExecStart=(.*)$", unit, re.MULTILINE)
    return re.sub(r"--(?:interface|host|port) \S+", "", command).split()[1:-1]


def command_of(address, options):
    where = ["--interface", "wsgi", "--port", address.rpartition(":")[2]]
    return [sys.executable, "-m", "granian", *where, *options, "labsite.wsgi:application"]


def free_port():
    with closing(socket.socket()) as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(address, server):
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        try:
            with urlopen(f"{address}/robots.txt"):
                return
        except URLError:
            time.sleep(0.1)
    raise RuntimeError("the server doesn't answer")


@contextmanager
def _shared_database(folder):
    """Give the address of the test's database: what SQLite has in memory is a file meanwhile."""
    if connection.vendor != "sqlite":
        told = connection.settings_dict
        yield f"postgres://{told['USER']}:{told['PASSWORD']}@{told['HOST']}:{told['PORT']}/{told['NAME']}"
        return
    path = folder / "lab.sqlite3"
    with closing(sqlite3.connect(path)) as file:
        connection.connection.backup(file)
        file.execute("PRAGMA journal_mode=WAL")
    yield f"sqlite:///{path}"
    with closing(sqlite3.connect(path)) as file:
        file.backup(connection.connection)
