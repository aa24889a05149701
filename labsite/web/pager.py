"""The ways on from a list: to its other pages, and to the same list under another choice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.core.paginator import Page


@dataclass(frozen=True)
class ListChoice:
    """One of the things that a reader may choose, with the number of rows that the ``query`` leads to."""

    label: Any
    query: str
    is_chosen: bool
    count: int | None = None


@dataclass(frozen=True)
class Pager:
    """Addresses of the pages beside ``page``; ``pairs`` are what else the query of the list says."""

    page: Page[Any]
    pairs: Sequence[tuple[str, str]] = ()

    @property
    def pages(self) -> list[tuple[int | str, str]]:
        """Number and address of the pages to link to; an ellipsis without an address for those between."""
        shown = self.page.paginator.get_elided_page_range(self.page.number, on_each_side=2, on_ends=1)
        return [(number, self._address(number) if isinstance(number, int) else "") for number in shown]

    @property
    def previous(self) -> str:
        """The address of the page before, if there is one."""
        return self._address(self.page.number - 1) if self.page.has_previous() else ""

    @property
    def next(self) -> str:
        """The address of the page after, if there is one."""
        return self._address(self.page.number + 1) if self.page.has_next() else ""

    def _address(self, number: int) -> str:
        page = [("page", str(number))] if number > 1 else []
        return f"?{urlencode([*self.pairs, *page])}" if self.pairs or page else "."
