import datetime

import pytest

from labsite.contrib.documents.reports.periods import ReportPeriod, moving_period

INSIDE, OUTSIDE = "", None
DAY_UNKNOWN, MONTH_UNKNOWN = "in Mar 2025, day unknown", "in 2025, month unknown"
SPRING = ReportPeriod("2025-03", "2025-05")


def doubts(period, *dates):
    return [period.doubt(date, date) for date in dates]


def test_a_date_lies_in_a_period_if_all_of_it_does_and_perhaps_if_some_does():
    table = [
        ("2025-02-28", OUTSIDE),
        ("2025-03-01", INSIDE),
        ("2025-05-31", INSIDE),
        ("2025-06-01", OUTSIDE),
        ("2025-02", OUTSIDE),
        ("2025-03", INSIDE),
        ("2025-05", INSIDE),
        ("2025-06", OUTSIDE),
        ("2024", OUTSIDE),
        ("2025", MONTH_UNKNOWN),
        ("2026", OUTSIDE),
    ]
    assert [(date, SPRING.doubt(date, date)) for date, _doubt in table] == table


def test_a_month_is_cut_by_a_period_of_days():
    period = ReportPeriod("2025-03-15", "2025-03-20")
    assert doubts(period, "2025-03") == [DAY_UNKNOWN]
    assert doubts(period, *(f"2025-03-{day}" for day in (14, 15, 20, 21))) == [OUTSIDE, INSIDE, INSIDE, OUTSIDE]


def test_a_period_of_years_cuts_no_year():
    period = ReportPeriod("2024", "2025")
    assert doubts(period, "2023", "2024", "2025", "2026") == [OUTSIDE, INSIDE, INSIDE, OUTSIDE]


def test_open_ends_have_no_limit():
    assert doubts(ReportPeriod("2025"), "2024-12", "2025-01", "2190") == [OUTSIDE, INSIDE, INSIDE]
    assert doubts(ReportPeriod(end="2025"), "1900", "2025-12", "2026") == [INSIDE, INSIDE, OUTSIDE]


def test_what_lasts_lies_in_a_period_that_it_reaches_into():
    table = [
        ("2020", "2024", OUTSIDE),
        ("2020", "2025-02", OUTSIDE),
        ("2020", "2025-03", INSIDE),
        ("2020", "2025", MONTH_UNKNOWN),
        ("2020", "2026", INSIDE),
        ("2020", "", INSIDE),
        ("", "2026", INSIDE),
        ("2025-05", "", INSIDE),
        ("2025-06", "", OUTSIDE),
        ("2025", "2027", MONTH_UNKNOWN),
    ]
    assert [(start, end, SPRING.doubt(start, end)) for start, end, _doubt in table] == table


@pytest.mark.parametrize(
    ("period", "words"),
    [
        (ReportPeriod(), ""),
        (ReportPeriod("2025", "2025"), "2025"),
        (ReportPeriod("2025-01", "2025-12"), "2025"),
        (ReportPeriod("2023", "2025-12-31"), "2023 – 2025"),
        (ReportPeriod("2024-09", "2025-08"), "Sep 2024 – Aug 2025"),
        (ReportPeriod("2025-03", "2025-03"), "Mar 2025"),
        (ReportPeriod("2025-03"), "since Mar 2025"),
        (ReportPeriod(end="2025"), "until 2025"),
    ],
)
def test_a_period_in_words(period, words):
    assert period.words == words


@pytest.mark.parametrize(
    ("kind", "day", "period"),
    [
        ("last-year", (2026, 1, 1), ReportPeriod("2025", "2025")),
        ("this-year", (2026, 12, 31), ReportPeriod("2026", "2026")),
        ("last-months", (2026, 11, 23), ReportPeriod("2025-11", "2026-10")),
        ("last-months", (2026, 1, 1), ReportPeriod("2025-01", "2025-12")),
        ("academic-year", (2026, 8, 31), ReportPeriod("2024-09", "2025-08")),
        ("academic-year", (2026, 9, 1), ReportPeriod("2025-09", "2026-08")),
    ],
)
def test_a_period_that_moves_with_the_calendar(kind, day, period):
    assert moving_period(kind, datetime.date(*day)) == period
