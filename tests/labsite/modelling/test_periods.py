import datetime

import pytest
from django.core.exceptions import ValidationError

from labsite.modelling.periods import PartialDate, PartialDateField, validate_partial_date
from people.models import Membership, Position
from tests import cast

DAY = datetime.date(2024, 6, 26)


@pytest.mark.parametrize(
    ("text", "first", "last", "words"),
    [
        ("2024", datetime.date(2024, 1, 1), datetime.date(2024, 12, 31), "2024"),
        ("2024-02", datetime.date(2024, 2, 1), datetime.date(2024, 2, 29), "Feb 2024"),
        ("2023-02", datetime.date(2023, 2, 1), datetime.date(2023, 2, 28), "Feb 2023"),
        ("2024-06-06", datetime.date(2024, 6, 6), datetime.date(2024, 6, 6), "6 June 2024"),
    ],
)
def test_a_partial_date_knows_its_days_and_its_words(text, first, last, words):
    date = PartialDate(text)
    assert (date.first, date.last, date.words) == (first, last, words)


def test_partial_dates_sort_with_the_less_precise_first():
    dates = [PartialDate(text) for text in ("2024-06-26", "2025", "2024-06", "2023-12-31", "2024")]
    assert sorted(dates) == ["2023-12-31", "2024", "2024-06", "2024-06-26", "2025"]


BAD_DATES = [
    *("24", "2024-6", "2024-13", "2024-00", "2024-06-00", "2023-02-29", "2024-06-31", "0000", "2024/06", "June 2024"),
    *("2024-06-26T10:00", " 2024", "2024\n", "٢٠٢٤", "2024-", ""),
]


@pytest.mark.parametrize("text", BAD_DATES)
def test_what_is_no_date_is_refused_in_an_editors_words(text):
    with pytest.raises(ValidationError, match="Enter a date as YYYY, YYYY-MM or YYYY-MM-DD"):
        validate_partial_date(text)


@pytest.mark.parametrize("asked", ["first", "last", "words"])
@pytest.mark.parametrize("text", ["June 2024", "2024-13", "2024-00"])
def test_what_is_no_date_knows_nothing(text, asked):
    with pytest.raises(ValueError, match="is not YYYY|month must be in 1..12"):
        getattr(PartialDate(text), asked)


def test_the_field_trims_what_was_typed():
    assert PartialDateField().clean(" 2024-06 ", None) == "2024-06"


def test_the_field_takes_an_empty_date():
    assert PartialDateField().clean("", None) == ""


@pytest.mark.django_db
def test_a_date_comes_back_from_the_database_as_a_partial_date():
    cast.make_member("Ada Quill", start="2010-09")
    assert Membership.objects.get().start.words == "Sep 2010"


CASES = [
    # start, end, lasts on the 26th of June 2024
    ("", "", True),
    ("2020", "", True),
    ("2024", "", True),
    ("2024-06", "", True),
    ("2024-06-26", "", True),
    ("2024-06-27", "", False),
    ("2024-07", "", False),
    ("2025", "", False),
    ("", "2023", False),
    ("", "2024-05", False),
    ("", "2024-06-25", False),
    ("", "2024-06-26", True),
    ("", "2024-06", True),
    ("", "2024", True),
    ("", "2024-07", True),
    ("", "2025", True),
    ("2019", "2023", False),
    ("2019-09", "2024-05", False),
    ("2019-09", "2024-06", True),
    ("2024", "2024", True),
    ("2024-06-26", "2024-06-26", True),
    ("2024-07", "2024", False),
    ("2025", "2026", False),
]


@pytest.mark.django_db
def test_a_period_and_the_set_of_current_periods_agree():
    for number, (start, end, _) in enumerate(CASES):
        cast.make_member(f"Ada Quill {number}", start=start, end=end)
    by_row = [(row.start, row.end, row.is_current(DAY)) for row in Membership.objects.order_by("pk")]
    current = set(Membership.objects.current(DAY))
    assert by_row == CASES
    assert [(row.start, row.end, row in current) for row in Membership.objects.order_by("pk")] == CASES


@pytest.mark.django_db
@pytest.mark.parametrize("day", [datetime.date(2024, 1, 1), datetime.date(2024, 12, 31), datetime.date(2024, 2, 29)])
def test_they_agree_on_the_first_and_the_last_day_too(day):
    for number, (start, end, _) in enumerate(CASES):
        cast.make_member(f"Ada Quill {number}", start=start, end=end)
    by_row = {row.pk for row in Membership.objects.all() if row.is_current(day)}
    assert set(Membership.objects.current(day).values_list("pk", flat=True)) == by_row


@pytest.mark.parametrize(("start", "end"), [("2024", "2023"), ("2024-06", "2024-05"), ("2024-06-02", "2024-06-01")])
def test_an_end_before_the_start_is_refused(start, end):
    with pytest.raises(ValidationError) as caught:
        Membership(start=start, end=end).clean()
    assert caught.value.message_dict == {"end": ["The end is before the start."]}


@pytest.mark.parametrize(("start", "end"), [("2024", "2024"), ("2024-06", "2024"), ("2024", "2024-01"), ("", "2020")])
def test_an_end_that_may_lie_after_the_start_is_taken(start, end):
    Membership(start=start, end=end).clean()


@pytest.mark.parametrize(("start", "end"), [("summer", "2020"), ("2020", "2020-13")])
def test_what_is_no_date_is_left_to_the_field_to_refuse(start, end):
    Membership(start=start, end=end).clean()


def test_a_period_in_words():
    table = [
        ("2017-09", "2022-12", False, "Sep 2017 – Dec 2022"),
        ("2024-02", "2024-04", False, "Feb – Apr 2024"),
        ("2018", "2020", False, "2018 – 2020"),
        ("2023", "", False, "2023"),
        ("2023", "", True, "2023 – present"),
        ("", "2020", False, "2020"),
        ("2020", "2020", False, "2020"),
        ("", "", True, "present"),
        ("", "", False, ""),
    ]
    assert [
        (start, end, ongoing, answer, words)
        for start, end, ongoing, words in table
        if (answer := Position(start=start, end=end, ongoing=ongoing).years) != words
    ] == []
