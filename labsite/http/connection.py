"""A connection to a public machine that gives up in time, whatever the other side does."""

import socket
import threading
from contextlib import suppress
from types import TracebackType


class Deadline:
    """Ends a connection once its time is up, even if every part of an answer comes just in time."""

    def __init__(self, connection: socket.socket, seconds: float):
        # A second handle on the same connection: encryption takes the first one over.
        self._handle = connection.dup()
        self._timer = threading.Timer(seconds, self._end)
        self.has_passed = False

    def __enter__(self) -> "Deadline":
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        self._timer.join()
        self._handle.close()

    def _end(self) -> None:
        self.has_passed = True
        with suppress(OSError):  # the other side was faster
            self._handle.shutdown(socket.SHUT_RDWR)


def connect(addresses: list[str], port: int, patience: float) -> socket.socket:
    """Return a connection to the first of a host's numeric addresses that takes one."""
    *others, last = addresses
    for address in others:
        try:
            return socket.create_connection((address, port), patience)
        except OSError:
            continue
    return socket.create_connection((last, port), patience)
