"""The entries of a BibTeX text with macros filled in and with what they take over from entries that they refer to."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from .bodies import Parts
from .scanning import Written, entries_in
from .words import Fields

# Characters that a macro may stand for, so that macros of macros of macros don't fill the memory.
MAX_MACRO_LENGTH = 10_000
TWICE = "Line {line}: this entry has the field “{name}” twice. Delete one of them."


@dataclass(frozen=True)
class Block:
    """One entry as it stands in the text, first line 1. With a ``problem`` in plain words, its fields say nothing.

    Of fields with the same name the first counts; ``repeated`` are the others. ``faults`` don't hide what is meant.
    """

    line: int
    key: str = ""
    entry_type: str = ""
    fields: Fields = field(default_factory=dict)
    repeated: tuple[tuple[str, str], ...] = ()
    problem: str = ""
    faults: tuple[str, ...] = ()


def blocks_of(text: str) -> list[Block]:
    """Return the entries of a text in their order, the broken ones among them."""
    written = list(entries_in(text))
    macros = _macros(each for each in written if each.entry_type == "string" and not each.problem)
    return [_block(each, macros) for each in written if each.entry_type != "string" or each.problem]


def _macros(strings: Iterator[Written]) -> Fields:
    """Return what each macro stands for; one may be made of those before it."""
    known: Fields = {}
    for string in strings:
        for name, parts in string.body.fields:
            value = _value(parts, known)
            if len(value) <= MAX_MACRO_LENGTH:
                known[name] = value
    return known


def _block(written: Written, macros: Fields) -> Block:
    if written.problem:
        return Block(written.line, entry_type=written.entry_type, problem=written.problem)
    fields: Fields = {}
    repeated = []
    for name, parts in written.body.fields:
        value = _value(parts, macros)
        if fields.setdefault(name, value) is not value:
            repeated.append((name, value))
    twice = (TWICE.format(line=written.line, name=name) for name, _ in repeated)
    return Block(
        written.line,
        written.body.key,
        written.entry_type,
        fields,
        tuple(repeated),
        faults=(*written.faults, *twice),
    )


def _value(parts: Parts, macros: Fields) -> str:
    """Return what ``"a" # {b} # macro`` stands for; a macro that isn't defined, such as ``jan``, for its name."""
    return "".join(macros.get(part.text.lower(), part.text) if part.is_bare else part.text for part in parts)
