"""Where a worker keeps the pages that it has rendered: in memory, and never more of it than was said."""

from collections import OrderedDict
from threading import Lock
from typing import Any, NamedTuple

MAX_BYTES = 64 * 2**20
OVERHEAD = 1024  # bytes that a page takes besides its content, about


class KeptPage(NamedTuple):
    """A page as it was rendered, and what it holds for."""

    version: tuple[Any, ...]
    content: bytes
    headers: dict[str, str]


class KeptPages:
    """Pages by their address. Those asked for longest ago make room; what takes over a quarter of it isn't kept."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self.max_bytes = max_bytes
        self._pages: OrderedDict[str, KeptPage] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._pages)

    def get(self, address: str) -> KeptPage | None:
        """Return the page kept under an address, if there is one."""
        with self._lock:
            if address in self._pages:
                self._pages.move_to_end(address)
            return self._pages.get(address)

    def keep(self, address: str, page: KeptPage) -> None:
        """Keep a page in place of the one under its address."""
        with self._lock:
            if older := self._pages.pop(address, None):
                self._bytes -= self._size(older)
            if self._size(page) > self.max_bytes / 4:
                return
            self._pages[address] = page
            self._bytes += self._size(page)
            while self._bytes > self.max_bytes:
                self._bytes -= self._size(self._pages.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget all pages."""
        with self._lock:
            self._pages.clear()
            self._bytes = 0

    def _size(self, page: KeptPage) -> int:
        return len(page.content) + OVERHEAD


pages = KeptPages()
