"""Lines of lists of people, as people type them in five languages: see tests/data/pasted_people.toml."""

import tomllib
from pathlib import Path

from labsite.contrib.reading.pasted_people import people_in

CORPUS = Path(__file__).parents[2] / "data" / "pasted_people.toml"


def read(line):
    """Return what a line was understood as, without what is empty, as TOML would have it."""
    people = [vars(person) for person in people_in(line)]
    fields = [{name: each[name] for name in each if each[name] and name not in ("place", "line")} for each in people]
    return [
        {name: list(map(_plain, value)) if isinstance(value, tuple) else value for name, value in each.items()}
        for each in fields
    ]


def _plain(value):
    return list(value) if isinstance(value, tuple) else value


def test_of_each_line_every_part_is_read_or_named():
    corpus = tomllib.loads(CORPUS.read_text(encoding="utf-8"))
    lines = [(line, wanted) for section in corpus.values() for line, wanted in section.items()]
    assert [(line, wanted, answer) for line, wanted in lines if (answer := read(line)) != [wanted]] == []
    assert len(lines) > 120
