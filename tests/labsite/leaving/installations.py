"""Databases of sites of their own, beside the one of the tests, and commands that are run on them."""

import json
import os
import secrets
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager

import psycopg
from django.conf import settings


def run(*command, database, **others):
    env = variables(database, **others)
    return subprocess.run([sys.executable, *command], cwd=settings.BASE_DIR, env=env, capture_output=True, text=True)


def variables(database, **others):
    """Return the environment of a site of its own."""
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": str(settings.BASE_DIR), "ENV_FILE": os.devnull, **others}
    env |= {"DJANGO_SETTINGS_MODULE": "labsite.settings", "SECRET_KEY": "x", "ALLOWED_HOSTS": "localhost"}
    return env | {"DATABASE_URL": database, "HTTPS": "off"}


def tables(address):
    """Return all rows of all tables of an SQLite database, as the file has them, but for what it counts itself.

    The names in a JSON object are sorted, as PostgreSQL keeps no order of them.
    """
    with closing(sqlite3.connect(address.removeprefix("sqlite:///"))) as opened:
        names = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        own = {"django_migrations", "sqlite_sequence", "labsite_changedobject"}
        kept = set(names) - own
        rows = {name: opened.execute(f'SELECT * FROM "{name}" ORDER BY 1').fetchall() for name in sorted(kept)}
        return {name: [tuple(map(_sorted, row)) for row in found] for name, found in rows.items()}


def _sorted(value):
    return json.dumps(json.loads(value), sort_keys=True) if str(value).startswith('{"') else value


def copied(address, folder, name="copy"):
    """Return the address of a copy of an SQLite database."""
    shutil.copy(address.removeprefix("sqlite:///"), folder / f"{name}.sqlite3")
    return f"sqlite:///{folder / f'{name}.sqlite3'}"


@contextmanager
def new_database(template="template1"):
    """Give the address of a database that is made on the server of the tests, and dropped afterwards."""
    at, name = settings.DATABASES["default"], f"moved_{secrets.token_hex(4)}"
    server = f"postgres://{at['USER']}:{at['PASSWORD']}@{at['HOST']}:{at['PORT']}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as opened:
        opened.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield f"{server}/{name}"
        finally:
            opened.execute(f"DROP DATABASE {name} WITH (FORCE)")
