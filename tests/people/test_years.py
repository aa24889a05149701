import pytest

from people.profile import first_years


@pytest.mark.parametrize(
    ("counts", "most", "shown"),
    [
        ([], 5, []),
        ([(2024, 9)], 5, [2024]),
        ([(None, 2), (2024, 3), (2023, 1)], 5, [None, 2024]),
        ([(2024, 3), (2023, 2)], 5, [2024, 2023]),
    ],
)
def test_years_fill_a_page_from_the_newest_on(counts, most, shown):
    assert first_years(counts, most) == shown
