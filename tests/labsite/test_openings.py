"""Who is looked for, and until when."""

import datetime

import pytest

from labsite.models import Opening
from tests import cast

pytestmark = pytest.mark.django_db

LAST_DAY = datetime.date(2024, 6, 30)


@pytest.mark.parametrize(
    ("at", "is_open"),
    [(datetime.date(2024, 6, 29), True), (LAST_DAY, True), (datetime.date(2024, 7, 1), False)],
)
def test_an_opening_is_open_through_its_closing_date(at, is_open):
    opening = cast.make_opening(closes=LAST_DAY)
    assert opening.is_open(at) is is_open
    assert Opening.objects.open(at).exists() is is_open


def test_an_opening_without_a_closing_date_stays_open():
    opening = cast.make_opening()
    assert opening.is_open(LAST_DAY)
    assert Opening.objects.open(LAST_DAY).get() == opening
