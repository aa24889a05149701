"""The code stays as small as CONTRIBUTING.md says, and its variables are called by what they hold."""

import ast
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings

from tests.test_architecture import MODULES

CONTRIBUTING = (Path(settings.BASE_DIR) / "CONTRIBUTING.md").read_text(encoding="utf-8")
CONTRIB = "labsite.contrib."
SLACK = 1000  # lines below its number, from which a room's number is to be lowered
VAGUE_NAMES = ("said", "told", "asked", "made", "kept", "found", "place", "whole", "fate")


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


def test_variables_are_called_by_what_they_hold():
    vague = Counter()
    for path in MODULES.values():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = node.arg if isinstance(node, ast.arg) else getattr(node, "id", "")
            is_new = isinstance(node, ast.arg) or isinstance(getattr(node, "ctx", None), ast.Store)
            if is_new and name in VAGUE_NAMES:
                vague[name] += 1
    [most] = re.findall(r"there may be (\d+)\.", CONTRIBUTING)
    assert vague.total() <= int(most), vague
