"""The words that the readers of lists, tables and CVs know, in five languages: those of words.toml."""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from labsite.texts.folding import fold

WORDS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
COLUMNS = {fold(words): column for column, headings in WORDS["columns"].items() for words in headings}
COLUMNS |= {fold(re.sub("[_-]", " ", name)): f"link:{name}" for name in WORDS["networks"] if name != "orcid"}
COLUMNS |= {"researchgate": "link:research_gate", "semantic scholar": "link:semanticscholar"}
Shapes = dict[str, re.Pattern[str]]
# What a heading may say besides: "GitHub username", "ORCID iD", "Photo (file)".
BESIDE = re.compile(
    r"(?: (?:id|username|user|handle|profile|page|account|url|link|file|file name|filename|path|date|year|号))+$"
)
CAMEL = re.compile(r"_|(?<=[a-z])(?=[A-Z])")
BRACKETS = re.compile(r"\s*[(（\[][^)）\]]*[)）\]]")


def patterns(name: str) -> dict[str, str]:
    """Return the regular expressions of a table, each of one row."""
    return {meaning: "|".join(words) for meaning, words in WORDS[name].items()}


def shapes(name: str, tables: dict[str, dict[str, Any]] = WORDS) -> Shapes:
    """Return the regular expressions of a table, compiled."""
    return {meaning: re.compile("|".join(words), re.IGNORECASE) for meaning, words in tables[name].items()}


def first_in(table: Shapes, *texts: str) -> str:
    """Return what the first of some texts means that has a sign of a table; an empty string for none."""
    return next((meaning for text in texts for meaning, shape in table.items() if shape.search(text)), "")


def columns_of(headings: Sequence[str]) -> list[str]:
    """Return what each heading of a table means, empty for those that mean nothing here; [] if it names nobody."""
    columns = [column_of(heading) for heading in headings]
    if "name" not in columns and not {"given", "family"} <= set(columns):
        return []
    if "name" in columns and "family" in columns and "given" not in columns:
        columns[columns.index("name")] = "given"
    today = "went_to" if {"role", "status"} & set(columns) else "role"  # of tables of alumni, or of members
    return [today if column == "now" else column for column in columns]


def column_of(heading: str) -> str:
    """Return what a heading of a table of people means; nothing where it means nothing here."""
    spelt = [heading.replace("_", " "), CAMEL.sub(" ", heading)]  # StartYear, years_in_lab
    words = [fold(each) for spelling in spelt for each in (spelling, BRACKETS.sub("", spelling))]
    joined = (each.replace(" ", "") for each in words)  # 영문 이름
    return next(
        (COLUMNS[each] for each in (*words, *(BESIDE.sub("", each) for each in words), *joined) if each in COLUMNS), ""
    )
