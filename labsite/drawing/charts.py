"""Charts as numbers: where each mark stands and how large it is. Templates draw them as inline SVG.

Lengths across are percentages where a chart takes the width it is given while its text keeps its size. Whatever has
a label or an address gets it from the caller; nothing here knows what is counted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

TALLEST, TALLEST_STACK = 76, 150  # pixels of the tallest bar or stack
UNIT = 19  # pixels that one paper has at most, so that few papers make small bars
HEAD = 16  # pixels above the plot, for the number on the tallest bar
FOOT = 20  # pixels below it, for the years
SLOT = 44  # pixels that a bar and the room beside it take where there is enough
BAR = 0.56  # of it that the bar itself takes
MAX_WIDTH = 760
MAX_SPAN_LENGTH = 60  # years; of a longer one the newest are drawn
FEW_BARS, MANY_BARS = 16, 32  # that can bear their numbers in a narrow and in a wide place
FEW_LABELS, MANY_LABELS = 6, 12  # that fit a narrow and a wide place
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
CELL_WIDTH, CELL_HEIGHT = 36, 28  # pixels
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
class Tick:
    """A line of the scale with its number."""

    count: int
    y: int


@dataclass(frozen=True)
class Scale:
    """How high a number reaches."""

    top: int
    plot: int

    @classmethod
    def to(cls, counts: Iterable[int], tallest: int) -> "Scale":
        top = max([1, *counts])
        return cls(top, min(tallest, UNIT * top))

    @property
    def base(self) -> int:
        """Where the base line is."""
        return HEAD + self.plot

    @property
    def ticks(self) -> list[Tick]:
        step = step_for(self.top, 3)
        return [Tick(count, self.y(count)) for count in range(step, self.top + 1, step)]

    def y(self, count: int) -> int:
        return self.base - round(self.plot * count / self.top)

    def bar_y(self, count: int) -> int:
        """Return where a bar of its own begins: even of the smallest number there is something to see."""
        return min(self.y(count), self.base - 2) if count else self.base


@dataclass(frozen=True)
class Chart:
    """What all charts by year share: a scale, and room for each year from the first to the last."""

    label: Any
    slots: list[Slot]
    scale: Scale

    @property
    def density(self) -> str:
        """Say how many years there are, and so whether each can bear its number."""
        years = len(self.slots)
        return "few" if years <= FEW_BARS else "many" if years <= MANY_BARS else "crowded"

    @property
    def width(self) -> int:
        return min(len(self.slots) * SLOT, MAX_WIDTH)

    @property
    def height(self) -> int:
        return self.scale.base + FOOT

    @property
    def year_y(self) -> int:
        """Where the years stand under the base line."""
        return self.height - 4


@dataclass(frozen=True)
class Bar:
    """One year with its number, the address of the page behind it, and its place."""

    slot: Slot
    count: int
    url: str
    y: int
    height: int

    @property
    def year(self) -> int:
        return self.slot.year


@dataclass(frozen=True)
class BarChart(Chart):
    """Numbers by year as bars, one for each year that has one."""

    bars: list[Bar]

    @property
    def table(self) -> list[Bar]:
        """The bars newest first."""
        return self.bars[::-1]


def bars(rows: Iterable[tuple[int | None, int, str]], label: Any) -> BarChart:
    """Lay out (year, number, address) in any order; years between them are zero, what has no year is left out."""
    counted = {year: (count, url) for year, count, url in rows if year and count}
    slots = _slots(counted)
    scale = Scale.to([counted[slot.year][0] for slot in slots if slot.year in counted], TALLEST)
    drawn = [_bar(slot, *counted[slot.year], scale) for slot in slots if slot.year in counted]
    return BarChart(label, slots, scale, drawn)


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
class StackChart(Chart):
    """Numbers by year and kind as stacked bars; ``kinds`` are those that occur."""

    stacks: list[Stack]
    kinds: list[Kind]

    @property
    def table(self) -> list[tuple[Stack, list[Segment | None]]]:
        """Each year, newest first, with its part of each kind."""
        found = [(stack, {segment.kind: segment for segment in stack.segments}) for stack in self.stacks[::-1]]
        return [(stack, [parts.get(kind) for kind in self.kinds]) for stack, parts in found]


def stacks(
    counts: Mapping[tuple[int, str], tuple[int, str]], kinds: Iterable[tuple[str, Any]], label: Any
) -> StackChart:
    """Lay out (number, address) by year and kind; the first kind is the bottom of each stack."""
    present = {kind for _, kind in counts}
    named = [(key, name) for key, name in kinds if key in present]
    shown = [Kind(key, name, place % LOOKS + 1) for place, (key, name) in enumerate(named)]
    slots = _slots({year for year, _ in counts})
    totals = {slot.year: sum(counts.get((slot.year, kind.key), (0, ""))[0] for kind in shown) for slot in slots}
    scale = Scale.to(totals.values(), TALLEST_STACK)
    drawn = [
        Stack(slot, totals[slot.year], scale.y(totals[slot.year]), _segments(slot.year, counts, shown, scale))
        for slot in slots
        if totals[slot.year]
    ]
    return StackChart(label, slots, scale, drawn, shown)


@dataclass(frozen=True)
class Heading:
    """What a row or a column of a grid stands for."""

    key: Any
    label: Any
    url: str = ""


@dataclass(frozen=True)
class Cell:
    """What one row and one column have in common, the darker the more."""

    row: Heading
    column: Heading
    count: int
    url: str
    level: int
    x: int
    y: int

    @property
    def middle(self) -> int:
        return self.x + CELL_WIDTH // 2

    @property
    def foot(self) -> int:
        """Where its number stands."""
        return self.y + CELL_HEIGHT // 2 + 4


@dataclass(frozen=True)
class Grid:
    """Numbers by row and column as shaded cells, below column headings that take ``head`` pixels."""

    label: Any
    rows: Sequence[Heading]
    columns: Sequence[Heading]
    cells: list[Cell]
    head: int

    cell_width = CELL_WIDTH
    cell_height = CELL_HEIGHT

    @property
    def width(self) -> int:
        return len(self.columns) * CELL_WIDTH

    @property
    def height(self) -> int:
        return self.head + len(self.rows) * CELL_HEIGHT

    @property
    def first(self) -> Any:
        """What the first column is called."""
        return self.columns[0].label

    @property
    def last(self) -> Any:
        return self.columns[-1].label

    @property
    def placed_columns(self) -> list[tuple[Heading, int]]:
        """Each column with the middle of its room."""
        return [(column, place * CELL_WIDTH + CELL_WIDTH // 2) for place, column in enumerate(self.columns)]

    @property
    def lines(self) -> list[int]:
        """Where the rows end."""
        return [self.head + place * CELL_HEIGHT for place in range(len(self.rows) + 1)]

    @property
    def table(self) -> list[tuple[Heading, list[Cell | None]]]:
        """Each row with its cell in each column."""
        found = {(cell.row.key, cell.column.key): cell for cell in self.cells}
        return [(row, [found.get((row.key, column.key)) for column in self.columns]) for row in self.rows]


def grid(
    rows: Sequence[Heading],
    columns: Sequence[Heading],
    counts: Mapping[tuple[Any, Any], tuple[int, str]],
    label: Any,
    head: int = 24,
) -> Grid:
    """Lay out (number, address) by the keys of a row and a column; what isn't among these is left out."""
    top = max([LEVELS, *(count for count, _ in counts.values())])
    cells = [
        Cell(row, column, *counts[row.key, column.key], _level(counts[row.key, column.key][0], top), x, y)
        for y, row in ((head + place * CELL_HEIGHT, row) for place, row in enumerate(rows))
        for x, column in ((place * CELL_WIDTH, column) for place, column in enumerate(columns))
        if counts.get((row.key, column.key), (0, ""))[0]
    ]
    return Grid(label, rows, columns, cells, head)


