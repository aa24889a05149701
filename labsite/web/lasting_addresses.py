"""Addresses in files that aren't text, which a copy of the site can't rewrite once they are made."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_moved: ContextVar[tuple[str, str]] = ContextVar("moved", default=("", ""))


@contextmanager
def addresses_moved(origin: str, base: str) -> Iterator[None]:
    """Let addresses at ``origin`` lead to ``base`` in files that are made meanwhile."""
    token = _moved.set((origin, base))
    try:
        yield
    finally:
        _moved.reset(token)


def with_moved_addresses(text: str) -> str:
    """Return a JSON text whose quoted addresses lead where a copy of the site is to stand."""
    origin, base = _moved.get()
    if origin != base:
        for old, new in ((origin, base), (origin.partition("://")[2], base.partition("://")[2])):
            text = text.replace(f'"{old}/', f'"{new}/')
    return text
