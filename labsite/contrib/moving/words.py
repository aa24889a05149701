"""The words, signs and samples by which sites of all families are read: those of words.toml."""

import tomllib
from functools import partial
from pathlib import Path
from typing import Any

from labsite.contrib.reading.words import shapes as shapes_in

WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
SAMPLES: dict[str, dict[str, list[str]]] = WORDS["samples"]

shapes = partial(shapes_in, tables=WORDS)


def by_name(name: str, family: str) -> dict[str, str]:
    """Return what each name of a family's table stands for."""
    return {each: meaning for meaning, names in WORDS[name][family].items() for each in names}
