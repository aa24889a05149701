from labsite import charts


def chart(*counts, **more):
    """Lay out numbers for years from 2020 on."""
    rows = [(2020 + place, count, f"/{2020 + place}/") for place, count in enumerate(counts)]
    return charts.bars(rows, label="Papers per year", **more)


def test_years_between_the_first_and_the_last_are_zero_years():
    drawn = charts.bars([(2024, 7, "/2024/"), (2021, 2, "/2021/")], label="Papers per year")
    assert [(bar.year, bar.count, bar.url) for bar in drawn.bars] == [
        (2021, 2, "/2021/"),
        (2022, 0, ""),
        (2023, 0, ""),
        (2024, 7, "/2024/"),
    ]


def test_what_has_no_year_or_no_number_is_not_drawn():
    assert charts.bars([(None, 3, "/"), (2019, 0, "/2019/"), (2020, 1, "/2020/")], label="").bars[0].year == 2020


def test_without_a_number_there_is_no_bar():
    assert charts.bars([], label="").bars == []


def test_bars_share_the_width_and_the_tallest_takes_the_height():
    first, second = chart(2, 8).bars
    assert (first.slot_x, first.slot_width, first.x, first.width, first.middle) == ("0%", "50%", "11%", "28%", "25%")
    assert (second.slot_x, second.middle) == ("50%", "75%")
    assert (first.height, second.height) == (19, charts.PLOT_HEIGHT)
    assert (first.y, second.y) == (charts.HEAD + 57, charts.HEAD)


def test_one_paper_is_no_full_bar():
    assert chart(1).bars[0].height == charts.PLOT_HEIGHT // 4


def test_the_smallest_number_can_still_be_seen():
    assert [bar.height for bar in chart(1, 0, 5000).bars] == [2, 0, charts.PLOT_HEIGHT]


def test_the_scale_is_of_whole_round_numbers():
    for top, ticks in ((1, [2, 4]), (7, [5]), (10, [5, 10]), (48, [20, 40]), (900, [500])):
        assert [tick.count for tick in chart(top).ticks] == ticks


def test_a_narrow_chart_writes_some_of_the_years_that_a_wide_one_writes():
    assert [bar.label for bar in chart(*[1] * 7).bars] == [*["always", "wide"] * 3, "always"]


def test_what_suits_a_narrow_chart_only_is_not_written_in_a_wide_one():
    labels = {bar.year: bar.label for bar in chart(*[1] * 14).bars}
    assert labels[2020] == labels[2030] == "always"
    assert labels[2022] == labels[2024] == "wide"
    assert (labels[2025], labels[2021]) == ("narrow", "")


def test_how_crowded_it_is_decides_whether_bars_bear_their_numbers():
    assert [chart(*[1] * years).density for years in (16, 17, 32, 33)] == ["few", "many", "many", "crowded"]


def test_of_a_very_long_span_the_newest_years_are_drawn():
    drawn = charts.bars([(1800, 1, "/1800/"), (2024, 1, "/2024/")], label="")
    assert [drawn.bars[0].year, drawn.bars[-1].year] == [1965, 2024]


def test_the_table_has_the_years_that_hold_something_newest_first():
    assert [(bar.year, bar.count) for bar in chart(3, 0, 5).counted] == [(2022, 5), (2020, 3)]
