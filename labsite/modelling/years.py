"""How much of a long list of publications fits a page."""

from itertools import accumulate


def first_years(years, most):
    """Return the first years that together hold no more than ``most`` publications, and at least the very first.

    ``years`` are pairs of a year and its number of publications.
    """
    totals = accumulate(count for _, count in years)
    fitting = [year for (year, _), total in zip(years, totals, strict=True) if total <= most]
    return fitting or [year for year, _ in years[:1]]
