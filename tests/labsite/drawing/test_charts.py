import re

import pytest
from django.template.loader import render_to_string

from labsite.drawing import charts
from labsite.drawing.charts import FOOT, HEAD, Heading, Kind
from labsite.templatetags.site import bars


def bar_chart(*counts):
    """Lay out numbers for years from 2020 on."""
    rows = [(2020 + place, count, f"/{2020 + place}/") for place, count in enumerate(counts)]
    return charts.bars(rows, label="Papers per year")


class BarTests:
    def test_years_between_the_first_and_the_last_have_room_but_no_bar(self):
        chart = charts.bars([(2024, 7, "/2024/"), (2021, 2, "/2021/")], label="Papers per year")
        assert [slot.year for slot in chart.axes.slots] == [2021, 2022, 2023, 2024]
        assert [(bar.slot.year, bar.count, bar.url) for bar in chart.bars] == [
            (2021, 2, "/2021/"),
            (2024, 7, "/2024/"),
        ]

    def test_what_has_no_year_or_no_number_is_not_drawn(self):
        chart = charts.bars([(None, 3, "/"), (2019, 0, "/2019/"), (2020, 1, "/2020/")], label="")
        assert [slot.year for slot in chart.axes.slots] == [2020]

    def test_without_a_number_there_is_nothing(self):
        chart = charts.bars([], label="")
        assert (chart.bars, chart.axes.slots, chart.axes.width) == ([], [], 0)

    def test_years_share_the_width(self):
        first, second = bar_chart(2, 8).axes.slots
        places = (first.x, first.width, first.bar_x, first.bar_width, first.middle)
        assert places == ("0%", "50%", "11%", "28%", "25%")
        assert (second.x, second.middle) == ("50%", "75%")

    def test_the_tallest_takes_the_height(self):
        assert [(bar.height, bar.y) for bar in bar_chart(2, 8).bars] == [(19, HEAD + 57), (76, HEAD)]

    def test_few_papers_make_a_low_chart(self):
        chart = bar_chart(1, 2)
        assert [(bar.height, bar.y) for bar in chart.bars] == [(19, HEAD + 19), (38, HEAD)]
        assert (chart.axes.base, chart.axes.height) == (HEAD + 38, HEAD + 38 + FOOT)

    def test_the_smallest_number_can_still_be_seen(self):
        assert [bar.height for bar in bar_chart(1, 0, 5000).bars] == [2, 76]

    @pytest.mark.parametrize(
        ("top", "ticks"), [(1, [1]), (3, [1, 2, 3]), (7, [5]), (10, [5, 10]), (48, [20, 40]), (900, [500])]
    )
    def test_the_scale_is_of_whole_round_numbers(self, top, ticks):
        assert [count for count, _y in bar_chart(top).axes.ticks] == ticks

    def test_a_narrow_chart_writes_some_of_the_years_that_a_wide_one_writes(self):
        assert [slot.label for slot in bar_chart(*[1] * 7).axes.slots] == [*["always", "wide"] * 3, "always"]

    def test_what_suits_a_narrow_chart_only_is_not_written_in_a_wide_one(self):
        labels = {slot.year: slot.label for slot in bar_chart(*[1] * 14).axes.slots}
        assert labels[2020] == labels[2030] == "always"
        assert labels[2022] == labels[2024] == "wide"
        assert (labels[2025], labels[2021]) == ("narrow", "")

    def test_the_years_at_the_ends_of_a_long_chart_stay_within_it(self):
        slots = bar_chart(*[1] * 17).axes.slots
        assert [(slot.label_x, slot.label_anchor) for slot in (slots[0], slots[8], slots[-1])] == [
            ("0%", "start"),
            ("50%", "middle"),
            ("100%", "end"),
        ]
        assert {slot.label_anchor for slot in bar_chart(*[1] * 16).axes.slots} == {"middle"}

    def test_how_crowded_it_is_decides_whether_bars_bear_their_numbers(self):
        assert [bar_chart(*[1] * years).axes.density for years in (16, 17, 32, 33)] == [
            "few",
            "many",
            "many",
            "crowded",
        ]

    def test_of_a_very_long_span_the_newest_years_are_drawn(self):
        chart = charts.bars([(1800, 900, "/1800/"), (2024, 1, "/2024/")], label="")
        assert [chart.axes.slots[0].year, chart.axes.slots[-1].year] == [1965, 2024]
        assert chart.axes.top == 1

    def test_the_table_has_the_newest_year_first(self):
        page = render_to_string("includes/_bars.html", {"chart": bar_chart(3, 0, 5)})
        rows = re.findall(
            r'<tr><th scope="row"><a href="/\d+/">(\d+)</a></th><td class="number">(\d+)</td></tr>', page
        )
        assert rows == [("2022", "5"), ("2020", "3")]

    def test_the_name_of_a_bar_is_all_the_text_in_its_link(self):
        links = re.findall(r'<a href="[^"]+" aria-label="([^"]+)">(.*?)</a>', bars(bar_chart(3, 0, 5)), re.DOTALL)
        assert [(name, re.sub("<[^>]+>", "", inside).strip()) for name, inside in links] == [
            ("2020: 3 papers", "2020: 3 papers"),
            ("2022: 5 papers", "2022: 5 papers"),
        ]


