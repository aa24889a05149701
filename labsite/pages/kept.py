"""Where a worker keeps the pages that it has rendered: in memory, and never more of it than was said."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

MAX_BYTES = 64 * 2**20
MAX_WAITING = 3  # threads, of the eight or so that a worker has: the others go on with other pages
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
        self._sizes: dict[str, int] = {}
        self._bytes = 0
        self._lock = Lock()
        self._turns: WeakValueDictionary[str, Any] = WeakValueDictionary()  # a lock for each address that is rendered
        self._waiting = BoundedSemaphore(MAX_WAITING)

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
        size = len(page.content) + OVERHEAD
        with self._lock:
            if self._pages.pop(address, None):
                self._bytes -= self._sizes.pop(address)
            if size > self.max_bytes / 4:
                return
            self._pages[address], self._sizes[address] = page, size
            self._bytes += size
            while self._bytes > self.max_bytes:
                self._bytes -= self._sizes.pop(self._pages.popitem(last=False)[0])

    @contextmanager
    def turn(self, address: str) -> Iterator[bool]:
        """Let one thread render a page while a few wait for what it keeps; give False to those beyond these."""
        with self._lock:
            turn = self._turns.setdefault(address, Lock())
        has_turn = turn.acquire(blocking=False)
        if not has_turn and self._waiting.acquire(blocking=False):
            try:
                has_turn = turn.acquire()
            finally:
                self._waiting.release()
        try:
            yield has_turn
        finally:
            if has_turn:
                turn.release()

    def clear(self) -> None:
        """Forget all pages."""
        with self._lock:
            self._pages.clear()
            self._sizes.clear()
            self._bytes = 0


pages = KeptPages()
