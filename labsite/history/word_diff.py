"""Two texts beside each other, word by word: what is new, what has gone, and a little of what is around it."""

import re
from difflib import SequenceMatcher
from typing import NamedTuple

TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
MAX_TOKENS = 6000  # of both texts; comparing more would take seconds
AROUND = 60  # characters that are shown beside a change
ALIKE = 0.4  # texts less alike than this are shown as one in the place of the other


class Piece(NamedTuple):
    kind: str  # same, removed or added
    text: str


def pieces(before: str, after: str) -> list[Piece]:
    """Return what leads from one text to another; stretches that stay are cut short."""
    old, new = TOKEN.findall(before), TOKEN.findall(after)
    if len(old) + len(new) > MAX_TOKENS or not _are_alike(old, new):
        return replaced(before, after)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    diff: list[Piece] = []
    for operation, i, j, k, m in matcher.get_opcodes():
        if operation == "equal":
            diff.append(Piece("same", "".join(old[i:j])))
        else:
            diff += replaced("".join(old[i:j]), "".join(new[k:m]))
    return [_cut(piece, number == 0, number == len(diff) - 1) for number, piece in enumerate(diff)]


def _are_alike(old: list[str], new: list[str]) -> bool:
    """Say whether two texts have enough words in common."""
    was, now = ([token for token in tokens if not token.isspace()] for tokens in (old, new))
    return SequenceMatcher(None, was, now, autojunk=False).ratio() >= ALIKE


def replaced(before: str, after: str) -> list[Piece]:
    """Say that one text stands in the place of another."""
    return [piece for piece in (Piece("removed", before), Piece("added", after)) if piece.text]


def _cut(piece: Piece, is_first: bool, is_last: bool) -> Piece:
    """Shorten a stretch that stays to what lies beside a change."""
    room = AROUND if is_first or is_last else 2 * AROUND
    if piece.kind != "same" or len(piece.text) <= room + 10:
        return piece
    head = "" if is_first else f"{piece.text[:AROUND].rsplit(None, 1)[0]} "
    tail = "" if is_last else f" {piece.text[-AROUND:].split(None, 1)[-1]}"
    return Piece("same", f"{head}…{tail}")
