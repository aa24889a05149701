"""Good manners: one request at a time to a host, a pause between two, and none while it asks to be left alone."""

import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

PAUSE = 1.0  # seconds
MAX_SLEEP = 60.0  # seconds that are worth waiting for a host; whatever takes longer is for another day


class LeftAlone(Exception):
    """A host has asked to be asked later."""


def memory() -> dict[str, float]:
    """Return what remembers until when each host is left alone, by the monotonic clock."""
    return defaultdict(float)


@dataclass
class Turns:
    """The order in which several threads ask several hosts; ``free_at`` may be a memory that several share."""

    pause: float = PAUSE
    longest_sleep: float = MAX_SLEEP
    free_at: dict[str, float] = field(default_factory=memory)
    choosing: threading.Lock = field(default_factory=threading.Lock)
    locks: dict[str, threading.Lock] = field(default_factory=lambda: defaultdict(threading.Lock))

    @contextmanager
    def of(self, host: str) -> Iterator[None]:
        """Wait until it is one's turn to ask a host. Raises LeftAlone where that would take too long."""
        with self.choosing:
            lock = self.locks[host]
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
        return max(0.0, self.free_at[host] - time.monotonic())

    def leave_alone(self, host: str, seconds: float) -> None:
        """Ask a host no more for so long, or for longer if it asked for more."""
        self.free_at[host] = max(self.free_at[host], time.monotonic() + seconds)
