"""The code stays as small as CONTRIBUTING.md says; ``make lint`` counts names that say nothing."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from tests.test_architecture import MODULES
from tests.vague_names import vague_names

CONTRIBUTING = (Path(settings.BASE_DIR) / "CONTRIBUTING.md").read_text(encoding="utf-8")
CONTRIB = "labsite.contrib."
MAX_MODULE_LINES, MAX_FUNCTION_LINES = 400, 50
SLACK = 1000  # lines below its number, from which a room's number is to be lowered


def rooms():
    """Return how many lines each room of the table may have."""
    rows = re.findall(r"^\| `?(core|labsite/contrib/\w+)`? \| ([\d,]+) \|$", CONTRIBUTING, re.MULTILINE)
    return {room.replace("/", "."): int(lines.replace(",", "")) for room, lines in rows}


def lines():
    """Return how many lines each room has."""
    counted = Counter()
    for name, path in MODULES.items():
        room = ".".join(name.split(".")[:3]) if name.startswith(CONTRIB) else "core"
        counted[room] += len(path.read_text(encoding="utf-8").splitlines())
    return counted


@pytest.fixture(scope="module")
def counted():
    return lines()


def test_every_room_is_in_the_table(counted):
    assert rooms().keys() == counted.keys()


def test_no_room_has_more_lines_than_its_budget(counted):
    assert {room: counted[room] for room, most in rooms().items() if counted[room] > most} == {}


def test_a_budget_is_lowered_once_its_room_has_shrunk(counted):
    assert {room: counted[room] for room, most in rooms().items() if counted[room] < most - SLACK} == {}


def test_a_name_that_says_nothing_is_refused_whether_of_a_variable_an_argument_or_a_function():
    source = "def _found(told, row):\n    made: int = 1\n    for kept, rest in row: rest.place = founder = kept"
    assert sorted(vague_names(source)) == [(1, "_found"), (1, "told"), (2, "made"), (3, "kept")]


def test_no_module_has_more_than_400_lines():
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in MODULES.items()}
    assert {name: length for name, length in lengths.items() if length > MAX_MODULE_LINES} == {}


def test_no_function_has_more_than_50_lines():
    functions = (
        (name, node)
        for name, path in MODULES.items()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    )
    lengths = {f"{name}.{node.name}": node.end_lineno - node.lineno + 1 for name, node in functions}
    assert {name: length for name, length in lengths.items() if length > MAX_FUNCTION_LINES} == {}
