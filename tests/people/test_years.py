"""Which years of papers a profile shows."""

import re

import pytest

from people import profile
from publications.models import Authorship, Publication
from tests import cast
from tests.reading import text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ([], []),
        ([(2024, 9)], ["2024"]),
        ([(None, 2), (2024, 3), (2023, 1)], ["open", "2024"]),
        ([(2024, 3), (2023, 2)], ["2024", "2023"]),
    ],
)
def test_whole_years_fill_a_profile_from_the_newest_on(client, monkeypatch, counts, shown):
    monkeypatch.setattr(profile, "MAX_PAPERS", 5)
    member = cast.student()
    for year, count in counts:
        for number in range(count):
            paper = Publication.objects.create(title=f"Paper {number} of {year}", year=year)
            Authorship.objects.create(publication=paper, person=member)
    page = text(client, "/people/zoe-lindqvist/")
    assert re.findall(r'id="year-(\w+)"', page) == shown
    # Of a year that has more than that, as many as there is room for.
    in_shown = sum(count for year, count in counts if str(year or "open") in shown)
    assert page.count('class="row publication"') == min(in_shown, 5)