class StackTests:
    KINDS = (("book", "Book"), ("talk", "Talk"), ("poem", "Poem"))

    @pytest.fixture
    def chart(self):
        counts = {(2020, "talk"): (1, "/t20"), (2022, "talk"): (2, "/t22"), (2022, "book"): (2, "/b22")}
        return charts.stacks(counts, self.KINDS, label="Works")

    def test_only_kinds_that_occur_are_named(self, chart):
        assert chart.kinds == [Kind("book", "Book", look=1), Kind("talk", "Talk", look=2)]

    def test_the_parts_of_a_year_stand_on_each_other_in_the_order_of_kinds(self, chart):
        assert [(stack.slot.year, stack.count, stack.y) for stack in chart.stacks] == [
            (2020, 1, HEAD + 57),
            (2022, 4, HEAD),
        ]
        book, talk = chart.stacks[1].segments
        assert (book.kind.key, book.count, book.url, book.y, book.height) == ("book", 2, "/b22", HEAD + 38, 38)
        assert (talk.kind.key, talk.count, talk.url, talk.y, talk.height) == ("talk", 2, "/t22", HEAD, 38)

    def test_the_table_has_a_place_for_each_kind(self, chart):
        rows = [(stack.slot.year, [part and part.count for part in parts]) for stack, parts in chart.table]
        assert rows == [(2022, [2, 2]), (2020, [None, 1])]

    def test_without_a_number_there_is_nothing(self):
        chart = charts.stacks({}, self.KINDS, label="Works")
        assert (chart.stacks, chart.kinds, chart.table) == ([], [], [])


class GridTests:
    ROWS = (Heading("a", "A"), Heading("b", "B"))
    COLUMNS = (Heading(1, "One"), Heading(2, "Two"))

    def test_a_cell_stands_where_its_row_and_its_column_meet(self):
        grid = charts.grid(self.ROWS, self.COLUMNS, {("b", 2): (3, "/b2")}, label="", head=24)
        (cell,) = grid.cells
        assert (cell.row.label, cell.column.label, cell.count, cell.url) == ("B", "Two", 3, "/b2")
        assert (cell.x, cell.y, cell.middle, grid.cell_width) == ("50%", 24 + 28, "75%", "50%")
        assert (grid.narrowest, grid.width, grid.height, grid.lines) == (72, 184, 24 + 56, [24, 52, 80])

    def test_what_is_neither_row_nor_column_is_left_out(self):
        assert charts.grid(self.ROWS, self.COLUMNS, {("c", 1): (3, ""), ("a", 3): (1, "")}, label="").cells == []

    def test_the_more_the_darker_but_small_numbers_stay_light(self):
        counts = {("a", 1): (1, ""), ("a", 2): (2, ""), ("b", 1): (3, "")}
        assert [cell.level for cell in charts.grid(self.ROWS, self.COLUMNS, counts, label="").cells] == [1, 2, 3]
        counts = {("a", 1): (1, ""), ("a", 2): (11, ""), ("b", 1): (50, "")}
        assert [cell.level for cell in charts.grid(self.ROWS, self.COLUMNS, counts, label="").cells] == [1, 2, 5]

    def test_the_table_has_a_place_for_each_column(self):
        grid = charts.grid(self.ROWS, self.COLUMNS, {("b", 2): (3, "/b2")}, label="")
        assert [(row.label, [cell and cell.count for cell in cells]) for row, cells in grid.table] == [
            ("A", [None, None]),
            ("B", [None, 3]),
        ]
