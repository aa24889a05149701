"""The words, signs and samples by which sites of all families are read: those of words.toml."""

import re
import tomllib
from pathlib import Path
from typing import Any

WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SAMPLES: dict[str, dict[str, list[str]]] = WORDS["samples"]

Shapes = dict[str, re.Pattern[str]]


def shapes(name: str) -> Shapes:
    """Return the regular expressions of a table, each of one row."""
    return {meaning: re.compile("|".join(words), re.IGNORECASE) for meaning, words in WORDS[name].items()}


def first_in(table: Shapes, *texts: str) -> str:
    """Return what the first of some texts means that has a sign of a table; an empty string for none."""
    return next((meaning for text in texts for meaning, shape in table.items() if shape.search(text)), "")


def by_name(name: str, family: str) -> dict[str, str]:
    """Return what each name of a family's table stands for."""
    return {each: meaning for meaning, names in WORDS[name][family].items() for each in names}
