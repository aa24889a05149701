"""Charts as numbers: where each mark stands and how large it is. Templates draw them as inline SVG.

Lengths across are percentages where a chart takes the width it is given while its text keeps its size. Whatever has
a label or an address gets it from the caller; nothing here knows what is counted.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

TALLEST, TALLEST_STACK = 76, 150  # pixels of the tallest bar or stack
UNIT = 19  # pixels that one paper has at most, so that few papers make small bars
HEAD = 16  # pixels above the plot, for the number on the tallest bar
FOOT = 20  # pixels below it, for the years
SLOT = 44  # pixels that a bar and the room beside it take where there is enough
BAR = 0.56  # of it that the bar itself takes
WIDE_SLOT = 96  # the same of a stack
MAX_WIDTH, WIDEST = 760, 1152  # of bars, of stacks
MAX_SPAN_LENGTH = 60  # years; of a longer one the newest are drawn
FEW_BARS, MANY_BARS = 16, 32  # that can bear their numbers in a narrow and in a wide place
FEW_LABELS, MANY_LABELS = 6, 12  # that fit a narrow and a wide place
MAX_TICKS = 3
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)  # between ticks, or between years written
CELL_WIDTH, CELL_HEIGHT = 36, 28  # pixels of a cell at least
WIDEST_CELL = 92  # pixels, where there is room
LOOKS = 8  # that tell the kinds in a stack apart
LEVELS = 5  # shades of a grid's cells


@dataclass(frozen=True)
class Slot:
    """The room that one year has across a chart."""

    year: int
    x: str
    width: str
    middle: str
    bar_x: str
    bar_width: str
    label: str  # whether the year is written: "always", only in a "wide" chart, only in a "narrow" one, or never
    label_x: str
    label_anchor: str  # what of the label is at label_x: "start", "middle" or "end"


@dataclass(frozen=True)
class YearAxes:
    """What charts by year share: room for each year from the first to the last, and a scale of ``plot`` pixels."""

    slots: list[Slot]
    ticks: list[tuple[int, int]]  # lines of the scale: the number, and where it stands
    top: int  # the greatest number
    plot: int
    base: int  # where the base line is
    width: int
    height: int
    year_y: int  # where the years stand under the base line
    density: str  # "few", "many" or "crowded": whether each bar can bear its number


@dataclass(frozen=True)
class Bar:
    """One year with its number, the address of the page behind it, and its place."""

    slot: Slot
    count: int
    url: str
    y: int
    height: int


@dataclass(frozen=True)
class BarChart:
    """Numbers by year as bars, one for each year that has one."""

    label: Any
    axes: YearAxes
    bars: list[Bar]


def bars(rows: Iterable[tuple[int | None, int, str]], label: Any) -> BarChart:
    """Lay out (year, number, address) in any order; years between them are zero, what has no year is left out."""
    counted = {year: (count, url) for year, count, url in rows if year and count}
    axes = _axes({year: count for year, (count, _) in counted.items()}, TALLEST)
    drawn = []
    for slot in axes.slots:
        if slot.year in counted:
            count, url = counted[slot.year]
            height = max(round(axes.plot * count / axes.top), 2)  # even of the smallest number something is seen
            drawn.append(Bar(slot, count, url, axes.base - height, height))
    return BarChart(label, axes, drawn)


@dataclass(frozen=True)
class Kind:
    """One kind of what a stack holds, with the number of its look: 1 for the first."""

    key: str
    label: Any
    look: int


@dataclass(frozen=True)
class Segment:
    """The part of a year's number that is of one kind."""

    kind: Kind
    count: int
    url: str
    y: int
    height: int


@dataclass(frozen=True)
class Stack:
    """One year: its number in parts, the first at the bottom."""

    slot: Slot
    count: int
    y: int
    segments: list[Segment]


@dataclass(frozen=True)
class StackChart:
    """Numbers by year and kind as stacked bars; ``kinds`` are those that occur."""

    label: Any
    axes: YearAxes
    stacks: list[Stack]
    kinds: list[Kind]

    @property
    def table(self) -> list[tuple[Stack, list[Segment | None]]]:
        """Each year, newest first, with its part of each kind."""
        by_kind = [(stack, {segment.kind: segment for segment in stack.segments}) for stack in self.stacks[::-1]]
        return [(stack, [parts.get(kind) for kind in self.kinds]) for stack, parts in by_kind]


def stacks(
    counts: Mapping[tuple[int, str], tuple[int, str]], kinds: Iterable[tuple[str, Any]], label: Any
) -> StackChart:
    """Lay out (number, address) by year and kind; the first kind is the bottom of each stack."""
    present = {kind for _, kind in counts}
    named = [(key, name) for key, name in kinds if key in present]
    shown = [Kind(key, name, index % LOOKS + 1) for index, (key, name) in enumerate(named)]
    years = {year for year, _ in counts}
    axes = _axes(
        {year: sum(counts.get((year, kind.key), (0, ""))[0] for kind in shown) for year in years}, TALLEST_STACK
    )
    axes = replace(axes, width=min(len(axes.slots) * WIDE_SLOT, WIDEST))
    drawn = []
    for slot in axes.slots:
        segments, total, y = [], 0, axes.base
        for kind in shown:
            count, url = counts.get((slot.year, kind.key), (0, ""))
            if count:
                total += count
                below, y = y, axes.base - round(axes.plot * total / axes.top)
                segments.append(Segment(kind, count, url, y, below - y))
        if segments:
            drawn.append(Stack(slot, total, y, segments))
    return StackChart(label, axes, drawn, shown)


