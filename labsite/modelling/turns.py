"""What one process does at a time with a database: each machine of a deployment may start it."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from django.db import DatabaseError

LOCK = 0x6C616273697465  # of PostgreSQL's advisory locks: "labsite"


@contextmanager
def one_at_a_time(connection: Any) -> Iterator[None]:
    """Wait until no other process is here with the same database."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            with suppress(DatabaseError), connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        return
    folder = Path(str(connection.settings_dict["NAME"])).parent
    if connection.is_in_memory_db() or not folder.is_dir():
        yield
        return
    # Not the file: closing it would end the locks that SQLite itself holds on it.
    opened = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX)
        yield
    finally:
        os.close(opened)
