"""The entries of a RIS text: their tags, or what is wrong with them and where."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from publications.citations.record import one_line

from .tags import TAG

TAGGED = re.compile(rf"[\s\ufeff]*({TAG})  ?-(?: (.*)|\s*)$", re.DOTALL)
# What stands around the entries in files of ISI, Ovid and ProQuest, and says nothing of any of them; numbers, too.
FRAME = re.compile(r"(?:EF|FN|VR|Provider|Database|Content|Link to)\b.*|[<(\[]?[0-9]+[.>)\] ]*", re.DOTALL)
BEHIND = "NL"  # stands behind the ER of Ovid's entries
WITHOUT_TYPE = "an entry begins with TY, which is missing here. Add “TY  - JOUR” above this line."
STRAY = "this line belongs to no entry: an entry begins with TY."


@dataclass
class Block:
    """One entry as it stands in the text, first line 1. With a ``problem`` in plain words, its tags say nothing."""

    line: int
    problem: str = ""
    tags: list[tuple[str, list[str]]] = field(default_factory=list)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        return [(tag, one_line(" ".join(lines))) for tag, lines in self.tags]


def blocks_of(text: str) -> Iterator[Block]:
    """Yield the entries, from their TY to their ER or to the next TY. Lines without a tag continue the one before."""
    block: Block | None = None
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1):
        tag, value = _tag(line)
        if block and tag in ("TY", "ER"):
            yield block
            block = None
        if tag == "ER":
            continue
        block = block or _begun(number, tag, value)
        if block and tag:
            block.tags.append((tag, [value]))
        elif block and block.tags:
            block.tags[-1][1].append(value)
    if block:
        yield block


def _begun(number: int, tag: str, value: str) -> Block | None:
    """Return the block that a line outside of any entry begins; none for what only stands around entries."""
    if tag == "TY":
        return Block(number)
    if tag:
        return Block(number, WITHOUT_TYPE) if tag != BEHIND else None
    return Block(number, STRAY) if value and not FRAME.fullmatch(value) else None


def _tag(line: str) -> tuple[str, str]:
    found = TAGGED.match(line)
    return (found[1], (found[2] or "").strip()) if found else ("", line.strip("\ufeff \t"))
