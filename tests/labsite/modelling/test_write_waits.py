"""Who may go on waiting for a lock, and who is told at once that it isn't to be had."""

import sqlite3
from threading import Barrier, Thread
from time import sleep
from unittest import mock

import pytest
from django.db import OperationalError, connection
from django.db.backends.sqlite3.base import DatabaseWrapper

from labsite.modelling import write_waits
from labsite.modelling.write_waits import WriteQueue, patience, somebody_waits

MAX_ATTEMPTS = 5


@pytest.fixture(autouse=True)
def clock(monkeypatch):
    """A clock that attempts move on."""
    time = mock.Mock(return_value=0.0)
    monkeypatch.setattr(write_waits, "monotonic", time)
    return time


@pytest.fixture
def locked(clock):
    """Make an attempt that waits in vain for so many times, and then writes."""

    def make(times, code=sqlite3.SQLITE_BUSY):
        def attempt():
            attempt.calls += 1
            if attempt.calls > times:
                return "written"
            clock.return_value += 1
            cause = sqlite3.OperationalError("database is locked")
            cause.sqlite_errorcode = code
            raise OperationalError("database is locked") from cause

        attempt.calls = 0
        return attempt

    return make


def moving():
    """Say each time that somebody else has written."""
    moving.version += 1
    return moving.version


moving.version = 0


def standing():
    return 1


def test_while_others_write_a_request_waits_for_its_turn(locked):
    assert WriteQueue(1).wait(locked(MAX_ATTEMPTS), moving) == "written"


def test_a_request_is_refused_once_nobody_has_written_for_a_second(locked):
    attempt = locked(MAX_ATTEMPTS)
    with pytest.raises(OperationalError, match="locked"):
        WriteQueue(1).wait(attempt, standing)
    assert attempt.calls == 1


def test_what_another_thread_of_the_server_is_writing_is_waited_for(locked):
    line, holder = WriteQueue(1), mock.Mock(in_atomic_block=True)
    line.wait(locked(0), standing, holder)
    assert line.wait(locked(4), standing) == "written"
    line.wait(locked(0), standing, holder)
    with pytest.raises(OperationalError, match="locked"):
        line.wait(locked(5), standing)
    holder.in_atomic_block = False
    line.wait(locked(0), standing, holder)
    with pytest.raises(OperationalError, match="locked"):
        line.wait(locked(1), standing)


def test_a_save_waits_longer_and_not_for_ever(locked):
    with patience(10):
        assert WriteQueue(1).wait(locked(9), standing) == "written"
        with pytest.raises(OperationalError, match="locked"):
            WriteQueue(1).wait(locked(10), standing)


def test_what_is_not_a_lock_is_not_waited_for(locked):
    attempt = locked(MAX_ATTEMPTS, code=sqlite3.SQLITE_READONLY)
    with patience(10), pytest.raises(OperationalError):
        WriteQueue(1).wait(attempt, moving)
    assert attempt.calls == 1


def test_where_the_places_are_taken_even_a_save_is_refused_while_nobody_writes(locked):
    line, barrier = WriteQueue(1), Barrier(2)

    def hold():
        line.wait(lambda: (barrier.wait(), barrier.wait()))

    holder = Thread(target=hold)
    holder.start()
    barrier.wait()
    later = locked(MAX_ATTEMPTS)
    with patience(10):
        with pytest.raises(OperationalError, match="locked"):
            line.wait(later, standing)
        at_once = locked(0)
        with pytest.raises(OperationalError, match="as many wait to write as may"):
            line.wait(at_once, standing)
    barrier.wait()
    holder.join()
    assert (later.calls, at_once.calls) == (1, 0)
    assert line.wait(at_once, standing) == "written"


@pytest.fixture
def a_file(django_db_blocker):
    with django_db_blocker.unblock():
        yield


@pytest.mark.usefixtures("a_file")
def test_others_see_while_somebody_waits_for_a_file_of_sqlite(tmp_path):
    def connect():
        options = {"timeout": 60, "transaction_mode": "IMMEDIATE"}
        return DatabaseWrapper({**connection.settings_dict, "NAME": tmp_path / "lab.sqlite3", "OPTIONS": options})

    def write():
        waiting = connect()
        waiting.cursor().execute("BEGIN IMMEDIATE")
        waiting.close()

    holding = connect()
    holding.cursor().execute("BEGIN IMMEDIATE")
    assert not somebody_waits(holding)
    waiter = Thread(target=write)
    waiter.start()
    while not somebody_waits(holding):
        sleep(0.01)
    holding.cursor().execute("COMMIT")
    waiter.join()
    assert not somebody_waits(holding)
    holding.close()
