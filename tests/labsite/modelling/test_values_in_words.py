"""Values as the editing side shows them."""

import datetime

import pytest

from labsite.modelling.periods import PartialDate
from labsite.modelling.values_in_words import in_words

GROUPED = [("Print", [("book", "Book")]), ("talk", "Talk")]


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, ""),
        ("", ""),
        (0, "0"),
        ("Rest", "Rest"),
        (True, "Yes"),
        (False, "No"),
        (PartialDate("2024-06"), "Jun 2024"),
        (datetime.date(2024, 6, 26), "26 June 2024"),
        (datetime.datetime(2024, 6, 26, 9, 5, tzinfo=datetime.UTC), "26 June 2024, 09:05"),
    ],
)
def test_a_value_in_words(value, words, settings):
    settings.TIME_ZONE = "UTC"
    assert in_words(value) == words


@pytest.mark.parametrize(("value", "words"), [("book", "Book"), ("talk", "Talk"), ("poem", "poem"), ("", "")])
def test_a_choice_is_said_by_its_label(value, words):
    assert in_words(value, GROUPED) == words
