"""Pieces of pages, such as the row of a paper, and files, kept in memory under all that they are made of.

A piece that is found by what it is made of can't be out of date, so that nothing invalidates it.
"""

from collections.abc import Callable
from sys import getsizeof
from typing import Generic, TypeVar

Piece = TypeVar("Piece", str, bytes)


class Fragments(Generic[Piece]):
    """Pieces of HTML, or files, by texts: at most ``max_bytes`` of both. Those not asked for for longest make room.

    They are kept in two halves: a full one becomes the older, and what is asked for out of the older moves on. Threads
    that meet here may lose a piece and make it once more.
    """

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._newer: dict[tuple[str, ...], Piece] = {}
        self._older: dict[tuple[str, ...], Piece] = {}
        self._bytes = 0

    def get(self, texts: tuple[str, ...], make: Callable[[], Piece]) -> Piece:
        """Return the piece that is made of these texts, made now if there is none."""
        piece = self._newer.get(texts)
        if piece is None:
            piece = self._older.get(texts) or make()
            self._keep(texts, piece)
        return piece

    def clear(self) -> None:
        """Forget all pieces."""
        self._newer, self._older, self._bytes = {}, {}, 0

    def _keep(self, texts: tuple[str, ...], piece: Piece) -> None:
        size = getsizeof(texts) + getsizeof(piece) + sum(map(getsizeof, texts))
        if self._bytes + size > self.max_bytes / 2:
            self._newer, self._older, self._bytes = {}, self._newer, 0
        if size <= self.max_bytes / 2:
            self._newer[texts] = piece
            self._bytes += size
