"""When a row of a career says the same as another: one rule for files that are brought in and sites that move."""

import pytest

from people.models import Education, Position
from people.models.career import row_like


@pytest.mark.parametrize(
    ("values", "is_same"),
    [
        ({"organisation": "EXAMPLE university", "title": "Researcher", "start": "2019-09"}, True),
        ({"organisation": "Example University", "title": "Researcher"}, True),
        ({"organisation": "Example University", "title": "Researcher", "start": "2021"}, False),
        ({"organisation": "Example University", "title": "Lecturer", "start": "2019"}, False),
    ],
)
def test_a_position_is_the_same_if_it_reads_so_and_may_have_begun_in_the_same_year(values, is_same):
    position = Position(organisation="Example University", title="Researcher", start="2019")
    assert row_like([position], "positions", values) is (position if is_same else None)


@pytest.mark.parametrize(("field", "is_same"), [("", True), ("systems", True), ("Biology", False)])
def test_one_of_two_degrees_may_say_the_field_alone(field, is_same):
    degree = Education(organisation="Example University", degree="Ph.D.", field="Systems")
    values = {"organisation": "Example University", "degree": "Ph.D.", "field": field}
    assert row_like([degree], "education", values) is (degree if is_same else None)