def _axes(totals: Mapping[int, int], tallest: int) -> YearAxes:
    """Return the axes of a chart whose highest mark takes no more than ``tallest`` pixels; some years are written."""
    years = sorted(totals)
    span = range(max(years[0], years[-1] - MAX_SPAN_LENGTH + 1), years[-1] + 1) if years else range(0)
    top = max([1, *(totals.get(year, 0) for year in span)])
    plot = min(tallest, UNIT * top)
    base = HEAD + plot
    step = STEPS[bisect_left(STEPS, top / MAX_TICKS, hi=len(STEPS) - 1)]
    number, slots = len(span), []
    labels = {"narrow": FEW_LABELS, "wide": MANY_LABELS}
    label_steps = {size: STEPS[bisect_left(STEPS, number / most)] for size, most in labels.items()}
    # Where there is little room, the first and the last year stay within the chart.
    ends = {span[0]: ("0%", "start"), span[-1]: ("100%", "end")} if number > FEW_BARS else {}
    for index, year in enumerate(span):
        parts = (index, 1, index + 0.5, index + (1 - BAR) / 2, BAR)
        x, width, middle, bar_x, bar_width = (_share(part, number) for part in parts)
        written = [size for size, each in label_steps.items() if year % each == 0]
        label = "always" if len(written) == len(label_steps) else "".join(written)
        slots.append(Slot(year, x, width, middle, bar_x, bar_width, label, *ends.get(year, (middle, "middle"))))
    return YearAxes(
        slots=slots,
        ticks=[(count, base - round(plot * count / top)) for count in range(step, top + 1, step)],
        top=top,
        plot=plot,
        base=base,
        width=min(number * SLOT, MAX_WIDTH),
        height=base + FOOT,
        year_y=base + FOOT - 4,
        density="few" if number <= FEW_BARS else "many" if number <= MANY_BARS else "crowded",
    )


@dataclass(frozen=True)
class Heading:
    """What a row or a column of a grid stands for."""

    key: Any
    label: Any
    url: str = ""


@dataclass(frozen=True)
class Cell:
    """What a row and a column have in common, the darker the more; its number stands at ``middle`` and ``foot``.

    ``x`` and ``middle`` are shares of the width.
    """

    row: Heading
    column: Heading
    count: int
    url: str
    level: int
    x: str
    y: int
    middle: str
    foot: int


@dataclass(frozen=True)
class Grid:
    """Numbers by row and column as shaded cells, below column headings that take ``head`` pixels.

    They share the width that there is, between ``narrowest`` and ``width`` pixels.
    """

    label: Any
    rows: Sequence[Heading]
    columns: Sequence[Heading]
    cells: list[Cell]
    head: int
    narrowest: int
    width: int
    height: int
    lines: list[int]  # where the rows end
    placed_columns: list[tuple[str, Heading]]  # with the middle of the room of each
    cell_width: str

    cell_height = CELL_HEIGHT

    @property
    def table(self) -> list[tuple[Heading, list[Cell | None]]]:
        """Each row with its cell in each column."""
        by_place = {(cell.row.key, cell.column.key): cell for cell in self.cells}
        return [(row, [by_place.get((row.key, column.key)) for column in self.columns]) for row in self.rows]


def grid(
    rows: Sequence[Heading],
    columns: Sequence[Heading],
    counts: Mapping[tuple[Any, Any], tuple[int, str]],
    label: Any,
    head: int = 24,
) -> Grid:
    """Lay out (number, address) by the keys of a row and a column; what isn't among these is left out."""
    top = max([LEVELS, *(count for count, _ in counts.values())])
    lines = [head + index * CELL_HEIGHT for index in range(len(rows) + 1)]
    number = len(columns) or 1
    placed = [(_share(index + 0.5, number), column) for index, column in enumerate(columns)]
    cells = []
    for y, row in zip(lines[:-1], rows, strict=True):
        for index, (middle, column) in enumerate(placed):
            count, url = counts.get((row.key, column.key), (0, ""))
            if count:
                level, x, foot = ceil(LEVELS * count / top), _share(index, number), y + CELL_HEIGHT // 2 + 4
                cells.append(Cell(row, column, count, url, level, x, y, middle, foot))
    narrowest, width = (len(columns) * each for each in (CELL_WIDTH, WIDEST_CELL))
    share = _share(1, number)
    return Grid(label, rows, columns, cells, head, narrowest, width, lines[-1], lines, placed, share)


def _share(part: float, of: int) -> str:
    """Return a share of the width as SVG reads it in every language."""
    return f"{round(100 * part / of, 2):g}%"
