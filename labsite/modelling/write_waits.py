"""Who waits for whom: how long a request until it may write, and what only one process does at a time with a database.

No request waits so that no thread of the server is left for those who read.

A server has few threads, and who waits for a lock of the database holds one of them. So a request waits while others
get to write, and for MAX_STANDSTILL while nobody does. A save of the admin goes on waiting then, but in no more than
half of the threads. Who may not wait gets the database's own error, which is answered with 503. Commands and
background jobs wait for as long as it takes.
"""

import fcntl
import os
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import partial
from math import inf
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any

from django.db import DatabaseError, OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

MAX_STANDSTILL = 1.0  # seconds
MAX_OWN_STANDSTILL = 5.0  # seconds, while it is a thread of the same server that writes, and is at work
MAX_WAIT_TO_SAVE = 60.0  # seconds

# What may have to wait for a lock. Others than these are waited for without being counted.
WAITS = re.compile(r"\s*(?:BEGIN IMMEDIATE|INSERT|UPDATE|DELETE|SELECT pg_advisory)", re.IGNORECASE)
LOCK_NOT_AVAILABLE = "55P03"  # https://www.postgresql.org/docs/current/errcodes-appendix.html
LOCK = 0x6C616273697465  # of PostgreSQL's advisory locks: "labsite"

WAITING_ON_POSTGRESQL = (
    "SELECT EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE NOT granted AND datname = current_database())"
)

_patience: ContextVar[float] = ContextVar("patience", default=MAX_STANDSTILL)


@contextmanager
def patience(seconds: float = inf) -> Iterator[None]:
    """Let what is done inside wait for longer while nobody gets to write; without end for what holds no thread."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)


class WriteQueue:
    """The threads of a server that wait to write; while nobody gets to write, only ``places`` of them may."""

    def __init__(self, places: int) -> None:
        self.places = places
        self._waiting: list[object] = []
        self._stood_still_at = -inf
        self._holder: BaseDatabaseWrapper | None = None  # who of this server got the lock last
        self._held_since = -inf
        self._lock = Lock()

    def wait(
        self,
        attempt: Callable[[], Any],
        progress: Callable[[], Any] | None = None,
        connection: BaseDatabaseWrapper | None = None,
    ) -> Any:
        """Call ``attempt`` until it no longer raises that a lock isn't to be had, which it waits MAX_STANDSTILL for.

        ``progress`` returns what differs once somebody else has written; without it there is one attempt. The lock is
        held for as long as the connection's transaction goes on. Raises the database's error when the caller may wait
        no longer, and OperationalError where there is no place.
        """
        before, begun = progress and progress(), monotonic()
        with self._place() as has_place:
            while True:
                try:
                    answer = attempt()
                    if connection:
                        self._holder, self._held_since, self._stood_still_at = connection, monotonic(), -inf
                    return answer
                except OperationalError as error:
                    cause: Any = error.__cause__
                    is_busy = getattr(cause, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY
                    if not is_busy and getattr(cause, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                        raise
                    now, waited = progress and progress(), monotonic() - begun
                    is_held_here = self._holder is not None and self._holder.in_atomic_block
                    is_held_here = is_held_here and monotonic() - self._held_since < MAX_OWN_STANDSTILL
                    stands_still, before = now == before and not is_held_here, now
                    if stands_still:
                        self._stood_still_at = monotonic()
                    may_stay = progress and (not stands_still or (has_place() and waited < _patience.get()))
                    if not may_stay or waited > MAX_WAIT_TO_SAVE:
                        raise

    @contextmanager
    def _place(self) -> Iterator[Callable[[], bool]]:
        me = object()
        with self._lock:
            stands_still = monotonic() - self._stood_still_at < MAX_STANDSTILL
            if stands_still and len(self._waiting) >= self.places:
                raise OperationalError("as many wait to write as may")
            self._waiting.append(me)
        try:
            yield lambda: self._waiting.index(me) < self.places
        finally:
            with self._lock:
                self._waiting.remove(me)


_line: WriteQueue | None = None  # none where nobody waits for an answer


def limit_waits(threads: int) -> None:
    """Begin to do so in a process that answers so many requests at once."""
    global _line
    _line = WriteQueue(max(1, threads // 2))
    connection_created.connect(_limit_connection, dispatch_uid="write waits")


def wait_in_line(attempt: Callable[[], Any], progress: Callable[[], Any]) -> Any:
    """Take a lock inside of a transaction, as ``WriteQueue.wait`` does."""
    if not _line or _patience.get() == inf:
        return attempt()
    return _line.wait(transaction.atomic(attempt), progress, connection)


def somebody_waits(connection: BaseDatabaseWrapper) -> bool:
    """Whether anybody waits to write, in whatever process."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(WAITING_ON_POSTGRESQL)
            return bool(cursor.fetchone()[0])
    try:
        with _lock_of_those_who_wait(connection, fcntl.LOCK_EX | fcntl.LOCK_NB):
            return False
    except BlockingIOError:
        return True


def seen_to_wait(connection: BaseDatabaseWrapper, sql: str) -> AbstractContextManager[None]:
    """Let others see meanwhile that somebody waits, where a statement needs the lock of an SQLite database."""
    is_waiting = connection.vendor == "sqlite" and not connection.in_atomic_block and WAITS.match(sql)
    return _lock_of_those_who_wait(connection, fcntl.LOCK_SH) if is_waiting else nullcontext()


@contextmanager
def _lock_of_those_who_wait(connection: Any, lock: int) -> Iterator[None]:
    """Hold a lock on a file beside an SQLite database, if there can be one. Raises BlockingIOError."""
    file = None
    if not connection.is_in_memory_db():
        with suppress(OSError):
            file = os.open(f"{connection.settings_dict['NAME']}-waiting", os.O_RDONLY | os.O_CREAT, 0o644)
    try:
        if file is not None:
            fcntl.flock(file, lock)
        yield
    finally:
        if file is not None:
            os.close(file)


def _limit_connection(connection: BaseDatabaseWrapper, **kwargs: Any) -> None:
    if _patience.get() == inf:
        return
    if _in_line not in connection.execute_wrappers:
        connection.execute_wrappers.append(_in_line)
    if connection.vendor == "sqlite" and not os.access(connection.settings_dict["NAME"], os.W_OK):
        connection.close_at = 0  # with the request: who opens the file while nobody can write to it never will
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{MAX_STANDSTILL * 1000:.0f}"])


def _in_line(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: dict[str, Any]) -> Any:
    connection, attempt = context["connection"], partial(execute, sql, params, many, context)
    if _line is None or not isinstance(sql, str) or not WAITS.match(sql):
        return attempt()
    if connection.vendor == "postgresql":
        return _line.wait(attempt)
    # On SQLite a transaction holds the lock from its beginning.
    return attempt() if connection.in_atomic_block else _in_line_of_sqlite(connection, attempt)


def _in_line_of_sqlite(connection: Any, attempt: Callable[[], Any]) -> Any:
    raw, timeout = connection.connection, connection.settings_dict["OPTIONS"]["timeout"]

    def progress() -> Any:
        with connection.wrap_database_errors:
            return raw.execute("PRAGMA data_version").fetchone()

    raw.execute(f"PRAGMA busy_timeout = {MAX_STANDSTILL * 1000:.0f}")
    try:
        return _line and _line.wait(attempt, progress, connection)
    finally:
        raw.execute(f"PRAGMA busy_timeout = {timeout * 1000:.0f}")


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
