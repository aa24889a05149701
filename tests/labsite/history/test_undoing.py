"""Taking back what a step did, though others may have changed the same thing since."""

import pytest

from labsite.history import UndoRefused
from labsite.history.undoing import without_step
from labsite.history.versions import Snapshot

ONE, OTHER = "one", "other"


def snapshot(**rows):
    return Snapshot(dict(rows))


def test_a_value_goes_back_while_what_others_changed_stays():
    before = snapshot(one={"title": "Rest", "text": "Calm"})
    after = snapshot(one={"title": "Work", "text": "Calm"})
    now = snapshot(one={"title": "Work", "text": "Busy"})
    assert without_step(before, after, now).rows == {ONE: {"title": "Rest", "text": "Busy"}}


def test_a_value_that_was_changed_since_is_not_overwritten():
    values = [snapshot(one={"title": title}) for title in ("Rest", "Work", "Play")]
    with pytest.raises(UndoRefused):
        without_step(*values)


def test_what_is_back_already_stays():
    before, after = snapshot(one={"title": "Rest"}), snapshot(one={"title": "Work"})
    assert without_step(before, after, before).rows == before.rows


def test_an_added_row_goes_and_a_removed_one_comes_back():
    before, after = snapshot(one={"name": "A"}), snapshot(other={"name": "B"})
    assert without_step(before, after, after).rows == before.rows


def test_a_row_that_others_added_stays():
    before, after = snapshot(one={"name": "A"}), snapshot()
    now = snapshot(other={"name": "B"})
    assert without_step(before, after, now).rows == {ONE: {"name": "A"}, OTHER: {"name": "B"}}


def test_an_added_row_that_was_changed_since_is_not_taken_away():
    with pytest.raises(UndoRefused):
        without_step(snapshot(), snapshot(one={"name": "A"}), snapshot(one={"name": "B"}))
