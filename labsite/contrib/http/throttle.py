"""Good manners: one request at a time to a host, a pause between two, and none while it asks to be left alone."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

PAUSE = 1.0  # seconds
MAX_SLEEP = 60.0  # seconds that are worth waiting for a host; whatever takes longer is for another day


class LeftAlone(Exception):
    """A host has asked to be asked later."""


def memory() -> dict[str, float]:
    """Return what remembers until when each host is left alone, by the monotonic clock; several may share one."""
    return defaultdict(float)


class Turns:
    """The order in which several threads ask several hosts."""

    def __init__(
        self, pause: float = PAUSE, longest_sleep: float = MAX_SLEEP, free_at: dict[str, float] | None = None
    ):
        self.pause = pause
        self.longest_sleep = longest_sleep
        self._choosing = threading.Lock()
        self._locks: dict[str, threading.Lock] = defaultdict(threading.Lock)
        self._free_at = memory() if free_at is None else free_at

    @contextmanager
    def of(self, host: str) -> Iterator[None]:
        """Wait until it is one's turn to ask a host. Raises LeftAlone where that would take too long."""
        with self._choosing:
            lock = self._locks[host]
        with lock:
            seconds = self.seconds_until(host)
            if seconds > max(self.longest_sleep, self.pause):
                raise LeftAlone(host)
            time.sleep(seconds)
            try:
                yield
            finally:
                self.leave_alone(host, self.pause)

    def seconds_until(self, host: str) -> float:
        """Return for how long a host wants to be left alone still."""
        return max(0.0, self._free_at[host] - time.monotonic())

    def leave_alone(self, host: str, seconds: float) -> None:
        """Ask a host no more for so long, or for longer if it asked for more."""
        self._free_at[host] = max(self._free_at[host], time.monotonic() + seconds)
