"""The one rule by which two changes of the same value become one, or don't."""

from labsite.history.versions import merge


def test_the_value_that_differs_from_the_base_holds():
    table = [
        ("a", "a", "a", "mine"),
        ("a", "a", "b", "mine"),
        ("a", "b", "b", "mine"),
        ("a", "b", "a", "theirs"),
        ("a", None, "a", "theirs"),
        ("a", "b", "c", "conflict"),
        (None, "b", "c", "conflict"),
        ("a", None, "c", "conflict"),
    ]
    assert [
        (base, theirs, mine, answer, outcome)
        for base, theirs, mine, outcome in table
        if (answer := merge(base, theirs, mine)) != outcome
    ] == []
