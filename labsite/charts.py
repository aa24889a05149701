"""Charts as numbers: where each mark stands and how large it is. Templates draw them as inline SVG.

Lengths across are percentages, so that a chart takes the width it is given while its text keeps its size.
"""

from collections.abc import Iterable
from dataclasses import dataclass

PLOT_HEIGHT = 76  # pixels from the base line to the top of the scale
HEAD = 16  # pixels above it, for the number on the tallest bar
FOOT = 20  # pixels below it, for the years
SLOT = 44  # pixels that a bar and the room beside it take where there is enough
BAR = 0.56  # of it that the bar itself takes
WIDEST = 760
LONGEST_SPAN = 60  # years; of a longer one the newest are drawn
LEAST_TOP = 4  # so that one paper doesn't fill the height
FEW_LABELS, MANY_LABELS = 6, 12  # that fit a narrow and a wide place
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


@dataclass(frozen=True)
class Bar:
    """One year with its number, the address of the page behind it, and its place."""

    year: int
    count: int
    url: str
    slot_x: str
    slot_width: str
    x: str
    width: str
    middle: str
    y: int
    height: int
    label: str  # whether the year is written: "always", only in a "wide" chart, only in a "narrow" one, or never


@dataclass(frozen=True)
class Tick:
    """A line of the scale with its number."""

    count: int
    y: int


@dataclass(frozen=True)
class BarChart:
    """Numbers by year as bars, one for each year from the first to the last; none where there is nothing."""

    label: str
    bars: list[Bar]
    ticks: list[Tick]
    density: str  # "few", "many" or "crowded": how many bars there are, and so whether each can bear its number
    width: int
    base: int = HEAD + PLOT_HEIGHT
    height: int = HEAD + PLOT_HEIGHT + FOOT
    year_y: int = HEAD + PLOT_HEIGHT + FOOT - 4

    @property
    def counted(self) -> list[Bar]:
        """The bars that hold something, newest first, as a table has them."""
        return [bar for bar in reversed(self.bars) if bar.count]


def bars(rows: Iterable[tuple[int | None, int, str]], label: str) -> BarChart:
    """Lay out (year, number, address) in any order; years between them are zero, what has no year is left out."""
    counted = {year: (count, url) for year, count, url in rows if year and count}
    years = _span(counted)
    top = max([LEAST_TOP, *(counted[year][0] for year in years if year in counted)])
    return BarChart(
        label=label,
        bars=[_bar(place, years, *counted.get(year, (0, "")), top) for place, year in enumerate(years)],
        ticks=[Tick(count, HEAD + PLOT_HEIGHT - _height(count, top)) for count in _scale(top)],
        density="few" if len(years) <= 16 else "many" if len(years) <= 32 else "crowded",
        width=min(len(years) * SLOT, WIDEST),
    )


def step_for(length: int, most: int) -> int:
    """Return the smallest round step by which no more than ``most`` marks divide a length."""
    return next((step for step in STEPS if length <= step * most), STEPS[-1])


def percent(part: float, whole: float) -> str:
    """Write a share as SVG reads it in every language."""
    return f"{100 * part / whole:.2f}".rstrip("0").rstrip(".") + "%"


def _span(years: Iterable[int]) -> range:
    found = sorted(years)
    return range(max(found[0], found[-1] - LONGEST_SPAN + 1), found[-1] + 1) if found else range(0)


def _bar(place: int, years: range, count: int, url: str, top: int) -> Bar:
    height = _height(count, top)
    slots = len(years)
    return Bar(
        year=years[place],
        count=count,
        url=url,
        slot_x=percent(place, slots),
        slot_width=percent(1, slots),
        x=percent(place + (1 - BAR) / 2, slots),
        width=percent(BAR, slots),
        middle=percent(place + 0.5, slots),
        y=HEAD + PLOT_HEIGHT - height,
        height=height,
        label=_label(years[place], slots),
    )


def _height(count: int, top: int) -> int:
    """Return pixels, and for the smallest number still enough to be seen."""
    return max(round(PLOT_HEIGHT * count / top), 2) if count else 0


def _label(year: int, slots: int) -> str:
    in_narrow, in_wide = (year % step_for(slots, most) == 0 for most in (FEW_LABELS, MANY_LABELS))
    if in_narrow and in_wide:
        return "always"
    return "narrow" if in_narrow else "wide" if in_wide else ""


def _scale(top: int) -> list[int]:
    step = step_for(top, 3)
    return list(range(step, top + 1, step))
