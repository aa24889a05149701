"""Rows in an order that two people may have changed."""

from collections.abc import Container, Iterable, Sequence


def within(order: Iterable[str], those: Container[str]) -> tuple[str, ...]:
    """Return the order of those rows alone."""
    return tuple(row for row in order if row in those)


def completed(order: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return an order with the rows that only ``others`` has, each behind the row that it follows there."""
    result = list(order)
    behind = 0
    for row in others:
        if row not in result:
            result.insert(behind, row)
        behind = result.index(row) + 1
    return result
