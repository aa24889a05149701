"""The one rule by which two changes of the same value become one, or don't."""

import pytest

from labsite.modelling.three_way import merge


@pytest.mark.parametrize(
    ("base", "theirs", "mine", "outcome"),
    [
        ("a", "a", "a", "mine"),
        ("a", "a", "b", "mine"),
        ("a", "b", "b", "mine"),
        ("a", "b", "a", "theirs"),
        ("a", None, "a", "theirs"),
        ("a", "b", "c", "conflict"),
        (None, "b", "c", "conflict"),
        ("a", None, "c", "conflict"),
    ],
)
def test_the_value_that_differs_from_the_base_holds(base, theirs, mine, outcome):
    assert merge(base, theirs, mine) == outcome


def test_values_are_compared_as_the_caller_says():
    assert merge("A", "b", "a", is_same=lambda one, other: one.lower() == other.lower()) == "theirs"
