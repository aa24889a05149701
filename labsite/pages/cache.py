"""Where rendered pages are kept: in memory, and never more of it than was said."""

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache


class BoundedCache(LocMemCache):
    """Django's cache in memory with a bound in bytes, MAX_BYTES among its OPTIONS.

    What was asked for longest ago makes room; a value that would take more than a quarter of it all isn't kept.
    """

    def __init__(self, name: str, params: dict[str, Any]) -> None:
        self.max_bytes: int = params.get("OPTIONS", {}).get("MAX_BYTES", 64 * 2**20)
        super().__init__(name, params)

    def _set(self, key: str, value: bytes, timeout: Any = DEFAULT_TIMEOUT) -> None:
        self._delete(key)
        if len(value) > self.max_bytes / 4:
            return
        while self._cache and self._size() + len(value) > self.max_bytes:
            oldest, _ = self._cache.popitem()
            del self._expire_info[oldest]
        super()._set(key, value, timeout)

    def _size(self) -> int:
        return sum(map(len, self._cache.values()))
