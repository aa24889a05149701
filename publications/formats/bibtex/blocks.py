"""The entries of a BibTeX text: their fields with macros filled in, or what is wrong with them and where."""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

import bibtexparser

from .words import MONTHS, Fields

ENTRY_START = re.compile(r"^[ \t]*@[ \t]*(?!(?:comment|string|preamble)\b)\w+", re.IGNORECASE | re.MULTILINE)
# What it complains of is said to whoever gave the text, and is no concern of the log.
logging.getLogger("bibtexparser").setLevel(logging.CRITICAL)

LONGEST_EXCERPT = 60
DEEPEST = 200  # braces within braces


@dataclass(frozen=True)
class Block:
    """One entry as it stands in the text, first line 1. With a ``problem`` in plain words, its fields say nothing."""

    line: int
    key: str = ""
    entry_type: str = ""
    fields: Fields = field(default_factory=dict)
    problem: str = ""


class MissingComma(Exception):
    """Behind a value comes something else than a comma; ``before`` is what stands before it."""

    def __init__(self, before: str) -> None:
        self.before = before


def blocks_of(text: str) -> list[Block]:
    """Return the entries of a text in their order, the broken ones among them."""
    library = bibtexparser.parse_string(text, parse_stack=[])
    strings = _strings(library.strings)
    found = (_block(block, strings) for block in library.blocks)
    return [block for block in found if block]


def _strings(strings: Any) -> Fields:
    """Return what each macro stands for; one may be made of those before it."""
    known: Fields = {}
    for string in strings:
        known[string.key.lower()] = _lenient_value(str(string.value), known)
    return known


def _block(block: Any, strings: Fields) -> Block | None:
    line = (block.start_line or 0) + 1
    if isinstance(block, bibtexparser.model.DuplicateFieldKeyBlock):
        return Block(line, problem=_twice(line, sorted(block.duplicate_keys)))
    if isinstance(block, bibtexparser.model.DuplicateBlockKeyBlock):
        block = block.ignore_error_block
    if isinstance(block, bibtexparser.model.ParsingFailedBlock):
        return Block(line, problem=_broken(line, block))
    if isinstance(block, bibtexparser.model.ImplicitComment):
        return _headless(line, block.comment)
    return _entry(line, block, strings) if isinstance(block, bibtexparser.model.Entry) else None


def _entry(line: int, entry: Any, strings: Fields) -> Block:
    if max(_depths(entry.raw), default=0) > DEEPEST:
        return Block(line, problem=f"Line {line}: the braces of this entry are nested too deeply.")
    fields: Fields = {}
    for each in entry.fields:
        try:
            fields[each.key.lower()] = value_of(str(each.value), strings)
        except MissingComma as missing:
            return Block(line, problem=_comma((each.start_line or 0) + 1, missing.before))
    return Block(line, entry.key, entry.entry_type.lower(), fields)


def _headless(line: int, text: str) -> Block | None:
    """Return what is wrong with an entry that was taken for a remark, because it doesn't open with a brace."""
    found = ENTRY_START.search(text)
    if not found:
        return None
    line += text[: found.start()].count("\n")
    return Block(line, problem=f"Line {line}: a brace {{ is missing behind {found[0].strip()}. Add it.")


def _broken(line: int, block: Any) -> str:
    reason = getattr(block.error, "abort_reason", "")
    begins = _excerpt((block.raw or "").strip())
    if "end of file" in reason or "block start" in reason:
        what = "has no end: a closing brace } or quotation mark is missing in it."
    elif "entry key" in reason and "comma" in reason:
        what = "needs a comma behind its key, which is the word after the opening brace."
    else:
        what = "has something other than “name = {value},” in it: a comma too many, or an = or a brace too few."
    return f"Line {line}: the entry “{begins}” {what}"


def _twice(line: int, names: list[str]) -> str:
    said = " and ".join(f"“{name}”" for name in names)
    return f"Line {line}: this entry has the field {said} twice. Delete one of them."


def _comma(line: int, before: str) -> str:
    line += before.count("\n")
    return f"Line {line}: a comma is missing behind “{_excerpt(before.splitlines()[-1].strip())}”. Add it."


def _excerpt(text: str) -> str:
    first = (text.splitlines() or [""])[0]
    return first if len(first) <= LONGEST_EXCERPT else f"{first[: LONGEST_EXCERPT - 1]}…"


def value_of(written: str, strings: Fields) -> str:
    """Return what ``"a" # {b} # macro`` stands for; a macro that isn't defined, such as ``jan``, for its name."""
    return "".join(_part(part.strip(), strings) for part in _parts(written))


def _lenient_value(written: str, strings: Fields) -> str:
    try:
        return value_of(written, strings)
    except MissingComma:
        return written


def _part(written: str, strings: Fields) -> str:
    closing = {"{": "}", '"': '"'}.get(written[:1])
    if not closing:
        if re.search(r"\s\w+\s*=", written):
            raise MissingComma(written.split()[0])
        return strings.get(written.lower(), written)
    depths = _depths(written)
    if closing == "}" and 0 in depths[1:-1]:
        raise MissingComma(written[: depths.index(0) + 1])
    if written[-1] != closing or len(written) == 1:
        raise MissingComma(written)
    return written[1:-1]


def _depths(written: str) -> list[int]:
    """Return behind each character how many braces are open."""
    bare = re.sub(r"\\[{}]", "..", written)
    return list(accumulate({"{": 1, "}": -1}.get(character, 0) for character in bare))


def _parts(written: str) -> Iterator[str]:
    """Yield what stands between the ``#`` outside of braces and quotation marks."""
    depth, quoted, start = 0, False, 0
    for place, character in enumerate(written):
        if written[place - 1 : place] == "\\":
            continue
        depth += {"{": 1, "}": -1}.get(character, 0)
        quoted ^= character == '"' and depth == 0
        if character == "#" and not depth and not quoted:
            yield written[start:place]
            start = place + 1
    yield written[start:]


def month_of(written: str) -> int | None:
    """Return the month that a number or a name in English begins with, wherever in a text such as ``3~March``."""
    found = re.search("|".join(MONTHS), written.lower())
    if found:
        return MONTHS.index(found[0]) + 1
    return int(written) if re.fullmatch("0?[1-9]|1[0-2]", written) else None