def step_for(length: int, most: int) -> int:
    """Return the smallest round step by which no more than ``most`` marks divide a length."""
    return next((step for step in STEPS if length <= step * most), STEPS[-1])


def percent(part: float, whole: float) -> str:
    """Write a share as SVG reads it in every language."""
    return f"{100 * part / whole:.2f}".rstrip("0").rstrip(".") + "%"


def _slots(years: Iterable[int]) -> list[Slot]:
    found = sorted(years)
    span = range(max(found[0], found[-1] - MAX_SPAN_LENGTH + 1), found[-1] + 1) if found else range(0)
    return [_slot(place, year, len(span)) for place, year in enumerate(span)]


def _slot(place: int, year: int, slots: int) -> Slot:
    label_x, anchor = _label_place(place, slots)
    return Slot(
        year=year,
        x=percent(place, slots),
        width=percent(1, slots),
        middle=percent(place + 0.5, slots),
        bar_x=percent(place + (1 - BAR) / 2, slots),
        bar_width=percent(BAR, slots),
        label=_label(year, slots),
        label_x=label_x,
        label_anchor=anchor,
    )


def _label_place(place: int, slots: int) -> tuple[str, str]:
    """Return where a year is written: in the middle, or at an end within the chart where room is little."""
    if slots > FEW_BARS and place == slots - 1:
        return "100%", "end"
    if slots > FEW_BARS and place == 0:
        return "0%", "start"
    return percent(place + 0.5, slots), "middle"


def _label(year: int, slots: int) -> str:
    in_narrow, in_wide = (year % step_for(slots, most) == 0 for most in (FEW_LABELS, MANY_LABELS))
    if in_narrow and in_wide:
        return "always"
    return "narrow" if in_narrow else "wide" if in_wide else ""


def _bar(slot: Slot, count: int, url: str, scale: Scale) -> Bar:
    y = scale.bar_y(count)
    return Bar(slot, count, url, y, scale.base - y)


def _segments(year: int, counts: Any, kinds: Iterable[Kind], scale: Scale) -> list[Segment]:
    segments, below = [], 0
    for kind in kinds:
        count, url = counts.get((year, kind.key), (0, ""))
        if count:
            y = scale.y(below + count)
            segments.append(Segment(kind, count, url, y, scale.y(below) - y))
            below += count
    return segments


def _level(count: int, top: int) -> int:
    return ceil(LEVELS * count / top)
